/** Records that match a query, and records that do not. All are created first. */
import { isMap } from '../model/json.ts';
import { resolvePointer } from '../model/pointer.ts';
import { omitUndefined } from '../model/objects.ts';
import type { EndpointContract, Field, QueryParameter } from '../load/model.ts';
import type { OperationContext } from '../plan/context.ts';
import type { Fixtures } from '../plan/fixtures.ts';
import { ScenarioBuilder } from '../plan/scenario-builder.ts';
import type { Precondition, RequestTemplate, Step, Value } from '../plan/model.ts';
import { withQuery } from '../plan/query.ts';
import {
  fieldPointer,
  identifierPointer,
  listPointers,
  parentEndpointName,
  requestOf,
  sentPointer,
  uidPointer,
} from '../plan/request-templates.ts';
import { acceptsForm, uniqueForm } from '../plan/values.ts';
import { innermostProperty } from '../plan/catalogue/items.ts';
import { pageStep } from '../plan/catalogue/pages.ts';
import { listPaging } from '../plan/catalogue/paging.ts';
import { resolveTemplateValue } from '../plan/catalogue/written-values.ts';
import type { CaseBuilder, BuiltCase } from '../plan/catalogue/template.ts';

/** A page of two records, so the query must be kept from page to page. */
const SIZE = 2;
const MATCHING = ['match-1', 'match-2', 'match-3', 'match-4', 'match-5'] as const;
/** Matching records with the second value, if two are requested. */
const ALSO = ['match-4', 'match-5'] as const satisfies readonly (typeof MATCHING)[number][];
/** A longer list is not filtered. */
const MAX_LENGTH = 50;

type Values = Readonly<Record<string, Value>>;

/**
 * Creates five records that match all parameters, and for each parameter one that fails only that one. Then requests
 * the list with all parameters, and with the query of the row.
 */
export const filterBuild: CaseBuilder = (context, fixtures, chosen, { query = {} }) => {
  const parameters = innermostProperty(chosen, 'query') ?? [];
  const conditions = parameters.map((parameter) => conditionOf(context, parameter));
  if (conditions.length === 0 || conditions.some((one) => one === undefined)) return undefined;
  const beside = resolveTemplateValue(context, query, chosen) as Values;
  return matched(context, fixtures, conditions as readonly Condition[], beside);
};

/**
 * Creates three records with one value, two with another and one with neither. Then requests the list with both values.
 */
export const filterBySeveralBuild: CaseBuilder = (context, fixtures, chosen) => {
  const [parameter] = innermostProperty(chosen, 'query') ?? [];
  const condition = parameter === undefined ? undefined : bySeveral(context, parameter);
  return condition === undefined ? undefined : matched(context, fixtures, [condition]);
};

interface Condition {
  readonly parameter: QueryParameter;
  readonly field: Field;
  /** Value of matching records, and of one that does not match. */
  readonly value: Value;
  readonly other: Value;
  /** Another value that matches. */
  readonly also?: Value;
  /** The values are IDs of records of this endpoint, which are created first. */
  readonly referred?: EndpointContract;
}

/** Whether the list can be filtered by two values of the parameter. */
export function canFilterBySeveral(context: OperationContext, parameter: QueryParameter): boolean {
  return context.operation.pagination !== 'none' && bySeveral(context, parameter) !== undefined;
}

function bySeveral(context: OperationContext, parameter: QueryParameter): Condition | undefined {
  if (parameter.list !== true || parameter.filters === undefined) return undefined;
  const condition = conditionOf(context, parameter);
  const isPlain = condition !== undefined && condition.referred === undefined && condition.field.pattern === undefined;
  const also = isPlain ? thirdValue(condition.field) : undefined;
  if (condition === undefined || also === undefined) return undefined;
  // A comma-separated text must be known when it is written.
  return parameter.explode === false && typeof also === 'object' ? undefined : { ...condition, also };
}

/** A value that no record has. */
function thirdValue(field: Field): Value | undefined {
  switch (field.type) {
    case 'string':
      return { $unique: Math.min(12, field.maxLength ?? 12) };
    case 'code':
      return field.values?.[2];
    case 'integer':
      return (field.minimum ?? 0) + 3;
    case 'date':
      return '2016-03-02';
    default:
      return undefined;
  }
}

/** Whether records that match the parameter can be created. */
export function canFilter(context: OperationContext, parameter: QueryParameter): boolean {
  return conditionOf(context, parameter) !== undefined;
}

function conditionOf(context: OperationContext, parameter: QueryParameter): Condition | undefined {
  const field = fieldAt(context, parameter.filters ?? parameter.searches?.[0]);
  if (field === undefined || field.writeOnly === true) return undefined;
  if (field.references !== undefined) return byReference(context, parameter, field);
  const values = valuesOf(field);
  return values === undefined ? undefined : { parameter, field, value: values[0], other: values[1] };
}

