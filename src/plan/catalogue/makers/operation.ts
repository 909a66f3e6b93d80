/** What rules are told of an operation, of the record that its path shows, and of its service. */
import { methodsOfPath } from '../../siblings.ts';
import type { NamedMaker } from './model.ts';

export const operationMakers: Readonly<Record<string, NamedMaker>> = {
  success: { words: 'what counts as a success of the operation', make: ({ success }) => ({ ...success }) },
  'methods-of-path': {
    words: 'the methods that the contract has for its path',
    make: (context) => methodsOfPath(context),
  },
  'place-of-version': {
    words: 'where the endpoint says which version the service has',
    make: ({ endpoint }) => endpoint.describes?.version ?? '',
  },
  'is-aligned': {
    words: 'whether the definition that the endpoint publishes is of the version that is tested',
    make: ({ endpoint }) => endpoint.describes?.aligned ?? true,
  },
  operations: {
    words: 'all operations of the service, but those that describe it, with method and path',
    make: ({ scope }) =>
      scope
        .endpoints()
        .filter((e) => e.base === 'service' && e.describes === undefined)
        .flatMap((e) => scope.operations(e).map(({ method, path }) => `${method} ${path}`)),
  },
  'request-forms': {
    words: 'its operations that take a body, and whether it is an array',
    make: ({ scope }) =>
      scope
        .endpoints()
        .filter((e) => e.base === 'service')
        .flatMap((e) => scope.operations(e))
        .filter(({ request }) => request !== 'none')
        .map(({ method, path, request }) => ({ method, path, form: request === 'items' ? 'array' : 'object' })),
  },
};
