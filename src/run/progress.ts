/** Progress of a run in one line: redrawn on a terminal, a few lines in a log. */
import { folded } from '../report/text.ts';
import { forLog } from '../report/printable.ts';
import { counted, number } from '../model/text.ts';
import { checksIn, type Group } from '../plan/model.ts';
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
/** A log is read afterwards: enough lines to see that it went on, and no more. */
const LOGGED_EVERY_MS = 10_000;

/** The line, without its end. Pure: `ms` is how long the phase has lasted. */
export function progressText(phase: Phase, ms: number, judged?: JudgedCount): string {
  const took = `, ${Math.floor(ms / 1000)} s`;
  if (phase === 'planning') return `planning${took}`;
  if (phase === 'writing') return `writing the report${took}`;
  if (judged === undefined || judged.judged === 0)
    return `sending${judged === undefined ? '' : `: ${counted(judged.total, 'check')}`}${took}`;
  return `judged ${number(judged.judged)} of ${number(judged.total)}, ${number(judged.failing)} failing${left(ms, judged)}`;
}

/** Only once there is something to reckon with: the first groups are slower than the rest. */
function left(ms: number, { judged, total }: JudgedCount): string {
  if (judged >= total) return '';
  if (ms < 2_000 || judged * 20 < total) return '';
  const seconds = Math.ceil(((ms / judged) * (total - judged)) / 1000);
  return seconds < 90 ? `, about ${seconds} s left` : `, about ${Math.round(seconds / 60)} min left`;
}

export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly write: (text: string) => unknown;
}

export class Progress {
  readonly #screen: Screen;
  readonly #clock: () => number;
  #phase: Phase = 'planning';
  #judged: JudgedCount | undefined;
  #since: number;
  #logged = 0;
  /** A log has not been told how far it is. */
  #isBehind = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(screen: Screen, clock: () => number = Date.now) {
    this.#screen = screen;
    this.#clock = clock;
    this.#since = clock();
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** Draws from now on until `end`. */
  start(): void {
    this.#since = this.#clock();
    if (this.#screen.isTTY === true) this.#timer = setInterval(() => this.#draw(), REDRAWN_EVERY_MS).unref();
    this.#draw(true);
  }

  /** How far it is now. */
  update(phase: Phase, judged?: JudgedCount): void {
    const isNew = phase !== this.#phase;
    // A log is left with how a phase ended, not with how it began.
    if (isNew && this.#isBehind) this.#draw(true);
    if (isNew) this.#since = this.#clock();
    // The first verdicts say that the service answers; in a log too they are not waited for.
    const isFirst = (this.#judged?.judged ?? 0) === 0 && (judged?.judged ?? 0) > 0;
    this.#phase = phase;
    this.#judged = judged ?? this.#judged;
    this.#isBehind = judged !== undefined;
    // A terminal is redrawn from time to time anyway.
    if (isNew || isFirst || this.#timer === undefined) this.#draw(isNew || isFirst);
  }

  /** Something to read, on a line of its own. */
  line(text: string): void {
    const isTerminal = this.#screen.isTTY === true;
    const line = forLog(folded(text.trimEnd(), isTerminal ? this.#screen.columns : undefined));
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
