/** Facts about an operation and its service that `applies` can require. src/schema/case-conditions.ts describes each. */
import { pathParameters } from '../../model/path-template.ts';
import {
  CARRIED_IN,
  type EndpointContract,
  FORMS,
  JSON_FORMS,
  OPERATION_KINDS,
  type OperationKind,
} from '../../load/model.ts';
import type { PageStyle } from '../../model/paging/model.ts';
import { isUrlReference, isRandomAccess, orderOf } from '../../model/paging/styles.ts';
import { isConditional, needsCondition } from '../request-headers.ts';
import type { OperationContext } from '../context.ts';
import { carrierOf, grantOf, credentialPlace, credentialKind, tokenScheme } from '../request-auth.ts';
import { responseRecordPointer, uidType } from '../request-templates.ts';
import { collectionOwnership } from './collection-cases.ts';
import { REPRESENTATIVE_TESTS } from './representative-operations.ts';
import { sizeEnablesPaging, pathWithoutPageSlots, pageStyleOf, listPaging } from './paging.ts';
import type { Scope } from '../scope.ts';

/** Below this body limit, one request cannot carry hundreds of records. */
const HUNDREDS_OF_RECORDS = 512 * 1024;

export interface Capability {
  /** Possible values; absent if contracts define them. */
  readonly values?: readonly string[];
  readonly is: (context: OperationContext, value: string) => boolean;
}

/** The operation has one of these values. */
function oneOf(values: readonly string[], valueOf: (context: OperationContext) => string | undefined): Capability {
  return { values, is: (context, value) => valueOf(context) === value };
}

/** The first value if the condition is true, otherwise the second. */
function either(first: string, second: string, isFirst: (context: OperationContext) => boolean): Capability {
  return oneOf([first, second], (context) => (isFirst(context) ? first : second));
}

/** The only value there is. */
function only(value: string, is: (context: OperationContext) => boolean): Capability {
  return { values: [value], is };
}

/** Each value has its own test. */
function tests<T>(of: (context: OperationContext) => T | undefined, table: Tests<T>): Capability {
  return {
    values: Object.keys(table),
    is: (context, value) => {
      const subject = of(context);
      return subject !== undefined && table[value]?.(subject) === true;
    },
  };
}

type Tests<T> = Readonly<Record<string, (subject: T) => boolean>>;

const styleIn = ({ scope, operation }: OperationContext): PageStyle | undefined => pageStyleOf(scope, operation);