/** References differ between two created records, unless the whole list has one parent. */
function byReference(context: OperationContext, parameter: QueryParameter, field: Field): Condition | undefined {
  const { scope, endpoint, operation } = context;
  const above = parentEndpointName(endpoint, operation.path);
  const referred = field.references === undefined ? undefined : scope.endpoint(field.references);
  if (referred === undefined || parameter.filters === undefined || field.unique === true) return undefined;
  if (referred.endpoint === above || scope.operation(referred, 'create') === undefined) return undefined;
  return { parameter, field, value: null, other: null, referred };
}

/** The writable field at a pointer. */
function fieldAt({ resolved }: OperationContext, pointer: string | undefined): Field | undefined {
  return resolved.fields.find((field) => `/${field.name}` === pointer && field.readOnly !== true);
}

/** Two unique texts for a pattern, which differ in one character. */
function patterned(field: Field): readonly [Value, Value] | undefined {
  const [one, other] = orderedForms(field) ?? [];
  const fits = [one, other].every((form) => isMap(form) && acceptsForm(field, String(form['$unique'])));
  return one === undefined || other === undefined || !fits ? undefined : [one, other];
}

function valuesOf(field: Field): readonly [Value, Value] | undefined {
  switch (field.type) {
    case 'string': {
      if (field.unique === true) return undefined;
      if (field.pattern !== undefined) return patterned(field);
      const length = Math.min(12, field.maxLength ?? 12);
      return length < 6 ? undefined : [{ $unique: length }, 'Plumbline'.slice(0, length)];
    }
    case 'code':
      return field.values?.[1] === undefined ? undefined : [field.values[0] ?? '', field.values[1]];
    case 'boolean':
      return [true, false];
    case 'integer':
      return [(field.minimum ?? 0) + 1, (field.minimum ?? 0) + 2];
    case 'date':
      return ['2016-02-29', '2016-03-01'];
    default:
      return undefined;
  }
}

function matched(
  context: OperationContext,
  fixtures: Fixtures,
  asked: readonly Condition[],
  beside: Values = {},
): BuiltCase | undefined {
  const { scope, endpoint } = context;
  const home = new Home(context, fixtures);
  const conditions = asked.map((one, index) => home.referring(one, `asked-${index + 1}`));
  const create = scope.operation(endpoint, 'create');
  if (create === undefined) return undefined;
  const sentAt = (name: string): string => sentPointer({ scope, endpoint, operation: create }, name);
  // Unique values are created once: later records copy them from the first one.
  const sentBy = (step: string, { field }: Condition): Value => ({ $sent: `${step}#${sentAt(field.name)}` });
  const valueOf = (one: Condition, name: string): Value => {
    const isAlso = one.also !== undefined && (name === ALSO[0] || name === ALSO[1]);
    const first = isAlso ? ALSO[0] : MATCHING[0];
    const value = (isAlso ? one.also : undefined) ?? one.value;
    return name === first || typeof value !== 'object' ? value : sentBy(first, one);
  };
  const record = (name: string, but?: Condition): Values =>
    Object.fromEntries(
      conditions.map((one) => [one.field.name, one === but ? one.other : valueOf(one, name)] as const),
    );
  for (const name of MATCHING) home.make(name, record(name));
  const others = conditions.map((one, index) => {
    const name = `other-${index + 1}`;
    home.make(name, record(name, one));
    return name;
  });
  const askedBy = (one: Condition): Value => {
    if (one.also === undefined) return sentBy(MATCHING[0], one);
    return one.parameter.explode === false ? [one.value, one.also] : [sentBy(MATCHING[0], one), sentBy(ALSO[0], one)];
  };
  const query = Object.fromEntries(conditions.map((one) => [one.parameter.name, askedBy(one)]));
  const steps = home.listed({ ...beside, ...query });
  if (steps === undefined) return undefined;
  const { record: entry } = listPointers(scope, endpoint, context.operation);
  return {
    steps,
    params: {
      step: 'probe',
      ...placesOf(context),
      first: MATCHING[0],
      ...(conditions.some(({ also }) => also !== undefined) ? { also: ALSO[0] } : {}),
      made: uidPointer(scope, endpoint, create),
      wanted: MATCHING,
      others,
      conditions: conditions.map(({ parameter, field }) => ({
        parameter: parameter.name,
        sent: sentAt(field.name),
        shown: parameter.searches?.map((place) => `${entry}${place}`) ?? [
          resolvePointer(entry, fieldPointer(endpoint, field.name)),
        ],
        match: parameter.searches === undefined ? 'equals' : 'contains',
      })),
    },
    given: home.given([...MATCHING, ...others]),
  };
}

/** Creates unordered records, and requests the list in the order of the parameter. */
export const sortBuild: CaseBuilder = (context, fixtures, chosen) => {
  const [parameter] = innermostProperty(chosen, 'query') ?? [];
  const value = [...chosen.values()].findLast((item) => item.query !== undefined)?.more?.['value'];
  const order = parameter?.sorts?.[String(value)];
  const field = fieldAt(context, order?.by);
  const values = field === undefined ? undefined : orderedValues(field);
  const { scope, endpoint, operation } = context;
  const create = scope.operation(endpoint, 'create');
  if (parameter === undefined || order === undefined || create === undefined) return undefined;
  if (field === undefined || values === undefined) return undefined;
  const home = new Home(context, fixtures);
  const names = values.map((one, index) => {
    home.make(`made-${index + 1}`, { [field.name]: one });
    return `made-${index + 1}`;
  });
  const steps = home.listed({ [parameter.name]: String(value) });
  if (steps === undefined) return undefined;
  return {
    steps,
    params: {
      step: 'probe',
      ...placesOf(context),
      made: uidPointer(scope, endpoint, create),
      wanted: names,
      by: `${listPointers(scope, endpoint, operation).record}${order.by}`,
      descending: order.descending === true,
    },
    given: home.given(names),
  };
};

