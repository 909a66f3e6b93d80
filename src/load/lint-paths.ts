/** Every problem under some paths, or of the whole project, for `plumbline lint` and for editors. */
import path from 'node:path';
import type { Problem } from '../errors.ts';
import { collectProject } from './load-project.ts';
import { TARGETS, collectTarget, targetNames } from './load-target.ts';
import { ABOUT_OTHER_FILES, ProblemList, sortProblems, type CodedProblem } from './problem-list.ts';
import { similarPath, targetHome, isFolder, isYamlName, listFolder, readYaml, shownPath } from './read-file.ts';
import type { FileKind } from './schemas.ts';
import { validate } from './validate.ts';

/**
 * Loads the specifications, the contracts and every target below `root`, and returns the problems of the files under
 * `paths` (relative to `root`, or absolute), or of all files without a path. It never throws for the content of a file,
 * and needs no environment variables. A path that is a project (it has `specs/` and `contracts/`) is linted as one. A
 * file outside of any project is validated against the schema for its keys, and a target is compared with the project
 * in `root`.
 */
export function lintPaths(root: string, paths: readonly string[]): readonly Problem[] {
  const base = path.resolve(root);
  const places = paths.length === 0 ? [base] : [...new Set(paths.map((written) => path.resolve(base, written)))];
  let own: readonly Problem[] | undefined;
  const ofProject = (): readonly Problem[] => (own ??= lintProject(base));
  const problems = places.flatMap((place) => {
    if (place === base) return ofProject();
    if (isProject(place)) return lintProject(place).map((problem) => moved(problem, place, base));
    const ofPlace = ofProject().filter((problem) => isUnder(place, base, problem));
    return isRead(base, place) ? ofPlace : [...ofPlace, ...lintLoose(base, place)];
  });
  return sortProblems(problems);
}

function isProject(place: string): boolean {
  return isFolder(path.join(place, 'specs')) && isFolder(path.join(place, 'contracts'));
}

function lintProject(root: string): readonly Problem[] {
  const problems = new ProblemList();
  const project = collectProject(root, {}, problems);
  const ofTargets = problems.size === 0 ? problems : new Unrelated(problems);
  for (const name of targetNames(root))
    collectTarget(path.join(root, TARGETS, name, 'target.yaml'), root, undefined, project, ofTargets);
  return problems.sorted();
}

/** Keeps only problems that do not depend on the project: a broken specification would make every target look broken. */
class Unrelated extends ProblemList {
  readonly #problems: ProblemList;

  constructor(problems: ProblemList) {
    super();
    this.#problems = problems;
  }

  override add(problem: CodedProblem): void {
    if (!ABOUT_OTHER_FILES.includes(problem.code)) this.#problems.add(problem);
  }
}

/** True if `lintProject` has read this file or folder. */
function isRead(root: string, place: string): boolean {
  const [first, , third] = path.relative(root, place).split(path.sep);
  if (first === 'specs' || first === 'contracts')
    return isFolder(place) || listFolder(path.dirname(place)).some((entry) => entry.path === place);
  return first === TARGETS && third === 'target.yaml';
}

function isUnder(place: string, root: string, problem: Problem): boolean {
  const file = path.resolve(root, problem.file ?? '');
  return file === place || file.startsWith(place + path.sep);
}

/** A problem of another project, with its file relative to this one. */
function moved(problem: Problem, from: string, to: string): Problem {
  return problem.file === undefined ? problem : { ...problem, file: shownPath(to, path.resolve(from, problem.file)) };
}

/** Lints single files. @param typed the path that the user typed, which may be outside of the project */
function lintLoose(root: string, place: string, typed = place): readonly Problem[] {
  if (!isFolder(place)) return lintFile(root, place, typed);
  return listFolder(place).flatMap((entry) => {
    if (entry.isFolder) return entry.name === 'node_modules' ? [] : lintLoose(root, entry.path, typed);
    return isYamlName(entry.name) ? lintFile(root, entry.path, typed) : [];
  });
}

function lintFile(root: string, file: string, typed: string): readonly Problem[] {
  const problems = new ProblemList();
  const home = targetHome(root, file, TARGETS);
  const document = readYaml(home, file, problems, { allowed: typed, hint: () => similarPath(root, file) });
  if (document?.data === undefined) return problems.sorted();
  const kind = kindOf(document.data);
  if (kind === 'target') return lintTarget(root, file);
  if (kind === undefined)
    document.reportAt(
      'file-unexpected',
      'not a Plumbline file',
      0,
      'a contract starts with the key `endpoint`, a target with the key `target`',
    );
  else validate(document, kind);
  return problems.sorted();
}

function lintTarget(root: string, file: string): readonly Problem[] {
  const ofProject = new ProblemList();
  const project = collectProject(root, {}, ofProject);
  const problems = new ProblemList();
  collectTarget(file, root, undefined, project, ofProject.size === 0 ? problems : new Unrelated(problems), true);
  return problems.sorted();
}

/** Keys that identify the kind of a file. */
const MARKS: readonly (readonly [string, FileKind])[] = [
  ['catalogue', 'catalogue'],
  ['off', 'own-catalogue'],
  ['add', 'own-catalogue'],
  ['endpoint', 'endpoint'],
  ['operations', 'endpoint'],
  ['target', 'target'],
  ['waivers', 'waivers'],
  ['requirements', 'requirements'],
  ['openPoints', 'open-points'],
  ['versions', 'versions'],
  ['bindings', 'bindings'],
  ['families', 'errors'],
  ['carrier', 'token'],
  ['style', 'pagination'],
  ['type', 'security'],
  ['correlation', 'envelope'],
  ['headers', 'envelope'],
];

function kindOf(data: unknown): FileKind | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  return MARKS.find(([key]) => key in data)?.[1];
}
