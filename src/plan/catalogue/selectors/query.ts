/** Query parameters of an operation, with valid and invalid values. */
import { defined, maybe } from '../../../model/objects.ts';
import type { QueryParameter } from '../../../load/model.ts';
import { rightValues, wrongValues } from '../../query.ts';
import type { EachItem, Selector } from '../items.ts';

export const querySelectors: Readonly<Record<string, Selector>> = {
  'parameters.right': withValues(rightValues),
  'parameters.wrong': withValues(wrongValues),
  'parameters.required': {
    items: ({ operation: { query = [] } }) =>
      query.filter(({ required }) => required === true).map((one) => parameterItem(one)),
  },
};

function withValues(values: (parameter: QueryParameter) => Readonly<Record<string, string>>): Selector {
  return {
    more: ['value'],
    items: ({ operation: { query = [] } }) =>
      query.flatMap((one) => Object.entries(values(one)).map(([key, value]) => parameterItem(one, key, value))),
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
