/** Compares a published OpenAPI document with a contract. */
import { ownProperty } from '../model/json.ts';
import { omitUndefined } from '../model/objects.ts';
import type { EndpointContract } from '../load/model.ts';
import type { OwnedOperation } from '../plan/model.ts';
import type { Scope } from '../plan/scope.ts';
import { limitSchemaSize } from './schema-size.ts';
import { compareOperations, type OperationDifference } from './compare-operation.ts';
import { type ApiDocument, type ApiOperation, parseApiDocument } from './document.ts';
import { DRIFT_RULES, type DriftRuleId, type DriftWeight, DRIFT_WEIGHTS } from './drift-rules.ts';
import { exportDocument } from './export.ts';
import { sortedUnique, FactSources } from './fact-sources.ts';
import { matchOperations, anonymousPath } from './match-paths.ts';
import { carrierQuestions, paginationQuestions } from './security.ts';

export const DRIFT_SCHEMA = 'plumbline.drift/1';

export interface DriftDifference {
  readonly weight: DriftWeight;
  readonly rule: DriftRuleId;
  readonly title: string;
  readonly why: string;
  /** `students/create`, or method and path of an operation that only the document has. */
  readonly operation: string;
  /** `students/create request [].student.family_name`. */
  readonly where: string;
  /** Facts of the contract and of the published document. */
  readonly contract?: string;
  readonly published?: string;
  /** Whether the fact of the contract depends on an unanswered open question. */
  readonly assumed: boolean;
  readonly restsOn: readonly string[];
}

export interface Drift {
  readonly schema: typeof DRIFT_SCHEMA;
  readonly service: string;
  readonly spec: string;
  readonly published: { readonly title: string; readonly version: string };
  /** Differences by weight, then in the order of the contract. */
  readonly differences: readonly DriftDifference[];
  readonly counts: Readonly<Record<DriftWeight, number>> & { readonly assumed: number; readonly operations: number };
}

/** Limit of compared schemas in one body. */
const MAX_SCHEMAS = 100_000;

export function compareWithPublished(scope: Scope, given: ApiDocument): Drift {
  const bounded = limitSchemaSize(given.operations, MAX_SCHEMAS);
  const published: ApiDocument = { ...given, operations: bounded.map(({ operation }) => operation) };
  // Both documents are read by the same parser, so that they have the same form.
  const contract = parseApiDocument(
    JSON.stringify(exportDocument(scope)),
    `the contract of ${scope.service} ${scope.version}`,
  );
  const { pairs, missing, extra } = matchOperations(contract, published);
  const differencesOf = new DifferenceFactory(scope);
  const moved = missing.flatMap((wanted) => {
    const found = extra.find((other) => isSame(wanted, other));
    return found === undefined ? [] : [{ wanted, found }];
  });
  const removed = missing.filter(
    (wanted) => !moved.some((pair) => pair.wanted === wanted) && !describesItself(scope, wanted),
  );
  const unknown = extra.filter((found) => !moved.some((pair) => pair.found === found));
  const differences = [
    ...removed.map((wanted) =>
      differencesOf.whole('operation-missing', wanted, call(wanted), othersAt(wanted, published)),
    ),
    ...moved.map(({ wanted, found }) => differencesOf.whole('operation-moved', wanted, call(wanted), call(found))),
    ...[...pairs, ...moved].flatMap(({ wanted, found }) =>
      differencesOf.parts(wanted, compareOperations(wanted, found)),
    ),
    ...unknown.map((found) => differencesOf.unknown(found)),
  ];
  const order = new Map(contract.operations.map((operation, index) => [nameOf(operation), index]));
  const place = (one: DriftDifference): number => order.get(one.operation) ?? order.size;
  const sorted = differences.toSorted(
    (a, b) => DRIFT_WEIGHTS.indexOf(a.weight) - DRIFT_WEIGHTS.indexOf(b.weight) || place(a) - place(b),
  );
  return {
    schema: DRIFT_SCHEMA,
    service: scope.service,
    spec: scope.version,
    published: { title: published.title, version: published.version },
    differences: sorted,
    counts: {
      contradicts: count(sorted, 'contradicts'),
      missing: count(sorted, 'missing'),
      extra: count(sorted, 'extra'),
      assumed: sorted.filter(({ assumed }) => assumed).length,
      operations: pairs.length + moved.length,
    },
  };
}

function count(differences: readonly DriftDifference[], weight: DriftWeight): number {
  return differences.filter((one) => one.weight === weight).length;
}

function call({ method, path }: ApiOperation): string {
  return `${method} ${path}`;
}

/** `<endpoint>/<operation>` of the contract; method and path of other operations. */
function nameOf(operation: ApiOperation): string {
  return (operation.operationId ?? call(operation)).replace('.', '/');
}

/** The same operation with another method or path: equal name, or paths that differ only in case or a trailing slash. */
function isSame(wanted: ApiOperation, found: ApiOperation): boolean {
  if (wanted.operationId === found.operationId) return true;
  const loose = (path: string): string => anonymousPath(path).toLowerCase().replace(/\/$/, '');
  return wanted.method === found.method && loose(wanted.path) === loose(found.path);
}

/** The endpoint that serves the document need not describe itself; the check of published operations does not require it either. */
function describesItself(scope: Scope, operation: ApiOperation): boolean {
  const [name] = nameOf(operation).split('/');
  return scope.endpoints().some(({ endpoint, describes }) => endpoint === name && describes !== undefined);
}

