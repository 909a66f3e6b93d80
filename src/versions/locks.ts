import path from 'node:path';
import { createHash } from 'node:crypto';
import { BadInput, type Problem } from '../errors.ts';
import { SECTIONS, type VersionShape, versionShape, type ShapeSection } from './shape.ts';
import { omitUndefined } from '../model/objects.ts';
import { readFileSync } from 'node:fs';
import { checksOf, type PlanResult } from '../plan/plan.ts';
import type { Project } from '../load/model.ts';
import { listFolder, shownPath } from '../load/read-file.ts';
import type { Scope } from '../plan/scope.ts';
import { writeAtomically } from '../project/output.ts';
import { planWhole } from '../project/planning.ts';

/**
 * Lock file of a version: YAML with one line per requirement, open question, operation, field and shared block, and one for the checks of
 * each operation, so that its diff can be reviewed.
 */

export const LOCK_SCHEMA = 'plumbline.lock/1';

export interface Lock {
  readonly service: string;
  readonly version: string;
  /** Hash in the file. If it differs from `lockHash(shape)`, the file was edited manually. */
  readonly hash: string;
  readonly shape: VersionShape;
  /** Line numbers of sections, and of entries as `<section> <name>`. */
  readonly places: ReadonlyMap<string, number>;
}

/** SHA-256 of all lines: identifies the requirements of a released version. */
export function lockHash(shape: VersionShape): string {
  const hash = createHash('sha256');
  for (const section of SECTIONS)
    for (const [name, line] of shape[section]) hash.update(`${section}\n${name}\n${line}\n`);
  return hash.digest('hex');
}

