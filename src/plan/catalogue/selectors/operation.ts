/** The operation itself, for the texts that name it, and the methods that the contract does not have for its path. */
import { pathParameters } from '../../../model/path-template.ts';
import type { OperationContext } from '../../context.ts';
import { methodsOfPath } from '../../operations-of-path.ts';
import type { EachItem, Selector } from '../items.ts';

// Methods with the greatest effect come last. LINK represents a method that the service never has; a method unknown to
// HTTP libraries would not reach the service.
const PROBED_METHODS = ['GET', 'LINK', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;

const TEXTS: Readonly<Record<string, (context: OperationContext) => string>> = {
  endpoint: ({ endpoint }) => endpoint.title.toLowerCase(),
  version: ({ scope }) => scope.version,
  methods: (context) => methodsOfPath(context).join(', '),
  path: ({ operation }) => operation.path,
  place: ({ operation }) => operation.path || 'the token endpoint',
  'path-in-capitals': ({ operation }) => operation.path.replace(/[a-z]+(?![^{]*\})/g, (part) => part.toUpperCase()),
  'path-with-encoded-letter': ({ operation }) =>
    operation.path.replace(/[a-z](?![^{]*\})/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  'path-with-encoded-slash': ({ operation }) => operation.path.replace(/^(\/[^/]+)\//, '$1%2F'),
};

export const operationSelectors: Readonly<Record<string, Selector>> = {
  itself: {
    more: Object.keys(TEXTS),
    items: (context) => [
      {
        key: '',
        value: context.operation.name,
        more: Object.fromEntries(Object.entries(TEXTS).map(([name, text]) => [name, text(context)])),
      },
    ],
  },
  'answer.media': {
    items: ({ scope: { contracts }, operation: { media = contracts.mediaType ?? 'application/json' } }) => [
      itemOf(media),
    ],
  },
  'parameter.last': { items: ({ operation }) => pathParameters(operation.path).slice(-1).map(itemOf) },
  'methods.undeclared': {
    items: (context) => {
      const declared = methodsOfPath(context);
      return PROBED_METHODS.filter((method) => !declared.includes(method)).map(itemOf);
    },
  },
};

function itemOf(value: string): EachItem {
  return { key: value, value };
}