export const CAPABILITIES: Readonly<Record<string, Capability>> = {
  endpoint: { is: ({ endpoint }, value) => endpoint.endpoint === value },
  operation: oneOf(OPERATION_KINDS, ({ operation }) => operation.kind),
  method: oneOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], ({ operation }) => operation.method),
  body: oneOf(['json', 'form', 'multipart', 'content', 'none'], ({ operation: { request } }) =>
    JSON_FORMS.has(request) ? 'json' : request,
  ),
  'without-a-body': either('fault', 'open', ({ operation }) => operation.bodyOptional !== true),
  'sent-as': { is: ({ operation }, value) => (operation.requestMedia ?? 'application/json') === value },
  long: tests(({ scope }) => scope.contracts, {
    tried: ({ bodyLimit }) => bodyLimit !== 'untried',
    room: ({ bodyLimit = Infinity }) => bodyLimit !== 'untried' && bodyLimit >= HUNDREDS_OF_RECORDS,
  }),
  answer: tests((context) => context, {
    json: ({ operation }) => operation.response !== 'content',
    content: ({ operation }) => operation.response === 'content',
    record: ({ scope, endpoint, operation }) => responseRecordPointer(scope, endpoint, operation) !== undefined,
  }),
  base: oneOf(['service', 'identity-provider', 'elsewhere'], ({ endpoint }) => endpoint.base),
  access: oneOf(['token', 'public'], ({ operation }) => operation.access),
  way: either('usual', 'other', ({ operation }) => operation.alternative !== 'way'),
  style: either('usual', 'other', ({ operation }) => operation.alternative !== 'style'),
  grant: oneOf(['jwt-bearer', 'client-secret', 'private-key-jwt'], ({ scope }) => grantOf(scope.contracts)),
  assertion: only('once', ({ scope }) => scope.contracts.token?.claims.some(({ once }) => once === true) === true),
  scheme: tests((context) => (isSigned(context) ? context : undefined), {
    named: ({ scope, operation }) => carrierOf(scope.contracts, operation.security).scheme !== '',
    http: ({ scope, operation }) => tokenScheme(scope.contracts, operation.security).scheme !== undefined,
    none: ({ scope, operation }) => carrierOf(scope.contracts, operation.security).scheme === '',
  }),
  correlation: only('echoed', ({ resolved }) => resolved.correlation !== undefined),
  shows: oneOf(['token', 'key', 'user'], ({ scope, operation }) => credentialKind(scope.contracts, operation.security)),
  headers: only('declared', ({ operation }) => operation.headers !== undefined),
  carried: oneOf(CARRIED_IN, ({ scope, operation }) => credentialPlace(scope.contracts, operation.security)),
  has: {
    values: ['create', 'read', 'list', 'update', 'replace', 'delete', 'removal', 'marking'],
    is: ({ scope, endpoint }, value) => {
      if (value === 'removal' || value === 'marking') return deletionEffect(scope, endpoint) === value;
      const found = scope.operation(endpoint, value as OperationKind);
      return found !== undefined && found.response !== 'content';
    },
  },
  upsert: oneOf(['make', 'refuse'], ({ operation }) => operation.upsert),
  conditional: tests(({ operation }) => operation, {
    yes: isConditional,
    required: needsCondition,
    'may-be-absent': (operation) => !needsCondition(operation),
  }),
  removes: tests(({ operation }) => operation, {
    record: ({ empties }) => empties === undefined,
    parts: ({ empties }) => empties !== undefined,
    'for-good': ({ empties, leaves }) => (empties ?? leaves) === undefined,
  }),
  record: either(
    'of-its-own',
    'none',
    ({ scope, endpoint, operation }) =>
      pathParameters(operation.path).length > 0 && scope.operation(endpoint, 'create') !== undefined,
  ),
  named: only('in-path', ({ scope, endpoint }) => {
    const read = scope.operation(endpoint, 'read');
    return read !== undefined && pathParameters(read.path).some((name) => !Object.hasOwn(endpoint.parents, name));
  }),
  filling: tests(({ scope, endpoint }) => scope.operation(endpoint, 'create'), {
    'at-once': ({ request }) => request === 'items',
    'one-by-one': ({ request }) => request !== 'items',
  }),
  identifier: oneOf(['number', 'text', 'none'], ({ scope, endpoint }) =>
    endpoint.uid === undefined ? 'none' : uidType(scope, endpoint) === 'number' ? 'number' : 'text',
  ),
  describes: tests(({ endpoint }) => endpoint.describes, {
    service: ({ definition }) => definition !== 'openapi',
    openapi: ({ definition }) => definition === 'openapi',
  }),
  path: tests(pathWithoutPageSlots, {
    'with-parameters': (path) => pathParameters(path).length > 0,
    fixed: (path) => pathParameters(path).length === 0,
    'with-a-segment': (path) => path !== '' && path !== '/',
    'with-segments': (path) => /^\/[^/]+\//.test(path),
  }),
  methods: either('complete', 'partial', ({ scope }) => scope.contracts.methods === 'complete'),
  accept: either('named', 'open', ({ scope }) =>
    Object.keys(scope.contracts.headers).some((name) => name.toLowerCase() === 'accept'),
  ),
  paging: {
    values: ['none', 'offered', 'optional', 'enforced'],
    is: (context, value) => {
      const { pagination } = context.operation;
      return listPaging(context) !== undefined && (value === 'offered' ? pagination !== 'none' : pagination === value);
    },
  },
  'over-cap': oneOf(['clamp', 'refuse'], (context) => styleIn(context)?.ask.size?.over),
  'past-the-end': oneOf(['empty', 'not-found'], (context) => styleIn(context)?.pastTheEnd),
  pages: tests(styleIn, { 'at-will': isRandomAccess, 'in-turn': (style) => !isRandomAccess(style) }),
  'page-shows': tests(styleIn, {
    'where-it-stands': ({ current, total }) => current !== undefined || total !== undefined,
    current: ({ current }) => current !== undefined,
    next: ({ next }) => next !== undefined,
    previous: ({ previous }) => previous !== undefined,
    total: ({ total }) => total !== undefined,
    links: (style) =>
      [style.next, style.previous, style.first, style.last].some(
        (spot) => spot !== undefined && !('last' in spot) && isUrlReference(style, spot),
      ),
  }),
  'page-size': tests(listPaging, {
    asked: ({ size }) => size !== undefined,
    given: ({ size }) => size === undefined,
    capped: ({ cap }) => cap !== undefined,
  }),
  'page-asked': tests((context) => (styleIn(context)?.ask.size === undefined ? undefined : styleIn(context)), {
    alone: sizeEnablesPaging,
    together: (style) => !sizeEnablesPaging(style),
  }),
  'page-order': only('known', (context) => orderOf(styleIn(context) ?? {}) !== undefined),
  unasked: tests(styleIn, {
    'first-page': ({ unasked = 'first-page' }) => unasked === 'first-page',
    bare: ({ unasked }) => unasked === 'bare',
  }),
  'unknown-parameters': oneOf(['refuse', 'ignore', 'open'], ({ operation }) => operation.unknownParameters ?? 'open'),
  collection: oneOf(['own', 'shared', 'given'], (context) => collectionOwnership(context) ?? 'given'),
  request: oneOf(FORMS, ({ resolved }) => resolved.request),
  first: tests((context) => context, REPRESENTATIVE_TESTS),
};

function isSigned({ scope: { contracts } }: OperationContext): boolean {
  return (contracts.token ?? contracts.security) !== undefined;
}

/** Status of a request that the service has yet to carry out (RFC 9110 §9.3.5, §15.3.3). */
const ACCEPTED = 202;

/** Whether the record is gone after the response, or only marked. Undefined without a DELETE, or if it may be done later. */
export function deletionEffect(scope: Scope, endpoint: EndpointContract): 'removal' | 'marking' | undefined {
  const operation = scope.operation(endpoint, 'delete');
  if (operation?.success.some((status) => status !== ACCEPTED) !== true) return undefined;
  return operation.leaves === undefined ? 'removal' : 'marking';
}
