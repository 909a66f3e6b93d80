/**
 * `unfinished.ndjson`: what a run was asked for, and each group as soon as it is judged, so that `plumbline run --resume`
 * goes on where a stop, a kill or the end of its time left it. It goes when nothing is left to judge.
 */
import { closeSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BadInput } from '../errors.ts';
import { planHash } from '../plan/plan.ts';
import type { Target } from '../load/model.ts';
import { writing } from '../project/files.ts';
import { openInReport } from '../project/output.ts';
import { loadRun, type Session } from '../project/session.ts';
import { newRunId, type RunSettings } from '../project/settings.ts';
import { COMMAND } from '../model/text.ts';
import { isMap } from '../model/json.ts';
import type { Exchange } from '../model/exchange.ts';
import { isOfGroup } from './evidence.ts';
import { type GroupRecord, isTouched, leftByOutage } from './group-record.ts';

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
  /**
   * Where each `<service>@<spec>` was, as the report names it, and what gives tokens for each service; absent for what Plumbline starts itself, which is
   * elsewhere each time.
   */
  readonly addresses?: Readonly<Record<string, string>>;
}

export interface Unfinished {
  readonly head: Head;
  readonly records: readonly GroupRecord[];
}

const fileIn = (out: string): string => path.join(out, UNFINISHED);

/** Notes groups as they are judged; what an earlier part of the same run noted stays. */
export class CheckpointFile {
  readonly #out: string;
  readonly #file: number;
  /** Whether these are left to do is known at the end. */
  readonly #touched = new Map<string, GroupRecord>();

  /** Throws `BadInput` where the disk does not take it, as `put` does. */
  constructor(session: Session, startedAt: Date) {
    const { settings, plan, target } = session;
    const isResumed = settings.resumed !== undefined;
    this.#out = settings.out;
    this.#file = writing(fileIn(settings.out), () => openInReport(fileIn(settings.out), isResumed ? 'a' : 'w', 0o600));
    if (isResumed) return;
    const head: Head = {
      schema: SCHEMA,
      settings,
      planHash: planHash(plan),
      startedAt: startedAt.toISOString(),
      ...(target.embedded ? {} : { addresses: addressesOf(target) }),
    };
    writing(fileIn(settings.out), () => this.#write(head));
  }

  put(record: GroupRecord): void {
    // What time did not allow is what is left to do.
    if (record.unsent !== undefined) return;
    // A group that was sent again is judged by that alone.
    this.#touched.delete(record.group);
    if (isTouched(record)) this.#touched.set(record.group, record);
    else this.#note(record);
  }

  close(): void {
    const touched = [...this.#touched.values()];
    const left = leftByOutage(touched);
    try {
      for (const record of touched) if (!left.has(record.group)) this.#note(record);
    } finally {
      closeSync(this.#file);
    }
  }

  #note(record: GroupRecord): void {
    writing(fileIn(this.#out), () => this.#put(record));
  }

  #put(record: GroupRecord): void {
    const { exchanges, ...rest } = record;
    // As one text a long walk would be as much memory again.
    this.#write({ ...rest, exchanges: [] }, -']}'.length);
    let part = '';
    for (const [index, exchange] of exchanges.entries()) {
      part += `${index === 0 ? '' : ','}${JSON.stringify(exchange)}`;
      if (part.length < LONGEST_PART) continue;
      writeFileSync(this.#file, part);
      part = '';
    }
    writeFileSync(this.#file, `${part}]}`);
  }

  /** The line break stands before, so that a line which was cut off by a kill spoils no other. */
  #write(line: Head | GroupRecord, until?: number): void {
    writeFileSync(this.#file, `\n${JSON.stringify(line).slice(0, until)}`);
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

/** What the run in this folder was asked for, to go on with it. Throws `BadInput` where its target is somewhere else by now. */
export function settingsToResume(out: string, root: string, env: NodeJS.ProcessEnv): RunSettings {
  const { head, records } = readUnfinished(out);
  const settings = { ...head.settings, root, out, resumed: newRunId() };
  const { target } = loadRun(settings, env);
  const now = addressesOf(target);
  const moved = Object.entries(target.embedded ? {} : (head.addresses ?? {})).filter(
    ([version, address]) =>
      version in now &&
      now[version] !== address &&
      // Where nothing was judged nothing is mixed: a wrong address may be why.
      records.some(({ group }) => group.startsWith(`${version}/`) || group.startsWith(`${signInOf(version) ?? '/'}@`)),
  );
  if (moved.length === 0) return settings;
  throw new BadInput(
    moved.map(([version, address]) => ({
      code: 'other-address',
      message: `the run was against ${version} at ${address}, and the target has it at ${now[version] ?? ''} now`,
      file: fileIn(out),
      hint: 'One report tells of one environment: give the address that it had, or run anew, without --resume.',
    })),
  );
}

function addressesOf({ services }: Pick<Target, 'services'>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    services.flatMap(({ service, addresses, identityProvider, client }) => [
      ...addresses.map(({ spec, baseUrl }) => [`${service}@${spec}`, baseUrl] as const),
      // A query may hold what nobody is to read.
      ...[identityProvider, client].flatMap((it) =>
        it === undefined ? [] : [[`${SIGN_IN}${service}`, it.tokenUrl.replace(/\?.*/s, '')] as const],
      ),
    ]),
  );
}

const SIGN_IN = 'the sign-in for ';

/** The service that an address gives tokens for; undefined of that of a service itself. */
function signInOf(name: string): string | undefined {
  return name.startsWith(SIGN_IN) ? name.slice(SIGN_IN.length) : undefined;
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
  return isUnfinished(out) ? [`Not at its end: ${goesOn(out)}`] : [];
}

/** What ended a run before its report, such as a disk that is full, with what goes on once it is mended. */
export function withWayOn(error: unknown, out: string): unknown {
  if (!(error instanceof BadInput) || !isUnfinished(out)) return error;
  return new BadInput(
    error.problems.map((problem) => ({
      ...problem,
      hint: [problem.hint ?? [], `What was judged is kept: once this is mended, ${goesOn(out)}.`].flat().join('\n  '),
    })),
  );
}

/** A file that not even its first line could be written to is nothing to go on with. */
function isUnfinished(out: string): boolean {
  return existsSync(fileIn(out)) && statSync(fileIn(out)).size > 0;
}

function goesOn(out: string): string {
  const folder = path.relative('.', out);
  const shown = folder.startsWith('..') ? out : folder === '' ? '.' : folder;
  return `"${COMMAND} run --resume ${shown}" judges what is left`;
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
  const { schema, settings, planHash: hash, startedAt, addresses = {} } = data;
  return (
    schema === SCHEMA &&
    typeof hash === 'string' &&
    typeof startedAt === 'string' &&
    !Number.isNaN(Date.parse(startedAt)) &&
    isMap(addresses) &&
    Object.values(addresses).every((address) => typeof address === 'string') &&
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
