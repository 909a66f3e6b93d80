/** Exports one version of a contract as an OpenAPI 3.1 document. The output is deterministic. */
import { omitUndefined, mapOptional } from '../model/objects.ts';
import type { Json, JsonMap } from '../model/json.ts';
import type { EndpointContract, Operation } from '../load/model.ts';
import type { Scope } from '../plan/scope.ts';
import { collectOpenQuestions } from '../plan/open-question-uses.ts';
import { collectNamedSchemas, replaceNamedSchemas } from './components.ts';
import { sortedUnique, type ContractFacet, FactSources } from './fact-sources.ts';
import { exportedParameters } from './parameters.ts';
import { requestSchema } from './request-schema.ts';
import { responseMediaType, exportedResponses } from './responses.ts';
import { operationFacets, paginationQuestions, DEFAULT_SCHEME, exportedSchemes } from './security.ts';

const POINTS = 'x-plumbline-open-points';
const REQUIREMENTS = 'x-plumbline-requirements';

export const DOCUMENT_BASES = ['service', 'identity-provider'] as const;
export type DocumentBase = (typeof DOCUMENT_BASES)[number];

/** Exports the operations of one base, since the paths of a document share one server. */
export function exportDocument(scope: Scope, base: DocumentBase = 'service'): JsonMap {
  const grounds = new FactSources(scope);
  const endpoints = scope.endpoints().filter((endpoint) => endpoint.base === base);
  const components = collectNamedSchemas(scope, endpoints);
  const paths: Record<string, Record<string, Json>> = {};
  const points: string[] = [];
  let isSecured = false;
  for (const endpoint of endpoints) {
    for (const operation of scope.operations(endpoint)) {
      const exported = operationOf(scope, endpoint, operation, grounds);
      points.push(...exported.openPoints);
      isSecured ||= needsToken(endpoint, operation);
      const path = addressOf(scope, operation);
      (paths[path] ??= {})[operation.method.toLowerCase()] = replaceNamedSchemas(exported.document, components);
    }
  }
  const server = serverOf(scope, base);
  const used = new Map([...components].map(([name, schema]) => [name, replaceNamedSchemas(schema, components, name)]));
  return {
    openapi: '3.1.0',
    info: {
      title: base === 'service' ? scope.spec.title : `${scope.spec.title}: identity provider`,
      version: scope.version,
      description: `Contract of ${scope.service} ${scope.version}, as tested by Plumbline.`,
    },
    ...omitUndefined({ servers: mapOptional(server, (url) => [serverAs(scope, url)]) }),
    tags: endpoints.map(({ endpoint, title }) => ({ name: endpoint, description: title })),
    paths,
    components: {
      ...(isSecured ? { securitySchemes: exportedSchemes(scope) } : {}),
      schemas: Object.fromEntries([...used].filter(([name]) => isReferred(name, [paths, ...used.values()]))),
    },
    [POINTS]: Object.fromEntries(
      sortedUnique(points).map((id) => [id, { value: scope.answer(id), answered: scope.isAnswered(id) }]),
    ),
  };
}

function needsToken(endpoint: EndpointContract, operation: Operation): boolean {
  return endpoint.base === 'service' && operation.access === 'token' && operation.kind !== 'token';
}

interface ExportedOperation {
  readonly document: JsonMap;
  readonly openPoints: readonly string[];
}

