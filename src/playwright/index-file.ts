/** Index of planned groups, written once by the planning process. Workers read it instead of planning again. */
import { omitUndefined } from '../model/objects.ts';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Group } from '../plan/model.ts';
import { isInteractive } from './names.ts';
import { setExitCodeOfDefect } from '../project/end-signals.ts';
import path from 'node:path';
import { temporaryFolder } from '../project/temporary-folder.ts';

type ShownOfGroup = 'id' | 'service' | 'spec' | 'endpoint' | 'operation' | 'aspect' | 'exclusive' | 'last';

export interface GroupEntry extends Pick<Group, ShownOfGroup> {
  /** Position in the plan. */
  readonly index: number;
  /** Distinct levels of the checks. */
  readonly levels: readonly string[];
}

const VARIABLE = 'PLUMBLINE_INDEX';
const BEGUN = 'PLUMBLINE_BEGUN';

export function groupEntry(group: Group, index: number): GroupEntry {
  const { id, service, spec, endpoint, operation, aspect, exclusive, last } = group;
  const levels = [...new Set(group.cases.flatMap((c) => c.checks.map(({ level }) => level)))];
  return { index, id, service, spec, endpoint, operation, aspect, levels, ...omitUndefined({ exclusive, last }) };
}

/** Cached index, since each suite reads it and it may have megabytes. */
let kept: { readonly file: string; readonly entries: readonly GroupEntry[] } | undefined;

/** Writes the index for the workers of this run. */
export function writeIndex(groups: readonly Group[], env: NodeJS.ProcessEnv): readonly GroupEntry[] {
  const folder = temporaryFolder('run');
  // At exit, all workers have ended and the report is written.
  process.once('exit', () => {
    setExitCodeOfDefect(folder);
    rmSync(folder, { recursive: true, force: true });
  });
  const entries = groups.map(groupEntry);
  const file = path.join(folder, 'index.json');
  writeFileSync(file, JSON.stringify(entries));
  env[VARIABLE] = file;
  // Interactive runs have no time limit.
  if (!isInteractive()) env[BEGUN] = String(Date.now());
  kept = { file, entries };
  return entries;
}

export function readIndex(env: NodeJS.ProcessEnv): readonly GroupEntry[] | undefined {
  const file = env[VARIABLE];
  if (file === undefined) return undefined;
  if (kept?.file !== file) kept = { file, entries: JSON.parse(readFileSync(file, 'utf8')) as readonly GroupEntry[] };
  return kept.entries;
}

/** Start time of the run in milliseconds since the epoch; undefined for interactive runs. */
export function runStartedAt(env: NodeJS.ProcessEnv): number | undefined {
  const text = env[BEGUN];
  return text === undefined ? undefined : Number(text);
}

/** Folder of the temporary files of this run. */
export function indexFolder(env: NodeJS.ProcessEnv): string | undefined {
  const file = env[VARIABLE];
  return file === undefined ? undefined : path.dirname(file);
}

/** Whether an earlier process of this run has planned already. */
export function isPlanned(env: NodeJS.ProcessEnv): boolean {
  return env[VARIABLE] !== undefined;
}
