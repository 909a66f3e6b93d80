/**
 * Index of planned groups, from which suites register their tests. The planning process writes it once, workers read it. The cache has the
 * index of earlier runs of the same contracts, so that listing tests needs no plan.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { omitUndefined } from '../model/objects.ts';
import { isMap } from '../model/json.ts';
import type { Group } from '../plan/model.ts';
import { planHash } from '../plan/plan.ts';
import { setExitCodeOfDefect } from '../project/end-signals.ts';
import { cachedByPlan, type OutlineScope } from '../project/outline-cache.ts';
import type { Session } from '../project/session.ts';
import { temporaryFolder } from '../project/temporary-folder.ts';
import { isInteractive } from './names.ts';

type NameOfGroup = 'id' | 'service' | 'spec' | 'endpoint' | 'operation' | 'aspect' | 'exclusive' | 'last';

export interface GroupEntry extends Pick<Group, NameOfGroup> {
  /** Number of checks of the test cases, and their levels, by requirement. */
  readonly requirements: Readonly<Record<string, { readonly checks: number; readonly levels: readonly string[] }>>;
  /** Title of its only test case. */
  readonly title?: string;
}

export interface TestIndex {
  readonly groups: readonly GroupEntry[];
  readonly planHash: string;
  /** Number of checks of each version, `<service>@<spec>`. */
  readonly sizes: Readonly<Record<string, number>>;
}

const VARIABLE = 'PLUMBLINE_INDEX';
const BEGUN = 'PLUMBLINE_BEGUN';

export function groupEntry(group: Group): GroupEntry {
  const { id, service, spec, endpoint, operation, aspect, exclusive, last, cases } = group;
  const requirements: Record<string, { checks: number; levels: string[] }> = {};
  for (const { requirement, level } of cases.flatMap(({ checks }) => checks)) {
    const counted = (requirements[requirement] ??= { checks: 0, levels: [] });
    counted.checks += 1;
    if (!counted.levels.includes(level)) counted.levels.push(level);
  }
  const [only, ...others] = cases;
  const title = others.length === 0 ? only?.title : undefined;
  return { id, service, spec, endpoint, operation, aspect, requirements, ...omitUndefined({ exclusive, last, title }) };
}

/** Index of the current run, since each suite reads it and it has megabytes. */
let kept: { readonly file: string; readonly index: TestIndex } | undefined;

/** The index of these versions from the cache, or from a new plan. */
export function indexOf(
  of: OutlineScope,
  plan: () => Pick<Session, 'plan' | 'sizes'>,
  env: NodeJS.ProcessEnv,
): TestIndex {
  return cachedByPlan('tests', of, env, isIndex, () => {
    const { plan: planned, sizes } = plan();
    return {
      groups: planned.groups.map(groupEntry),
      planHash: planHash(planned),
      sizes: Object.fromEntries(sizes),
    };
  });
}

function isIndex(value: unknown): value is TestIndex {
  const { groups, planHash: hash, sizes } = (value ?? {}) as Partial<TestIndex>;
  return Array.isArray(groups) && typeof hash === 'string' && isMap(sizes);
}

/** Writes the index for the workers of this run. */
export function writeIndex(index: TestIndex, env: NodeJS.ProcessEnv): TestIndex {
  const folder = temporaryFolder('run');
  // At exit, all workers have ended and the report is written.
  process.once('exit', () => {
    setExitCodeOfDefect(folder);
    rmSync(folder, { recursive: true, force: true });
  });
  const file = path.join(folder, 'index.json');
  writeFileSync(file, JSON.stringify(index));
  env[VARIABLE] = file;
  // Interactive runs have no time limit.
  if (!isInteractive()) env[BEGUN] = String(Date.now());
  kept = { file, index };
  return index;
}

export function readIndex(env: NodeJS.ProcessEnv): TestIndex | undefined {
  const file = env[VARIABLE];
  if (file === undefined) return undefined;
  if (kept?.file !== file) kept = { file, index: JSON.parse(readFileSync(file, 'utf8')) as TestIndex };
  return kept.index;
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
