/** What rules are told of an operation, and of the record that its path shows. */
import { getOfPath, methodsOfPath } from '../../siblings.ts';
import type { Maker } from './model.ts';

export const operationMakers: Readonly<Record<string, Maker>> = {
  success: { words: 'what counts as a success of the operation', make: ({ success }) => ({ ...success }) },
  'long-text': { words: '40,000 characters', make: () => 'a'.repeat(40_000) },
  'methods-of-path': {
    words: 'the methods that the contract has for its path',
    make: (context) => methodsOfPath(context),
  },
  'place-of-record': {
    words: 'where the GET of its path shows the record',
    make: (context) => {
      const { scope } = context;
      const { envelope } = scope.contracts;
      const get = getOfPath(context);
      return get !== undefined && scope.form(get.operation.response) === 'single' && envelope !== undefined
        ? `/${envelope.result}/${scope.endpoint(get.endpoint).singular ?? ''}`
        : '';
    },
  },
  'members-of-record': {
    words: 'the members of that record that can be read',
    make: (context) => {
      const { scope } = context;
      const get = getOfPath(context);
      const fields = get === undefined ? [] : scope.fields(scope.endpoint(get.endpoint).fields);
      return fields.flatMap(({ name, writeOnly }) => (writeOnly === true ? [] : [name]));
    },
  },
};
