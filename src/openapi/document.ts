/**
 * Parses an OpenAPI 3.0 or 3.1 document into the parts that contracts use. References are resolved, `allOf` is merged, and 3.0 keywords are
 * converted to JSON Schema 2020-12.
 */
import { omitUndefined, mapOptional } from '../model/objects.ts';
import { isFieldName } from '../model/headers.ts';
import { toOpenApi3 } from '../model/openapi.ts';
import { isMap, type Json, type JsonMap } from '../model/json.ts';
import { BadInput } from '../errors.ts';
import type { ServerVariable } from '../load/model.ts';
import { notYamlProblem, ProblemList } from '../load/problem-list.ts';
import { YamlDocument } from '../load/yaml-document.ts';
import { type JsonSchema, asList, type ReferenceResolver, createResolver, asText } from './references.ts';

export interface ApiParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  /** Documented example value. */
  readonly example?: Json;
  /** Whether list values are joined by a separator other than a comma. */
  readonly isJoined?: true;
  /** Whether list values are joined by commas. */
  readonly explode?: false;
}

export interface ApiBody {
  readonly required: boolean;
  /** Schema by media type. */
  readonly content: Readonly<Record<string, JsonSchema>>;
}

export interface ApiResponse {
  readonly description?: string;
  readonly content: Readonly<Record<string, JsonSchema>>;
  /** Names of declared headers. */
  readonly headers: readonly string[];
  /** Required headers with their schemas. */
  readonly demanded?: Readonly<Record<string, JsonSchema>>;
}

export interface ApiOperation {
  readonly method: string;
  readonly path: string;
  /** The path as written, if it ends with a slash that `path` does not have: set by a draft. */
  readonly writtenPath?: string;
  /** Server URL of the operation, if it differs from those of the document. */
  readonly server?: string;
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags: readonly string[];
  /** Parameters of the operation and of its path item. */
  readonly parameters: readonly ApiParameter[];
  readonly requestBody?: ApiBody;
  /** Responses by status; `4XX` and `default` are kept as written. */
  readonly responses: Readonly<Record<string, ApiResponse>>;
  /** Whether every alternative requires a security scheme. */
  readonly secured: boolean;
  /** Schemes in any of the alternatives; absent if the document specifies no security. */
  readonly schemes?: readonly ApiScheme[];
}

export interface ApiScheme {
  readonly name: string;
  /** `apiKey`, `http`, `oauth2` or `openIdConnect`; empty if the document has no type. */
  readonly type: string;
  /** Location of the token, such as `header authorization` or `query token`; undefined if the request contains none. */
  readonly carrier?: string;
  /** Lower-case HTTP authentication scheme. */
  readonly scheme?: string;
  /** Location and name of an API key. */
  readonly place?: 'header' | 'query' | 'cookie';
  readonly parameter?: string;
  /** Token URL and scopes of the OAuth 2 client credentials flow. */
  readonly client?: { readonly tokenUrl: string; readonly scopes: readonly string[] };
}

