/** Lints a project: its files, and the plan that results from them. */
import { pluralize } from '../model/text.ts';
import path from 'node:path';
import { BadInput, type Problem } from '../errors.ts';
import { invalidParameters, unplannedChecks } from './check-problems.ts';
import {
  broadBindings,
  idleBindings,
  idleOpenPoints,
  idlePractices,
  idleWaivers,
  unprovenRequirements,
} from './plan-problems.ts';
import {
  withoutRowProblems,
  expiringWaivers,
  mootChecks,
  missingRejections,
  type MootCheck,
  untestedQueries,
  withRowsOn,
} from './plan-hints.ts';
import { unrequestedOperations, unmatchedPractices, unmatchedRows, unsentSteps } from './unmatched-rules.ts';
import { lintPaths } from '../load/lint-paths.ts';
import { loadProject } from '../load/load-project.ts';
import { loadTarget, targetNames, TARGETS } from '../load/load-target.ts';
import type { Project, Requirement, ServiceContracts, Target } from '../load/model.ts';
import { sortProblems } from '../load/problem-list.ts';
import { PROGRAM_ROOT } from '../load/program.ts';
import { isFile, isFolder, shownPath } from '../load/read-file.ts';
import { checksOf, type PlanResult } from '../plan/plan.ts';
import { planAll } from '../project/make-plan.ts';
import { SourceFrames } from '../project/terminal.ts';
import { readPublishedProof } from '../project/published-proof.ts';
import { lockProblems } from '../versions/locks.ts';
import { wholeTarget } from '../project/planning.ts';

export interface LintResult {
  /** Problems sorted by file, line and column. */
  readonly problems: readonly Problem[];
  /** Problems that do not make lint fail, in the same order. */
  readonly warnings: readonly Problem[];
  /** Summary of the project; undefined if it cannot be planned. */
  readonly summary: string | undefined;
  /** Checks that no reference service can exercise, according to the last mutation testing; only a note. */
  readonly never: readonly MootCheck[];
  /** Query parameters with a declared effect that no check verifies; only a note. */
  readonly untried: readonly string[];
  /** Waivers that have expired or expire soon; only a note. */
  readonly ending: readonly string[];
}

/**
 * Problems of the files under `paths`, or of the whole project without paths. Paths in another project are linted as part of that project.
 * Never throws for invalid files.
 * @param today YYYY-MM-DD; without it, no note about expiring waivers
 */
export function lintAll(root: string, paths: readonly string[], today?: string): LintResult {
  const base = path.resolve(root);
  const places = paths.length === 0 ? [base] : paths.map((written) => path.resolve(written));
  const found: Problem[] = [];
  const never: MootCheck[] = [];
  const untried: string[] = [];
  const ending: string[] = [];
  let summary: string | undefined;
  for (const [project, inside] of byProject(base, places)) {
    const { problems, summary: words, ...notes } = lintProject(project, inside, today);
    summary ??= words;
    never.push(...notes.never);
    untried.push(...notes.untried);
    ending.push(...notes.ending);
    found.push(
      ...problems.map((problem) =>
        problem.file === undefined
          ? problem
          : { ...problem, file: shownPath(base, path.resolve(project, problem.file)) },
      ),
    );
  }
  const sorted = sortProblems(found);
  return {
    problems: sorted.filter(({ severity }) => severity === undefined),
    warnings: sorted.filter(({ severity }) => severity !== undefined),
    summary,
    never,
    untried,
    ending,
  };
}

/** Groups paths by project. Paths outside any project belong to the one at `base`. */
function byProject(base: string, places: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const projects = new Map<string, string[]>();
  for (const place of places) {
    const projectRoot = projectOf(place) ?? base;
    projects.set(projectRoot, [...(projects.get(projectRoot) ?? []), place]);
  }
  return projects;
}

/** The nearest parent folder, or the path itself, that has specs and contracts. */
function projectOf(place: string): string | undefined {
  for (let here = place; ; here = path.dirname(here)) {
    if (isFolder(path.join(here, 'specs')) && isFolder(path.join(here, 'contracts'))) return here;
    if (path.dirname(here) === here) return undefined;
  }
}

