/**
 * The policy that every request passes before it is sent.
 * - To a production target without allowed writes, only reads and token requests are sent.
 * - To a host outside the target, only the declared GET is sent.
 * - Writes are sent only to declared operations. If the contract is complete, undeclared methods are sent too: to records that this run
 *   created, or, unless the method is PUT or DELETE or the target is disposable, to others.
 */
import { isReadMethod } from '../model/exchange.ts';
import { pathParameters, pathWithoutNames } from '../model/path-template.ts';
import { NOT_SENT_REASONS, type NotSentReason } from '../model/failure.ts';
import type { RequestTemplate, Value } from '../plan/model.ts';
import { type Json, isMap } from '../model/json.ts';
import type { RecordId } from './declared-operations.ts';

export interface Permission {
  readonly environment: 'test' | 'production';
  readonly allowWrites: boolean;
  readonly disposable: boolean;
  readonly methods: 'complete' | 'partial';
  /** All operations of the version, by `operationKey`. */
  readonly declared: ReadonlySet<string>;
  /** Undeclared operations that the contract's own cases use, by `operationKey`. They are sent to records that this run created. */
  readonly steps?: ReadonlySet<string>;
  /** Endpoints with an existing record that may be changed. */
  readonly writable?: readonly string[];
}

export interface PolicyViolation {
  readonly why: NotSentReason;
  readonly message: string;
}

/** A safe method (RFC 9110 §9.2.1) that no contract declares, so the rule for undeclared methods applies. */
const TRACE = 'TRACE';
/** Methods that replace or delete a resource, independent of the request body. */
const DESTRUCTIVE: readonly string[] = ['PUT', 'DELETE'];
/** Headers that override the method in some frameworks. */
const OVERRIDE_HEADERS: readonly string[] = ['x-http-method-override', 'x-http-method', 'x-method-override'];

/** Key of an operation: base, method and path without the names of its parameters. */
export function operationKey(base: RequestTemplate['base'], method: string, path: string): string {
  let shape = shapes.get(path);
  if (shape === undefined) shapes.set(path, (shape = pathWithoutNames(path)));
  return `${base} ${method} ${shape}`;
}

/** Cache of path shapes, at most one for each path template of the contracts. */
const shapes = new Map<string, string>();

/** Why a request must not be sent; undefined if it may be. */
export function policyViolationOf(request: RequestTemplate, permission: Permission): PolicyViolation | undefined {
  return methodsOf(request)
    .map((method) => violation(method, request, permission))
    .find((reason) => reason !== undefined);
}

/** The method of the request line, and those in override headers and parameters. */
function methodsOf({ method, headers, query }: RequestTemplate): readonly string[] {
  const claimed = [
    ...Object.entries(headers).flatMap(([name, value]) =>
      OVERRIDE_HEADERS.includes(name.toLowerCase()) ? [value] : [],
    ),
    ...(query ?? []).flatMap(([name, value]) => (name === '_method' ? [value] : [])),
  ];
  return [...new Set([method, ...claimed.map((value) => String(value).toUpperCase())])];
}

/** Beginning of the reason why writes to a production target are not sent. */
export const NO_WRITES_REASON = 'the target is a production environment, and it does not allow writes';

function violation(method: string, request: RequestTemplate, permission: Permission): PolicyViolation | undefined {
  const { base, path } = request;
  const isDeclared = permission.declared.has(operationKey(base, method, path));
  if (base === 'elsewhere')
    return method === 'GET' && isDeclared
      ? undefined
      : {
          why: 'not-allowed',
          message: `${path} is at a host that the target does not declare as its own, so ${method} is not sent`,
        };
  if (isReadMethod(method)) return undefined;
  const isSignIn = base === 'identity-provider' && isDeclared;
  if (permission.environment === 'production' && !permission.allowWrites && !isSignIn)
    return { why: 'not-allowed', message: `${NO_WRITES_REASON} (${method})` };
  const there = Object.values(request.parameters)
    .flatMap((value) => endpointOfRecordValue(value) ?? [])
    .find((endpoint) => permission.writable?.includes(endpoint) !== true);
  if (there !== undefined && !permission.disposable)
    return {
      why: 'not-allowed',
      message: `the record of ${there} existed before this run, and the target does not declare it as writable, so ${method} is not sent`,
    };
  if (isDeclared) return undefined;
  if (namesCreatedRecord(request) && permission.steps?.has(operationKey(base, method, path)) === true) return undefined;
  if (permission.methods === 'partial')
    return {
      why: 'not-allowed',
      message:
        request.location === undefined
          ? `the contract declares no ${method} for ${path}, and does not state that its methods are complete`
          : `no operation declares the effect of ${method} at ${JSON.stringify(request.location)}: name the operation in the step (\`on\`, next to \`location\`)`,
    };
  if (method === TRACE || namesCreatedRecord(request) || permission.disposable || !DESTRUCTIVE.includes(method))
    return undefined;
  return { why: 'not-ours', message: NOT_SENT_REASONS['not-ours'] };
}

/** Whether the address names a record that this run created: plans refer only to those. */
function namesCreatedRecord({ path, parameters }: RequestTemplate): boolean {
  const names = pathParameters(path);
  return names.length > 0 && names.every((name) => refersToStep(parameters[name]));
}

/** The endpoint of an existing record whose field a value refers to. */
export function endpointOfRecordValue(value: Value): string | undefined {
  if (typeof value !== 'object' || value === null || !('$record' in value)) return undefined;
  return String(value['$record']).split('#')[0];
}

/**
 * Whether a value names one record in a path. An empty segment or one of dots would name the collection, and a lone surrogate cannot be
 * encoded.
 */
export function isRecordId(value: Json | undefined): value is RecordId {
  return (
    typeof value === 'number' || (typeof value === 'string' && value.isWellFormed() && !['', '.', '..'].includes(value))
  );
}

function refersToStep(value: Value | undefined): boolean {
  return isMap(value) && ('$ref' in value || '$path' in value);
}
