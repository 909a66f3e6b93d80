/** The operation itself, for the texts that name it, and the methods that its path does not have. */
import { pathParameters } from '../../../model/path-template.ts';
import type { OperationContext } from '../../context.ts';
import { methodsOfPath } from '../../siblings.ts';
import type { EachItem } from '../items.ts';
import type { NamedSelector } from './model.ts';

// Those that would do the most come last. LINK stands for a method that the service has nowhere; one unknown to HTTP
// libraries would never reach the service.
const PROBED = ['GET', 'LINK', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;

const NAMES: Readonly<Record<string, (context: OperationContext) => string>> = {
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

export const operationSelectors: Readonly<Record<string, NamedSelector>> = {
  itself: {
    words: 'the operation: its name, which ends no id',
    more: Object.keys(NAMES),
    items: (context) => [itemOf(context)],
  },
  'answer.media': {
    words: 'the media type of its successes',
    items: ({ scope: { contracts }, operation: { media = contracts.mediaType ?? 'application/json' } }) => [
      { key: media, value: media },
    ],
  },
  'parameter.last': {
    words: 'the name of the last parameter of its path',
    items: ({ operation }) =>
      pathParameters(operation.path)
        .slice(-1)
        .map((name) => ({ key: name, value: name })),
  },
  'methods.undeclared': {
    words: `${PROBED.join(', ')}, without those that its path has`,
    items: (context) => {
      const declared = methodsOfPath(context);
      return PROBED.filter((method) => !declared.includes(method)).map((method) => ({ key: method, value: method }));
    },
  },
};

function itemOf(context: OperationContext): EachItem {
  return {
    key: '',
    value: context.operation.name,
    more: Object.fromEntries(Object.entries(NAMES).map(([name, text]) => [name, text(context)])),
  };
}