/** Problems and warnings of one project are in one list. */
type ProjectResult = Omit<LintResult, 'warnings'>;

function lintProject(root: string, places: readonly string[], today?: string): ProjectResult {
  const files = lintPaths(root, places);
  const externalTargets = targetsOutside(root, places);
  const whole = projectProblems(root, externalTargets, today);
  if (whole === undefined) return { problems: files, summary: undefined, never: [], untried: [], ending: [] };
  // Files that a target refers to are in its folder.
  const searched = places.map((place) => (externalTargets.includes(place) ? path.dirname(place) : place));
  // Problems of targets outside the project are relative to the working directory.
  const inside = ({ file = '' }: Problem): boolean =>
    [path.resolve(root, file), path.resolve(file)].some((at) =>
      searched.some((place) => place === root || at === place || at.startsWith(place + path.sep)),
    );
  return { ...whole, problems: [...files, ...whole.problems.filter(inside)] };
}

/** Targets outside the project: users of the package have only targets, and the contracts are in the package. */
function targetsOutside(root: string, places: readonly string[]): readonly string[] {
  return places.flatMap((place) => {
    if (!path.isAbsolute(shownPath(root, place))) return [];
    if (isFile(place)) return [place];
    const named = path.basename(place) === TARGETS ? targetNames(path.dirname(place)) : [''];
    return named.map((name) => path.join(place, name, 'target.yaml')).filter(isFile);
  });
}

/** Problems that require a plan; undefined if the project does not load. */
function projectProblems(root: string, others: readonly string[], today?: string): ProjectResult | undefined {
  const project = loadOrUndefined(() => loadProject(root));
  if (project === undefined) return undefined;
  const targets = [...targetNames(root), ...others].flatMap(
    (name) => loadOrUndefined(() => loadTarget(name, root, {}, project, { resolveEnv: false })) ?? [],
  );
  const problems: Problem[] = [];
  const whole = planOrUndefined(() => planAll(project, wholeTarget(project)), problems);
  const plans = samePlanTargets(targets).flatMap((alike) => {
    const [first] = alike;
    const planned = planOrUndefined(() => planAll(project, first), problems);
    if (planned === undefined) return [];
    problems.push(...planned.problems);
    if (planned.problems.length > 0) return [];
    problems.push(...alike.flatMap((target) => idleWaivers(target, planned.plan)));
    return [planned];
  });
  if (whole !== undefined) problems.push(...missingRejections(whole.scopes), ...whole.problems);
  // A plan with problems is incomplete, so that it is not checked further.
  if (whole !== undefined && whole.problems.length === 0)
    problems.push(...planProblems(project, whole, plans, targets, path.resolve(root) === PROGRAM_ROOT));
  if (whole !== undefined && whole.problems.length === 0)
    problems.push(...withoutFollowing(lockProblems(root, project, whole), problems));
  const frames = new SourceFrames(root);
  return {
    problems: problems.map((problem) => frames.framed(problem)),
    summary: summaryOf(project, targets, whole),
    never: whole === undefined ? [] : mootChecks(checksOf(whole.plan), readPublishedProof(root)?.moot ?? []),
    untried: whole === undefined ? [] : untestedQueries(project.contracts, checksOf(whole.plan)),
    ending: today === undefined ? [] : expiringWaivers(targets, today),
  };
}

/** Without differences of locks that other problems of the same service may explain. */
function withoutFollowing(locks: readonly Problem[], others: readonly Problem[]): readonly Problem[] {
  const serviceOf = ({ file = '' }: Problem): string => /^(?:specs|contracts)\/([^/]+)\//.exec(file)?.[1] ?? '';
  const faulty = new Set(others.filter(({ severity }) => severity === undefined).map(serviceOf));
  return locks.filter((problem) => problem.code !== 'lock-differs' || !faulty.has(serviceOf(problem)));
}

