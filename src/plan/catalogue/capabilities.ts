/** What `applies` may ask of an operation and its service. One table: a new capability is a line of it. */
import type { OperationContext } from '../context.ts';
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
  path: {
    words: 'whether its path has parameters',
    values: ['with-parameters', 'fixed'],
    is: ({ operation }, value) => (pathParameters(operation.path).length > 0 ? 'with-parameters' : 'fixed') === value,
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
  first: {
    words: 'it is the first operation of its service of this sort: one stands for all',
    values: ['protected-read'],
    is: (context) => isFirstProtectedRead(context),
  },
};

function isFirstProtectedRead({ scope, path }: OperationContext): boolean {
  const first = scope
    .endpoints()
    .filter((e) => e.base === 'service')
    .flatMap((e) => scope.operations(e).map((operation) => ({ path: `${e.endpoint}/${operation.name}`, operation })))
    .find(({ operation: o }) => o.method === 'GET' && o.access === 'token' && !o.path.includes('{'));
  return first?.path === path;
}