function operationOf(
  scope: Scope,
  endpoint: EndpointContract,
  operation: Operation,
  grounds: FactSources,
): ExportedOperation {
  const body = requestSchema(scope, endpoint, operation);
  const ground = grounds.of(endpoint, operation, operationFacets(body !== undefined));
  const facets: readonly ContractFacet[] =
    body === undefined ? ['answer'] : ['answer', 'required', 'type', 'length', 'pattern', 'format', 'values', 'bounds'];
  const members = scope.fields(endpoint.fields).map((field) => grounds.of(endpoint, operation, facets, field.name));
  const openPoints = sortedUnique([
    ...ground.openPoints,
    ...members.flatMap((one) => one.openPoints),
    ...paginationQuestions(scope, operation),
    ...collectOpenQuestions(() => responseMediaType(scope, endpoint, operation, false)),
  ]);
  const requirements = sortedUnique([...ground.requirements, ...members.flatMap((one) => one.requirements)]);
  const parameters = exportedParameters(scope, endpoint, operation);
  return {
    openPoints,
    document: {
      operationId: `${endpoint.endpoint}.${operation.name}`,
      summary: `${endpoint.title}: ${operation.name.replaceAll('-', ' ')}`,
      tags: [endpoint.endpoint],
      ...(parameters.length === 0 ? {} : { parameters }),
      ...omitUndefined({
        requestBody: mapOptional(body, (value) => ({
          required: operation.bodyOptional !== true,
          content: {
            [requestMediaOf(operation)]: {
              schema: value,
            },
          },
        })),
      }),
      ...omitUndefined({ servers: mapOptional(operation.server, (it) => [serverAs(scope, ownServer(scope, it))]) }),
      responses: exportedResponses(scope, endpoint, operation, body !== undefined),
      security: needsToken(endpoint, operation) ? schemeNames(operation).map((scheme) => ({ [scheme]: [] })) : [],
      ...(openPoints.length === 0 ? {} : { [POINTS]: openPoints }),
      ...(requirements.length === 0 ? {} : { [REQUIREMENTS]: requirements }),
    },
  };
}

/** Alternative security schemes. */
function schemeNames({ security = DEFAULT_SCHEME, orBy = [] }: Operation): readonly string[] {
  return [security, ...orBy];
}

/** Token requests have no path in the contract; the target has their URL. */
function addressOf(scope: Scope, operation: Operation): string {
  if (operation.path !== '') return operation.path;
  const url = tokenUrl(scope);
  return url === undefined ? '/' : url.pathname;
}

function serverOf(scope: Scope, base: DocumentBase): string | undefined {
  if (base === 'identity-provider') return tokenUrl(scope)?.origin;
  const url = scope.settings?.addresses.find(({ spec }) => spec === scope.version)?.baseUrl;
  return url === undefined || asUrl(url) === undefined ? scope.contracts.server : url;
}

/** URL of an additional server. */
function ownServer({ settings, contracts }: Scope, name: string): string {
  return settings?.servers?.[name] ?? contracts.servers?.[name] ?? '';
}

/** Server object of a URL with its variables. OpenAPI requires a default for each variable. */
function serverAs({ contracts: { variables = {} } }: Scope, url: string): Json {
  const used = [...url.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  if (used.length === 0) return { url };
  return {
    url,
    variables: Object.fromEntries(
      used.map((name) => {
        const { values, default: defaultValue } = variables[name] ?? {};
        return [name, { ...omitUndefined({ enum: values }), default: defaultValue ?? values?.[0] ?? name }];
      }),
    ),
  };
}

function tokenUrl(scope: Scope): URL | undefined {
  return asUrl(scope.settings?.identityProvider?.tokenUrl ?? '');
}

/** Returns undefined for an empty URL or one with unresolved variables. */
function asUrl(text: string): URL | undefined {
  return /^https?:\/\/[^$]+$/.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

function isReferred(name: string, places: readonly Json[]): boolean {
  const text = JSON.stringify(places);
  return text.includes(`"#/components/schemas/${name}"`);
}

/** Media type of a request body. */
function requestMediaOf({ kind, request, content, requestMedia = 'application/json' }: Operation): string {
  if (kind === 'token' || request === 'form') return 'application/x-www-form-urlencoded';
  if (request === 'multipart') return 'multipart/form-data';
  return request === 'content' ? (content?.type ?? 'application/octet-stream') : requestMedia;
}
