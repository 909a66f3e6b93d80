/** The baseline request of an operation with the change of a row. */
import { pathParameters } from '../../model/path-template.ts';
import { omitUndefined, mergeObjects, mapOptional } from '../../model/objects.ts';
import type { OperationContext } from '../context.ts';
import { baselineRequest } from '../baseline-request.ts';
import type { Fixtures } from '../fixtures.ts';
import type { Body, RawText, RequestTemplate, Value } from '../model.ts';
import { mergeQuery } from '../query.ts';
import type { BodyChange } from '../request-templates.ts';
import { assertionTemplate, authForToken } from './credentials.ts';
import { type EachItems, fillText, innermostProperty, type TemplateValue } from './items.ts';
import { withPage, pathWithoutPageSlots } from './paging.ts';
import type { TemplateChange } from './template.ts';
import { resolveTemplateValue } from './written-values.ts';
import { collectUses } from '../open-question-uses.ts';
import { matchingText } from '../values.ts';

export function changedRequest(
  context: OperationContext,
  fixtures: Fixtures,
  change: TemplateChange,
  chosen: EachItems,
): RequestTemplate {
  const { scope, endpoint, operation } = context;
  const record = recordEditOf(context, change, chosen);
  const good = baselineRequest(scope, endpoint, operation, fixtures, record?.change);
  const body = record === undefined ? undefined : bodyWithRawText(good, record);
  return applyRequestChange(context, body === undefined ? good : mergeObjects(good, { body }), change, chosen);
}

const OUTSIDE_THE_RECORD = [
  'method',
  'path',
  'identifier',
  'identifierEnd',
  'query',
  'headers',
  'token',
  'body',
  'form',
  'assertion',
  'correlation',
  'page',
  'size',
] as const satisfies readonly (keyof TemplateChange)[];

/** Applies every part of a change that is not about the record. */
export function applyRequestChange(
  context: OperationContext,
  good: RequestTemplate,
  change: TemplateChange,
  chosen: EachItems,
): RequestTemplate {
  if (OUTSIDE_THE_RECORD.every((name) => change[name] === undefined)) return good;
  const last = pathParameters(pathWithoutPageSlots(context)).at(-1);
  const values = (members: Readonly<Record<string, TemplateValue>>): Readonly<Record<string, Value>> =>
    resolveTemplateValue(context, members, chosen) as Readonly<Record<string, Value>>;
  const asks = (said: string | number | undefined): string | number | undefined =>
    typeof said === 'string' ? fillText(said, chosen) : said;
  const body = bodyOf(context, good, change, chosen);
  const auth = change.token === undefined ? undefined : authForToken(context, change.token, chosen);
  const paged = withPage(context, good, { page: asks(change.page), size: asks(change.size) });
  // A request with another method has no body, unless the step sets one.
  const isBodied = change.method === undefined || ('set' in change && change.set !== undefined);
  const request: { -readonly [Name in keyof RequestTemplate]: RequestTemplate[Name] } = isBodied
    ? mergeObjects(paged, {})
    : bare(paged);
  if (change.method !== undefined) request.method = fillText(change.method, chosen);
  if (change.path !== undefined) request.path = fillText(change.path, chosen);
  if (change.identifier !== undefined && last !== undefined)
    request.parameters = { ...good.parameters, [last]: named(context, last, fillText(change.identifier, chosen)) };
  if (change.identifierEnd !== undefined && last !== undefined)
    request.parameters = {
      ...good.parameters,
      [last]: { $joined: [good.parameters?.[last] ?? '', change.identifierEnd] },
    };
  if (change.query !== undefined) {
    const query = values(change.query);
    request.query = mergeQuery(query, paged.query, context.operation);
    const omitted = Object.keys(query).filter((name) => query[name] === null);
    if (omitted.length > 0) request.omits = omitted;
  }
  if (change.headers !== undefined) request.headers = { ...paged.headers, ...values(change.headers) };
  if (auth !== undefined) request.auth = auth;
  if (body !== undefined) request.body = body;
  return request;
}

/**
 * The ID of a row. An ID of nines, which no record has, is replaced by one that matches the pattern of IDs. A pattern
 * that is an assumption is not used, because the case would depend on it.
 */
function named({ scope, endpoint }: OperationContext, parameter: string, text: string): string {
  const parent = Object.hasOwn(endpoint.parents, parameter) ? endpoint.parents[parameter] : undefined;
  const { fields, uid = 'id' } = parent === undefined ? endpoint : scope.endpoint(parent);
  const field = scope.fields(fields).find(({ name }) => name === uid);
  const { value: pattern, uses } = collectUses(() => field?.pattern);
  const isGuess = uses.own.size + uses.baseline.size > 0;
  return NOBODYS.test(text) && pattern !== undefined && !isGuess ? matchingText(pattern, text) : text;
}

/** IDs in rows for records that never existed. */
const NOBODYS = /^9+$/;

function bare({ body: _body, ...request }: RequestTemplate): RequestTemplate {
  return request;
}

/** The change to the record, with a number that no serializer would write. */
export interface RecordEdit {
  readonly change: BodyChange;
  readonly raw?: RawText;
}

/** Undefined if a row does not change the record. */
export function recordEditOf(
  context: OperationContext,
  { set, remove, correlation }: TemplateChange,
  chosen: EachItems,
): RecordEdit | undefined {
  if (set === undefined && remove === undefined && (correlation ?? null) === null) return undefined;
  const members = set === undefined ? undefined : resolveTemplateValue(context, set, chosen);
  const [written, raw] = members === undefined ? [] : withMarker(members as Readonly<Record<string, Value>>);
  const changes = { set: written, remove: remove?.map((name) => fillText(name, chosen)) };
  return {
    change: {
      ...insideOf(changes, chosen),
      ...((correlation ?? null) === null
        ? {}
        : { correlation: resolveTemplateValue(context, correlation ?? null, chosen) }),
    },
    ...omitUndefined({ raw }),
  };
}

