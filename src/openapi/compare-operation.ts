/** Compares one operation of a contract with the published one: access, parameters, bodies and statuses. */
import { bareMediaType } from '../model/headers.ts';
import type { ApiBody, ApiOperation, ApiParameter, ApiResponse } from './document.ts';
import { compareSchemas } from './compare-schema.ts';
import type { DriftRuleId } from './drift-rules.ts';
import type { ContractFacet } from './fact-sources.ts';
import type { JsonSchema } from './references.ts';
import { schemaDifference, type SchemaDifference } from './schema-form.ts';

export interface OperationDifference extends SchemaDifference {
  /** `request`, `response 200` or `query parameter x-page`; empty for the operation as a whole. */
  readonly part: string;
}

function difference(
  rule: DriftRuleId,
  part: string,
  facet: ContractFacet,
  wanted?: string,
  found?: string,
): OperationDifference {
  return { part, ...schemaDifference(rule, [], facet, wanted, found) };
}

export function compareOperations(wanted: ApiOperation, found: ApiOperation): readonly OperationDifference[] {
  return [
    ...compareAccess(wanted, found),
    ...compareParameters(wanted, found),
    ...compareBodies(wanted.requestBody, found.requestBody),
    ...compareResponses(wanted, found),
  ];
}

function compareAccess(wanted: ApiOperation, found: ApiOperation): readonly OperationDifference[] {
  const carriers = wanted.schemes?.map((scheme) => scheme.carrier) ?? [];
  // Some documents declare the token as an ordinary header parameter.
  const asHeader = found.parameters.some(
    (parameter) => parameter.required && carriers.includes(`${parameter.in} ${parameter.name.toLowerCase()}`),
  );
  if (wanted.secured && !found.secured)
    return asHeader ? [] : [difference('security-missing', '', 'access', schemeWords(wanted))];
  if (!wanted.secured && found.secured)
    return [difference('security-extra', '', 'access', undefined, schemeWords(found))];
  if (!wanted.secured) return [];
  const isMet = (wanted.schemes ?? []).every((scheme) =>
    (found.schemes ?? []).some(
      (other) => other.carrier === scheme.carrier && (other.scheme ?? '') === (scheme.scheme ?? ''),
    ),
  );
  return isMet || asHeader
    ? []
    : [difference('security-scheme', '', 'access', schemeWords(wanted), schemeWords(found))];
}

function schemeWords({ schemes = [] }: ApiOperation): string {
  return schemes
    .map(({ type, carrier, scheme }) =>
      [...(carrier === undefined ? [type] : [carrier]), ...(scheme === undefined ? [] : [scheme])].join(' '),
    )
    .join(' or ');
}

/** Header parameters that OpenAPI declares elsewhere or that HTTP defines. */
const PARAMETERS_OF_HTTP: ReadonlySet<string> = new Set([
  'accept',
  'content-type',
  'authorization',
  'accept-language',
  'accept-encoding',
  'user-agent',
  'if-match',
  'if-none-match',
]);

function compareParameters(wanted: ApiOperation, found: ApiOperation): readonly OperationDifference[] {
  const carriers = [...(wanted.schemes ?? []), ...(found.schemes ?? [])].map(({ carrier }) => carrier);
  const isCompared = (parameter: ApiParameter): boolean =>
    parameter.in !== 'path' &&
    !(parameter.in === 'header' && PARAMETERS_OF_HTTP.has(parameter.name.toLowerCase())) &&
    !carriers.includes(keyOf(parameter));
  const [wantedParameters, foundParameters] = [
    wanted.parameters.filter(isCompared),
    found.parameters.filter(isCompared),
  ];
  return [
    ...wantedParameters.flatMap((parameter) =>
      compareParameter(
        parameter,
        foundParameters.find((other) => keyOf(other) === keyOf(parameter)),
      ),
    ),
    ...foundParameters
      .filter((parameter) => !wantedParameters.some((other) => keyOf(other) === keyOf(parameter)))
      .map((parameter) =>
        difference(parameter.required ? 'parameter-demanded' : 'parameter-extra', partOf(parameter), 'page'),
      ),
    ...pathParameterDifferences(wanted, found),
  ];
}

