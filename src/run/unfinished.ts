/**
 * `unfinished.ndjson`: what a run was asked for, and each group as soon as it is judged, so that `plumbline run --resume`
 * goes on where a stop, a kill or the end of its time left it. It goes when nothing is left to judge.
 */
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { BadInput } from '../errors.ts';
import { planHash } from '../plan/plan.ts';
import type { Session } from '../project/session.ts';
import type { RunSettings } from '../project/settings.ts';
import { COMMAND } from '../record/command.ts';
import { isMap } from '../record/json.ts';
import type { Exchange } from '../record/exchange.ts';
import { isOfGroup } from './evidence.ts';
import { isTouched, leftByOutage } from './outage.ts';
import type { GroupRecord } from './store.ts';

export const UNFINISHED = 'unfinished.ndjson';
const SCHEMA = 'plumbline.unfinished/1';
/** Characters that are written at once. */
const LONGEST_PART = 256 * 1024;

interface Head {
  readonly schema: typeof SCHEMA;
  readonly settings: RunSettings;
  readonly planHash: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
}

export interface Unfinished {
  readonly head: Head;
  readonly records: readonly GroupRecord[];
}

const fileIn = (out: string): string => path.join(out, UNFINISHED);

/** Notes groups as they are judged; what an earlier part of the same run noted stays. */
export class RunJournal {
  readonly #file: number;
  /** Whether these are left to do is known at the end. */
  readonly #touched: GroupRecord[] = [];

  constructor(session: Session, startedAt: Date) {
    const { settings, plan } = session;
    mkdirSync(settings.out, { recursive: true });
    const isResumed = settings.resumed !== undefined;
    this.#file = openSync(fileIn(settings.out), isResumed ? 'a' : 'w', 0o600);
    if (isResumed) return;
    this.#write({ schema: SCHEMA, settings, planHash: planHash(plan), startedAt: startedAt.toISOString() });
  }

  put(record: GroupRecord): void {
    // What time did not allow is what is left to do.
    if (record.unsent !== undefined) return;
    if (isTouched(record)) this.#touched.push(record);
    else this.#note(record);
  }

  close(): void {
    const left = leftByOutage(this.#touched);
    for (const record of this.#touched) if (!left.has(record.group)) this.#note(record);
    closeSync(this.#file);
  }

  #note(record: GroupRecord): void {
    const { exchanges, ...rest } = record;
    // As one text a long walk would be as much memory again.
    this.#write({ ...rest, exchanges: [] }, -']}'.length);
    let part = '';
    for (const [index, exchange] of exchanges.entries()) {
      part += `${index === 0 ? '' : ','}${JSON.stringify(exchange)}`;
      if (part.length < LONGEST_PART) continue;
      writeSync(this.#file, part);
      part = '';
    }
    writeSync(this.#file, `${part}]}`);
  }

  /** The line break stands before, so that a line which was cut off by a kill spoils no other. */
  #write(line: Head | GroupRecord, until?: number): void {
    writeSync(this.#file, `\n${JSON.stringify(line).slice(0, until)}`);
  }
}

/** Throws `BadInput` where there is nothing to go on with. */
export function readUnfinished(out: string): Unfinished {
  const file = fileIn(out);
  const [first, ...lines] = textOf(file)
    .split('\n')
    .filter((line) => line !== '')
    .map(parsed);
  if (!isHead(first))
    throw BadInput.of('not-unfinished', 'this does not say what a run was asked for', {
      file,
      hint: 'Run anew, without --resume.',
    });
  const records = lines.filter(isRecord);
  return { head: first, records };
}

/** What an earlier part of this run judged, and when it began; undefined where it has no earlier part. */
export function earlierPart(session: Session): Unfinished | undefined {
  if (session.settings.resumed === undefined) return undefined;
  const found = readUnfinished(session.settings.out);
  if (found.head.planHash !== planHash(session.plan))
    throw BadInput.of('other-plan', 'the contracts, the specs, the target or Plumbline have changed since the run', {
      file: fileIn(session.settings.out),
      hint: 'What was judged then and what would be judged now do not make one report: run anew, without --resume.',
    });
  return found;
}

export function forgetUnfinished(out: string): void {
  rmSync(fileIn(out), { force: true });
}

/** Where something is left to judge, what goes on with it: lines for a terminal. */
export function unfinishedLines(out: string): readonly string[] {
  if (!existsSync(fileIn(out))) return [];
  const folder = path.relative('.', out);
  const shown = folder.startsWith('..') ? out : folder === '' ? '.' : folder;
  return [`Not at its end: "${COMMAND} run --resume ${shown}" judges what is left`];
}

function textOf(file: string): string {
  try {
    if (statSync(file).isFile()) return readFileSync(file, 'utf8');
  } catch {
    // Told below.
  }
  throw BadInput.of('not-unfinished', `${path.dirname(file)} has no run that ended too early`, {
    hint: `Give the folder that its --out named; a run that is not at its end has the file ${UNFINISHED} there.`,
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isHead(data: unknown): data is Head {
  if (!isMap(data)) return false;
  const { schema, settings, planHash: hash, startedAt } = data;
  return (
    schema === SCHEMA &&
    typeof hash === 'string' &&
    typeof startedAt === 'string' &&
    !Number.isNaN(Date.parse(startedAt)) &&
    isMap(settings) &&
    ['runId', 'root', 'target', 'out'].every((name) => typeof settings[name] === 'string')
  );
}

/** A group with exchanges of another one is judged anew. */
function isRecord(data: unknown): data is GroupRecord {
  if (!isMap(data)) return false;
  const { group, results, exchanges } = data;
  return (
    typeof group === 'string' &&
    Array.isArray(results) &&
    Array.isArray(exchanges) &&
    (exchanges as readonly unknown[]).every(
      (exchange) => isMap(exchange) && exchange['group'] === group && isOfGroup(exchange as unknown as Exchange, group),
    )
  );
}
