/** Statements of a document that a draft does not check. They are listed so that readers do not take them for checked. */
import { isMap, type Json, type JsonMap, ownProperty } from '../model/json.ts';
import type { Check } from '../plan/model.ts';
import type { ApiOperation } from '../openapi/document.ts';
import { type JsonSchema, asList } from '../openapi/references.ts';
import { bareMediaType } from '../model/headers.ts';
import { requestBodyOf, isJsonMediaType } from './operation-bodies.ts';
import { PROVOKED_STATUSES } from './draft-errors.ts';
import { requiredResponseHeaders } from './headers.ts';
import { isAllowedFieldName } from './names.ts';
import { paginationParameters } from './paging.ts';
import { draftParameter } from './queries.ts';
import { propertiesOf, schemaType } from './schemas.ts';
import type { DraftEndpoint, SwitchedOffRows, UncheckedStatement } from './draft-model.ts';
import type { Resource } from './resources.ts';

/** A statement in prose that a contract cannot express. */
export const READ_ONLY_VALUES_IGNORED = 'read-only fields in requests are ignored';

/** One line per statement, with its locations. */
export function uncheckedText(all: readonly UncheckedStatement[], most = Infinity): readonly string[] {
  return [...new Set(all.map(({ what }) => what))].map((what) => {
    const names = [...new Set(all.flatMap((one) => (one.what === what ? [one.where] : [])))];
    const more = names.length > most ? ` and ${names.length - most} more` : '';
    return `${what}: ${names.slice(0, most).join(', ')}${more}`;
  });
}

export interface EndpointDescription {
  readonly members: Readonly<Record<string, JsonSchema>>;
  readonly operations: readonly ApiOperation[];
  /** Operations that change some fields of a record. */
  readonly updates: readonly ApiOperation[];
  /** Descriptions of the whole API, of the request schema and of the response schema. */
  readonly words: readonly (Json | undefined)[];
}

export function uncheckedStatements(
  fields: Readonly<Record<string, JsonMap>>,
  { members, operations, updates, words }: EndpointDescription,
): readonly UncheckedStatement[] {
  const named = Object.entries(fields);
  const isUniqueSomewhere = named.some(([, { unique }]) => unique === true);
  const isIgnored = words.some((text) => READ_ONLY_IGNORED.test(String(text)));
  return [
    ...Object.keys(members).flatMap((where) =>
      isAllowedFieldName(where)
        ? []
        : [{ what: 'field with a name that a contract cannot have', where: JSON.stringify(where) }],
    ),
    ...named.flatMap(([name, field]) => lostKeywords(ownProperty(members, name) ?? {}, field, name)),
    ...named.flatMap(([where, { readOnly }]) =>
      readOnly === true && (isIgnored || SAYS_IGNORED.test(String(members[where]?.['description'])))
        ? [{ what: READ_ONLY_VALUES_IGNORED, where }]
        : [],
    ),
    ...operations.flatMap(parametersOf),
    ...updates.flatMap((operation) => requiredInUpdate(operation, fields)),
    ...operations.flatMap(otherMedia),
    ...operations.flatMap(answersOf).filter(({ what }) => what !== ANSWERS_409 || !isUniqueSomewhere),
  ];
}

/** Provoked by test cases if the endpoint has a unique field. */
const ANSWERS_409 = 'status 409';

/** Values of output-only fields are ignored, not rejected (AIP-203). */
const SAYS_IGNORED = /\bignor|\boutput[- ]only\b/i;

const READ_ONLY_IGNORED = /\bread[- ]?only\b[^.]*\bignor|\bignor[^.]*\bread[- ]?only\b/i;

/** Schema keywords that restrict or default a value. */
const KEYWORDS = [
  'default',
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'not',
] as const;

/** Values of keywords that describe storage or display and do not restrict the value. */
const UNRESTRICTIVE_VALUES: ReadonlySet<unknown> = new Set(['int32', 'int64', 'float', 'double', 'password', false]);
const SIZES: ReadonlySet<string> = new Set(['minLength', 'minItems', 'minProperties']);

