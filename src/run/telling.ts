/** What the process that sends tells the one that a person started and that draws; see `progress.ts`. */
import { defined } from '../record/defined.ts';
import { forLog } from '../report/printable.ts';
import type { Group } from '../plan/model.ts';
import { checkRef } from '../verdict/check-ref.ts';
import type { Judged, Phase, ProgressMessage } from './progress.ts';
import type { GroupRecord } from './store.ts';

const EVERY_MS = 100;

/** Counts checks as the report will: one that several groups judge is judged when the last of them has ended. */
export class JudgedChecks {
  readonly #open = new Map<string, number>();
  readonly #failing = new Set<string>();
  #judged = 0;
  readonly #total: number;

  constructor(groups: readonly Group[]) {
    for (const group of groups)
      for (const check of [...group.cases.flatMap(({ checks }) => checks), ...group.passive])
        this.#open.set(checkRef(check), (this.#open.get(checkRef(check)) ?? 0) + 1);
    this.#total = this.#open.size;
  }

  add(record: Pick<GroupRecord, 'results'>): Judged {
    for (const result of record.results) {
      const ref = checkRef({ id: result.check, spec: result.spec });
      const open = (this.#open.get(ref) ?? 1) - 1;
      this.#open.set(ref, open);
      if (open === 0) this.#judged += 1;
      if (result.verdict === 'fail') this.#failing.add(ref);
    }
    return this.now();
  }

  now(): Judged {
    return { judged: this.#judged, total: this.#total, failing: this.#failing.size };
  }
}

let told = 0;

/** Where nobody draws (a bare `npx playwright test`), Playwright's own reporters tell how far it is. */
export function tellProgress(phase: Phase, judged?: Judged): void {
  const now = Date.now();
  const isLast = judged === undefined || judged.judged === 0 || judged.judged === judged.total;
  if (!isLast && now - told < EVERY_MS) return;
  told = now;
  send({ plumbline: 'progress', phase, ...defined({ judged }) });
}

/** A line for the reader. */
export function tellLine(text: string): void {
  if (!send({ plumbline: 'line', text })) process.stderr.write(`${forLog(text.trimEnd())}\n`);
}

function send(message: ProgressMessage): boolean {
  if (process.send === undefined || !process.connected) return false;
  process.send(message);
  return true;
}
