import { defined } from '../model/objects.ts';
import { closedObject, type Schema } from '../model/schema.ts';
import type { ServiceName } from '../services.ts';

// The parts of an OpenAPI 3.1 document that both services have.

export interface Described {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly open?: boolean;
  readonly summary: string;
  readonly requestBody?: Schema;
  /** Status and schema of the successes; `undefined` for one without a body. */
  readonly successes: readonly { readonly status: number; readonly schema?: Schema; readonly headers?: Schema }[];
  readonly parameters?: readonly Schema[];
  readonly refusals: readonly number[];
}

export interface DocumentOptions {
  readonly service: ServiceName;
  readonly title: string;
  readonly version: string;
  readonly security: Schema;
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly operations: readonly Described[];
  readonly idSchema: Schema;
}

const reasons: Readonly<Record<number, string>> = {
  200: 'Success',
  201: 'Created',
  204: 'Done, no content',
  400: 'Malformed JSON or wrong shape',
  401: 'No valid access token',
  404: 'No such resource',
  406: 'JSON is not acceptable to the client',
  413: 'The body is too long',
  415: 'The body is not JSON',
  422: 'A value is not valid',
  500: 'The service failed',
  503: 'The service is degraded',
};

export function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

export function document({ title, version, security, schemas, operations, idSchema }: DocumentOptions): Schema {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const path = (paths[operation.path] ??= pathItem(operation.path, idSchema));
    path[operation.method.toLowerCase()] = describe(operation);
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    security: [{ accessToken: [] }],
    paths,
    components: { securitySchemes: { accessToken: security }, schemas: { ...sharedSchemas, ...schemas } },
  };
}

function pathItem(path: string, idSchema: Schema): Record<string, unknown> {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  if (names.length === 0) return {};
  return { parameters: names.map((name) => ({ name, in: 'path', required: true, schema: idSchema })) };
}

function describe({ name, summary, open, requestBody, successes, parameters, refusals }: Described): Schema {
  const responses: Record<string, Schema> = {};
  for (const { status, schema, headers } of successes) {
    responses[String(status)] = {
      description: reasons[status] ?? 'Success',
      ...defined({ headers, content: schema && { 'application/json': { schema } } }),
    };
  }
  for (const status of refusals) responses[String(status)] = refusal(status);
  return {
    operationId: name,
    summary,
    ...defined({
      security: open ? [] : undefined,
      parameters: parameters?.length === 0 ? undefined : parameters,
      requestBody: requestBody && { required: true, content: { 'application/json': { schema: requestBody } } },
    }),
    responses,
  };
}

function refusal(status: number): Schema {
  const name = status === 401 ? 'WWW-Authenticate' : status === 503 ? 'Retry-After' : undefined;
  return {
    description: reasons[status] ?? 'Refused',
    ...defined({ headers: name && { [name]: { schema: { type: 'string' } } } }),
    content: { 'application/json': { schema: ref('GatewayErrors') } },
  };
}

const source = {
  type: 'object',
  properties: { pointer: { type: 'string' }, parameter: { type: 'string' }, header: { type: 'string' } },
  additionalProperties: false,
};

const sharedSchemas: Readonly<Record<string, Schema>> = {
  GatewayErrors: closedObject(
    {
      errors: {
        type: 'array',
        minItems: 1,
        items: closedObject({ id: { type: 'string' }, code: { type: 'string' }, detail: { type: 'string' }, source }, [
          'code',
          'detail',
        ]),
      },
    },
    ['errors'],
  ),
  Service: closedObject(
    { api_name: { type: 'string' }, api_version: { type: 'string' }, api_status: { type: 'string' } },
    ['api_name', 'api_version', 'api_status'],
  ),
};

/** `GET /` and `GET /openapi.json`, which every service has. */
export const commonOperations: readonly Described[] = [
  {
    name: 'service.read',
    method: 'GET',
    path: '/',
    summary: 'Name, version and status of the service',
    successes: [{ status: 200, schema: ref('Service') }],
    refusals: [401, 406, 500],
  },
  {
    name: 'definition.read',
    method: 'GET',
    path: '/openapi.json',
    open: true,
    summary: 'This definition',
    successes: [{ status: 200, schema: { type: 'object' } }],
    refusals: [406, 500],
  },
];

export const readRefusals = [401, 404, 406, 500];
export const writeRefusals = [400, 401, 404, 406, 413, 415, 500, 503];
export const deleteRefusals = [401, 404, 406, 500, 503];