/** Groups targets with the same plan, which depends on versions and answers. */
function samePlanTargets(targets: readonly Target[]): readonly (readonly [Target, ...Target[]])[] {
  const alike = new Map<string, [Target, ...Target[]]>();
  for (const target of targets) {
    const { services, answers, answersIn } = target;
    const versions = services.map(({ service, addresses }) => [service, addresses.map(({ spec }) => spec)]);
    const key = JSON.stringify([versions, answers, answersIn]);
    const known = alike.get(key);
    if (known === undefined) alike.set(key, [target]);
    else known.push(target);
  }
  return [...alike.values()];
}

/** Problems of the plans. If rows are switched off, problems are compared with a plan of all rows. */
function planProblems(
  project: Project,
  whole: PlanResult,
  others: readonly PlanResult[],
  targets: readonly Target[],
  isProgram: boolean,
): readonly Problem[] {
  const found = omissionsOf(project, whole, others, isProgram);
  const allOn = found.length === 0 ? undefined : withRowsOn(project);
  if (allOn === undefined) return found;
  const planned = (target: Target): PlanResult | undefined => planOrUndefined(() => planAll(allOn, target), []);
  const on = planned(wholeTarget(allOn));
  if (on === undefined) return found;
  const othersOn = samePlanTargets(targets).flatMap(([first]) => planned(first) ?? []);
  return withoutRowProblems(found, omissionsOf(allOn, on, othersOn, isProgram), project, on.plan);
}

function omissionsOf(
  project: Project,
  whole: PlanResult,
  others: readonly PlanResult[],
  isProgram: boolean,
): readonly Problem[] {
  const plannedChecks = checksOf(whole.plan);
  // Parts that the answers of a target activate are in use.
  const all = [...plannedChecks, ...others.flatMap(({ plan }) => checksOf(plan))];
  return [
    ...unprovenRequirements(whole.scopes, plannedChecks, isProgram),
    ...project.contracts.flatMap((contracts) => [
      ...idleBindings(contracts, all, requirementsOf(project, contracts)),
      ...broadBindings(contracts, all, requirementsOf(project, contracts)),
      ...idlePractices(contracts),
      ...unmatchedPractices(contracts, all),
      ...unmatchedRows(contracts, all),
    ]),
    ...unsentSteps(whole.plan),
    ...unrequestedOperations(whole.plan),
    ...unplannedChecks(project, all),
    ...invalidParameters(all),
    ...idleOpenPoints(project, all),
  ];
}

function requirementsOf({ specs }: Project, { service }: ServiceContracts): readonly Requirement[] {
  return specs.find((spec) => spec.service === service)?.requirements ?? [];
}

function summaryOf(project: Project, targets: readonly Target[], whole: PlanResult | undefined): string {
  const versions = project.specs.reduce((sum, spec) => sum + spec.versions.length, 0);
  const openPoints = project.specs.reduce((sum, spec) => sum + spec.openPoints.length, 0);
  const contracts = project.contracts.reduce((sum, c) => sum + c.endpoints.length, 0);
  const planned = whole === undefined ? [] : checksOf(whole.plan);
  const proven = new Set(planned.map(({ requirement }) => requirement));
  const requirements = new Map(
    whole?.scopes.flatMap((scope) => scope.reportedRequirements(proven).map((one) => [one.id, one])),
  );
  const builtIn = [...requirements.values()].filter(({ shared }) => shared !== undefined).length;
  return `${pluralize(project.specs.length, 'service')} in ${pluralize(versions, 'version')}, ${pluralize(requirements.size, 'requirement')} (${builtIn} built in), ${pluralize(openPoints, 'open question')}, ${pluralize(contracts, 'contract')}, ${pluralize(planned.length, 'check')}, ${pluralize(targets.length, 'target')}, ${pluralize(versions, 'lock')}`;
}

/** Returns undefined if loading fails; these problems are reported elsewhere. */
function loadOrUndefined<T>(load: () => T): T | undefined {
  try {
    return load();
  } catch (error) {
    if (error instanceof BadInput) return undefined;
    throw error;
  }
}

/** Planning throws for some problems, such as an endpoint that a version does not have. */
function planOrUndefined(plan: () => PlanResult, problems: Problem[]): PlanResult | undefined {
  try {
    return plan();
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}
