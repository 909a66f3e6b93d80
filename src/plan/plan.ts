/** The plan of a target, from specs and contracts: pure, deterministic, and complete before any request is sent. */
import { createHash } from 'node:crypto';
import { globMatcher } from '../model/pattern.ts';
import { BadInput, type Problem } from '../errors.ts';
import type { EndpointContract, Project, Target } from '../load/model.ts';
import type { RuleBook } from './catalogue/template.ts';
import { commonRowProblems, serviceRowProblems } from './catalogue/row-problems.ts';
import { catalogueGroups } from './catalogue/engine.ts';
import { appliesTo } from './catalogue/applicability.ts';
import { Bindings } from './bindings.ts';
import { OperationContext } from './context.ts';
import { type PlannedOperation, addCoverageChecks } from './coverage.ts';
import { addHealthChecks } from './health-check.ts';
import { customCaseGroups } from './custom-cases.ts';
import { actionCreateProblems } from './created-by-action.ts';
import { scheduleGroup } from './group-order.ts';
import { computeOnce } from './open-question-uses.ts';
import { PlanProblems, problemAt } from './plan-problems.ts';
import { type Check, checksOfGroup, type Group, type Plan, type ResolvedOperation } from './model.ts';
import { answersForVersion, Scope } from './scope.ts';

/** Order of the groups of an operation for readers. Aspects of a contract come last. */
const GROUPS = [
  'success',
  'definition',
  'lifecycle',
  'input',
  'pagination',
  'methods',
  'undeclared',
  'negotiation',
  'load',
  'listing',
  'others',
  'balance',
  'page-sizes',
  'page-changes',
  'page-others',
  'page-order',
  'raw',
  'access',
  // Runs before all faulty requests to a token endpoint: those may lock out the client.
  'lockout',
  'token',
];

/** Selected part of a target. Absent properties mean everything. */
export interface Selection {
  readonly services?: readonly string[];
  readonly specs?: readonly string[];
  /** Glob over check ids; a text without a slash matches anywhere. */
  readonly only?: string;
}

/** The scopes of a target, one per service and version, in the order of the specs. */
export function scopesOf(project: Project, target: Target, selection: Selection = {}): readonly Scope[] {
  const scopes = project.specs.flatMap((spec) => {
    const settings = target.services.find((s) => s.service === spec.service);
    const contracts = project.contracts.find((c) => c.service === spec.service);
    if (settings === undefined || contracts === undefined) return [];
    if (selection.services !== undefined && !selection.services.includes(spec.service)) return [];
    const wanted = settings.addresses.map((a) => a.spec);
    return spec.versions
      .filter((v) => wanted.includes(v.id) && (selection.specs === undefined || selection.specs.includes(v.id)))
      .map((v) => new Scope(spec, contracts, v.id, answersForVersion(target, v.id), settings));
  });
  return selection.only === undefined ? scopes : within(scopes, selection.only);
}

/**
 * Scopes that the pattern can match. A pattern that begins with a service needs only that one: planning takes longer
 * than a small run.
 */
function within(scopes: readonly Scope[], only: string): readonly Scope[] {
  const [first = '', ...rest] = only.split('/');
  if (rest.length === 0 || !scopes.some(({ service }) => service === first)) return scopes;
  // A text without wildcards matches anywhere, so also names that end like this service.
  return scopes.filter((scope) => scope.service === first || (!isGlob(only) && endsLike(scope, first)));
}

function endsLike(scope: Scope, text: string): boolean {
  const names = scope.endpoints().flatMap((it) => [it.endpoint, ...scope.operations(it).map(({ name }) => name)]);
  return [scope.service, ...names].some((name) => name.endsWith(text));
}

