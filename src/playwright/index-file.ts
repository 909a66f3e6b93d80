/**
 * The names of the planned groups, written once by the process that planned them. Workers read this instead of loading
 * and planning everything again, each time one is restarted.
 */
import { defined } from '../model/objects.ts';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Group } from '../plan/model.ts';
import { isByHand } from './names.ts';
import { heedDefect } from '../project/end-signals.ts';
import { temporaryFolder } from '../project/temporary-folder.ts';

type ShownOfGroup = 'id' | 'service' | 'spec' | 'endpoint' | 'operation' | 'aspect' | 'exclusive' | 'last';

export interface GroupEntry extends Pick<Group, ShownOfGroup> {
  /** Place in the plan. */
  readonly index: number;
  /** Of the checks of its cases, each once. */
  readonly levels: readonly string[];
}

const VARIABLE = 'PLUMBLINE_INDEX';
const BEGUN = 'PLUMBLINE_BEGUN';

export function entryOf(group: Group, index: number): GroupEntry {
  const { id, service, spec, endpoint, operation, aspect, exclusive, last } = group;
  const levels = [...new Set(group.cases.flatMap((c) => c.checks.map(({ level }) => level)))];
  return { index, id, service, spec, endpoint, operation, aspect, levels, ...defined({ exclusive, last }) };
}

/** Each suite of a process asks; the index of a whole run is megabytes of JSON, so it is read once. */
let kept: { readonly file: string; readonly entries: readonly GroupEntry[] } | undefined;

/** Writes the index for this run's workers. */
export function writeIndex(groups: readonly Group[], env: NodeJS.ProcessEnv): readonly GroupEntry[] {
  const folder = temporaryFolder('run');
  // By then every worker is done with it, and every record is in the report.
  process.once('exit', () => {
    heedDefect(folder);
    rmSync(folder, { recursive: true, force: true });
  });
  const entries = groups.map(entryOf);
  const file = path.join(folder, 'index.json');
  writeFileSync(file, JSON.stringify(entries));
  env[VARIABLE] = file;
  // Where somebody starts tests by hand, again and again, there is no run that could take too long.
  if (!isByHand()) env[BEGUN] = String(Date.now());
  kept = { file, entries };
  return entries;
}

export function readIndex(env: NodeJS.ProcessEnv): readonly GroupEntry[] | undefined {
  const file = env[VARIABLE];
  if (file === undefined) return undefined;
  if (kept?.file !== file) kept = { file, entries: JSON.parse(readFileSync(file, 'utf8')) as readonly GroupEntry[] };
  return kept.entries;
}

/** When the run was planned, in milliseconds since the epoch; undefined where it is none with an end. */
export function begunAt(env: NodeJS.ProcessEnv): number | undefined {
  const text = env[BEGUN];
  return text === undefined ? undefined : Number(text);
}

/** Folder of this run's hand-over files. */
export function indexFolder(env: NodeJS.ProcessEnv): string | undefined {
  const file = env[VARIABLE];
  return file === undefined ? undefined : path.dirname(file);
}

/** Whether an earlier process of this run planned already. */
export function isPlanned(env: NodeJS.ProcessEnv): boolean {
  return env[VARIABLE] !== undefined;
}
