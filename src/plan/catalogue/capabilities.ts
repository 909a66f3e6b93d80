/** What `applies` may ask of an operation and its service. One table: a new capability is a line of it. */
import { FORMS } from '../../load/model.ts';
import type { OperationContext } from '../context.ts';
import { pathParameters } from '../templates.ts';

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
  request: {
    words: 'how its body is wrapped',
    values: FORMS,
    is: ({ resolved }, value) => resolved.request === value,
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
