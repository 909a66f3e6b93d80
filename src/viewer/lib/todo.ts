/** Who must do what: every cause goes to the one who can end it. */
import { defined } from '../../record/defined.ts';
import type { Basis, Level, ReportCheck, ReportOpenPoint, ReportWaiver } from '../../report/model.ts';
import type { Cause } from '../../report/page/data.ts';
import { checkKey } from '../../report/page/data.ts';
import { groupBy } from '../../record/group-by.ts';
import { nextStep } from '../../report/next-step.ts';
import type { NextStep } from '../../report/next-step.ts';
import { toldOnce } from '../../report/told-once.ts';
import type { Alike } from '../../report/told-once.ts';
import { isAnswered } from '../../report/points-seen.ts';
import { excusesOf } from './alike.ts';
import type { Excuse } from './alike.ts';
import { LEVEL_ORDER } from './store.ts';
import type { Store } from './store.ts';
import { titleOf } from '../../report/titles.ts';

/** In the order of urgency. */
export const PARTIES = ['service', 'owner', 'waiver', 'runner', 'practice', 'known'] as const;
export type TodoParty = (typeof PARTIES)[number];

export const PARTY_TEXT: Readonly<Record<TodoParty, { readonly who: string; readonly what: string }>> = {
  service: { who: 'The service’s team', what: 'Mend what departs from the specification.' },
  owner: { who: 'The target’s owner', what: 'Answer the open point, or mend the service: the documents do not say.' },
  waiver: { who: 'Owners of waivers', what: 'Take out or renew waivers that no longer hold.' },
  runner: { who: 'Whoever runs Plumbline', what: 'Could not be judged: remove the obstacle and run again.' },
  practice: { who: 'The service’s team, some day', what: 'Good practice that no standard demands. It blocks nobody.' },
  known: { who: 'Excused for now', what: 'Known, and excused by a waiver: each has an owner and an expiry.' },
};

export interface CauseItem {
  readonly kind: 'cause';
  readonly party: TodoParty;
  /** What stands for it: the first, where the same keeps several services from being judged. */
  readonly cause: Cause;
  /** Their ids, as a filter takes them. */
  readonly causes: string;
  readonly checks: readonly ReportCheck[];
  /** It stands for them: the first that no waiver excuses, where there is one. */
  readonly first: ReportCheck;
  /** Of the checks that decide which party it goes to: the heaviest level, and the basis of the first that has it. */
  readonly level: Level;
  readonly basis: Basis;
  /** `student-reporting in all versions`, for each service that it is a matter of. */
  readonly whose: readonly string[];
  readonly operations: readonly string[];
  readonly waived: number;
  readonly appeared: number;
  /** How many checks could not be judged because of it. */
  readonly holdsUp: number;
  /** Of what could not be judged: what to look at, and what is typed once it is mended. */
  readonly next?: NextStep;
  /** What sets its checks apart from others of their rule, where it is the same for all of them. */
  readonly aside?: string;
  readonly openPoints: readonly ReportOpenPoint[];
  /** What the waivers say that excuse its checks, or that say that they would fail. */
  readonly excuses: readonly Excuse[];
}

export interface WaiverItem {
  readonly kind: 'waiver';
  readonly party: 'waiver';
  readonly waiver: ReportWaiver;
  readonly index: number;
}

export type TodoItem = CauseItem | WaiverItem;

/** Items for the checks that pass the test. A cause is kept when any of its checks is. */
export function todoItems(store: Store, matches: (check: ReportCheck) => boolean, withWaivers: boolean): TodoItem[] {
  const items: TodoItem[] = [];
  const at = (indices: readonly number[]): ReportCheck[] =>
    indices.flatMap((index) => store.report.checks[index] ?? []);
  for (const alike of toldOnce(store.data.causes)) {
    const all = alike.flatMap(({ checks }) => at(checks));
    const held = alike.flatMap(({ holdsUp = [] }) => at(holdsUp)).filter(matches).length;
    const some = all.filter(matches);
    // A cause is also found by what it holds up.
    const checks = some.length === 0 && held > 0 ? all : some;
    const first = checks.find((check) => check.disposition !== 'expected-failure') ?? checks[0];
    if (first !== undefined) items.push(causeItem(store, alike, checks, first, held));
  }
  if (withWaivers) {
    // A check that holds again is an item already, and names its waiver.
    const spoken = new Set(
      items.flatMap((item) =>
        item.kind === 'cause' && item.cause.kind === 'unexpected-pass' ? item.excuses.flatMap(({ all }) => all) : [],
      ),
    );
    store.report.waivers.forEach((waiver, index) => {
      if (waiver.state !== 'used' && waiver.state !== 'untried' && !spoken.has(waiver))
        items.push({ kind: 'waiver', party: 'waiver', waiver, index });
    });
  }
  return items.sort((a, b) => PARTIES.indexOf(a.party) - PARTIES.indexOf(b.party) || appearedOf(b) - appearedOf(a));
}

