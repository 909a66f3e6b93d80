/** The project's own documents, loaded once, and plans made of them. */
import { fileURLToPath } from 'node:url';
import type { Json } from '../../src/model/json.ts';
import { makePlan, projectOf } from '../../src/project/make-plan.ts';
import { loadTarget } from '../../src/load/load-target.ts';
import type { Project, Target } from '../../src/load/model.ts';
import type { Case, Check, Group, Plan, Step } from '../../src/plan/model.ts';
import type { PlanResult, Selection } from '../../src/plan/plan.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export const project: Project = projectOf(ROOT);
export const target: Target = loadTarget('reference', ROOT, {}, project);

/** The reference target with these answers in place of its own. */
export function answering(answers: Readonly<Record<string, Json>>): Target {
  return { ...target, answers };
}

const made = new Map<string, PlanResult>();

/** Of the reference target each plan is made once, for all files that run in this process. */
export function planned(selection: Selection = {}, of: Target = target): PlanResult {
  if (of !== target) return makePlan(project, of, selection);
  const key = JSON.stringify(selection);
  const plan = made.get(key) ?? makePlan(project, of, selection);
  made.set(key, plan);
  return plan;
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
