/** What `applies` may ask of an operation and its service. One table: a new capability is a line of it. */
import type { OperationKind } from '../../load/model.ts';
import type { OperationContext } from '../context.ts';
import { uidType } from '../fixtures.ts';
import { siblings } from '../generators/methods.ts';
import { listOperation, pathParameters, writableFields } from '../templates.ts';
import { isStructured } from '../values.ts';

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
    words:
      'whether its path has parameters; `below-a-parent`: its own identifier, and before it that of another record',
    values: ['with-parameters', 'fixed', 'below-a-parent'],
    is: ({ endpoint, operation }, value) => {
      const names = pathParameters(operation.path);
      if (value !== 'below-a-parent') return (names.length > 0 ? 'with-parameters' : 'fixed') === value;
      const parent = names.find((name) => endpoint.parents[name] !== undefined);
      return parent !== undefined && parent !== names.at(-1);
    },
  },
  method: {
    words: 'its own method',
    is: ({ operation }, value) => operation.method === value,
  },
  body: {
    words: 'what its request is',
    values: ['plain', 'item', 'items'],
    is: ({ resolved }, value) => resolved.request === value,
  },
  members: {
    words: 'whether its request has members that may be left out, besides those that are usually given',
    values: ['optional'],
    is: ({ scope, endpoint, operation }) =>
      writableFields(scope, endpoint, operation).some(
        (f) => !f.required && f.usual !== true && f.writeOnly !== true && !isStructured(f),
      ),
  },
  has: {
    words: 'operations of its endpoint',
    values: ['create', 'read', 'list', 'update', 'delete'],
    is: ({ scope, endpoint }, value) => scope.operation(endpoint, value as OperationKind) !== undefined,
  },
  'may-send': {
    words: 'methods that its path has, or all of them where the contract is the whole of the interface',
    is: (context, value) =>
      context.scope.contracts.methods === 'complete' || siblings(context).some(({ method }) => method === value),
  },
  removes: {
    words: 'of a delete: a whole record, or parts of it',
    values: ['record', 'parts'],
    is: ({ operation }, value) => (operation.empties === undefined ? 'record' : 'parts') === value,
  },
  listed: {
    words: 'where its records are listed: with all others of the organisation, or below a record that they belong to',
    values: ['with-all', 'below-a-record'],
    is: ({ scope, endpoint }, value) => {
      const list = listOperation(scope, endpoint);
      return list !== undefined && (pathParameters(list.path).length > 0 ? 'below-a-record' : 'with-all') === value;
    },
  },
  records: {
    words: 'whether its records can be told from those of others that look alike, in a list of them',
    values: ['told-apart'],
    is: ({ endpoint, operation, resolved }) =>
      pathParameters(operation.path).some((name) => endpoint.parents[name] !== undefined) ||
      resolved.fields.some((f) => f.unique === true || f.distinct === true || f.references !== undefined),
  },
  record: {
    words: 'whether a case can make a record for itself alone that the path names',
    values: ['of-its-own', 'none'],
    is: ({ scope, endpoint, operation }, value) => {
      const isOwn = pathParameters(operation.path).length > 0 && scope.operation(endpoint, 'create') !== undefined;
      return (isOwn ? 'of-its-own' : 'none') === value;
    },
  },
  identifier: {
    words: 'what identifies its records',
    values: ['number', 'text', 'none'],
    is: ({ scope, endpoint }, value) =>
      (endpoint.uid === undefined ? 'none' : uidType(scope, endpoint) === 'number' ? 'number' : 'text') === value,
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