function lostKeywords(schema: JsonSchema, field: JsonMap, where: string): readonly UncheckedStatement[] {
  const lost: UncheckedStatement[] = KEYWORDS.flatMap((what) => (isLost(what, schema, field) ? [{ what, where }] : []));
  const { type, of: entry, fields } = field;
  if (type === 'json')
    return NESTING_KEYWORDS.some((word) => schema[word] !== undefined) || isMap(schema['additionalProperties'])
      ? [...lost, { what: 'nested schema', where }]
      : lost;
  const items = isMap(schema['items']) ? schema['items'] : {};
  const [inside, holder] = type === 'object' ? [schema, where] : [items, `${where}[]`];
  if (isMap(entry)) return [...lost, ...lostKeywords(items, entry, `${where}[]`)];
  return isMap(fields)
    ? [
        ...lost,
        ...Object.entries(propertiesOf(inside)).flatMap(([name, inner]) => {
          const nestedField = ownProperty(fields, name);
          return isMap(nestedField) ? lostKeywords(inner, nestedField, `${holder}.${name}`) : [];
        }),
      ]
    : lost;
}

const NESTING_KEYWORDS = ['properties', 'items', 'prefixItems', 'oneOf', 'anyOf', 'patternProperties'] as const;

function isLost(word: (typeof KEYWORDS)[number], schema: JsonSchema, field: JsonMap): boolean {
  const value = schema[word];
  if (value === undefined || field[word] !== undefined || (word !== 'default' && UNRESTRICTIVE_VALUES.has(value)))
    return false;
  if (value === 0 && SIZES.has(word)) return false;
  // Exclusive bounds of integers become inclusive ones.
  if (field['type'] === 'integer' && word.startsWith('exclusive')) return false;
  // Code lists are unique by definition, and code values need no other limit.
  if (word === 'uniqueItems') return field['type'] !== 'codes';
  if (field['values'] !== undefined) return ['default', 'minItems', 'maxItems'].includes(word);
  return word !== 'format' || (field['pattern'] === undefined && !FORMAT_TYPES.has(String(field['type'])));
}

/** Field types that correspond to string formats. */
const FORMAT_TYPES: ReadonlySet<string> = new Set(['date', 'uri', 'email']);

function parametersOf(operation: ApiOperation): readonly UncheckedStatement[] {
  const { method, path, parameters } = operation;
  const paging = paginationParameters(operation);
  return parameters.flatMap((parameter) => {
    const isSent = parameter.in === 'query' && !paging.has(parameter.name);
    const draft = isSent ? draftParameter(parameter) : undefined;
    if (draft === undefined) return [];
    // Default values of parameters are in the contract, but no check verifies them.
    const { default: _usual, ...checked } = draft;
    const { schema } = parameter;
    const items = schemaType(schema) === 'array' && isMap(schema['items']) ? schema['items'] : {};
    return [schema, items].flatMap((one) => lostKeywords(one, checked, `${parameter.name} of ${method} ${path}`));
  });
}

/** Rules that verify the effect of a query parameter, not only its acceptance. */
const QUERY_RULES: ReadonlySet<string> = new Set(['query.filtered', 'query.narrowed', 'query.several', 'query.sorted']);

/** Query parameters that are sent although no planned check verifies their effect. */
export function unverifiedQueries(
  { name: endpoint, operations }: { readonly name: string; readonly operations: Readonly<Record<string, JsonMap>> },
  checks: readonly Pick<Check, 'endpoint' | 'operation' | 'rule' | 'member'>[],
): readonly UncheckedStatement[] {
  const ownChecks = checks.filter((check) => check.endpoint === endpoint && QUERY_RULES.has(check.rule));
  return Object.entries(operations).flatMap(([operation, { method, path, query, response }]) =>
    Object.entries(isMap(query) ? query : {})
      // Required parameters of single operations are excluded: they have no effect of their own.
      .filter(([, parameter]) => response === 'list' || (parameter as JsonMap)['required'] !== true)
      .map(([name]) => name)
      .filter((name) => !ownChecks.some((check) => check.operation === operation && check.member?.[0] === name))
      .map((name) => ({
        what: 'effect of a query parameter',
        where: `${name} of ${String(method)} ${String(path)}`,
      })),
  );
}

