import { type Case, type Check, leastRequestsOf, type Group, type Plan, stepsOf } from '../plan/model.ts';
import { joinWithOr, pluralize, formatNumber } from '../model/text.ts';
import { alignColumns } from '../report/text.ts';
import type { Scope } from '../plan/scope.ts';
import { isFormRule } from '../rules/model.ts';
import { findRule } from '../rules/registry.ts';
import { templateOfCase } from '../project/template-of-case.ts';

/** Size of a plan by endpoint and version: groups, cases, checks and exchanges. */

export interface PlanSize {
  readonly groups: number;
  readonly cases: number;
  /** Distinct check IDs: a check that several groups judge counts once, as in the report. */
  readonly checks: number;
  /** Planned exchanges, including setups. Exchanges that depend on responses are not counted (see `open`). */
  readonly exchanges: number;
  /** Whether more exchanges follow, because lists are read page by page. */
  readonly open: boolean;
}

export interface EndpointCounts extends PlanSize {
  readonly service: string;
  readonly spec: string;
  readonly endpoint: string;
}

export interface PlanCounts {
  readonly total: PlanSize;
  /** Sizes in plan order. */
  readonly endpoints: readonly EndpointCounts[];
}

export function countPlan(plan: Plan): PlanCounts {
  const byEndpoint = new Map<string, Group[]>();
  for (const group of plan.groups) {
    const key = `${group.service}@${group.spec}/${group.endpoint}`;
    byEndpoint.set(key, [...(byEndpoint.get(key) ?? []), group]);
  }
  const endpoints = [...byEndpoint.values()].flatMap((groups): readonly EndpointCounts[] => {
    const first = groups[0];
    return first === undefined
      ? []
      : [{ service: first.service, spec: first.spec, endpoint: first.endpoint, ...countGroups(groups) }];
  });
  return { total: countGroups(plan.groups), endpoints };
}

export function countGroups(groups: readonly Group[]): PlanSize {
  const checks = new Set(
    groups.flatMap((g) => [...g.passive, ...g.cases.flatMap((c) => c.checks)]).map((c) => `${c.spec} ${c.id}`),
  );
  const steps = groups.flatMap(stepsOf);
  return {
    groups: groups.length,
    cases: groups.reduce((sum, g) => sum + g.cases.length, 0),
    checks: checks.size,
    exchanges: steps.reduce((sum, step) => sum + leastRequestsOf(step), 0),
    open: steps.some((step) => step.send?.kind === 'walk'),
  };
}

/** Output of `plumbline plan`: a table with endpoints as rows, versions as columns, and sums. */

export const PLAN_SCHEMA = 'plumbline.plan/1';