/** Header names are case-insensitive; names of other parameters are not. */
function keyOf({ in: place, name }: ApiParameter): string {
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`;
}

function partOf({ in: place, name }: ApiParameter): string {
  return `${place} parameter ${name}`;
}

function compareParameter(wanted: ApiParameter, found: ApiParameter | undefined): readonly OperationDifference[] {
  if (found === undefined)
    return [difference(wanted.required ? 'parameter-optional' : 'parameter-missing', partOf(wanted), 'page')];
  if (wanted.required && !found.required) return [difference('parameter-optional', partOf(wanted), 'page')];
  if (!wanted.required && found.required) return [difference('parameter-demanded', partOf(wanted), 'page')];
  return compareTexts(partOf(wanted), wanted.schema, found.schema);
}

/** Path parameters are compared by position; their names are irrelevant. */
function pathParameterDifferences(wanted: ApiOperation, found: ApiOperation): readonly OperationDifference[] {
  const names = (path: string): readonly string[] => [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
  const [wantedNames, foundNames] = [names(wanted.path), names(found.path).slice(-names(wanted.path).length)];
  const schemaOf = (operation: ApiOperation, name: string | undefined): JsonSchema =>
    operation.parameters.find((p) => p.in === 'path' && p.name === name)?.schema ?? {};
  return wantedNames.flatMap((name, index) =>
    compareTexts(`path parameter ${name}`, schemaOf(wanted, name), schemaOf(found, foundNames[index])),
  );
}

/** Values in a path, query or header are text, so a number in one document may be a string in the other. */
function compareTexts(part: string, wanted: JsonSchema, found: JsonSchema): readonly OperationDifference[] {
  const [type, other] = [wanted['type'], found['type']];
  if (type !== other && (type === 'string' || other === 'string' || Array.isArray(type) || Array.isArray(other)))
    return [];
  return withPart(part, compareSchemas(wanted, found, 'request')).filter(
    ({ rule }) => rule !== 'undescribed' && rule !== 'described',
  );
}

function withPart(part: string, differences: readonly SchemaDifference[]): readonly OperationDifference[] {
  return differences.map((difference) => ({ ...difference, part }));
}

function compareBodies(wanted: ApiBody | undefined, found: ApiBody | undefined): readonly OperationDifference[] {
  const [media, others] = [Object.keys(wanted?.content ?? {}), Object.keys(found?.content ?? {})];
  if (wanted === undefined)
    return found === undefined || others.length === 0
      ? []
      : [difference('request-body-extra', 'request', 'form', undefined, others.join(', '))];
  if (found === undefined) return [difference('request-body-missing', 'request', 'form', media.join(', '))];
  const type = media[0] ?? '';
  const matching = others.filter((other) => covers(other, type));
  const extra = others.filter((other) => !covers(other, type));
  const schema = found.content[matching[0] ?? ''];
  return [
    ...(matching.length === 0
      ? [difference('request-media', 'request', 'media', type, others.join(', ') || 'none')]
      : []),
    ...(matching.length > 0 && extra.length > 0
      ? [difference('request-media-extra', 'request', 'media', type, extra.join(', '))]
      : []),
    ...(wanted.required && !found.required && matching.length > 0
      ? [difference('request-body-optional', 'request', 'form')]
      : []),
    ...(schema === undefined ? [] : withPart('request', compareSchemas(wanted.content[type] ?? {}, schema, 'request'))),
  ];
}

/** Whether a published media type or range includes the type of the contract. Parameters such as `charset` are ignored. */
function covers(published: string, type: string): boolean {
  const bare = bareMediaType(published);
  return bare === type || bare === '*/*' || (bare.endsWith('/*') && type.startsWith(bare.slice(0, -1)));
}

function compareResponses(wanted: ApiOperation, found: ApiOperation): readonly OperationDifference[] {
  const [wantedStatuses, published] = [Object.keys(wanted.responses), Object.keys(found.responses)];
  const isSuccess = (status: string): boolean => status.startsWith('2');
  const successes = wantedStatuses.filter(isSuccess);
  const met = successes.filter((status) => publishedFor(found, status) !== undefined);
  const extra = published.filter((status) => !wantedStatuses.some((one) => matches(status, one)));
  return [
    ...(successes.length > 0 && met.length === 0
      ? [
          difference(
            'success-missing',
            'response',
            'status',
            successes.join(', '),
            published.filter(isSuccess).join(', ') || 'none',
          ),
        ]
      : successes
          .filter((status) => !met.includes(status))
          .map((status) => difference('status-missing', `response ${status}`, 'status'))),
    ...wantedStatuses
      .filter((status) => !isSuccess(status) && publishedFor(found, status) === undefined)
      .map((status) => difference('status-missing', `response ${status}`, 'status')),
    ...extra
      .filter((status) => status !== 'default' && !/XX$/i.test(status))
      .map((status) =>
        difference(isSuccess(status) ? 'success-extra' : 'status-extra', `response ${status}`, 'status'),
      ),
    ...wantedStatuses.flatMap((status) => {
      const [one, other] = [wanted.responses[status], publishedFor(found, status)];
      return one === undefined || other === undefined
        ? []
        : [
            ...compareContent(`response ${status}`, one, other, isSuccess(status) ? 'answer' : 'error'),
            ...compareHeaders(`response ${status}`, one, other),
          ];
    }),
  ];
}

/** The response for the status, else for its range (`4XX`), else `default`. */
function publishedFor(operation: ApiOperation, status: string): ApiResponse | undefined {
  const range = Object.keys(operation.responses).find((one) => one.toUpperCase() === `${status.charAt(0)}XX`);
  return (
    operation.responses[status] ??
    (range === undefined ? undefined : operation.responses[range]) ??
    operation.responses['default']
  );
}

function matches(published: string, status: string): boolean {
  return published === status || published.toUpperCase() === `${status.charAt(0)}XX`;
}

/** Contracts have one media type for all responses. Errors may also use this type (RFC 9457): no check rejects it. */
const PROBLEM = 'application/problem+json';

function compareContent(
  part: string,
  wanted: ApiResponse,
  found: ApiResponse,
  facet: ContractFacet,
): readonly OperationDifference[] {
  const [type] = Object.keys(wanted.content);
  const others = Object.keys(found.content);
  // Error responses without a described body may have one.
  if (type === undefined)
    return others.length === 0 || facet === 'error'
      ? []
      : [difference('response-body-extra', part, facet, undefined, others.join(', '))];
  if (others.length === 0) return [difference('response-body-missing', part, facet, type)];
  const matching =
    others.find((other) => covers(other, type)) ??
    (facet === 'error' ? others.find((other) => covers(other, PROBLEM)) : undefined);
  if (matching === undefined) return [difference('response-media', part, facet, type, others.join(', '))];
  return withPart(part, compareSchemas(wanted.content[type] ?? {}, found.content[matching] ?? {}, 'response')).map(
    (one) => (facet === 'error' ? { ...one, facet } : one),
  );
}

/** Response headers that HTTP defines; they are not compared. */
const HEADERS_OF_HTTP: ReadonlySet<string> = new Set([
  'location',
  'retry-after',
  'www-authenticate',
  'allow',
  'cache-control',
  'content-type',
  'content-length',
  'content-location',
  'date',
  'etag',
  'expires',
  'last-modified',
  'vary',
  'link',
]);

function compareHeaders(part: string, wanted: ApiResponse, found: ApiResponse): readonly OperationDifference[] {
  const [known, published] = [wanted.headers, found.headers].map((names) => names.map((name) => name.toLowerCase()));
  return [
    ...(known ?? [])
      .filter((name) => published?.includes(name) !== true)
      .map((name) => difference('header-missing', `${part} header ${name}`, 'page')),
    ...(published ?? [])
      .filter((name) => known?.includes(name) !== true && !HEADERS_OF_HTTP.has(name))
      .map((name) => difference('header-extra', `${part} header ${name}`, 'page')),
  ];
}