function othersAt(wanted: ApiOperation, published: ApiDocument): string | undefined {
  const methods = published.operations
    .filter(({ path }) => anonymousPath(path).endsWith(anonymousPath(wanted.path)) && wanted.path !== '/')
    .map(({ method }) => method);
  return methods.length === 0 ? undefined : `the path has ${[...new Set(methods)].join(', ')}`;
}

/** Creates the differences with the open questions that they depend on. */
class DifferenceFactory {
  readonly #scope: Scope;
  readonly #grounds: FactSources;
  readonly #owners: ReadonlyMap<string, OwnedOperation>;

  constructor(scope: Scope) {
    this.#scope = scope;
    this.#grounds = new FactSources(scope);
    this.#owners = new Map(
      scope
        .endpoints()
        .flatMap((endpoint) =>
          scope
            .operations(endpoint)
            .map((operation) => [`${endpoint.endpoint}/${operation.name}`, { endpoint, operation }] as const),
        ),
    );
  }

  whole(rule: DriftRuleId, wanted: ApiOperation, contract: string, published?: string): DriftDifference {
    return this.#difference(nameOf(wanted), {
      rule,
      part: '',
      at: [],
      facet: 'operation',
      wanted: contract,
      ...omitUndefined({ found: published }),
    });
  }

  parts(wanted: ApiOperation, differences: readonly OperationDifference[]): readonly DriftDifference[] {
    return differences.map((one) =>
      this.#difference(nameOf(wanted), { ...one, rule: this.#refineRule(nameOf(wanted), one) }),
    );
  }

  unknown(found: ApiOperation): DriftDifference {
    const { weight, title, why } = DRIFT_RULES['operation-extra'];
    const name = call(found);
    return { weight, rule: 'operation-extra', title, why, operation: name, where: name, assumed: false, restsOn: [] };
  }

  #difference(operation: string, { rule, part, at, facet, wanted, found }: OperationDifference): DriftDifference {
    const { weight, title, why } = DRIFT_RULES[rule];
    const restsOn = this.#questions(operation, { rule, part, at, facet });
    const pointer = pointerOf(at);
    return {
      weight,
      rule,
      title,
      why,
      operation,
      where: [operation, part, pointer].filter((text) => text !== '').join(' '),
      ...omitUndefined({ contract: wanted, published: found }),
      assumed: restsOn.length > 0,
      restsOn,
    };
  }

  /** Distinguishes request properties that other operations or the service set. Contracts cannot require a property in an update. */
  #refineRule(name: string, { rule, at }: OperationDifference): DriftRuleId {
    const owner = this.#owners.get(name);
    if (rule === 'required-extra' && owner?.operation.kind === 'update') return 'required-in-update';
    const member =
      rule !== 'member-unknown' || owner === undefined ? undefined : memberOf(this.#scope, owner.endpoint, at);
    const field =
      member === undefined
        ? undefined
        : this.#scope.fields(member.endpoint.fields).find(({ name: own }) => own === member.name);
    // A field of another version is unknown in this one.
    if (field === undefined) return rule;
    return field.readOnly === true ? 'member-set-by-service' : 'member-fixed';
  }

  #questions(
    name: string,
    { part, at, facet }: Pick<OperationDifference, 'rule' | 'part' | 'at' | 'facet'>,
  ): readonly string[] {
    const owner = this.#owners.get(name);
    if (owner === undefined) return [];
    const isAnswer = part.startsWith('response') && facet !== 'error' && facet !== 'status';
    const member = memberOf(this.#scope, owner.endpoint, at);
    const correlation = this.#scope.contracts.envelope?.correlation.member;
    const isCorrelation = correlation !== undefined && at.at(-1) === correlation;
    const { openPoints } = this.#grounds.of(
      member?.endpoint ?? owner.endpoint,
      owner.operation,
      [
        facet,
        ...(isAnswer ? (['answer'] as const) : []),
        ...(isCorrelation && !isAnswer ? (['correlation'] as const) : []),
      ],
      member?.name,
    );
    const wire =
      facet === 'access'
        ? carrierQuestions(this.#scope)
        : facet === 'page'
          ? paginationQuestions(this.#scope, owner.operation)
          : [];
    return sortedUnique([...openPoints, ...wire]).filter((id) => !this.#scope.isAnswered(id));
  }
}

/** `[].student.family_name`. */
function pointerOf(at: readonly string[]): string {
  return at.reduce((text, part) => (part === '[]' ? `${text}[]` : text === '' ? part : `${text}.${part}`), '');
}

/** Field at a location; nested fields are joined as in `channels.endpoint`. Nested records are fields of their own endpoint. */
function memberOf(
  scope: Scope,
  endpoint: EndpointContract,
  at: readonly string[],
): { readonly endpoint: EndpointContract; readonly name: string } | undefined {
  const names = at.filter((part) => part !== '[]');
  for (const [index, name] of names.entries()) {
    const child = ownProperty(endpoint.nested, name);
    if (child !== undefined) return memberOf(scope, scope.endpoint(child), names.slice(index + 1));
    if (endpoint.fields.some((field) => field.name === name)) return { endpoint, name: names.slice(index).join('.') };
  }
  return undefined;
}