/** Whether records can be created in another order than this one. */
export function canSort(context: OperationContext, by: string): boolean {
  const field = fieldAt(context, by);
  return field !== undefined && orderedValues(field) !== undefined;
}

const WORDS = ['mango', 'apple', 'zebra', 'berry', 'olive'] as const;

function orderedValues(field: Field): readonly Value[] | undefined {
  const least = 'minimum' in field ? (field.minimum ?? 0) : 0;
  switch (field.type) {
    case 'string':
      if (field.pattern !== undefined || field.unique === true) return orderedForms(field);
      return (field.maxLength ?? 5) < 5 ? undefined : WORDS;
    case 'integer':
      return [3, 1, 5, 2, 4].map((more) => least + more);
    case 'date':
      return field.distinct === true ? undefined : ['03', '01', '05', '02', '04'].map((day) => `2016-02-${day}`);
    default:
      return undefined;
  }
}

/** Unique texts in order: a digit replaces the first variable character. */
function orderedForms(field: Field): readonly Value[] | undefined {
  const made = uniqueForm(field) as Readonly<Record<string, Value>> | undefined;
  const { $unique, $digits } = made ?? {};
  const form =
    typeof $unique === 'string'
      ? $unique
      : $unique === undefined
        ? '#'.repeat(Number($digits ?? 0))
        : '*'.repeat(Number($unique));
  // The remaining variable characters must be unique across many runs.
  if ((form.match(/[*#]/g) ?? []).length < 4) return undefined;
  return ['3', '1', '5', '2', '4'].map((digit) => ({ $unique: form.replace(/[*#]/, digit) }));
}

function placesOf({ scope, endpoint, operation }: OperationContext): Readonly<Record<string, Value>> {
  const { records, record } = listPointers(scope, endpoint, operation);
  return { records, uid: resolvePointer(record, identifierPointer(scope, endpoint, operation)) };
}

/** The place of the created records: below a separate parent, with a reference to one, or among all others. */
class Home {
  readonly #context: OperationContext;
  readonly #builder: ScenarioBuilder;
  /** The endpoint of the parent. */
  readonly #above: string | undefined;
  readonly #set: Values;

  constructor(context: OperationContext, fixtures: Fixtures) {
    const { endpoint, operation, resolved } = context;
    this.#context = context;
    this.#builder = new ScenarioBuilder(context, fixtures);
    this.#above = parentEndpointName(endpoint, operation.path);
    if (this.#above !== undefined) this.#builder.makeParent(PARENT);
    const uid = this.#builder.uid(PARENT);
    const reference = resolved.fields.find(
      (field) => field.references !== undefined && field.references === this.#above,
    );
    this.#set = reference === undefined || uid === undefined ? {} : { [reference.name]: uid };
  }

  make(name: string, set: Values): void {
    this.#builder.make(name, { change: { set: { ...this.#set, ...set } } });
  }

  /** The condition with new records for its reference. */
  referring(condition: Condition, name: string): Condition {
    const { referred: of } = condition;
    if (of === undefined) return condition;
    this.#builder.make(name, { of });
    this.#builder.make(`${name}-not`, { of });
    return { ...condition, value: this.#builder.uid(name) ?? null, other: this.#builder.uid(`${name}-not`) ?? null };
  }

  /** All steps, with the list requests last; undefined if a step is impossible. */
  listed(query: Values): readonly Step[] | undefined {
    const { scope: _scope, endpoint, operation, path, success } = this.#context;
    const place = this.#above === undefined ? {} : this.#builder.below(PARENT, operation.path);
    if (place === undefined) return undefined;
    const request: RequestTemplate = withQuery(requestOf(endpoint, operation, place), operation, query);
    const paging = operation.pagination === 'none' ? undefined : listPaging(this.#context);
    const size = paging?.size === undefined ? {} : { size: SIZE };
    const step: Step =
      paging === undefined
        ? { name: 'probe', operation: path, request, success }
        : shortened(pageStep(this.#context, request, { name: 'probe', page: 'every', ...size }));
    return this.#builder.left.size > 0 ? undefined : [...this.#builder.steps, step];
  }

  given(names: readonly string[]): readonly Precondition[] {
    return [...names, 'probe'].map((step) => ({ step, is: 'success' }));
  }
}

const PARENT = 'parent';

function shortened(step: Step): Step {
  const { send } = step;
  return send?.kind === 'walk' ? { ...step, ...omitUndefined({ send: { ...send, limit: MAX_LENGTH } }) } : step;
}
