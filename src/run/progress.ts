/** Progress of a run in one line: redrawn on a terminal, a few lines in a log. */
import { wrapLines } from '../report/text.ts';
import { forLog } from '../report/printable.ts';
import { pluralize, formatNumber } from '../model/text.ts';
import { checksOfGroup, type Group } from '../plan/model.ts';
import { checkRef } from '../verdict/model.ts';
import type { GroupRecord } from './group-record.ts';

export type Phase = 'planning' | 'sending' | 'writing';

export interface JudgedCount {
  readonly judged: number;
  readonly total: number;
  readonly failing: number;
}

const CLEAR = '\r\u001B[2K';
const REDRAWN_EVERY_MS = 250;
/** Log interval, long enough to keep a log short. */
const LOGGED_EVERY_MS = 10_000;

/** The progress line. Pure. `ms`: duration of the phase */
export function progressText(phase: Phase, ms: number, judged?: JudgedCount): string {
  const took = `, ${Math.floor(ms / 1000)} s`;
  if (phase === 'planning') return `planning${took}`;
  if (phase === 'writing') return `writing the report${took}`;
  if (judged === undefined || judged.judged === 0)
    return `sending${judged === undefined ? '' : `: ${pluralize(judged.total, 'check')}`}${took}`;
  return `judged ${formatNumber(judged.judged)} of ${formatNumber(judged.total)}, ${formatNumber(judged.failing)} failing${remainingTime(ms, judged)}`;
}

/** Estimated only after some progress, since the first groups are slower. */
function remainingTime(ms: number, { judged, total }: JudgedCount): string {
  if (judged >= total) return '';
  if (ms < 2_000 || judged * 20 < total) return '';
  const seconds = Math.ceil(((ms / judged) * (total - judged)) / 1000);
  return seconds < 90 ? `, about ${seconds} s left` : `, about ${Math.round(seconds / 60)} min left`;
}

export interface ProgressOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly write: (text: string) => unknown;
}

export class Progress {
  readonly #screen: ProgressOutput;
  readonly #clock: () => number;
  #phase: Phase = 'planning';
  #judged: JudgedCount | undefined;
  #since: number;
  #logged = 0;
  /** Whether the log lacks the latest state. */
  #isBehind = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(screen: ProgressOutput, clock: () => number = Date.now) {
    this.#screen = screen;
    this.#clock = clock;
    this.#since = clock();
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** Starts drawing, until `end`. */
  start(): void {
    this.#since = this.#clock();
    if (this.#screen.isTTY === true) this.#timer = setInterval(() => this.#draw(), REDRAWN_EVERY_MS).unref();
    this.#draw(true);
  }

  /** Sets the current state. */
  update(phase: Phase, judged?: JudgedCount): void {
    const isNew = phase !== this.#phase;
    // A log shows the last state of a phase.
    if (isNew && this.#isBehind) this.#draw(true);
    if (isNew) this.#since = this.#clock();
    // The first verdicts are logged at once, since they show that the service responds.
    const isFirst = (this.#judged?.judged ?? 0) === 0 && (judged?.judged ?? 0) > 0;
    this.#phase = phase;
    this.#judged = judged ?? this.#judged;
    this.#isBehind = judged !== undefined;
    // The timer redraws terminals.
    if (isNew || isFirst || this.#timer === undefined) this.#draw(isNew || isFirst);
  }

  /** Prints a line of text. */
  line(text: string): void {
    const isTerminal = this.#screen.isTTY === true;
    const line = forLog(wrapLines(text.trimEnd(), isTerminal ? this.#screen.columns : undefined));
    this.#screen.write(`${isTerminal ? CLEAR : ''}${line}\n`);
    if (this.#timer !== undefined) this.#draw(true);
  }

  end(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.#isBehind) this.#draw(true);
    if (this.#screen.isTTY === true) this.#screen.write(CLEAR);
  }

  #draw(isNew = false): void {
    const now = this.#clock();
    const text = `  ${progressText(this.#phase, now - this.#since, this.#judged)}`;
    if (this.#screen.isTTY === true) {
      this.#screen.write(`${CLEAR}${text.slice(0, (this.#screen.columns || 100) - 1)}`);
    } else if (isNew || now - this.#logged >= LOGGED_EVERY_MS) {
      this.#logged = now;
      this.#isBehind = false;
      this.#screen.write(`${text.replace(/, 0 s$/, '')}\n`);
    }
  }
}

/** Counts judged checks as the report will: a check of several groups is judged when the last of them has ended. */
export class JudgedChecks {
  readonly #open = new Map<string, { groups: number }>();
  readonly #failing = new Set<string>();
  #judged = 0;
  readonly #total: number;

  constructor(groups: readonly Group[]) {
    for (const group of groups)
      for (const check of checksOfGroup(group)) {
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
      // Results for checks of other groups, or outside the selection, are ignored.
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