/** One table per service with the cases, checks and exchanges of each endpoint and version. */
export function planTable(target: string, counts: PlanCounts): string {
  const services = [...new Set(counts.endpoints.map((e) => e.service))];
  const { total } = counts;
  const versions = new Set(counts.endpoints.map((e) => `${e.service}@${e.spec}`)).size;
  const lines = [
    `${target}: ${pluralize(total.cases, 'case')} with ${pluralize(total.checks, 'check')} in ${pluralize(total.groups, 'group')}, ${exchanges(total)} exchanges; ${pluralize(services.length, 'service')}, ${pluralize(versions, 'version')}`,
    ...services.flatMap((service) => [
      '',
      ...serviceTable(
        service,
        counts.endpoints.filter((e) => e.service === service),
      ),
    ]),
    '',
    'Each version has three numbers: test cases, checks, exchanges.',
    ...(total.open ? ['+ The number of pages of a list is not known in advance.'] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function serviceTable(service: string, rows: readonly EndpointCounts[]): readonly string[] {
  const versions = [...new Set(rows.map((r) => r.spec))];
  const endpoints = [...new Set(rows.map((r) => r.endpoint))];
  const cell = (found: PlanSize | undefined): readonly string[] =>
    found === undefined ? ['·', '·', '·'] : [formatNumber(found.cases), formatNumber(found.checks), exchanges(found)];
  const body = endpoints.map((endpoint) =>
    versions.map((spec) => cell(rows.find((r) => r.endpoint === endpoint && r.spec === spec))),
  );
  const sums = versions.map((spec) => cell(sum(rows.filter((r) => r.spec === spec))));
  // The three numbers of a version are one cell, so that the version can be its heading.
  const widths = versions.map((_v, v) =>
    [0, 1, 2].map((part) => Math.max(...[...body, sums].map((row) => row[v]?.[part]?.length ?? 0))),
  );
  const joined = (row: readonly (readonly string[])[]): readonly string[] =>
    row.map((cells, v) => cells.map((text, part) => text.padStart(widths[v]?.[part] ?? 0)).join(' '));
  const table = [
    [service, ...versions],
    ...endpoints.map((endpoint, index) => [`  ${endpoint}`, ...joined(body[index] ?? [])]),
    ['  all', ...joined(sums)],
  ];
  return alignColumns(table, { indent: '', gap: '   ', right: versions.map((_v, v) => v + 1) });
}

function sum(rows: readonly EndpointCounts[]): PlanSize {
  const add = (pick: (row: EndpointCounts) => number): number => rows.reduce((total, row) => total + pick(row), 0);
  return {
    groups: add((r) => r.groups),
    cases: add((r) => r.cases),
    checks: add((r) => r.checks),
    exchanges: add((r) => r.exchanges),
    open: rows.some((r) => r.open),
  };
}

function exchanges(counts: PlanSize): string {
  return `${formatNumber(counts.exchanges)}${counts.open ? '+' : ''}`;
}

/**
 * JSON output: `{schema, target, planHash, total, endpoints: [{service, spec, endpoint, …counts}], groups: [{id, …, cases: [{id, title,
 * checks, exchanges}], passive}]}`, in plan order.
 */
export function planJson(target: string, hash: string, plan: Plan): object {
  const groups = plan.groups.map((group) => ({
    id: group.id,
    service: group.service,
    spec: group.spec,
    endpoint: group.endpoint,
    operation: group.operation,
    aspect: group.aspect,
    ...(group.exclusive === true ? { exclusive: true } : {}),
    exchanges: countGroups([group]).exchanges,
    cases: group.cases.map((c) => ({
      id: c.id,
      title: c.title,
      exchanges: c.steps.reduce((total, step) => total + leastRequestsOf(step), 0),
      checks: c.checks.map((check) => check.id),
    })),
    passive: group.passive.map((check) => check.id),
  }));
  return { schema: PLAN_SCHEMA, target, planHash: hash, ...countPlan(plan), groups };
}

/** Output of `plumbline plan --cases`: the test cases of each operation with their expectations. */

export const CASES_SCHEMA = 'plumbline.cases/1';

export interface PlannedCase {
  readonly id: string;
  /** Description of the request. */
  readonly title: string;
  /** Expectations, one per check, without those on the schema of an error. */
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
  /** Titles of the checks on every response. */
  readonly answers: readonly string[];
}

/** Test cases by operation and catalogue. Cases without a catalogue are listed by the aspect of their group. */
export function casesOfPlan(plan: Plan, scopes: readonly Scope[]): readonly OperationCases[] {
  const contracts = new Map(scopes.map((scope) => [scope.service, scope.contracts]));
  const operations = new Map<string, { cases: Map<string, PlannedCase[]>; answers: Map<string, string> }>();
  for (const { service, spec, endpoint, operation, aspect, cases, passive } of plan.groups) {
    const key = `${service}@${spec}/${endpoint}/${operation}`;
    const entry = operations.get(key) ?? {
      cases: new Map<string, PlannedCase[]>(),
      answers: new Map<string, string>(),
    };
    operations.set(key, entry);
    for (const one of cases) {
      const [check] = one.checks;
      if (check === undefined) continue;
      const catalogue = templateOfCase(check, one, contracts.get(service))?.catalogue ?? aspect;
      const list = entry.cases.get(catalogue) ?? [];
      entry.cases.set(catalogue, list);
      list.push(plannedCase(one));
    }
    for (const { id: answer, title } of passive) entry.answers.set(answer, title);
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

/** Expected statuses; for other checks the title of the check, or of its rule if the case has the same title. */
function expectation({ rule, title, params }: Check, done: string): string {
  const { kind, statuses, success }: Outcome = params;
  if (kind !== undefined && statuses !== undefined) return `rejected (${kind}): ${joinWithOr(statuses)}`;
  const names = Object.keys(params).sort().join(' ');
  if (names === 'step success' && success !== undefined) return `accepted: ${joinWithOr(success.statuses)}`;
  return title === done ? (findRule(rule)?.title ?? title) : title;
}

export function casesText(target: string, operations: readonly OperationCases[]): string {
  const all = operations.reduce((sum, one) => sum + one.catalogues.reduce((s, { cases }) => s + cases.length, 0), 0);
  const lines = [
    `${target}: ${pluralize(all, 'case')} on ${pluralize(operations.length, 'operation')}`,
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
      ...alignColumns(
        cases.map(({ title, expects }) => [title, expects.join('; ')]),
        { indent: '    ' },
      ),
    ]),
    ...(answers.length === 0 ? [] : ['  every response', ...answers.map((title) => `    ${title}`)]),
  ];
}

export function casesJson(target: string, operations: readonly OperationCases[]): object {
  return { schema: CASES_SCHEMA, target, operations };
}
