/** Request and response headers that a contract declares for every call or every success. */
import { UNIQUE_VALUE } from '../model/headers.ts';
import type { Json, JsonMap } from '../model/json.ts';
import { patternFault } from '../load/pattern-faults.ts';
import type { ApiOperation, ApiParameter } from '../openapi/document.ts';
import { asList } from '../openapi/references.ts';
import { draftParameter } from './queries.ts';
import type { SecurityDraft } from './security-schemes.ts';
import type { ResourceAction } from './resources.ts';

export interface DraftHeaders {
  /** Required request headers with a value that the document states. */
  readonly headers: Readonly<Record<string, string>>;
  /** Required request headers without a documented value, such as a key or a tenant. */
  readonly unsaidHeaders: readonly string[];
}

/** Headers that some operation requires are sent with every request. */
export function requiredRequestHeaders(
  operations: readonly ApiOperation[],
  security: SecurityDraft['security'],
): DraftHeaders {
  const excluded = new Set([...IMPLIED_HEADERS, ...keysOf(security)]);
  const required = new Map<string, ApiParameter>();
  for (const { parameters } of operations)
    for (const one of parameters)
      if (one.in === 'header' && one.required && !excluded.has(one.name.toLowerCase())) required.set(one.name, one);
  const values = [...required].map(([name, one]) => {
    if (UNIQUE_PER_REQUEST.test(name)) return [name, UNIQUE_VALUE] as const;
    const draft = draftParameter(one) ?? {};
    const [value = draft['example']] = (draft['values'] ?? []) as readonly Json[];
    return [name, value] as const;
  });
  return {
    headers: Object.fromEntries(
      values.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    ),
    unsaidHeaders: values.flatMap(([name, value]) => (value === undefined ? [name] : [])),
  };
}

/** Headers with a unique value per request. With a repeated value the service may take the second request for a retry of the first. */
const UNIQUE_PER_REQUEST = /^(?:x-)?(?:idempotency-key|(?:request|correlation|message|transaction)-?id)$/i;

/** Headers that every documented success has. */
export function requiredResponseHeaders(responses: ApiOperation['responses']): Readonly<Record<string, JsonMap>> {
  const [first, ...others] = Object.entries(responses).flatMap(([status, { demanded = {} }]) =>
    /^2\d\d$/.test(status) ? [demanded] : [],
  );
  return Object.fromEntries(
    Object.entries(first ?? {})
      .filter(([name]) => others.every((one) => Object.hasOwn(one, name)))
      .map(([name, schema]): readonly [string, JsonMap] => {
        const values = schema['const'] === undefined ? asList(schema['enum']) : [schema['const']];
        const { pattern } = schema;
        if (others.length === 0 && values.length === 1 && typeof values[0] === 'string')
          return [name, { value: values[0] }];
        const isLinear = others.length === 0 && typeof pattern === 'string' && patternFault(pattern) === undefined;
        return [name, isLinear ? { pattern } : {}];
      }),
  );
}

/** Names of API keys in lower case. */
function keysOf(security: SecurityDraft['security']): readonly string[] {
  const others = Object.values((security['others'] ?? {}) as Readonly<Record<string, JsonMap>>);
  return [security, ...others].flatMap((way) => (typeof way['name'] === 'string' ? [way['name'].toLowerCase()] : []));
}

/** Headers that other parts of a contract declare or that follow from the request. */
const IMPLIED_HEADERS = new Set([
  'authorization',
  'accept',
  'accept-encoding',
  'content-length',
  'content-type',
  'host',
  'if-match',
  'if-none-match',
  'cookie',
  'user-agent',
]);

/** The `conditional` setting of a contract (RFC 9110 §13, RFC 6585 §3). */
export function conditionalSetting({ kind, operation: { parameters, responses } }: ResourceAction): JsonMap {
  if (!CONDITIONAL.has(kind)) return {};
  const isRead = kind === 'read';
  if (!isRead && responses['428'] !== undefined) return { conditional: 'required' };
  const name = isRead ? 'if-none-match' : 'if-match';
  if (!isRead && requiresIfMatch({ parameters })) return { conditional: 'required' };
  const isSent = parameters.some((one) => one.in === 'header' && one.name.toLowerCase() === name);
  return isSent || (!isRead && responses['412'] !== undefined) ? { conditional: true } : {};
}

/** Whether the document requires the header If-Match. */
export function requiresIfMatch({ parameters }: Pick<ApiOperation, 'parameters'>): boolean {
  return parameters.some((one) => one.in === 'header' && one.name.toLowerCase() === 'if-match' && one.required);
}

const CONDITIONAL: ReadonlySet<ResourceAction['kind']> = new Set(['read', 'update', 'replace', 'delete']);
