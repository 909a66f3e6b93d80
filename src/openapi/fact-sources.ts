/**
 * Requirements and open questions that a part of a contract depends on.
 * A requirement lists the open questions that could make a verdict wrong. Statements of a document about the same fact depend on the same
 * questions.
 */
import type { EndpointContract, Field, Operation, Requirement } from '../load/model.ts';
import { openQuestionsOfChanges, openQuestionsOfRange, type Scope } from '../plan/scope.ts';
import { Bindings } from '../plan/bindings.ts';
import { collectOpenQuestions } from '../plan/open-question-uses.ts';

/** Checks that verify a facet of an operation. `*` is the name of the field. */
const CHECKS = {
  operation: ['outcome.accepted'],
  status: ['http.status-documented'],
  answer: ['http.body-schema'],
  error: ['http.error-shape'],
  form: ['input.wrong-top-level/object', 'input.wrong-top-level/array'],
  member: ['outcome.accepted', 'http.body-schema'],
  unknown: ['input.unknown-member'],
  required: ['input.missing/*'],
  null: ['input.null/*'],
  clear: ['lifecycle.update-clear/*'],
  type: ['input.wrong-type/*'],
  length: ['input.too-long/*', 'input.too-short/*'],
  pattern: ['input.pattern/*'],
  format: ['input.bad-date/*'],
  values: ['input.not-in-list/*'],
  bounds: ['input.below-minimum/*', 'input.above-maximum/*'],
  correlation: ['input.correlation-missing', 'input.correlation-type', 'input.correlation-too-long'],
  access: ['access.none', 'access.wrong-header'],
  media: ['media.unsupported/text'],
  page: ['page.headers'],
} as const satisfies Record<string, readonly string[]>;
export type ContractFacet = keyof typeof CHECKS;

/** Properties of fields and operations that describe a facet. Their first version may be an open question. */
const FACET_PROPERTIES: Readonly<Partial<Record<ContractFacet, readonly string[]>>> = {
  operation: ['method', 'path'],
  status: ['success'],
  form: ['request', 'response'],
  member: ['readOnly', 'writeOnly', 'patchable'],
  required: ['required'],
  null: ['required'],
  clear: ['required'],
  type: ['type'],
  format: ['type'],
  length: ['minLength', 'maxLength', 'minItems', 'maxItems'],
  pattern: ['pattern'],
  values: ['values'],
  bounds: ['minimum', 'maximum', 'decimals'],
  access: ['access'],
  page: ['pagination'],
};

export interface SourceIds {
  readonly requirements: readonly string[];
  readonly openPoints: readonly string[];
}

export class FactSources {
  readonly #scope: Scope;
  readonly #bindings: Bindings;
  /** Open questions without a value; only requirements refer to them. */
  readonly #confirmed: ReadonlySet<string>;

  constructor(scope: Scope) {
    this.#scope = scope;
    this.#bindings = new Bindings(scope);
    this.#confirmed = new Set(scope.spec.openPoints.filter(({ kind }) => kind === 'confirm').map(({ id }) => id));
  }

  /** Sources of some facets. `member` is a field name; nested fields are joined as in `channels.endpoint`. */
  of(endpoint: EndpointContract, operation: Operation, facets: readonly ContractFacet[], member?: string): SourceIds {
    const paths = facets
      .flatMap((facet) => CHECKS[facet])
      .flatMap((check) =>
        check.endsWith('/*') ? (member === undefined ? [] : [check.replace('*', () => member)]) : [check],
      );
    const bound = paths.flatMap((path) => this.#requirement(`${endpoint.endpoint}/${operation.name}`, path) ?? []);
    const declared = member === undefined ? [] : this.#declared(endpoint, member);
    const properties = facets.flatMap((facet) => FACET_PROPERTIES[facet] ?? []);
    const fieldQuestions = member === undefined ? [] : pointsOfField(endpoint.fields, member, properties);
    const points = [
      ...bound.flatMap((requirement) => requirement.openPoints),
      ...declared.flatMap((requirement) => requirement.openPoints.filter((id) => this.#confirmed.has(id))),
      ...fieldQuestions,
      ...collectOpenQuestions(() => this.#sharedFacts(facets, operation)),
      ...collectOpenQuestions(() => properties.map((name) => operation[name as keyof Operation])),
      ...openQuestionsOfRange(endpoint),
      ...openQuestionsOfRange(operation),
      ...openQuestionsOfChanges(operation.changes ?? [], properties),
    ];
    return {
      requirements: sortedUnique([...bound, ...declared].map(({ id }) => id)),
      openPoints: sortedUnique(points),
    };
  }

  /** Shared parts of the contract that describe the facets. */
  #sharedFacts(facets: readonly ContractFacet[], operation: Operation): unknown {
    const { envelope, errors } = this.#scope.contracts;
    const refusals = Object.values(errors.refusals);
    const wrapped = operation.response !== 'plain' && operation.response !== 'none';
    return facets.map((facet) => {
      if (facet === 'status') return refusals.map(({ statuses }) => statuses);
      if (facet === 'error') return errors.families.map(({ code, codePattern }) => [code, codePattern]);
      if (facet === 'answer' && wrapped) return [envelope?.success, envelope?.result];
      return facet === 'correlation' ? Object.values(envelope?.correlation ?? {}) : undefined;
    });
  }

  /** Requirement of a check, given as its rule and the rest of its ID. */
  #requirement(operation: string, check: string): Requirement | undefined {
    const [rule = '', ...key] = check.split('/');
    const id = this.#bindings.find({ operation, rule, key: key.length === 0 ? undefined : key.join('/') });
    return id === undefined ? undefined : this.#scope.requirement(id);
  }

  /** Requirements of custom cases that set or remove the field. */
  #declared(endpoint: EndpointContract, member: string): readonly Requirement[] {
    return endpoint.cases
      .filter(
        (one) =>
          this.#scope.has(one) &&
          (Object.hasOwn(one.change.set ?? {}, member) || one.change.remove?.includes(member) === true),
      )
      .flatMap((one) => one.checks.flatMap(({ requirement }) => this.#scope.requirement(requirement) ?? []));
  }
}

function pointsOfField(fields: readonly Field[], path: string, members: readonly string[]): readonly string[] {
  const [name, ...rest] = path.split('.');
  return fields
    .filter((field) => field.name === name)
    .flatMap((field) => [
      ...collectOpenQuestions(() => ['name', ...members].map((member) => field[member as keyof Field])),
      ...openQuestionsOfRange(field),
      ...openQuestionsOfChanges(field.changes ?? [], members),
      ...(rest.length === 0 ? [] : pointsOfField(field.fields ?? [], rest.join('.'), members)),
    ]);
}

export function sortedUnique(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)].sort();
}