/** Required properties of an update request, which changes each field separately. */
function requiredInUpdate(
  operation: ApiOperation,
  fields: Readonly<Record<string, JsonMap>>,
): readonly UncheckedStatement[] {
  return asList(requestBodyOf(operation)?.schema?.['required'])
    .filter((name) => fields[String(name)]?.['readOnly'] !== true)
    .map((name) => ({
      what: 'fields required in an update',
      where: `${String(name)} of ${operation.method} ${operation.path}`,
    }));
}

/** Media types besides the one that requests send or accept. */
function otherMedia({ method, path, requestBody, responses }: ApiOperation): readonly UncheckedStatement[] {
  const answers = Object.entries(responses).flatMap(([status, { content }]) =>
    status.startsWith('2') ? [content] : [],
  );
  const of = (what: string, contents: readonly object[]): readonly UncheckedStatement[] => {
    const types = [...new Set(contents.flatMap((content) => Object.keys(content)).map(bareMediaType))];
    const [used] = [...types.filter(isJsonMediaType), ...types];
    return types.filter((type) => type !== used).map((type) => ({ what, where: `${type} of ${method} ${path}` }));
  };
  return [...of('other request media type', [requestBody?.content ?? {}]), ...of('other response media type', answers)];
}

/** Error statuses that no test case provokes, and headers that only some responses have. */
function answersOf({ method, path, responses }: ApiOperation): readonly UncheckedStatement[] {
  const where = `${method} ${path}`;
  return Object.entries(responses).flatMap(([status, response]) => {
    const isSuccess = status.startsWith('2');
    const required = isSuccess ? requiredResponseHeaders(responses) : {};
    return [
      ...(/^4\d\d$/.test(status) && !PROVOKED_STATUSES.has(Number(status))
        ? [{ what: `status ${status}`, where }]
        : []),
      ...Object.keys(response.demanded ?? {})
        .filter((name) => !Object.hasOwn(required, name))
        .map((name) => ({ what: `header ${name}`, where: `${status} of ${where}` })),
    ];
  });
}

export function switchedOffRows(all: readonly Resource[], endpoints: readonly DraftEndpoint[]): SwitchedOffRows {
  const updates = all.flatMap(({ actions }) => actions.filter(({ kind }) => kind === 'update'));
  const isMerged = updates.some(({ operation }) => requestBodyOf(operation)?.media === 'application/merge-patch+json');
  const documentsNull = endpoints.some(({ fields }) => Object.values(fields).some(({ nullable }) => nullable === true));
  const isIgnored = endpoints.some(({ unchecked }) => unchecked.some(({ what }) => what === READ_ONLY_VALUES_IGNORED));
  return {
    ...(isIgnored
      ? {
          'input.read-only': 'By the document, read-only fields in requests are ignored, not rejected.',
        }
      : {}),
    // Null clears a field in a merge patch (RFC 7396 §1). If only some fields are nullable, the others may reject null.
    ...(updates.length > 0 && (!isMerged || documentsNull)
      ? Object.fromEntries(CLEARING.map((row) => [row, isMerged ? NULL_PARTLY_DOCUMENTED : NULL_NOT_DOCUMENTED]))
      : {}),
  };
}

const CLEARING = [
  'lifecycle.update-clear',
  'lifecycle.list-cleared',
  'lifecycle.update-kept',
  'lifecycle.clear-each',
] as const;

const NULL_PARTLY_DOCUMENTED = 'The document declares nullable fields, but not that null clears other fields.';
const NULL_NOT_DOCUMENTED = 'The document declares no field that null clears.';