export interface ApiDocument {
  readonly title: string;
  readonly description?: string;
  /** Version of the API. */
  readonly version: string;
  /** Server URLs. */
  readonly servers: readonly string[];
  /** Declared schemes, including unused ones. */
  readonly schemes: readonly ApiScheme[];
  /** Name of the first `mutualTLS` scheme. It belongs to the connection and not to a request. */
  readonly certificate?: string;
  /** Variables of the server URLs. */
  readonly variables: Readonly<Record<string, ServerVariable>>;
  readonly operations: readonly ApiOperation[];
  /** Addresses that it refers to. They are not read. */
  readonly unread: readonly string[];
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/**
 * Parses a document. Throws `BadInput` with the position if it is not an OpenAPI 3 document. `file` is the name in messages; `isOurs`
 * allows messages to quote the content.
 */
export function parseApiDocument(text: string, file: string, isOurs = true): ApiDocument {
  const written = dataOf(text, file, isOurs);
  const hint = 'Give an OpenAPI 3.0, OpenAPI 3.1 or Swagger 2.0 document, as JSON or YAML.';
  if (!isMap(written)) throw BadInput.of('openapi-foreign', 'not an OpenAPI document', { file, hint });
  const data = toOpenApi3(written);
  if (data === undefined)
    throw written['swagger'] === '2.0'
      ? BadInput.of('openapi-foreign', 'the Swagger document cannot be converted', { file, hint })
      : BadInput.of('openapi-version', `Swagger ${versionOf(written['swagger']) ?? ''} is not supported`, {
          file,
          hint,
        });
  const version = versionOf(data['openapi']);
  if (version === undefined || !/^3\.[01](\.|$)/.test(version))
    throw BadInput.of(
      'openapi-version',
      version === undefined ? 'the document has no "openapi" version' : `OpenAPI ${version} is not supported`,
      { file, hint },
    );
  const { paths } = data;
  if (!isMap(paths)) throw BadInput.of('openapi-foreign', 'the document has no paths', { file, hint });
  const resolve = createResolver(data, file, text);
  const info = isMap(data['info']) ? data['info'] : {};
  const components = resolve.object(data['components']);
  const schemes = resolve.object(components['securitySchemes']);
  const certificates = Object.keys(schemes).filter((name) => resolve.object(schemes[name])['type'] === 'mutualTLS');
  const access: Access = {
    security: data['security'],
    schemes,
    certificates,
    servers: serversOf(data['servers']),
    resolve,
  };
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    operationsOf(path, resolve.object(item), resolve, access),
  );
  return {
    title: asText(info['title']) ?? '',
    ...omitUndefined({ description: asText(info['description']) }),
    version: writtenVersion(info['version'], text),
    servers: access.servers,
    schemes: schemesOf(
      Object.keys(schemes).filter((name) => !certificates.includes(name)),
      access,
    ),
    ...omitUndefined({ certificate: certificates[0] }),
    variables: variablesOf(data['servers']),
    operations,
    unread: [...resolve.unread],
  };
}

/** Server variables with their values as strings; YAML numbers are converted. */
function variablesOf(servers: Json | undefined): ApiDocument['variables'] {
  const texts = (value: Json | undefined): readonly string[] =>
    asList(value).flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [String(one)] : []));
  const written = asList(servers).flatMap((server) =>
    isMap(server) && isMap(server['variables']) ? Object.entries(server['variables']) : [],
  );
  return Object.fromEntries(
    written.flatMap(([name, variable]) => {
      if (!isMap(variable)) return [];
      const [values, [defaultValue]] = [texts(variable['enum']), texts([variable['default'] ?? null])];
      return [
        [name, omitUndefined({ values: values.length === 0 ? undefined : values, default: defaultValue })] as const,
      ];
    }),
  );
}

/** JSON is parsed with `JSON.parse`, which is fast for large documents; other texts are parsed as YAML with positions. */
function dataOf(text: string, file: string, isOurs: boolean): Json | undefined {
  if (/^\s*\{/.test(text)) {
    try {
      const data = JSON.parse(text) as Json;
      if (isFinite(data)) return data;
    } catch {}
    // The YAML parser reports the position of the error.
  }
  const problems = new ProblemList();
  const document = new YamlDocument(file, text, problems);
  const broken = problems.sorted().filter(({ code }) => !HARMLESS.has(code));
  if (broken.length > 0) throw new BadInput(isOurs ? broken : [notYamlProblem(broken)]);
  return document.data;
}

/** Whether all numbers are finite: `1e400` exceeds the number range. */
function isFinite(value: Json): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value as JsonMap).every(isFinite);
}

/** Style problems that are errors only in project files: unsafe integers, tags, merge keys. */
const HARMLESS: ReadonlySet<string> = new Set(['yaml-number', 'yaml-tag', 'yaml-directive', 'yaml-merge-key']);

/** An unquoted version is a number in YAML. */
function versionOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}

