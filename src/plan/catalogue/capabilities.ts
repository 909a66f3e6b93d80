/** What `applies` may ask of an operation and its service. One table: a new capability is a line of it. */
import { FORMS } from '../../load/model.ts';
import type { OperationContext } from '../context.ts';
import { getOfPath, speaksForPath } from '../siblings.ts';
import { pathParameters } from '../templates.ts';
import { hangsOn } from './collections.ts';
import { pagingOf } from './paging.ts';

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
    values: ['create', 'read', 'list', 'update', 'delete', 'action', 'token'],
    is: ({ operation }, value) => operation.kind === value,
  },
  method: {
    words: 'its method',
    values: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    is: ({ operation }, value) => operation.method === value,
  },
  body: {
    words: 'whether its requests have one',
    values: ['json', 'none'],
    is: ({ operation }, value) => (operation.request === 'none' ? 'none' : 'json') === value,
  },
  base: {
    words: 'where it is reached',
    values: ['service', 'identity-provider'],
    is: ({ endpoint }, value) => endpoint.base === value,
  },
  access: {
    words: 'whether it needs an access token',
    values: ['token', 'public'],
    is: ({ operation }, value) => operation.access === value,
  },
  grant: {
    words: 'what a token is given for',
    values: ['jwt-bearer'],
    is: ({ scope }) => scope.contracts.token !== undefined,
  },
  scheme: {
    words: 'whether the header that carries the token has a word before it',
    values: ['named', 'none'],
    is: ({ scope }, value) => {
      const { token } = scope.contracts;
      return token !== undefined && (scope.open(token.carrier.scheme) === '' ? 'none' : 'named') === value;
    },
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
    is: ({ operation }, value) => PATHS[value]?.(operation.path) === true,
  },
  get: {
    words: 'what the GET of its path does',
    values: ['read', 'list', 'action'],
    is: (context, value) => getOfPath(context)?.operation.kind === value,
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
    is: ({ scope }, value) =>
      scope.contracts.pagination !== undefined && scope.open(scope.contracts.pagination.overCap) === value,
  },
  'past-the-end': {
    words: 'what a page past the end comes to',
    values: ['empty', 'not-found'],
    is: ({ scope }, value) =>
      scope.contracts.pagination !== undefined && scope.open(scope.contracts.pagination.pastTheEnd) === value,
  },
  collection: {
    words: 'of records that can be made: whether they hang on a record of another endpoint, which can be made too',
    values: ['own', 'shared'],
    is: (context, value) => hangsOn(context) === value,
  },
  request: {
    words: 'how its body is wrapped',
    values: FORMS,
    is: ({ resolved }, value) => resolved.request === value,
  },
  first: {
    words: 'it is the first operation of this sort, of its service or of its path: one stands for all',
    values: ['protected-read', 'of-path'],
    is: (context, value) => (value === 'of-path' ? speaksForPath(context) : isFirstProtectedRead(context)),
  },
};

const PATHS: Readonly<Record<string, (path: string) => boolean>> = {
  'with-parameters': (path) => pathParameters(path).length > 0,
  fixed: (path) => pathParameters(path).length === 0,
  'with-a-segment': (path) => path !== '' && path !== '/',
  'with-segments': (path) => /^\/[^/]+\//.test(path),
};

function isFirstProtectedRead({ scope, path }: OperationContext): boolean {
  const first = scope
    .endpoints()
    .filter((e) => e.base === 'service')
    .flatMap((e) => scope.operations(e).map((operation) => ({ path: `${e.endpoint}/${operation.name}`, operation })))
    .find(({ operation: o }) => o.method === 'GET' && o.access === 'token' && !o.path.includes('{'));
  return first?.path === path;
}