function appearedOf(item: TodoItem): number {
  return item.kind === 'cause' && item.appeared > 0 ? 1 : 0;
}

function causeItem(
  store: Store,
  alike: Alike<Cause>,
  checks: readonly ReportCheck[],
  first: ReportCheck,
  holdsUp: number,
): CauseItem {
  const [cause] = alike;
  const party = partyOf(cause, checks);
  const aside = cause.kind === 'finding' || cause.kind === 'unexpected-pass' ? commonAside(store, checks) : undefined;
  const open = checks.filter(isOpenFailure);
  const deciding = party === 'service' ? open.filter(isDemanded) : open.length > 0 ? open : checks;
  const level = LEVEL_ORDER.find((one) => deciding.some((check) => check.level === one)) ?? first.level;
  return {
    kind: 'cause',
    party,
    cause,
    causes: alike.map(({ id }) => id).join(','),
    checks,
    first,
    holdsUp,
    level,
    basis: deciding.find((check) => check.level === level)?.basis ?? first.basis,
    whose: whoseOf(store, checks),
    operations: [...new Set(checks.map((check) => `${check.endpoint}/${check.operation}`))],
    waived: checks.filter((check) => check.disposition === 'expected-failure').length,
    appeared: checks.filter((check) => store.change.get(checkKey(check)) === 'appeared').length,
    ...defined({
      aside,
      next: party === 'runner' ? nextStep(store.report.run, { kind: cause.kind, example: first }) : undefined,
    }),
    openPoints: openPointsOf(store, checks),
    excuses: cause.kind === 'unexpected-pass' || party === 'known' ? excusesOf(store, checks) : [],
  };
}

function commonAside(store: Store, checks: readonly ReportCheck[]): string | undefined {
  const asides = new Set(checks.map((check) => titleOf(check, store.report.rules).aside));
  return asides.size === 1 ? [...asides][0] : undefined;
}

function isOpenFailure(check: ReportCheck): boolean {
  return check.disposition === 'nonconforming';
}

function partyOf(cause: Cause, checks: readonly ReportCheck[]): TodoParty {
  if (cause.kind === 'unexpected-pass') return 'waiver';
  if (cause.kind === 'undetermined') return 'runner';
  const open = checks.filter(isOpenFailure);
  if (open.length === 0) return 'known';
  if (open.some(isDemanded)) return 'service';
  return open.some((check) => check.basis === 'assumed') ? 'owner' : 'practice';
}

/** Whether somebody with a say asks for it. */
function isDemanded(check: ReportCheck): boolean {
  return check.basis !== 'assumed' && check.basis !== 'practice';
}

export function specsInOrder(store: Store, service: string, checks: readonly ReportCheck[]): string[] {
  const present = new Set(checks.map((check) => check.spec));
  return (store.services.find((one) => one.service === service)?.specs ?? []).filter((spec) => present.has(spec));
}

function whoseOf(store: Store, checks: readonly ReportCheck[]): string[] {
  return [...groupBy(checks, ({ service }) => service)].map(([service, own]) => {
    const specs = specsInOrder(store, service, own);
    const all = store.services.find((one) => one.service === service)?.specs.length ?? 0;
    return `${service} ${specs.length > 1 && specs.length === all ? 'in all versions' : specs.join(', ')}`;
  });
}

/** Open points that the failing checks rest on, unanswered ones alone. */
export function openPointsOf(store: Store, checks: readonly ReportCheck[]): ReportOpenPoint[] {
  const ids = new Set(checks.flatMap((check) => store.restsOn(check)));
  return [...ids].flatMap((id) => store.openPoints.get(id) ?? []).filter((point) => !isAnswered(point));
}

/** What is said of a waiver that does not hold, and what its owner does about it. */
export const WAIVER_STATE: Readonly<
  Record<ReportWaiver['state'], { readonly text: string; readonly todo: string; readonly tone: 'good' | 'bad' | 'dim' }>
> = {
  used: { text: 'used', todo: '', tone: 'good' },
  untried: { text: 'untried', todo: 'Its checks were not judged in this run.', tone: 'dim' },
  stale: { text: 'stale', todo: 'Its checks hold now: take it out.', tone: 'bad' },
  expired: { text: 'expired', todo: 'Renew it with a reason, or have the service mended.', tone: 'bad' },
  unmatched: { text: 'unmatched', todo: 'It names no planned check: mend its pattern or take it out.', tone: 'bad' },
  mismatched: { text: 'mismatched', todo: 'Its checks fail in another way than it says: look again.', tone: 'bad' },
  overlapping: { text: 'overlapping', todo: 'Another waiver excuses the same checks: keep one.', tone: 'bad' },
};