const MARKER = 'plumbline-number';

/** The value `{ $raw: text }` is sent as that text: a marker takes its place until the body is written. */
function withMarker(
  members: Readonly<Record<string, Value>>,
): readonly [Readonly<Record<string, Value>>, RawText | undefined] {
  if (!Object.values(members).some(isRaw)) return [members, undefined];
  let raw: RawText | undefined;
  const written = Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      if (!isRaw(value)) return [name, value];
      raw = { marker: MARKER, text: String(value['$raw']) };
      return [name, MARKER];
    }),
  );
  return [written, raw];
}

function isRaw(value: Value): value is { readonly $raw: Value } {
  return typeof value === 'object' && value !== null && '$raw' in value;
}

export function bodyWithRawText({ body }: RequestTemplate, { raw }: RecordEdit): Body | undefined {
  return raw === undefined || body?.kind !== 'json' ? body : mergeObjects(body, { raw });
}

/** A change inside a nested record or list becomes a change of the outer field. */
function insideOf(
  { set, remove }: { readonly set: BodyChange['set'] | undefined; readonly remove: BodyChange['remove'] | undefined },
  chosen: EachItems,
): BodyChange {
  const inside = innermostProperty(chosen, 'inside');
  if (inside === undefined) return { ...omitUndefined({ set, remove }) };
  const { record, within } = inside;
  const [only = null] = Object.values(set ?? {});
  if (record === undefined) return set === undefined ? {} : { set: within(only) };
  const kept = Object.entries({ ...record, ...set }).filter(([name]) => remove?.includes(name) !== true);
  return { set: within(Object.fromEntries(kept)) };
}

type Parameters = readonly (readonly [string, Value])[];

function bodyOf(
  context: OperationContext,
  good: RequestTemplate,
  { body, form, assertion, correlation }: TemplateChange,
  chosen: EachItems,
): Body | undefined {
  if (body?.nested !== undefined) return { kind: 'text', text: '['.repeat(body.nested) + ']'.repeat(body.nested) };
  const fill = mapOptional(body?.fill, (it) => filled(context, it));
  if (body?.text !== undefined) return { kind: 'text', text: body.text, ...omitUndefined({ fill }) };
  if (fill !== undefined) return good.body?.kind === 'json' ? mergeObjects(good.body, { fill }) : undefined;
  if (body?.json !== undefined) return { kind: 'json', value: resolveTemplateValue(context, body.json, chosen) };
  if (body?.spoilt !== undefined)
    return good.body?.kind === 'json' ? mergeObjects(good.body, { mutation: body.spoilt }) : undefined;
  if (correlation !== undefined && good.body?.kind === 'json')
    return {
      ...good.body,
      value: withCorrelation(context, good.body.value, resolveTemplateValue(context, correlation, chosen)),
    };
  const sent = good.body;
  if (sent?.kind !== 'form' || (form === undefined && assertion === undefined)) return undefined;
  return {
    ...sent,
    ...omitUndefined({
      parameters: mapOptional(form, (it) => parametersOf(context, sent.parameters, it, chosen)),
      written: form?.written,
      assertion: mapOptional(assertion, (it) => assertionTemplate(context, it, chosen)),
    }),
  };
}

/** Body limit if the contract has none: one mebibyte. */
const USUAL_LIMIT = 1_048_576;

function filled(
  { scope: { contracts } }: OperationContext,
  { text, times }: { readonly text: string; readonly times: number | 'past-the-limit' },
): { readonly text: string; readonly times: number } {
  if (times !== 'past-the-limit') return { text, times };
  const { bodyLimit = USUAL_LIMIT } = contracts;
  // A body that is only slightly longer may be within the tolerance of a service.
  return { text, times: bodyLimit === 'untried' ? USUAL_LIMIT : Math.ceil((bodyLimit * 9) / 8) };
}

/** The body with another correlation id in each item, or without one for null. */
function withCorrelation(context: OperationContext, body: Value, id: Value): Value {
  const member = context.scope.contracts.envelope?.correlation.member;
  const changed = (item: Value): Value =>
    Object.fromEntries(
      Object.entries(item as Readonly<Record<string, Value>>).flatMap(([name, value]) =>
        name !== member ? [[name, value] as const] : id === null ? [] : [[name, id] as const],
      ),
    );
  return Array.isArray(body) ? (body as readonly Value[]).map(changed) : changed(body);
}

/** Form parameters: replaced in their place, left out, or repeated at the end. */
function parametersOf(
  context: OperationContext,
  parameters: Parameters,
  { set = {}, remove = [], repeat = [] }: NonNullable<TemplateChange['form']>,
  chosen: EachItems,
): Parameters {
  const replaced = resolveTemplateValue(context, set, chosen) as Readonly<Record<string, Value>>;
  const [without, twice] = [remove, repeat].map((names) => names.map((name) => fillText(name, chosen)));
  const kept = parameters
    .filter(([name]) => without?.includes(name) !== true)
    .map(([name, value]) => [name, replaced[name] ?? value] as const);
  const added = Object.entries(replaced).filter(([name]) => !parameters.some(([known]) => known === name));
  return [...kept, ...added, ...parameters.filter(([name]) => twice?.includes(name) === true)];
}
