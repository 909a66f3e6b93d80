/** Waivers that say the same are told once: hundreds were often written at one time, for one reason. */
import { groupBy } from '../../record/group-by.ts';
import type { ReportCheck, ReportWaiver } from '../../report/model.ts';
import type { Store } from './store.ts';

/** Waivers that read alike but for the checks that they name. */
export interface AlikeWaivers {
  readonly first: ReportWaiver;
  readonly all: readonly ReportWaiver[];
}

/** Alike in everything that a list shows of them. */
export function alikeWaivers(waivers: readonly ReportWaiver[]): readonly AlikeWaivers[] {
  return grouped(waivers, ({ owner, reason, link, symptom, service, spec, expires, state }) => [
    owner,
    reason,
    link,
    symptom,
    service,
    spec,
    expires,
    state,
  ]);
}

/** Why checks are excused, in the words of their waivers, and how many of them for this reason. */
export interface Excuse extends AlikeWaivers {
  readonly checks: number;
}

export function excusesOf(store: Store, checks: readonly ReportCheck[]): readonly Excuse[] {
  const excused = new Map<ReportWaiver, number>();
  for (const check of checks) {
    const waiver = store.waiverFor(check);
    if (waiver !== undefined) excused.set(waiver, (excused.get(waiver) ?? 0) + 1);
  }
  return grouped([...excused.keys()], ({ owner, reason, expires }) => [owner, reason, expires]).map((one) => ({
    ...one,
    checks: one.all.reduce((sum, waiver) => sum + (excused.get(waiver) ?? 0), 0),
  }));
}

function grouped(
  waivers: readonly ReportWaiver[],
  words: (waiver: ReportWaiver) => readonly unknown[],
): readonly AlikeWaivers[] {
  return [...groupBy(waivers, (waiver) => JSON.stringify(words(waiver))).values()].flatMap((all) => {
    const [first] = all;
    return first === undefined ? [] : [{ first, all }];
  });
}
