/** What `applies` may ask of an operation and its service. One table: a new capability is a line of it. */
import { pathParameters } from '../../model/path-template.ts';
import {
  CARRIED_IN,
  FORMS,
  JSON_FORMS,
  type Operation,
  OPERATION_KINDS,
  type OperationKind,
} from '../../load/model.ts';
import type { PageStyle } from '../../model/paging/model.ts';
import { isAddress, isRandom, orderOf } from '../../model/paging/styles.ts';
import { isConditional, needsCondition } from '../conditions.ts';
import type { OperationContext } from '../context.ts';
import { carrierOf, grantOf, placeOf, shownOf, tokenScheme } from '../security.ts';
import { answeredPointer, uidType } from '../templates.ts';
import { hangsOn } from './collections.ts';
import { deletionOf } from './deletion.ts';
import { FIRST } from './first.ts';
import { asksAlone, namingPath, pageStyleOf, pagingOf } from './paging.ts';

/** Bytes that so many records stay below. */
const HUNDREDS_OF_RECORDS = 512 * 1024;

export interface Capability {
  readonly words: string;
  /** What it can be; absent where that is for contracts to say. */
  readonly values?: readonly string[];
  readonly is: (context: OperationContext, value: string) => boolean;
}

export const CAPABILITIES: Readonly<Record<string, Capability>> = {
  endpoint: { words: 'the endpoint', is: ({ endpoint }, value) => endpoint.endpoint === value },
  operation: {
    words: 'what it does',
    values: OPERATION_KINDS,
    is: ({ operation }, value) => operation.kind === value,
  },
  method: {
    words: 'its method',
    values: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    is: ({ operation }, value) => operation.method === value,
  },
  body: {
    words: 'whether its requests have one, and of what sort',
    values: ['json', 'form', 'multipart', 'content', 'none'],
    is: ({ operation: { request } }, value) => (JSON_FORMS.has(request) ? 'json' : request) === value,
  },
  'without-a-body': {
    words: 'of what has one: whether a request without it is a fault, or the contract leaves it open (`bodyOptional`)',
    values: ['fault', 'open'],
    is: ({ operation }, value) => (operation.bodyOptional === true ? 'open' : 'fault') === value,
  },
  'sent-as': {
    words: 'what the JSON of its requests is declared as',
    is: ({ operation }, value) => (operation.requestMedia ?? 'application/json') === value,
  },
  long: {
    words:
      'whether a body may be sent that is longer than the service takes; `room`, where one of hundreds of records is not, by the limit of the contract',
    values: ['tried', 'room'],
    is: ({ scope: { contracts } }, value) =>
      contracts.bodyLimit !== 'untried' &&
      (value === 'tried' || (contracts.bodyLimit ?? Infinity) >= HUNDREDS_OF_RECORDS),
  },
  answer: {
    words: 'of what sort the body of its successes is; `record`, where the contract says that it shows the record',
    values: ['json', 'content', 'record'],
    is: ({ scope, endpoint, operation }, value) =>
      value === 'record'
        ? answeredPointer(scope, endpoint, operation) !== undefined
        : (operation.response === 'content' ? 'content' : 'json') === value,
  },
  base: {
    words: 'where it is reached; `elsewhere` is a host of somebody else, where a row applies only if it says so',
    values: ['service', 'identity-provider', 'elsewhere'],
    is: ({ endpoint }, value) => endpoint.base === value,
  },
  access: {
    words: 'whether it needs an access token',
    values: ['token', 'public'],
    is: ({ operation }, value) => operation.access === value,
  },
  way: {
    words: 'whether it is entered as usual, or by another of its ways, where a row applies only if it says so',
    values: ['usual', 'other'],
    is: ({ operation }, value) => (operation.alternative === 'way' ? 'other' : 'usual') === value,
  },
  style: {
    words:
      'whether its list is walked in the style that it has first, or in another of its styles, where a row applies only if it says so',
    values: ['usual', 'other'],
    is: ({ operation }, value) => (operation.alternative === 'style' ? 'other' : 'usual') === value,
  },
  grant: {
    words: 'what a token is given for: an assertion, the secret of a client, or an assertion in place of that secret',
    values: ['jwt-bearer', 'client-secret', 'private-key-jwt'],
    is: ({ scope }, value) => grantOf(scope.contracts) === value,
  },
  assertion: {
    words: 'of a token that is given for an assertion: whether that is taken once',
    values: ['once'],
    is: ({ scope }) => scope.contracts.token?.claims.some(({ once }) => once === true) === true,
  },
  scheme: {
    words:
      'whether the header that carries the token has a word before it, and whether that is a scheme of HTTP, in Authorization',
    values: ['named', 'http', 'none'],
    is: ({ scope: { contracts }, operation }, value) => {
      if ((contracts.token ?? contracts.security) === undefined) return false;
      if (value === 'http') return tokenScheme(contracts, operation.security).scheme !== undefined;
      return (carrierOf(contracts, operation.security).scheme === '' ? 'none' : 'named') === value;
    },
  },
  correlation: {
    words: 'whether its requests and answers stand in an envelope, with an id that ties the one to the other',
    values: ['echoed'],
    is: ({ resolved }) => resolved.correlation !== undefined,
  },
  shows: {
    words: 'by what its caller is let in: a token, a key, or a user’s name with a password',
    values: ['token', 'key', 'user'],
    is: ({ scope, operation }, value) => shownOf(scope.contracts, operation.security) === value,
  },
  headers: {
    words: 'whether the contract says what every success of it has in its head',
    values: ['declared'],
    is: ({ operation }) => operation.headers !== undefined,
  },
  carried: {
    words: 'where that stands',
    values: CARRIED_IN,
    is: ({ scope, operation }, value) => placeOf(scope.contracts, operation.security) === value,
  },
  has: {
    words:
      'operations of its endpoint; `removal`: a delete after whose answer the record is gone; `marking`: one that leaves it, and marks it',
    values: ['create', 'read', 'list', 'update', 'replace', 'delete', 'removal', 'marking'],
    is: ({ scope, endpoint }, value) => {
      if (value === 'removal' || value === 'marking') return deletionOf(scope, endpoint) === value;
      const found = scope.operation(endpoint, value as OperationKind);
      return found !== undefined && found.response !== 'content';
    },
  },
  upsert: {
    words: 'of a replace: what becomes of an identifier that there is no record of',
    values: ['make', 'refuse'],
    is: ({ operation }, value) => operation.upsert === value,
  },
  conditional: {
    words: 'whether it keeps to If-Match and If-None-Match; whether it is done without such a condition',
    values: ['yes', 'required', 'may-be-absent'],
    is: ({ operation }, value) => CONDITIONS[value]?.(operation) === true,
  },
  removes: {
    words: 'of a delete: a whole record, or parts of it; `for-good`: a whole one that it does not mark instead',
    values: ['record', 'parts', 'for-good'],
    is: ({ operation: { empties, leaves } }, value) =>
      value === 'for-good' ? (empties ?? leaves) === undefined : (empties === undefined ? 'record' : 'parts') === value,
  },
  record: {
    words: 'whether a case can make a record for itself alone that the path names',
    values: ['of-its-own', 'none'],
    is: ({ scope, endpoint, operation }, value) => {
      const isOwn = pathParameters(operation.path).length > 0 && scope.operation(endpoint, 'create') !== undefined;
      return (isOwn ? 'of-its-own' : 'none') === value;
    },
  },
  named: {
    words: 'whether the path of its read names the record, and not only what it is of',
    values: ['in-path'],
    is: ({ scope, endpoint }) => {
      const read = scope.operation(endpoint, 'read');
      return read !== undefined && pathParameters(read.path).some((name) => !Object.hasOwn(endpoint.parents, name));
    },
  },
  filling: {
    words: 'how its records are made: several by one request, or each by its own',
    values: ['at-once', 'one-by-one'],
    is: ({ scope, endpoint }, value) => {
      const create = scope.operation(endpoint, 'create');
      return create !== undefined && (create.request === 'items' ? 'at-once' : 'one-by-one') === value;
    },
  },
  identifier: {
    words: 'what identifies its records',
    values: ['number', 'text', 'none'],
    is: ({ scope, endpoint }, value) =>
      (endpoint.uid === undefined ? 'none' : uidType(scope, endpoint) === 'number' ? 'number' : 'text') === value,
  },
  describes: {
    words: 'whether it describes the service itself, and how',
    values: ['service', 'openapi'],
    is: ({ endpoint: { describes } }, value) =>
      describes !== undefined && (describes.definition === 'openapi' ? 'openapi' : 'service') === value,
  },
  path: {
    words: 'whether its path has parameters; whether it has a segment, or several',
    values: ['with-parameters', 'fixed', 'with-a-segment', 'with-segments'],
    is: (context, value) => PATHS[value]?.(namingPath(context)) === true,
  },
  methods: {
    words: 'whether the contract has all methods of its paths',
    values: ['complete', 'partial'],
    is: ({ scope }, value) => (scope.contracts.methods === 'complete' ? 'complete' : 'partial') === value,
  },
  accept: {
    words: 'whether the contract names what is to be accepted: then a service may want to be asked for it by name',
    values: ['named', 'open'],
    is: ({ scope }, value) =>
      (Object.keys(scope.contracts.headers).some((name) => name.toLowerCase() === 'accept') ? 'named' : 'open') ===
      value,
  },
  paging: {
    words: 'of a list, where the contracts know paging: whether it is offered, and how',
    values: ['none', 'offered', 'optional', 'enforced'],
    is: (context, value) => {
      const { pagination } = context.operation;
      return pagingOf(context) !== undefined && (value === 'offered' ? pagination !== 'none' : pagination === value);
    },
  },
  'over-cap': {
    words: 'what becomes of a page size over the cap',
    values: ['clamp', 'refuse'],
    is: ({ scope, operation }, value) => pageStyleOf(scope, operation)?.ask.size?.over === value,
  },
  'past-the-end': {
    words: 'what a page past the end comes to',
    values: ['empty', 'not-found'],
    is: ({ scope, operation }, value) => pageStyleOf(scope, operation)?.pastTheEnd === value,
  },
  pages: {
    words: 'of a list that is paged: any page can be asked for, or each after the one before it',
    values: ['at-will', 'in-turn'],
    is: (context, value) => {
      const style = pageStyleOf(context.scope, context.operation);
      return style !== undefined && (isRandom(style) ? 'at-will' : 'in-turn') === value;
    },
  },
  'page-shows': {
    words: 'what the pages of a list say of themselves and of others',
    values: ['where-it-stands', 'current', 'next', 'previous', 'total', 'links'],
    is: ({ scope, operation }, value) => {
      const style = pageStyleOf(scope, operation);
      return style !== undefined && SHOWN[value]?.(style) === true;
    },
  },
  'page-size': {
    words: 'whether a list can be asked for pages of a size, or has one of its own; whether the largest is known',
    values: ['asked', 'given', 'capped'],
    is: (context, value) => {
      const paging = pagingOf(context);
      if (paging === undefined) return false;
      return value === 'capped' ? paging.cap !== undefined : (paging.size === undefined ? 'given' : 'asked') === value;
    },
  },
  'page-asked': {
    words:
      'of a list that can be asked for pages of a size: whether a page or a size alone asks for paging, or only both together',
    values: ['alone', 'together'],
    is: ({ scope, operation }, value) => {
      const style = pageStyleOf(scope, operation);
      return style?.ask.size !== undefined && (asksAlone(style) ? 'alone' : 'together') === value;
    },
  },
  'page-order': {
    words: 'whether the contract says what the records of a list are ordered by',
    values: ['known'],
    is: ({ scope, operation }) => orderOf(pageStyleOf(scope, operation) ?? {}) !== undefined,
  },
  unasked: {
    words: 'what a list is that was asked for without paging',
    values: ['first-page', 'bare'],
    is: ({ scope, operation }, value) => {
      const style = pageStyleOf(scope, operation);
      return style !== undefined && (style.unasked ?? 'first-page') === value;
    },
  },
  'unknown-parameters': {
    words: 'what a parameter of the query gets that is not declared; `open`, where the contract does not say',
    values: ['refuse', 'ignore', 'open'],
    is: ({ operation }, value) => (operation.unknownParameters ?? 'open') === value,
  },
  collection: {
    words:
      'of records that can be made: whether they hang on a record of another endpoint, which can be made too; `given`, where none can be made, and what is there is listed',
    values: ['own', 'shared', 'given'],
    is: (context, value) => (hangsOn(context) ?? 'given') === value,
  },
  request: {
    words: 'how its body is wrapped',
    values: FORMS,
    is: ({ resolved }, value) => resolved.request === value,
  },
  first: {
    words: 'it is the first operation of this sort, of its service or of its path: one stands for all',
    values: ['protected-read', 'protected-of-method', 'of-path', 'without-identifier'],
    is: (context, value) => FIRST[value]?.(context) === true,
  },
};

const SHOWN: Readonly<Record<string, (style: PageStyle) => boolean>> = {
  'where-it-stands': ({ current, total }) => current !== undefined || total !== undefined,
  current: ({ current }) => current !== undefined,
  next: ({ next }) => next !== undefined,
  previous: ({ previous }) => previous !== undefined,
  total: ({ total }) => total !== undefined,
  links: (style) =>
    [style.next, style.previous, style.first, style.last].some(
      (spot) => spot !== undefined && !('last' in spot) && isAddress(style, spot),
    ),
};

const CONDITIONS: Readonly<Record<string, (operation: Operation) => boolean>> = {
  yes: isConditional,
  required: needsCondition,
  'may-be-absent': (operation) => !needsCondition(operation),
};

const PATHS: Readonly<Record<string, (path: string) => boolean>> = {
  'with-parameters': (path) => pathParameters(path).length > 0,
  fixed: (path) => pathParameters(path).length === 0,
  'with-a-segment': (path) => path !== '' && path !== '/',
  'with-segments': (path) => /^\/[^/]+\//.test(path),
};
