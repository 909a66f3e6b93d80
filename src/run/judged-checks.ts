/** How many checks are judged while a run goes on. */
import type { Group } from '../plan/model.ts';
import { checksIn } from '../plan/in-group.ts';
import { checkRef } from '../verdict/check-ref.ts';
import type { JudgedCount } from './progress.ts';
import type { GroupRecord } from './group-record.ts';

/** Counts checks as the report will: one that several groups judge is judged when the last of them has ended. */
export class JudgedChecks {
  readonly #open = new Map<string, { groups: number }>();
  readonly #failing = new Set<string>();
  #judged = 0;
  readonly #total: number;

  constructor(groups: readonly Group[]) {
    for (const group of groups)
      for (const check of checksIn(group)) {
        const open = this.#open.get(checkRef(check));
        if (open === undefined) this.#open.set(checkRef(check), { groups: 1 });
        else open.groups += 1;
      }
    this.#total = this.#open.size;
  }

  add(record: Pick<GroupRecord, 'results'>): JudgedCount {
    for (const result of record.results) {
      const ref = checkRef({ id: result.check, spec: result.spec });
      const open = this.#open.get(ref);
      // What a group saw of another's check is none of those that it was to give, and of what is not asked it says nothing.
      if (open === undefined) continue;
      if (result.aside !== true) {
        open.groups -= 1;
        if (open.groups === 0) this.#judged += 1;
      }
      if (result.verdict === 'fail') this.#failing.add(ref);
    }
    return this.now();
  }

  now(): JudgedCount {
    return { judged: this.#judged, total: this.#total, failing: this.#failing.size };
  }
}
