/** What `plumbline plan --cases` tells the owner of a service: what will be tried on each operation, and what is to follow. Pure. */
import type { Case, Check, Plan } from '../plan/model.ts';
import type { Scope } from '../plan/scope.ts';
import { counted } from '../record/counted.ts';
import { isFormRule } from '../rules/model.ts';
import { findRule } from '../rules/registry.ts';
import { columns } from '../report/columns.ts';
import { rowOf } from '../project/row-of.ts';

export const CASES_SCHEMA = 'plumbline.cases/1';

export interface PlannedCase {
  readonly id: string;
  /** What is done. */
  readonly title: string;
  /** What is to follow, one text for each check but those on the form of a refusal. */
  readonly expects: readonly string[];
  readonly checks: readonly string[];
}

export interface OperationCases {
  readonly service: string;
  readonly spec: string;
  readonly endpoint: string;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly catalogues: readonly { readonly catalogue: string; readonly cases: readonly PlannedCase[] }[];
  /** What is judged of every answer besides: titles. */
  readonly answers: readonly string[];
}

/** Cases by operation, and there by the catalogue that they come from. What no catalogue has goes by its group. */
export function casesOfPlan(plan: Plan, scopes: readonly Scope[]): readonly OperationCases[] {
  const contracts = new Map(scopes.map((scope) => [scope.service, scope.contracts]));
  const operations = new Map<string, { cases: Map<string, PlannedCase[]>; answers: Map<string, string> }>();
  for (const { service, spec, endpoint, operation, aspect, cases, passive } of plan.groups) {
    const key = `${service}@${spec}/${endpoint}/${operation}`;
    const known = operations.get(key) ?? {
      cases: new Map<string, PlannedCase[]>(),
      answers: new Map<string, string>(),
    };
    operations.set(key, known);
    for (const one of cases) {
      const [check] = one.checks;
      if (check === undefined) continue;
      const catalogue = rowOf(check, one, contracts.get(service))?.catalogue ?? aspect;
      const list = known.cases.get(catalogue) ?? [];
      known.cases.set(catalogue, list);
      list.push(plannedCase(one));
    }
    for (const { id: answer, title } of passive) known.answers.set(answer, title);
  }
  return [...operations].flatMap(([key, { cases, answers }]) => {
    const resolved = plan.operations[key];
    if (resolved === undefined) return [];
    const { service, spec, endpoint, name, method, path } = resolved;
    return [
      {
        service,
        spec,
        endpoint,
        operation: name,
        method,
        path,
        catalogues: [...cases].map(([catalogue, list]) => ({ catalogue, cases: list })),
        answers: [...answers.values()],
      },
    ];
  });
}

function plannedCase({ id, title, checks }: Case): PlannedCase {
  const judged = checks.filter(({ rule }) => !isFormRule(rule));
  return {
    id,
    title,
    expects: judged.map((check) => expectation(check, title)),
    checks: checks.map((check) => check.id),
  };
}

interface Outcome {
  readonly kind?: string;
  readonly statuses?: readonly number[];
  readonly success?: { readonly statuses: readonly number[] };
}

/** The statuses of a refusal, or of a success; else what the check asks, unless the case has said it. */
function expectation({ rule, title, params }: Check, done: string): string {
  const { kind, statuses, success }: Outcome = params;
  if (kind !== undefined && statuses !== undefined) return `refused as ${kind}: ${statuses.join(' or ')}`;
  const names = Object.keys(params).sort().join(' ');
  if (names === 'step success' && success !== undefined) return `accepted: ${success.statuses.join(' or ')}`;
  return title === done ? (findRule(rule)?.title ?? title) : title;
}

export function casesText(target: string, operations: readonly OperationCases[]): string {
  const all = operations.reduce((sum, one) => sum + one.catalogues.reduce((s, { cases }) => s + cases.length, 0), 0);
  const lines = [
    `${target}: ${counted(all, 'case')} on ${counted(operations.length, 'operation')}`,
    ...operations.flatMap((one) => ['', ...operationLines(one)]),
  ];
  return `${lines.join('\n')}\n`;
}

function operationLines({
  service,
  spec,
  endpoint,
  operation,
  method,
  path,
  catalogues,
  answers,
}: OperationCases): readonly string[] {
  return [
    `${service} ${spec}  ${endpoint}/${operation}  ${method} ${path === '' ? '/' : path}`,
    ...catalogues.flatMap(({ catalogue, cases }) => [
      `  ${catalogue}`,
      ...columns(
        cases.map(({ title, expects }) => [title, expects.join('; ')]),
        { indent: '    ' },
      ),
    ]),
    ...(answers.length === 0 ? [] : ['  every answer', ...answers.map((title) => `    ${title}`)]),
  ];
}

export function casesJson(target: string, operations: readonly OperationCases[]): object {
  return { schema: CASES_SCHEMA, target, operations };
}
