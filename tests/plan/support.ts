/** The project's own documents, loaded once, and plans made of them. */
import { fileURLToPath } from 'node:url';
import type { Json } from '../../src/model/json.ts';
import { planScopes, projectOf } from '../../src/project/make-plan.ts';
import { loadTarget } from '../../src/load/load-target.ts';
import type { Project, Target } from '../../src/load/model.ts';
import type { Case, Check, Group, Plan, Step } from '../../src/plan/model.ts';
import { type PlanResult, planWith, requireSoundPlan, scopesOf, type Selection } from '../../src/plan/plan.ts';
import type { Scope } from '../../src/plan/scope.ts';
import { RULE_BOOK } from '../../src/rules/rule-book.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export const project: Project = projectOf(ROOT);
export const target: Target = loadTarget('reference', ROOT, {}, project);

const UNANSWERED: Target = { ...target, answers: {} };

/** The reference target with these answers in place of its own. */
export function answering(answers: Readonly<Record<string, Json>>): Target {
  return Object.keys(answers).length === 0 ? UNANSWERED : { ...target, answers };
}

/** Plans of single versions. Planning is most of the time of these tests, so files that run in one process share them. */
const versionPlans = new Map<string, PlanResult>();

function planVersion(scope: Scope, of: Target): PlanResult {
  if (of !== target && of !== UNANSWERED) return planScopes([scope]);
  const key = `${scope.service}@${scope.version} ${of === target}`;
  const plan = versionPlans.get(key) ?? planScopes([scope]);
  versionPlans.set(key, plan);
  return plan;
}

/** Endpoint that the pattern names: `partner-onboarding/partners/**`. */
const NAMED = /^([\w-]+)\/([\w-]+)\//;

/** The plan of a target: versions are planned one by one, and only the endpoint that `only` names. */
export function planned(selection: Selection = {}, of: Target = target, from: Project = project): PlanResult {
  const scopes = scopesOf(from, of, selection);
  const { only } = selection;
  if (only !== undefined) {
    const [, service, endpoint] = NAMED.exec(only) ?? [];
    const isNamed = scopes.some((scope) => scope.service === service);
    const isWanted = (scope: Scope, one: string): boolean => scope.service === service && one === endpoint;
    return requireSoundPlan(planWith(RULE_BOOK, scopes, only, isNamed ? isWanted : undefined));
  }
  const plans = scopes.map((scope) =>
    requireSoundPlan(from === project ? planVersion(scope, of) : planScopes([scope])),
  );
  return {
    plan: {
      groups: plans.flatMap(({ plan }) => plan.groups),
      operations: Object.assign({}, ...plans.map(({ plan }) => plan.operations)) as Plan['operations'],
    },
    scopes,
    outline: new Map(plans.flatMap(({ outline }) => [...outline])),
    problems: [],
  };
}

/** Plan of some endpoints of student-reporting 4.0.1: a few of them take a fraction of the time of all. */
export function plannedEndpoints(
  endpoints: readonly string[],
  of: Target = target,
  from: Project = project,
  specs: readonly string[] = ['4.0.1'],
): Plan {
  const plans = endpoints.map((name) => planned({ specs, only: `student-reporting/${name}/**` }, of, from).plan);
  return {
    groups: plans.flatMap(({ groups }) => groups),
    operations: Object.assign({}, ...plans.map(({ operations }) => operations)) as Plan['operations'],
  };
}

const checks = new WeakMap<Plan, readonly Check[]>();

export function checksOf(plan: Plan): readonly Check[] {
  const all = checks.get(plan) ?? plan.groups.flatMap((g) => [...g.cases.flatMap((c) => c.checks), ...g.passive]);
  checks.set(plan, all);
  return all;
}

export function casesOf(plan: Plan): readonly { readonly group: Group; readonly planned: Case }[] {
  return plan.groups.flatMap((group) => group.cases.map((one) => ({ group, planned: one })));
}

/** Every directive below a value: its name and argument. */
export function directives(value: unknown): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.flatMap(directives);
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  const [only] = entries;
  const own = entries.length === 1 && only?.[0].startsWith('$') === true ? [[only[0], only[1]] as const] : [];
  return [...own, ...entries.flatMap(([, member]) => directives(member))];
}

/** What a step needs of earlier ones, as `$ref`, `$sent` and `$each` name them. */
export function references(
  value: unknown,
): readonly { readonly directive: string; readonly step: string; readonly pointer: string }[] {
  return directives(value).flatMap(([directive, argument]) => {
    if (!['$ref', '$sent', '$each'].includes(directive) || typeof argument !== 'string') return [];
    const at = argument.indexOf('#');
    return [{ directive, step: argument.slice(0, at), pointer: argument.slice(at + 1) }];
  });
}

/** The body that a step's template sends, where it is JSON. */
export function jsonTemplate(step: Step): unknown {
  return step.request.body?.kind === 'json' ? step.request.body.value : undefined;
}
