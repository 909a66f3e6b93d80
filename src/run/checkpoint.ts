/**
 * `unfinished.ndjson`: the settings of a run, and the record of each judged group. `plumbline run --resume` continues from it after a stop,
 * a kill or the time limit. It is deleted when all groups are judged.
 */
import { closeSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BadInput } from '../errors.ts';
import { planHash } from '../plan/plan.ts';
import type { Target } from '../load/model.ts';
import { withWriteErrors } from '../project/files.ts';
import { openInReport } from '../project/output.ts';
import { loadRun, type Session } from '../project/session.ts';
import { newRunId, type RunSettings } from '../project/settings.ts';
import { COMMAND } from '../model/text.ts';
import { isMap } from '../model/json.ts';
import type { Exchange } from '../model/exchange.ts';
import { isOfGroup } from './evidence.ts';
import { type GroupRecord, mayBeAffectedByOutage, groupsWithoutVerdict } from './group-record.ts';

export const CHECKPOINT_FILE = 'unfinished.ndjson';
const SCHEMA = 'plumbline.unfinished/1';
/** Characters per write. */
const MAX_PART = 256 * 1024;

interface Head {
  readonly schema: typeof SCHEMA;
  readonly settings: RunSettings;
  readonly planHash: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /**
   * Addresses by `<service>@<spec>` and token URLs by service, as the report names them; absent for embedded services, whose ports change.
   */
  readonly addresses?: Readonly<Record<string, string>>;
}

export interface UnfinishedRun {
  readonly head: Head;
  readonly records: readonly GroupRecord[];
}

const fileIn = (out: string): string => path.join(out, CHECKPOINT_FILE);

/** Appends groups as they are judged. Records of an earlier part of the run stay. */
export class CheckpointFile {
  readonly #out: string;
  readonly #file: number;
  /** Records that an outage may have affected, written at the end if not. */
  readonly #touched = new Map<string, GroupRecord>();

  /** Throws `BadInput` if the file cannot be written, as `put` does. */
  constructor(session: Session, startedAt: Date) {
    const { settings, plan, target } = session;
    const isResumed = settings.resumed !== undefined;
    this.#out = settings.out;
    this.#file = withWriteErrors(fileIn(settings.out), () =>
      openInReport(fileIn(settings.out), isResumed ? 'a' : 'w', 0o600),
    );
    if (isResumed) return;
    const head: Head = {
      schema: SCHEMA,
      settings,
      planHash: planHash(plan),
      startedAt: startedAt.toISOString(),
      ...(target.embedded ? {} : { addresses: addressesOf(target) }),
    };
    withWriteErrors(fileIn(settings.out), () => this.#write(head));
  }

  put(record: GroupRecord): void {
    // Groups beyond the time limit are left for `--resume`.
    if (record.unsent !== undefined) return;
    // Only the last record of a group counts.
    this.#touched.delete(record.group);
    if (mayBeAffectedByOutage(record)) this.#touched.set(record.group, record);
    else this.#note(record);
  }