export function lockText(service: string, version: string, shape: VersionShape): string {
  const body = SECTIONS.flatMap((section) =>
    shape[section].size === 0
      ? []
      : [`${section}:`, ...[...shape[section]].map(([name, line]) => `  ${key(name)}: ${quoted(line)}`)],
  );
  return `${[
    `# Requirements of ${service} ${version} with the assumption for each open question. Written by "plumbline lint --update-locks".`,
    `lock: ${LOCK_SCHEMA}`,
    `service: ${service}`,
    `version: ${JSON.stringify(version)}`,
    `hash: ${JSON.stringify(lockHash(shape))}`,
    ...body,
  ].join('\n')}\n`;
}

function key(name: string): string {
  return /^[A-Za-z][\w./-]*$/.test(name) ? name : JSON.stringify(name);
}

/** Quotes a string, without escapes if possible. */
function quoted(text: string): string {
  return /["\\]/.test(text) && !/[\n\r]/.test(text) ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text);
}

/** Parses a lock file. Throws `BadInput` for other lines, such as merge markers. */
export function parseLock(text: string, file: string): Lock {
  const shape = Object.fromEntries(SECTIONS.map((section) => [section, new Map<string, string>()])) as Record<
    ShapeSection,
    Map<string, string>
  >;
  const places = new Map<string, number>();
  const head = new Map<string, string>();
  let section: ShapeSection | undefined;
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '' || line.startsWith('#')) return;
    const entry = /^ {2}("(?:[^"\\]|\\.)*"|[A-Za-z][\w./-]*): (".*"|'.*')$/.exec(line);
    const opening = SECTIONS.find((name) => line === `${name}:`);
    const scalar = /^(lock|service|version|hash): (.+)$/.exec(line);
    if (opening !== undefined) {
      section = opening;
      places.set(opening, index + 1);
    } else if (scalar !== null) head.set(scalar[1] ?? '', unquoted(scalar[2] ?? '') ?? '');
    else {
      const name = entry === null ? undefined : unquoted(entry[1] ?? '');
      const value = entry === null ? undefined : unquoted(entry[2] ?? '');
      if (section === undefined || name === undefined || value === undefined) {
        throw BadInput.of('lock-form', 'this line is not a lock entry', {
          file,
          line: index + 1,
          column: 1,
          hint: 'Restore the committed file, or rewrite it with "npx @plumbline/harness lint --update-locks".',
        });
      }
      shape[section].set(name, value);
      places.set(`${section} ${name}`, index + 1);
    }
  });
  if (head.get('lock') !== LOCK_SCHEMA)
    throw BadInput.of('lock-form', `this is not a lock of the schema ${LOCK_SCHEMA}`, {
      file,
      line: 1,
      column: 1,
      hint: 'Rewrite it with "npx @plumbline/harness lint --update-locks".',
    });
  return {
    service: head.get('service') ?? '',
    version: head.get('version') ?? '',
    hash: head.get('hash') ?? '',
    shape,
    places,
  };
}

/** Removes the quotes of a string; plain words are returned unchanged. */
function unquoted(text: string): string | undefined {
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
  if (!text.startsWith('"')) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Differences between a lock and the current contracts, one problem each. */

/** Limit of reported differences; more of them are a rewrite. */
const MOST = 15;

const NOUNS: Readonly<Record<ShapeSection, string>> = {
  requirements: 'requirement',
  openPoints: 'assumption of the open question',
  endpoints: 'endpoint',
  operations: 'operation',
  fields: 'field',
  shared: 'service setting',
  checks: 'checks of',
};

const HINT = 'If the change is intended, run "npx @plumbline/harness lint --update-locks" and commit the lock with it.';

export interface LineChange {
  readonly section: ShapeSection;
  readonly name: string;
  readonly was?: string;
  readonly now?: string;
}

/** Changed, removed and added lines by section. */
export function shapeChanges(was: VersionShape, now: VersionShape): readonly LineChange[] {
  return SECTIONS.flatMap((section) => {
    const names = [...new Set([...was[section].keys(), ...now[section].keys()])].sort();
    return names.flatMap((name): readonly LineChange[] => {
      const [before, after] = [was[section].get(name), now[section].get(name)];
      return before === after
        ? []
        : [
            {
              section,
              name,
              ...omitUndefined({ was: before, now: after }),
            },
          ];
    });
  });
}

/** A parsed lock with the current shape of its version. */
export interface CheckedLock {
  readonly lock: Lock;
  readonly now: VersionShape;
  readonly file: string;
}

/** Differences of all versions of one service. A difference in several versions is reported once, in the first lock. */
export function lockDifferences(locks: readonly CheckedLock[]): readonly Problem[] {
  const byText = new Map<
    string,
    { readonly problem: (versions: readonly string[]) => Problem; readonly versions: string[] }
  >();
  for (const { lock, now, file } of locks) {
    const at =
      (line: number, column: number, words: string) =>
      (versions: readonly string[]): Problem => ({
        code: 'lock-differs',
        message: `${lock.service} ${versions.join(', ')}: ${words}`,
        file,
        line,
        column,
        hint: HINT,
      });
    const note = (words: string, problem: (versions: readonly string[]) => Problem): void => {
      const known = byText.get(words);
      if (known === undefined) byText.set(words, { problem, versions: [lock.version] });
      else known.versions.push(lock.version);
    };
    const changes = shapeChanges(lock.shape, now);
    if (changes.length === 0 && lock.hash !== lockHash(now)) {
      const words = 'the hash does not match the lines below it';
      note(words, at(1, 1, words));
    }
    for (const change of withoutConsequences(changes)) {
      const words = inWords(change);
      const line = lock.places.get(`${change.section} ${change.name}`) ?? lock.places.get(change.section) ?? 1;
      note(words, at(line, change.was === undefined ? 1 : 3, words));
    }
  }
  const problems = [...byText.values()].map(({ problem, versions }) => problem(versions));
  const [first] = locks;
  if (problems.length <= MOST || first === undefined) return problems;
  return [
    ...problems.slice(0, MOST),
    {
      code: 'lock-differs',
      message: `${first.lock.service}: ${problems.length - MOST} more differences`,
      file: first.file,
      line: 1,
      column: 1,
      hint: HINT,
    },
  ];
}

/** Without checks of endpoints that have changed themselves, so that one changed field is one difference. */
function withoutConsequences(changes: readonly LineChange[]): readonly LineChange[] {
  const changed = new Set(
    changes.flatMap(({ section, name }) => (OF_ENDPOINTS.has(section) ? [name.split(/[/.]/)[0] ?? ''] : [])),
  );
  return changes.filter(({ section, name }) => section !== 'checks' || !changed.has(name.split('/')[0] ?? ''));
}

/** Sections whose names begin with an endpoint. */
const OF_ENDPOINTS: ReadonlySet<ShapeSection> = new Set<ShapeSection>(['endpoints', 'operations', 'fields']);

function inWords({ section, name, was, now }: LineChange): string {
  const noun = `${NOUNS[section]} ${name}`;
  if (section === 'checks' && was !== undefined && now !== undefined) {
    const [before = '', after = ''] = [was.split(' ')[0], now.split(' ')[0]];
    return before === after
      ? `${name}: the expectations of its ${before} checks changed`
      : `number of ${noun}: ${before} → ${after}`;
  }
  if (was === undefined) return `${noun} was added: ${now ?? ''}`;
  if (now === undefined) return `${noun} was removed: ${was}`;
  if (section === 'requirements' && withoutHash(was) === withoutHash(now))
    return `the text, section or open questions of ${noun} changed`;
  return `${noun} changed: ${changedParts(was, now)}`;
}

/** The parts of two lines that differ, such as `201 → 200 or 201`. */
function changedParts(was: string, now: string): string {
  const [before, after] = [was.split(', '), now.split(', ')];
  const removed = before.filter((part) => !after.includes(part)).join(', ');
  const added = after.filter((part) => !before.includes(part)).join(', ');
  if (removed === '') return added === '' ? `${was} → ${now}` : `added ${added}`;
  return added === '' ? `removed ${removed}` : `${removed} → ${added}`;
}

function withoutHash(line: string): string {
  return line.slice(0, line.lastIndexOf(' '));
}

/** Lock files `specs/<service>/<version>.lock` record the requirements of each version, so that changes are visible. */

const UPDATE = 'Create it with "npx @plumbline/harness lint --update-locks" and commit it.';

interface Locked {
  readonly scope: Scope;
  readonly shape: VersionShape;
  /** Absolute path. */
  readonly file: string;
}

/** Versions with their current shape. `planned` has no answers to open questions. */
function lockedVersions(root: string, planned: Pick<PlanResult, 'plan' | 'scopes'>): readonly Locked[] {
  const checks = checksOf(planned.plan);
  return planned.scopes.map((scope) => ({
    scope,
    shape: versionShape(
      scope,
      checks.filter((check) => check.service === scope.service && check.spec === scope.version),
    ),
    file: path.join(root, 'specs', scope.service, `${scope.version}.lock`),
  }));
}

/** Differences between locks and contracts, and locks that are missing, invalid, or of no version. */
export function lockProblems(root: string, project: Project, planned: PlanResult): readonly Problem[] {
  const versions = lockedVersions(root, planned);
  const known = new Set(versions.map(({ file }) => file));
  const unknownLocks = project.specs.flatMap((spec) =>
    listFolder(path.join(root, 'specs', spec.service))
      .filter((entry) => entry.name.endsWith('.lock') && !known.has(entry.path))
      .map((entry): Problem => ({
        code: 'lock-unknown',
        message: `${spec.service} has no version with this name`,
        file: shownPath(root, entry.path),
        hint: 'Remove the lock, or add the version to versions.yaml.',
      })),
  );
  const problems: Problem[] = [];
  const byService = new Map<string, CheckedLock[]>();
  for (const version of versions) {
    const one = readLock(root, version, problems);
    if (one !== undefined) byService.set(one.lock.service, [...(byService.get(one.lock.service) ?? []), one]);
  }
  return [...problems, ...[...byService.values()].flatMap(lockDifferences), ...unknownLocks];
}

/** Reads a lock; reports a problem and returns undefined if that fails. */
function readLock(root: string, { scope, shape, file }: Locked, problems: Problem[]): CheckedLock | undefined {
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
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
}

/** Writes outdated locks. Throws `BadInput` without writing any if the project cannot be planned. */
export function updateLocks(root: string): UpdatedLocks {
  const written: string[] = [];
  const unchanged: string[] = [];
  for (const { scope, shape, file } of lockedVersions(root, planWhole(root))) {
    const text = lockText(scope.service, scope.version, shape);
    if (textOf(file) === text) unchanged.push(shownPath(root, file));
    else {
      writeAtomically(file, text);
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
