/** `specs/<service>/<version>.lock`: what each version requires, written down so that a change to it is seen. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { checksOf, type Planned } from '../plan/plan.ts';
import { BadInput, type Problem } from '../errors.ts';
import type { Project } from '../load/model.ts';
import { listFolder, shownPath } from '../load/read-file.ts';
import type { Scope } from '../plan/scope.ts';
import { lockDifferences, type HeldLock } from './lock-compare.ts';
import { lockText, parseLock } from './lock-text.ts';
import { shapeOf, type Shape } from './shape.ts';
import { writeWhole } from '../project/output.ts';
import { planWhole } from '../project/planning.ts';

const UPDATE = 'Write it with "plumbline lint --update-locks", and commit it.';

interface Locked {
  readonly scope: Scope;
  readonly shape: Shape;
  /** Absolute. */
  readonly file: string;
}

/** Every version with its shape; `planned` has every open point at its default. */
function lockedVersions(root: string, planned: Pick<Planned, 'plan' | 'scopes'>): readonly Locked[] {
  const checks = checksOf(planned.plan);
  return planned.scopes.map((scope) => ({
    scope,
    shape: shapeOf(
      scope,
      checks.filter((check) => check.service === scope.service && check.spec === scope.version),
    ),
    file: path.join(root, 'specs', scope.service, `${scope.version}.lock`),
  }));
}

/** Where locks and contracts disagree, and locks that are missing, unreadable, or of no version. */
export function lockProblems(root: string, project: Project, planned: Planned): readonly Problem[] {
  const versions = lockedVersions(root, planned);
  const known = new Set(versions.map(({ file }) => file));
  const strange = project.specs.flatMap((spec) =>
    listFolder(path.join(root, 'specs', spec.service))
      .filter((entry) => entry.name.endsWith('.lock') && !known.has(entry.path))
      .map((entry): Problem => ({
        code: 'lock-unknown',
        message: `${spec.service} has no version of that name`,
        file: shownPath(root, entry.path),
        hint: 'Remove the lock, or bring the version back.',
      })),
  );
  const problems: Problem[] = [];
  const held = new Map<string, HeldLock[]>();
  for (const version of versions) {
    const one = heldBy(root, version, problems);
    if (one !== undefined) held.set(one.lock.service, [...(held.get(one.lock.service) ?? []), one]);
  }
  return [...problems, ...[...held.values()].flatMap(lockDifferences), ...strange];
}

/** What a lock holds; undefined, with the problem, where it cannot be read. */
function heldBy(root: string, { scope, shape, file }: Locked, problems: Problem[]): HeldLock | undefined {
  const shown = shownPath(root, file);
  const text = textOf(file);
  if (text === undefined) {
    problems.push({
      code: 'lock-missing',
      message: `${scope.service} ${scope.version} has no lock`,
      file: shown,
      hint: UPDATE,
    });
    return undefined;
  }
  try {
    return { lock: parseLock(text, shown), now: shape, file: shown };
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}

export interface UpdatedLocks {
  /** As shown to people. */
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
}

/** Writes every lock that is not as it should be. Throws `BadInput` where the project cannot be planned; then nothing is written. */
export function updateLocks(root: string): UpdatedLocks {
  const written: string[] = [];
  const unchanged: string[] = [];
  for (const { scope, shape, file } of lockedVersions(root, planWhole(root))) {
    const text = lockText(scope.service, scope.version, shape);
    if (textOf(file) === text) unchanged.push(shownPath(root, file));
    else {
      writeWhole(file, text);
      written.push(shownPath(root, file));
    }
  }
  return { written, unchanged };
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
