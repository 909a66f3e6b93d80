/** Notes about missing coverage and expiring waivers. */
import { pluralize } from '../model/text.ts';
import { daysBetween } from '../model/dates.ts';
import {
  type Position,
  type Project,
  type QueryParameter,
  REJECTION_MEANINGS,
  type RejectionKind,
  type ServiceContracts,
  type Target,
} from '../load/model.ts';
import { rejectionKinds } from '../plan/coverage.ts';
import type { Check, Plan } from '../plan/model.ts';
import { declaredRejection } from '../plan/rejection-kinds.ts';
import type { Scope } from '../plan/scope.ts';
import type { Problem } from '../errors.ts';
import { passiveTemplateOf, templateOfCase } from '../project/template-of-case.ts';
import { positionKey } from './plan-problems.ts';

/** Days before the expiry at which a waiver is reported. */
const SOON_DAYS = 14;

/** Expiring waivers with their locations, the oldest first. @param today YYYY-MM-DD */
export function expiringWaivers(targets: readonly Pick<Target, 'waivers'>[], today: string): readonly string[] {
  return targets
    .flatMap(({ waivers }) => waivers)
    .map(({ at, checks, expires }) => ({ at, checks, expires, left: daysBetween(today, expires) }))
    .filter(({ left }) => left <= SOON_DAYS)
    .sort((one, other) => one.left - other.left)
    .map(({ at: { file, line, column }, checks, expires, left }) => {
      const when = left < 0 ? `expired ${pluralize(-left, 'day')} ago` : `ends in ${pluralize(left, 'day')}`;
      return `${file}:${line}:${column} ${checks} ${left === 0 ? 'ends today' : `${when}, on ${expires}`}`;
    });
}

/** One warning per service: kinds of rejection that operations can return and `errors.yaml` does not list. */
export function missingRejections(scopes: readonly Scope[]): readonly Problem[] {
  const missing = new Map<string, Map<RejectionKind, Set<string>>>();
  for (const scope of scopes) {
    const { errors, token, bodyLimit } = scope.contracts;
    const isOptional = (kind: RejectionKind): boolean =>
      kind === 'unlinked' ||
      (kind === 'assertion' && token === undefined) ||
      (kind === 'too-large' && bodyLimit === 'untried');
    const ofService = missing.get(scope.service) ?? new Map<RejectionKind, Set<string>>();
    for (const endpoint of scope.endpoints())
      for (const operation of scope.operations(endpoint))
        for (const kind of rejectionKinds({ scope, endpoint, operation }, () => false))
          if (declaredRejection(errors, kind) === undefined && !isOptional(kind))
            ofService.set(kind, (ofService.get(kind) ?? new Set()).add(`${endpoint.endpoint}/${operation.name}`));
    if (ofService.size > 0) missing.set(scope.service, ofService);
  }
  return [...missing].map(([service, kinds]) => {
    const lines = [...kinds].map(
      ([kind, { size }]) =>
        `\n    ${kind}: ${REJECTION_MEANINGS[kind].replace(/\..*/, '')} (${pluralize(size, 'operation')})`,
    );
    const [first = 'value'] = kinds.keys();
    return {
      code: 'refusal-missing',
      severity: 'warning',
      message: `requests of these kinds are not tested, because errors.yaml lists no rejection for them:${lines.join('')}`,
      file: `contracts/${service}/errors.yaml`,
      line: 1,
      column: 1,
      hint: `Add the kinds that the service documents under \`refusals\`, such as "${first}: { statuses: [${EXAMPLE_STATUS[first] ?? 400}] }".`,
    };
  });
}

const EXAMPLE_STATUS: Readonly<Record<string, number>> = {
  unauthenticated: 401,
  'not-found': 404,
  method: 405,
  'too-large': 413,
  'media-type': 415,
};

/** Entry of the mutation testing results: `<check id>@<spec>: <reason>`. */
const MOOT = /^(?<id>.+)@(?<spec>[^@:]+): (?<reason>.*)$/;

export interface MootCheck {
  readonly id: string;
  readonly reason: string;
}

