/** Explains names in contracts that are not IDs: error codes, data elements, endpoints and operations. */
import type { Field } from '../load/model.ts';
import type { Check, Plan } from '../plan/model.ts';
import { checksOf } from '../plan/plan.ts';
import type { Scope } from '../plan/scope.ts';
import { COMMAND } from '../model/text.ts';
import { groupBy } from '../model/objects.ts';

export interface ExplainedCode {
  readonly kind: 'code';
  readonly code: string;
  /** Meanings with their locations in the contracts. */
  readonly meanings: readonly { readonly service: string; readonly what: string; readonly at?: string }[];
  readonly checks: readonly CheckedBy[];
  readonly command?: string;
}

export interface ExplainedEndpoint {
  readonly kind: 'endpoint';
  readonly id: string;
  readonly service: string;
  readonly title: string;
  readonly at: string;
  readonly versions: readonly string[];
  readonly operations: readonly {
    readonly name: string;
    readonly does: string;
    /** Number of checks in the last version with the endpoint. */
    readonly checks: number;
  }[];
  readonly command: string;
}

interface CheckedBy {
  readonly id: string;
  readonly specs: readonly string[];
}

type Contracts = {
  readonly scopes: readonly Scope[];
  readonly plan: Plan;
  /** Target in suggested commands; absent if they use the default target. */
  readonly target?: string;
};

/** Limit of checks that a command lists; for more checks it has a common pattern. */
const MAX_NAMED = 8;

/** Explains an error code or a data element, case-insensitive; undefined if no contract has it. */
export function explainCode(asked: string, { scopes, plan, target }: Contracts): ExplainedCode | undefined {
  const is = (code: string | undefined): boolean => code?.toLowerCase() === asked.toLowerCase();
  const meanings = new Map<string, ExplainedCode['meanings'][number]>();
  for (const { service, contracts } of scopes) {
    for (const endpoint of contracts.endpoints)
      for (const { field, path } of fieldsIn(endpoint.fields)) {
        const place = `${endpoint.endpoint}/${path}`;
        const at = `${field.at.file}:${field.at.line}`;
        if (is(field.element)) meanings.set(`${service} ${place}`, { service, what: `the data element ${place}`, at });
        for (const [fault, code] of Object.entries(field.codes ?? {}))
          if (is(code))
            meanings.set(`${service} ${place} ${fault}`, { service, what: `the error for ${place}: ${fault}`, at });
      }
    for (const [kind, refusal] of Object.entries(contracts.errors.refusals))
      if (refusal.codes?.some(is) === true)
        meanings.set(`${service} ${kind}`, { service, what: `an error for a rejection of the kind ${kind}` });
  }
  const asking = checksOf(plan).filter(({ params }) => names(params, is));
  if (meanings.size === 0 && asking.length === 0) return undefined;
  const checks = checksById(asking);
  return {
    kind: 'code',
    code: asked,
    meanings: [...meanings.values()],
    checks,
    ...(checks.length === 0 ? {} : { command: commandFor(asking, target) }),
  };
}

/** Whether a check expects the code, or the element in an error. */
function names({ codes, field }: Check['params'], is: (code: string | undefined) => boolean): boolean {
  if (Array.isArray(codes) && codes.some((code) => is(String(code)))) return true;
  return typeof field === 'object' && field !== null && 'element' in field && is(String(field.element));
}

function* fieldsIn(fields: readonly Field[], above = ''): Iterable<{ readonly field: Field; readonly path: string }> {
  for (const field of fields) {
    const path = `${above}${field.name}`;
    yield { field, path };
    if (field.fields !== undefined) yield* fieldsIn(field.fields, `${path}/`);
  }
}

/**
 * Explains an endpoint (`students`, `student-reporting/students`), an operation (`students/create`), or a path (`/students`, `POST
 * /students`). Empty if no contract has it.
 */
export function explainEndpoints(asked: string, { scopes, plan, target }: Contracts): readonly ExplainedEndpoint[] {
  const services = groupBy(scopes, ({ service }) => service);
  return [...services.values()].flatMap((serviceScopes) => {
    const last = serviceScopes.at(-1);
    if (last === undefined) return [];
    return last.declared.endpoints.flatMap((endpoint): readonly ExplainedEndpoint[] => {
      const { service, endpoint: name, title, at } = endpoint;
      const id = `${service}/${name}`;
      const operations = endpoint.operations.filter(({ name: operation, method, path }) =>
        [id, name, `${id}/${operation}`, `${name}/${operation}`, path, `${method} ${path}`].includes(asked),
      );
      if (operations.length === 0) return [];
      const versions = serviceScopes.filter(({ contracts }) =>
        contracts.endpoints.some((one) => one.endpoint === name),
      );
      const version = versions.at(-1)?.version;
      const planned = checksOf(plan).filter(
        (check) => check.service === service && check.endpoint === name && check.spec === version,
      );
      const whole = operations.length === endpoint.operations.length;
      const only = whole ? `${id}/**` : `${id}/${joinPatterns(operations.map((one) => one.name))}/**`;
      return [
        {
          kind: 'endpoint',
          id,
          service,
          title,
          at: `${at.file}:${at.line}`,
          versions: versions.map((scope) => scope.version),
          operations: operations.map(({ name: operation, method, path, makes }) => ({
            name: operation,
            does: `${method} ${path}${makes === undefined ? '' : `, creates ${makes.endpoint}`}`,
            checks: planned.filter((check) => check.operation === operation).length,
          })),
          command: `${COMMAND} run${optionFor(target)} --service ${service} --only "${only}"`,
        },
      ];
    });
  });
}

function checksById(checks: readonly Check[]): readonly CheckedBy[] {
  return [...groupBy(checks, ({ id }) => id)].map(([id, all]) => ({ id, specs: all.map(({ spec }) => spec) }));
}

/** Command that runs the checks. For many checks it uses a common pattern, which may match others. */
export function commandFor(checks: readonly Pick<Check, 'id'>[], target: string | undefined): string {
  const runOnly = (globs: readonly string[]): string =>
    `${COMMAND} run${optionFor(target)} --only "${joinPatterns(globs)}"`;
  const ids = [...new Set(checks.map(({ id }) => id))];
  if (ids.length <= MAX_NAMED) return runOnly(ids);
  // Service, endpoint, operation and rule are the first four parts of an ID.
  const parts = ids.map((id) => id.split('/'));
  const patterns = [...new Set(parts.map((one) => `${one.slice(0, 4).join('/')}{,/**}`))];
  if (patterns.length <= MAX_NAMED) return runOnly(patterns);
  const place = (index: number): string => joinPatterns([...new Set(parts.map((one) => one[index] ?? ''))]);
  return runOnly([`${place(0)}/${place(1)}/*/${place(3)}{,/**}`]);
}

export function optionFor(target: string | undefined): string {
  return target === undefined ? '' : ` --target ${target}`;
}

function joinPatterns(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? '') : `{${parts.join(',')}}`;
}