function isGlob(pattern: string): boolean {
  return /[*?[{]/.test(pattern);
}

export interface PlanResult {
  readonly plan: Plan;
  readonly scopes: readonly Scope[];
  /** Check ids of each version (`<service>@<spec>`), independent of the selection. */
  readonly outline: CheckIdOutline;
  /** Problems in the contracts that only planning finds. */
  readonly problems: readonly Problem[];
}

/** Ids of all checks, by `<service>@<spec>` and endpoint. */
export type CheckIdOutline = ReadonlyMap<string, Readonly<Record<string, readonly string[]>>>;

/** Plans the wanted endpoints of these scopes. Returns problems in contracts instead of throwing them. */
export function planWith(
  rules: RuleBook,
  scopes: readonly Scope[],
  only?: string,
  isWanted: (scope: Scope, endpoint: string) => boolean = () => true,
): PlanResult {
  const problems = new PlanProblems();
  rejectRows(rules, scopes);
  const bindings = new Map<string, Bindings>();
  const operations: Record<string, ResolvedOperation> = {};
  const groups: Group[] = [];
  for (const scope of scopes) {
    const own = bindings.get(scope.service) ?? new Bindings(scope);
    bindings.set(scope.service, own);
    for (const endpoint of scope.endpoints()) {
      if (!isWanted(scope, endpoint.endpoint)) continue;
      for (const problem of elsewhereProblems(scope, endpoint)) problems.add(problem);
      const made = madeOf(rules, scope, endpoint, own, problems);
      for (const { context } of made)
        operations[`${scope.service}@${scope.version}/${context.path}`] = context.resolved;
      groups.push(...groupsOf(made));
    }
  }
  const narrowed = only === undefined ? groups : groups.flatMap((g) => narrow(g, only));
  const isMeant = only === undefined ? (): boolean => true : checkIdMatcher(only);
  const outline = outlineOf(groups, (check) => {
    if (isMeant(check.id))
      problems.add(
        problemAt(
          check.at,
          'duplicate-check',
          `two checks have the id ${check.id} in ${check.spec}`,
          'Give one of them a `key`.',
        ),
      );
  });
  return { plan: { groups: narrowed, operations }, scopes, outline, problems: problems.all() };
}

/** Rows with unknown names cannot be planned, and without them everything else would seem wrong. */
function rejectRows(rules: RuleBook, scopes: readonly Scope[]): void {
  const catalogues = new Set(scopes.map((scope) => scope.contracts.catalogue));
  const wrong = [
    ...commonRowProblems(rules),
    ...[...catalogues].flatMap((catalogue) => serviceRowProblems(rules, catalogue)),
  ];
  if (wrong.length > 0) throw new BadInput(wrong);
}

function madeOf(
  rules: RuleBook,
  scope: Scope,
  endpoint: EndpointContract,
  bindings: Bindings,
  problems: PlanProblems,
): readonly PlannedOperation[] {
  return [...scope.operations(endpoint), ...(endpoint.alternatives ?? [])].map((operation) => {
    const context = new OperationContext(rules, scope, endpoint, operation, bindings, problems);
    const { after } = operation;
    if (after !== undefined && scope.operationNamed(endpoint, after) === undefined)
      problems.unknownOperation(scope.version, endpoint.endpoint, after, operation.at);
    for (const problem of actionCreateProblems(scope, operation, context.resolved.responseSchema))
      problems.add(problem);
    const groups = [...catalogueGroups(context, rules.templates), ...customCaseGroups(context)].filter(
      (g) => g !== undefined,
    );
    return { context, groups: inReadingOrder(mergeAspects(groups)) };
  });
}

function groupsOf(made: readonly PlannedOperation[]): readonly Group[] {
  const all: Group[] = [];
  for (const { context, groups } of addHealthChecks(addCoverageChecks(made))) {
    const passive = passiveChecks(context);
    for (const group of groups) all.push({ ...scheduleGroup(context, group), passive });
  }
  return all;
}

/** An external host gets only public reads of documents that describe the service. */
function elsewhereProblems(scope: Scope, endpoint: EndpointContract): readonly Problem[] {
  if (endpoint.base !== 'elsewhere') return [];
  return scope
    .operations(endpoint)
    .filter(({ method, access, path }) =>
      endpoint.describes === undefined
        ? path.startsWith('http')
        : method !== 'GET' || access !== 'public' || !path.startsWith('http'),
    )
    .map(({ name, path, at }) =>
      problemAt(
        at,
        'elsewhere',
        `${scope.service} ${endpoint.endpoint}/${name} is outside the service: ${path}`,
        'Only a public GET of a document that describes the service may have an absolute URL.',
      ),
    );
}

/** Throws `BadInput` with all problems of a plan. */
export function requireSoundPlan(planned: PlanResult): PlanResult {
  if (planned.problems.length > 0) throw new BadInput(planned.problems);
  return planned;
}

/**
 * @param twice receives each check with a duplicate id
 */
function outlineOf(groups: readonly Group[], twice: (check: Check) => void): CheckIdOutline {
  const versions = new Map<string, Map<string, Set<string>>>();
  let known: readonly Check[] = [];
  for (const { service, spec, endpoint, cases, passive } of groups) {
    const version = `${service}@${spec}`;
    const endpoints = versions.get(version) ?? new Map<string, Set<string>>();
    versions.set(version, endpoints);
    const ids = endpoints.get(endpoint) ?? new Set();
    endpoints.set(endpoint, ids);
    for (const { checks } of cases) for (const check of checks) if (ids.size === ids.add(check.id).size) twice(check);
    // Passive checks are shared by all groups of an operation.
    if (passive !== known) for (const check of passive) ids.add(check.id);
    known = passive;
  }
  return new Map(
    [...versions].map(([version, endpoints]) => [
      version,
      Object.fromEntries([...endpoints].map(([endpoint, ids]) => [endpoint, [...ids]])),
    ]),
  );
}

/** Number of checks of each version. */
export function checkCounts(outline: CheckIdOutline): ReadonlyMap<string, number> {
  return new Map([...outline].map(([version, endpoints]) => [version, new Set(Object.values(endpoints).flat()).size]));
}

function passiveChecks(context: OperationContext): readonly Check[] {
  const { off } = context.scope.contracts.catalogue;
  // Alternative auth schemes and page styles have no passive checks: the default operation has them.
  if (context.endpoint.base === 'elsewhere' || context.operation.alternative !== undefined) return [];
  const left = new Set(off.map(({ row }) => row));
  const checks: Check[] = [];
  for (const rule of context.rules.passive) {
    if (left.has(rule.id) || (rule.applies !== undefined && !appliesTo(context, rule.applies))) continue;
    const check = context.passive(rule);
    if (check !== undefined) checks.push(check);
  }
  // A copy without the spare capacity of a list that grew.
  return checks.slice();
}

/** Merges groups of the same aspect: a custom case may belong to an aspect of rows. */
function mergeAspects(groups: readonly Group[]): readonly Group[] {
  const byId = new Map<string, Group>();
  for (const group of groups) {
    const known = byId.get(group.id);
    if (known === undefined) {
      byId.set(group.id, group);
      continue;
    }
    const names = new Set(known.setup.map((s) => s.name));
    byId.set(group.id, {
      ...known,
      setup: [...known.setup, ...group.setup.filter((s) => !names.has(s.name))],
      cases: [...known.cases, ...group.cases],
    });
  }
  return [...byId.values()];
}

function inReadingOrder(groups: readonly Group[]): readonly Group[] {
  const place = ({ aspect }: Group): number => {
    const known = GROUPS.indexOf(aspect);
    return known === -1 ? GROUPS.length : known;
  };
  return [...groups].sort((a, b) => place(a) - place(b));
}

/** Keeps cases and passive checks that match. */
function narrow(group: Group, only: string): readonly Group[] {
  const matches = checkIdMatcher(only);
  const cases = group.cases.flatMap((c) => {
    const checks = c.checks.filter((check) => matches(check.id));
    return checks.length === 0 ? [] : [{ ...c, checks }];
  });
  const passive = group.passive.filter((check) => matches(check.id));
  if (cases.length === 0 && passive.length === 0) return [];
  return [{ ...group, cases: cases.length > 0 ? cases : group.cases.map((c) => ({ ...c, checks: [] })), passive }];
}

/**
 * Matches check ids: a glob with a slash against the whole id, a glob without one against each segment, other texts
 * anywhere.
 */
export function checkIdMatcher(pattern: string): (id: string) => boolean {
  if (!isGlob(pattern)) return (id) => id.includes(pattern);
  const glob = globMatcher(pattern);
  return pattern.includes('/') ? glob : (id) => id.split('/').some((segment) => glob(segment));
}

/** SHA-256 over the plan, hex. Evidence and shards with another hash belong to another plan. */
export const planHash = computeOnce((plan: Plan): string => {
  if (plan.whole !== undefined) return plan.whole.hash;
  const hash = createHash('sha256');
  for (const group of plan.groups) {
    const passive = group.passive.map((c) => [c.id, c.requirement, c.level, c.basis]);
    hash.update(JSON.stringify({ ...group, passive }));
  }
  return hash.digest('hex');
});

/** IDs of all groups, also of endpoints that were not planned. */
export function plannedGroupIds({ groups, whole }: Plan): readonly string[] {
  return whole?.groups ?? groups.map(({ id }) => id);
}

/** Every check of a plan once, including passive ones. */
export function checksOf(plan: Plan): readonly Check[] {
  const byRef = new Map<string, Check>();
  for (const group of plan.groups) {
    for (const check of checksOfGroup(group)) byRef.set(`${check.spec} ${check.id}`, check);
  }
  return [...byRef.values()];
}
