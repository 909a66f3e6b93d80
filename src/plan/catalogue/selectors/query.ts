/** Parameters of the query of an operation, with values that they may have and values that they may not have. */
import { defined, maybe } from '../../../model/objects.ts';
import type { QueryParameter } from '../../../load/model.ts';
import { rightValues, wrongValues } from '../../query.ts';
import type { EachItem } from '../items.ts';
import type { NamedSelector } from './model.ts';

type Tried = Readonly<Record<string, string>>;

export const querySelectors: Readonly<Record<string, NamedSelector>> = {
  'parameters.right': valued('parameters of the query, with each value at the edge of what they may be', rightValues),
  'parameters.wrong': valued('parameters of the query, with values that they cannot have', wrongValues),
  'parameters.required': {
    words: 'parameters that a request has to have',
    items: (context) =>
      (context.operation.query ?? []).filter(({ required }) => required === true).map((one) => parameterItem(one)),
  },
};

function valued(words: string, values: (parameter: QueryParameter) => Tried): NamedSelector {
  return {
    words,
    more: ['value'],
    items: (context) =>
      (context.operation.query ?? []).flatMap((one) =>
        Object.entries(values(one)).map(([key, value]) => parameterItem(one, key, value)),
      ),
  };
}

export function parameterItem(parameter: QueryParameter, key?: string, value?: string): EachItem {
  const { name, at } = parameter;
  return {
    key: key === undefined ? name : `${name}/${key}`,
    value: name,
    member: [name],
    query: [parameter],
    at,
    ...defined({ way: key, more: maybe(value, (it) => ({ value: it })) }),
  };
}
