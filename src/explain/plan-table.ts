/** What `plumbline plan` prints: endpoints down, versions across, and the sums. Pure. */
import { exchangesOf } from '../plan/in-group.ts';
import type { Plan } from '../plan/model.ts';
import { counted, number } from '../record/counted.ts';
import { columns } from '../report/columns.ts';
import { countGroups, countPlan, type PlanSize, type EndpointCounts, type PlanCounts } from './plan-counts.ts';

export const PLAN_SCHEMA = 'plumbline.plan/1';

/** One table a service: for each endpoint and version its cases, checks and exchanges. */
export function planTable(target: string, counts: PlanCounts): string {
  const services = [...new Set(counts.endpoints.map((e) => e.service))];
  const { total } = counts;
  const versions = new Set(counts.endpoints.map((e) => `${e.service}@${e.spec}`)).size;
  const lines = [
    `${target}: ${counted(total.cases, 'case')} with ${counted(total.checks, 'check')} in ${counted(total.groups, 'group')}, ${exchanges(total)} exchanges; ${counted(services.length, 'service')}, ${counted(versions, 'version')}`,
    ...services.flatMap((service) => [
      '',
      ...serviceTable(
        service,
        counts.endpoints.filter((e) => e.service === service),
      ),
    ]),
    '',
    'For each version: cases, checks, exchanges. A check that several groups judge counts once.',
    ...(total.open ? ['+ and more exchanges: pages are followed to the end.'] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function serviceTable(service: string, rows: readonly EndpointCounts[]): readonly string[] {
  const versions = [...new Set(rows.map((r) => r.spec))];
  const endpoints = [...new Set(rows.map((r) => r.endpoint))];
  const cell = (found: PlanSize | undefined): readonly string[] =>
    found === undefined ? ['·', '·', '·'] : [number(found.cases), number(found.checks), exchanges(found)];
  const body = endpoints.map((endpoint) =>
    versions.map((spec) => cell(rows.find((r) => r.endpoint === endpoint && r.spec === spec))),
  );
  const sums = versions.map((spec) => cell(sum(rows.filter((r) => r.spec === spec))));
  // The three numbers of a version make one cell, so that its name can stand above them.
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
  return columns(table, { indent: '', gap: '   ', right: versions.map((_v, v) => v + 1) });
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
  return `${number(counts.exchanges)}${counts.open ? '+' : ''}`;
}

/**
 * The machine form: `{schema, target, planHash, total, endpoints: [{service, spec, endpoint, …counts}], groups: [{id, …,
 * cases: [{id, title, checks, exchanges}], passive}]}`, check ids in plan order.
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
      exchanges: c.steps.reduce((total, step) => total + exchangesOf(step), 0),
      checks: c.checks.map((check) => check.id),
    })),
    passive: group.passive.map((check) => check.id),
  }));
  return { schema: PLAN_SCHEMA, target, planHash: hash, ...countPlan(plan), groups };
}