/** Checks that are moot in all of their versions, sorted by ID. */
export function mootChecks(checks: readonly Check[], moot: readonly string[]): readonly MootCheck[] {
  const reasons = new Map<string, string>();
  for (const line of moot) {
    const { id, spec, reason } = MOOT.exec(line)?.groups ?? {};
    if (id !== undefined && spec !== undefined) reasons.set(`${id}@${spec}`, reason ?? '');
  }
  const applicable = new Set(checks.filter(({ id, spec }) => !reasons.has(`${id}@${spec}`)).map(({ id }) => id));
  const never = new Map<string, string>();
  for (const { id, spec } of checks) {
    const reason = reasons.get(`${id}@${spec}`);
    if (reason !== undefined && !applicable.has(id)) never.set(id, reason);
  }
  return [...never].map(([id, reason]) => ({ id, reason })).sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Rules that compare query results with the request. */
const QUERY_RULES: ReadonlySet<string> = new Set([
  'query.filtered',
  'query.by-state',
  'query.narrowed',
  'query.several',
  'query.several-paged',
  'query.searched',
  'query.sorted',
]);

/** Untested query parameters, such as `state of orders/orders/list, which filters by /state`, in the order of the contracts. */
export function untestedQueries(contracts: readonly ServiceContracts[], checks: readonly Check[]): readonly string[] {
  const tried = new Set(
    checks.flatMap(({ service, endpoint, operation, rule, member }) =>
      QUERY_RULES.has(rule) && member?.[0] !== undefined ? [`${service}/${endpoint}/${operation} ${member[0]}`] : [],
    ),
  );
  return contracts.flatMap(({ service, endpoints, catalogue: { off } }) =>
    // Rows that are switched off are reported with their reason already.
    off.some(({ row }) => QUERY_RULES.has(row))
      ? []
      : endpoints.flatMap(({ endpoint, operations }) =>
          operations.flatMap(({ name, query = [] }) =>
            query.flatMap((one) => {
              const what = effectText(one);
              const at = `${service}/${endpoint}/${name}`;
              return what === undefined || tried.has(`${at} ${one.name}`)
                ? []
                : [`${one.name} of ${at}, which ${what}`];
            }),
          ),
        ),
  );
}

function effectText({ filters, searches, sorts }: QueryParameter): string | undefined {
  if (filters !== undefined) return `filters by ${filters}`;
  if (searches !== undefined) return `searches ${searches.join(', ')}`;
  return sorts === undefined ? undefined : `sorts`;
}

/** Problems that a row being switched off explains. Each run reports the row with its reason. */
const EXPLAINED_BY_OFF: ReadonlySet<string> = new Set([
  'binding-unmatched',
  'binding-shadowed',
  'practice-unmet',
  'open-point-unused',
]);

/** The project with all rows switched on; undefined if none is off. */
export function withRowsOn(project: Project): Project | undefined {
  if (project.contracts.every(({ catalogue }) => catalogue.off.length === 0)) return undefined;
  const contracts = project.contracts.map((one) => ({ ...one, catalogue: { ...one.catalogue, off: [] } }));
  return { ...project, contracts };
}

/**
 * Removes problems that only result from rows being off (`others` are those with all rows on), and adds to unproven requirements the rows
 * that would prove them.
 */
export function withoutRowProblems(
  found: readonly Problem[],
  others: readonly Problem[],
  project: Project,
  on: Plan,
): readonly Problem[] {
  const remaining = new Set(others.map(keyOf));
  const proving = rowsOff(project, on);
  return found.flatMap((problem): readonly Problem[] => {
    if (EXPLAINED_BY_OFF.has(problem.code)) return remaining.has(keyOf(problem)) ? [problem] : [];
    const rows = problem.code === 'unproven-requirement' ? proving.get(keyOf(problem)) : undefined;
    return [rows === undefined ? problem : withRows(problem, rows)];
  });
}

interface RowOff {
  readonly row: string;
  readonly at: Position;
}

/** Switched-off rows by the location of the requirement that they would prove. */
function rowsOff(project: Project, on: Plan): ReadonlyMap<string, readonly RowOff[]> {
  const rows = new Map<string, Set<RowOff>>();
  const places = new Map(
    project.specs.flatMap(({ service, requirements }) =>
      requirements.map(({ id, at }) => [`${service} ${id}`, `unproven-requirement ${positionKey(at)}`] as const),
    ),
  );
  const contracts = new Map(project.contracts.map((one) => [one.service, one]));
  const note = (service: string, requirement: string, row: string | undefined): void => {
    const off = contracts.get(service)?.catalogue.off.find((one) => one.row === row);
    const where = places.get(`${service} ${requirement}`);
    if (off !== undefined && where !== undefined) rows.set(where, (rows.get(where) ?? new Set()).add(off));
  };
  for (const { service, passive, cases } of on.groups) {
    for (const check of passive) note(service, check.requirement, passiveTemplateOf(check)?.id);
    for (const one of cases)
      for (const check of one.checks)
        note(service, check.requirement, templateOfCase(check, one, contracts.get(service))?.id);
  }
  return new Map([...rows].map(([where, offRows]) => [where, [...offRows]]));
}

function withRows(problem: Problem, rows: readonly RowOff[]): Problem {
  const named = rows.map(({ row, at }) => `${row} (${at.file}:${at.line})`).join(', ');
  return {
    ...problem,
    message: `${problem.message}: the case templates that prove it are switched off: ${named}`,
    hint: 'Remove the entry from `off:`. Or give the requirement `excluded:` with a reason and remove its bindings.',
  };
}

function keyOf({ code, file = '', line = 0, column = 0 }: Problem): string {
  return `${code} ${positionKey({ file, line, column })}`;
}