/** The version as written: YAML reads an unquoted 3.10 as the number 3.1. */
function writtenVersion(value: Json | undefined, text: string): string {
  if (typeof value !== 'number') return asText(value) ?? '';
  const written = [...text.matchAll(/\bversion["']?\s*:\s*([\d.]+)/g)].map(([, digits = '']) => digits);
  return written.find((digits) => Number(digits) === value) ?? String(value);
}

interface Access {
  /** Default security requirements of operations. */
  readonly security: Json | undefined;
  readonly schemes: JsonMap;
  /** Names of the mutual TLS schemes. */
  readonly certificates: readonly string[];
  readonly servers: readonly string[];
  readonly resolve: ReferenceResolver;
}

function operationsOf(
  path: string,
  item: JsonMap,
  resolve: ReferenceResolver,
  access: Access,
): readonly ApiOperation[] {
  const shared = parametersOf(item['parameters'], resolve);
  return METHODS.flatMap((method) => {
    const operation = item[method];
    if (!isMap(operation)) return [];
    const ownParameters = parametersOf(operation['parameters'], resolve);
    const security = mapOptional(operation['security'] ?? access.security, (requirements) =>
      requestSecurity(requirements, access),
    );
    const body = resolve.object(operation['requestBody']);
    return [
      {
        method: method.toUpperCase(),
        path,
        ...omitUndefined({
          server: differentServer(serversOf(operation['servers'] ?? item['servers']), access.servers),
          operationId: asText(operation['operationId']),
          summary: asText(operation['summary']),
          requestBody: mapOptional(operation['requestBody'], () => requestBodyOf(body, resolve)),
          schemes: mapOptional(security, (said) => schemesOf(namesIn(said), access)),
        }),
        tags: asList(operation['tags']).flatMap((tag) => asText(tag) ?? []),
        parameters: [
          ...shared.filter((p) => !ownParameters.some((o) => o.name === p.name && o.in === p.in)),
          ...ownParameters,
        ],
        responses: Object.fromEntries(
          Object.entries(resolve.object(operation['responses'])).map(([status, response]) => [
            status,
            responseOf(resolve.object(response), resolve),
          ]),
        ),
        secured: isSecured(security),
      },
    ];
  });
}

/** A body without `required` is optional in OpenAPI. It is treated as required if its schema has required properties. */
function requestBodyOf({ required, content: written }: JsonMap, resolve: ReferenceResolver): ApiBody {
  const content = contentOf(written, resolve);
  return {
    required: required === true || (required === undefined && Object.values(content).some(hasRequiredProperties)),
    content,
  };
}

function hasRequiredProperties({ required, properties }: JsonSchema): boolean {
  const known = isMap(properties) ? properties : {};
  return asList(required).some((name) => {
    const member = known[String(name)];
    return !isMap(member) || member['readOnly'] !== true;
  });
}

function serversOf(servers: Json | undefined): readonly string[] {
  return asList(servers).flatMap((server) => (isMap(server) ? (asText(server['url']) ?? []) : []));
}

/** Many documents repeat the server URL of the document for each path. */
function differentServer([first, ...more]: readonly string[], usual: readonly string[]): string | undefined {
  return usual.length === 0 || [first, ...more].some((url) => url === undefined || usual.includes(url))
    ? undefined
    : first;
}

function parametersOf(value: Json | undefined, resolve: ReferenceResolver): readonly ApiParameter[] {
  return asList(value).flatMap((one) => {
    const parameter = resolve.object(one);
    const [name, place] = [asText(parameter['name']), asText(parameter['in'])];
    // A name that no request can carry.
    if (name === undefined || name === '' || place === undefined || (place === 'header' && !isFieldName(name)))
      return [];
    return [
      {
        name,
        in: place,
        required: parameter['required'] === true || place === 'path',
        schema: resolve.schema(parameter['schema']),
        ...omitUndefined({
          example: exampleOf(parameter, resolve),
          isJoined: isJoinedList(parameter) ? true : undefined,
          explode: parameter['explode'] === false ? false : undefined,
        }),
      },
    ];
  });
}

function exampleOf(parameter: JsonMap, resolve: ReferenceResolver): Json | undefined {
  if (parameter['example'] !== undefined) return parameter['example'];
  const [first] = Object.values(resolve.object(parameter['examples']));
  return first === undefined ? undefined : resolve.object(first)['value'];
}

/** The default style of a query list repeats the parameter for each value. */
function isJoinedList({ style }: JsonMap): boolean {
  return style !== undefined && style !== 'form' && style !== 'simple';
}

function responseOf(response: JsonMap, resolve: ReferenceResolver): ApiResponse {
  const headers = resolve.object(response['headers']);
  const demanded = Object.entries(headers).flatMap(([name, written]) => {
    const { required, schema } = resolve.object(written);
    // OpenAPI ignores a response header named Content-Type.
    return required === true && name.toLowerCase() !== 'content-type' ? [[name, resolve.schema(schema)] as const] : [];
  });
  return {
    ...omitUndefined({ description: asText(response['description']) }),
    content: contentOf(response['content'], resolve),
    headers: Object.keys(headers),
    ...(demanded.length === 0 ? {} : { demanded: Object.fromEntries(demanded) }),
  };
}

function contentOf(value: Json | undefined, resolve: ReferenceResolver): Readonly<Record<string, JsonSchema>> {
  if (!isMap(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([type, media]) => [type, resolve.schema(resolve.object(media)['schema'])]),
  );
}

/** Security requirements without mutual TLS, which belongs to the connection. */
function requestSecurity(security: Json, { certificates }: Access): Json {
  if (certificates.length === 0) return security;
  return asList(security).map((one) =>
    isMap(one) ? Object.fromEntries(Object.entries(one).filter(([name]) => !certificates.includes(name))) : one,
  );
}

/** An empty requirement in the list makes security optional. */
function isSecured(value: Json | undefined): boolean {
  const list = asList(value);
  return list.length > 0 && list.every((one) => isMap(one) && Object.keys(one).length > 0);
}

function namesIn(security: Json): readonly string[] {
  return [...new Set(asList(security).flatMap((one) => (isMap(one) ? Object.keys(one) : [])))];
}

function schemesOf(names: readonly string[], { schemes, resolve }: Access): readonly ApiScheme[] {
  return names.map((name) => {
    const scheme = resolve.object(schemes[name]);
    const type = asText(scheme['type']) ?? '';
    const httpScheme =
      type === 'http'
        ? asText(scheme['scheme'])?.toLowerCase()
        : type === 'oauth2' || type === 'openIdConnect'
          ? 'bearer'
          : undefined;
    return {
      name,
      type,
      ...(type === 'apiKey' ? keyOf(scheme) : {}),
      ...omitUndefined({
        carrier: carrierOf(type, scheme),
        scheme: httpScheme,
        client: type === 'oauth2' ? clientOf(resolve.object(scheme['flows']), resolve) : undefined,
      }),
    };
  });
}

const PLACES = ['header', 'query', 'cookie'] as const;

function keyOf(scheme: JsonMap): Pick<ApiScheme, 'place' | 'parameter'> {
  const place = PLACES.find((one) => one === scheme['in']);
  return omitUndefined({ place, parameter: asText(scheme['name']) });
}

function clientOf(flows: JsonMap, resolve: ReferenceResolver): ApiScheme['client'] {
  const flow = resolve.object(flows['clientCredentials']);
  const tokenUrl = asText(flow['tokenUrl']);
  return tokenUrl === undefined
    ? undefined
    : { tokenUrl, scopes: Object.keys(resolve.object(flow['scopes'])).filter(isScope) };
}

/** Syntax of a scope (RFC 6749 §3.3). */
function isScope(text: string): boolean {
  return /^[!#-[\]-~]+$/.test(text);
}

function carrierOf(type: string, scheme: JsonMap): string | undefined {
  if (type === 'apiKey') return `${asText(scheme['in']) ?? 'header'} ${(asText(scheme['name']) ?? '').toLowerCase()}`;
  return ['http', 'oauth2', 'openIdConnect'].includes(type) ? 'header authorization' : undefined;
}
