/** What `{ $make: name }` may name: values that depend on the contract. One table: a new maker is a line of it. */
import type { ClaimRule, Field } from '../../load/model.ts';
import type { OperationContext } from '../context.ts';
import type { Value } from '../model.ts';

/** `of` is what it is made for: an item of `each` that is a claim, or a field. */
export type Maker =
  | { readonly words: string; readonly of?: undefined; readonly make: (context: OperationContext) => Value }
  | {
      readonly words: string;
      readonly of: 'claim';
      readonly make: (claim: ClaimRule, context: OperationContext) => Value;
    }
  | { readonly words: string; readonly of: 'field'; readonly make: (field: Field, context: OperationContext) => Value };

export const MAKERS: Readonly<Record<string, Maker>> = {
  'huge-number': { words: '1e30, which YAML cannot say exactly', make: () => 1e30 },
  'grant-type': {
    words: 'the grant type of token.yaml',
    make: ({ scope }) => scope.contracts.token?.grantType ?? '',
  },
  'claim-of-another-type': {
    words: 'a text for a number, and a number for a text',
    of: 'claim',
    make: ({ type }) => (type === 'number' ? 'soon' : 12345),
  },
  'claim-of-another-value': {
    words: 'of the right type, and not what it has to be',
    of: 'claim',
    make: ({ type }) => OTHER_VALUES[type],
  },
};

const OTHER_VALUES: Readonly<Record<ClaimRule['type'], Value>> = {
  digits: 'not-digits',
  uri: 'https://elsewhere.example/',
  number: 1,
  string: 'someone-else',
};
