/** Headers that calls and answers have to have, besides those that the contract says elsewhere. Pure. */
import { NEW_EACH_TIME } from '../model/headers.ts';
import type { Json, JsonMap } from '../model/json.ts';
import { patternFault } from '../load/pattern-faults.ts';
import type { ApiOperation, ApiParameter } from '../openapi/document.ts';
import { listOf } from '../openapi/references.ts';
import { draftParameter } from './queries.ts';
import type { WaysIn } from './ways-in.ts';

export interface DraftHeaders {
  /** Headers that calls have to have, by name, as far as the document says what they say. */
  readonly headers: Readonly<Record<string, string>>;
  /** Those of which it does not: a key, a tenant. */
  readonly unsaidHeaders: readonly string[];
}

/** Headers that some operation asks for: they go with every call. */
export function headersOf(operations: readonly ApiOperation[], security: WaysIn['security']): DraftHeaders {
  const carried = new Set([...CARRIED, ...keysOf(security)]);
  const asked = new Map<string, ApiParameter>();
  for (const { parameters } of operations)
    for (const one of parameters)
      if (one.in === 'header' && one.required && !carried.has(one.name.toLowerCase())) asked.set(one.name, one);
  const valued = [...asked].map(([name, one]) => {
    if (NAMES_ONE_CALL.test(name)) return [name, NEW_EACH_TIME] as const;
    const draft = draftParameter(one) ?? {};
    const [value = draft['example']] = (draft['values'] ?? []) as readonly Json[];
    return [name, value] as const;
  });
  return {
    headers: Object.fromEntries(
      valued.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    ),
    unsaidHeaders: valued.flatMap(([name, value]) => (value === undefined ? [name] : [])),
  };
}

/** Sent twice with the same value, a service takes the second call for the first, or its log cannot tell them apart. */
const NAMES_ONE_CALL = /^(?:x-)?(?:idempotency-key|(?:request|correlation|message|transaction)-?id)$/i;

/** Headers that every success has, by the document, as an operation of a contract has them. */
export function demandedHeaders(responses: ApiOperation['responses']): Readonly<Record<string, JsonMap>> {
  const [first, ...others] = Object.entries(responses).flatMap(([status, { demanded = {} }]) =>
    /^2\d\d$/.test(status) ? [demanded] : [],
  );
  return Object.fromEntries(
    Object.entries(first ?? {})
      .filter(([name]) => others.every((one) => Object.hasOwn(one, name)))
      .map(([name, schema]): readonly [string, JsonMap] => {
        const values = schema['const'] === undefined ? listOf(schema['enum']) : [schema['const']];
        const { pattern } = schema;
        if (others.length === 0 && values.length === 1 && typeof values[0] === 'string')
          return [name, { value: values[0] }];
        const isLinear = others.length === 0 && typeof pattern === 'string' && patternFault(pattern) === undefined;
        return [name, isLinear ? { pattern } : {}];
      }),
  );
}

/** What the keys of the ways in are called, lower case. */
function keysOf(security: WaysIn['security']): readonly string[] {
  const others = Object.values((security['others'] ?? {}) as Readonly<Record<string, JsonMap>>);
  return [security, ...others].flatMap((way) => (typeof way['name'] === 'string' ? [way['name'].toLowerCase()] : []));
}

/** What says it elsewhere in a contract, or follows from how it is sent. */
const CARRIED = new Set([
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