  close(): void {
    const touched = [...this.#touched.values()];
    const left = groupsWithoutVerdict(touched);
    try {
      for (const record of touched) if (!left.has(record.group)) this.#note(record);
    } finally {
      closeSync(this.#file);
    }
  }

  #note(record: GroupRecord): void {
    withWriteErrors(fileIn(this.#out), () => this.#writeRecord(record));
  }

  #writeRecord(record: GroupRecord): void {
    const { exchanges, ...rest } = record;
    // Written in parts, since the text of a long traversal would need as much memory again.
    this.#write({ ...rest, exchanges: [] }, -']}'.length);
    let part = '';
    for (const [index, exchange] of exchanges.entries()) {
      part += `${index === 0 ? '' : ','}${JSON.stringify(exchange)}`;
      if (part.length < MAX_PART) continue;
      writeFileSync(this.#file, part);
      part = '';
    }
    writeFileSync(this.#file, `${part}]}`);
  }

  /** The line break comes first, so that a truncated line does not damage the next one. */
  #write(line: Head | GroupRecord, until?: number): void {
    writeFileSync(this.#file, `\n${JSON.stringify(line).slice(0, until)}`);
  }
}

/** Throws `BadInput` if the folder has no unfinished run. */
export function readCheckpoint(out: string): UnfinishedRun {
  const file = fileIn(out);
  const [first, ...lines] = textOf(file)
    .split('\n')
    .filter((line) => line !== '')
    .map(parseLine);
  if (!isHead(first))
    throw BadInput.of('not-unfinished', 'not a checkpoint of a run', {
      file,
      hint: 'Start a new run without --resume.',
    });
  const records = lines.filter(isRecord);
  return { head: first, records };
}

/** Settings of the run in this folder, for resuming it. Throws `BadInput` if an address of its target has changed. */
export function settingsToResume(out: string, root: string, env: NodeJS.ProcessEnv): RunSettings {
  const { head, records } = readCheckpoint(out);
  const settings = { ...head.settings, root, out, resumed: newRunId() };
  const { target } = loadRun(settings, env);
  const now = addressesOf(target);
  const moved = Object.entries(target.embedded ? {} : (head.addresses ?? {})).filter(
    ([version, address]) =>
      version in now &&
      now[version] !== address &&
      // A version without judged groups may move: a wrong address may be why the run was stopped.
      records.some(({ group }) => group.startsWith(`${version}/`) || group.startsWith(`${signInOf(version) ?? '/'}@`)),
  );
  if (moved.length === 0) return settings;
  throw new BadInput(
    moved.map(([version, address]) => ({
      code: 'other-address',
      message: `the run tested ${version} at ${address}, but the target now has ${now[version] ?? 'no address for it'}`,
      file: fileIn(out),
      hint: 'A report covers one environment. Restore the address, or start a new run without --resume.',
    })),
  );
}

function addressesOf({ services }: Pick<Target, 'services'>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    services.flatMap(({ service, addresses, identityProvider, client }) => [
      ...addresses.map(({ spec, baseUrl }) => [`${service}@${spec}`, baseUrl] as const),
      // The query may contain secrets.
      ...[identityProvider, client].flatMap((it) =>
        it === undefined ? [] : [[`${SIGN_IN}${service}`, it.tokenUrl.replace(/\?.*/s, '')] as const],
      ),
    ]),
  );
}

const SIGN_IN = 'the sign-in for ';

/** The service of a token URL; undefined for the address of a service. */
function signInOf(name: string): string | undefined {
  return name.startsWith(SIGN_IN) ? name.slice(SIGN_IN.length) : undefined;
}

/** Records of the earlier part of this run; undefined for a new run. */
export function earlierPart(session: Session): UnfinishedRun | undefined {
  if (session.settings.resumed === undefined) return undefined;
  const found = readCheckpoint(session.settings.out);
  if (found.head.planHash !== planHash(session.plan))
    throw BadInput.of('other-plan', 'the contracts, the specs, the target or Plumbline have changed since the run', {
      file: fileIn(session.settings.out),
      hint: 'Old and new verdicts cannot be combined in one report. Start a new run without --resume.',
    });
  return found;
}

export function deleteCheckpoint(out: string): void {
  rmSync(fileIn(out), { force: true });
}

/** Terminal lines with the command that resumes the run. */
export function resumeLines(out: string): readonly string[] {
  return isUnfinished(out) ? [`Run not finished: ${resumeText(out)}`] : [];
}

/** Adds the resume command to an error that ended a run before its report, such as a full disk. */
export function withResumeHint(error: unknown, out: string): unknown {
  if (!(error instanceof BadInput) || !isUnfinished(out)) return error;
  return new BadInput(
    error.problems.map((problem) => ({
      ...problem,
      hint: [problem.hint ?? [], `The verdicts so far are kept. After fixing this, ${resumeText(out)}.`]
        .flat()
        .join('\n  '),
    })),
  );
}

/** An empty file cannot be resumed. */
function isUnfinished(out: string): boolean {
  return existsSync(fileIn(out)) && statSync(fileIn(out)).size > 0;
}

function resumeText(out: string): string {
  const folder = path.relative('.', out);
  const shown = folder.startsWith('..') ? out : folder === '' ? '.' : folder;
  return `"${COMMAND} run --resume ${shown}" continues it`;
}

function textOf(file: string): string {
  try {
    if (statSync(file).isFile()) return readFileSync(file, 'utf8');
  } catch {
    // Reported below.
  }
  throw BadInput.of('not-unfinished', `${path.dirname(file)} contains no interrupted run`, {
    hint: `Give the --out folder of the interrupted run. It contains the file ${CHECKPOINT_FILE}.`,
  });
}

function parseLine(line: string): unknown {
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

/** Records with exchanges of another group are ignored, so that their group is judged again. */
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
