/**
 * What may be sent at all: the one rule that every request passes, by whatever road it goes. Pure.
 *
 * - To a production target nobody has allowed writes to, nothing goes but what reads; a token request is sign-in.
 * - To a host of somebody else nothing goes but the GET that the contract declares there.
 * - What may change something goes only where the contract declares that operation. Where the contract is the whole of the
 *   interface, other methods are tried too, on what this run made; on anything else only those that replace and remove
 *   nothing, or where the target's owner says that everything there may go.
 */
import { isRead } from '../model/exchange.ts';
import { pathParameters, pathShape } from '../model/path-template.ts';
import { NOT_SENT, type NotSent } from '../model/failure.ts';
import type { RequestTemplate, Value } from '../plan/model.ts';
import type { Json } from '../model/json.ts';
import type { Id } from './declared-operations.ts';

export interface Permission {
  readonly environment: 'test' | 'production';
  readonly allowWrites: boolean;
  readonly disposable: boolean;
  readonly methods: 'complete' | 'partial';
  /** Every operation of the version, as `operationKey` writes it. */
  readonly declared: ReadonlySet<string>;
  /** Requests of their own that cases of the contract declare, likewise: they are sent where they name what this run made. */
  readonly steps?: ReadonlySet<string>;
  /** Endpoints whose record was there before this run, and may be changed. */
  readonly writable?: readonly string[];
}

export interface PolicyViolation {
  readonly why: NotSent;
  readonly message: string;
}

/** RFC 9110 §9.2.1 calls it safe too; no contract declares it, so it is tried only where others are. */
const TRACE = 'TRACE';
/** Replace or remove what is there, whatever the request holds. */
const DESTROYS: readonly string[] = ['PUT', 'DELETE'];
/** Fields by which frameworks let a request say that it is another. */
const CLAIMS: readonly string[] = ['x-http-method-override', 'x-http-method', 'x-method-override'];

/** An operation's base, method and path, the names of path parameters aside. */
export function operationKey(base: RequestTemplate['base'], method: string, path: string): string {
  let shape = shapes.get(path);
  if (shape === undefined) shapes.set(path, (shape = pathShape(path)));
  return `${base} ${method} ${shape}`;
}

/** There are as many as templates in the contracts, and each request is placed several times. */
const shapes = new Map<string, string>();

/** Why a request is not to be sent; undefined where it may be. */
export function refusalOf(request: RequestTemplate, permission: Permission): PolicyViolation | undefined {
  return methodsOf(request)
    .map((method) => refusal(method, request, permission))
    .find((reason) => reason !== undefined);
}

/** The method in the request line, and those that the request claims to have. */
function methodsOf({ method, headers, query }: RequestTemplate): readonly string[] {
  const claimed = [
    ...Object.entries(headers).flatMap(([name, value]) => (CLAIMS.includes(name.toLowerCase()) ? [value] : [])),
    ...(query ?? []).flatMap(([name, value]) => (name === '_method' ? [value] : [])),
  ];
  return [...new Set([method, ...claimed.map((value) => String(value).toUpperCase())])];
}

/** How the reason begins why a target in production gets nothing that changes data. */
export const NO_WRITES = 'the target is production, and nobody has allowed writes';

function refusal(method: string, request: RequestTemplate, permission: Permission): PolicyViolation | undefined {
  const { base, path } = request;
  const isDeclared = permission.declared.has(operationKey(base, method, path));
  if (base === 'elsewhere')
    return method === 'GET' && isDeclared
      ? undefined
      : { why: 'not-allowed', message: `${path} is at a host of somebody else, where nothing is tried (${method})` };
  if (isRead(method)) return undefined;
  const isSignIn = base === 'identity-provider' && isDeclared;
  if (permission.environment === 'production' && !permission.allowWrites && !isSignIn)
    return { why: 'not-allowed', message: `${NO_WRITES} (${method})` };
  const there = Object.values(request.parameters)
    .flatMap((value) => namedRecord(value) ?? [])
    .find((endpoint) => permission.writable?.includes(endpoint) !== true);
  if (there !== undefined && !permission.disposable)
    return {
      why: 'not-allowed',
      message: `the record of ${there} was there before this run, and the target does not say that it is writable (${method})`,
    };
  if (isDeclared) return undefined;
  if (isOwn(request) && permission.steps?.has(operationKey(base, method, path)) === true) return undefined;
  if (permission.methods === 'partial')
    return {
      why: 'not-allowed',
      message:
        request.location === undefined
          ? `the contract declares no ${method} of ${path}, and does not say that it is complete`
          : `no operation says what a ${method} does where ${JSON.stringify(request.location)} leads: a step that may change something names it (\`on\`, beside \`location\`)`,
    };
  if (method === TRACE || isOwn(request) || permission.disposable || !DESTROYS.includes(method)) return undefined;
  return { why: 'not-ours', message: NOT_SENT['not-ours'] };
}

/** Whether the address names what this run made, and never what was there before: plans refer to nothing but what they make. */
function isOwn({ path, parameters }: RequestTemplate): boolean {
  const names = pathParameters(path);
  return names.length > 0 && names.every((name) => isMade(parameters[name]));
}

/** The endpoint of a record that the target names, where the value is a member of one. */
export function namedRecord(value: Value): string | undefined {
  if (typeof value !== 'object' || value === null || !('$record' in value)) return undefined;
  return String(value['$record']).split('#')[0];
}

/**
 * Whether a value names one record when it stands in a path: an empty segment, or one of dots, leads to what holds them all, and a lone
 * surrogate has no form in an address.
 */
export function isId(value: Json | undefined): value is Id {
  return (
    typeof value === 'number' || (typeof value === 'string' && value.isWellFormed() && !['', '.', '..'].includes(value))
  );
}

function isMade(value: Value | undefined): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && ('$ref' in value || '$path' in value);
}
