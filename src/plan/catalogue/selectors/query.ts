/** Query parameters of an operation, with valid and invalid values. */
import { omitUndefined, mapOptional } from '../../../model/objects.ts';
import type { QueryParameter } from '../../../load/model.ts';
import { validParameterValues, invalidParameterValues } from '../../query.ts';
import type { EachItem, Selector } from '../items.ts';

export const querySelectors: Readonly<Record<string, Selector>> = {
  'parameters.right': withValues(validParameterValues),
  'parameters.wrong': withValues(invalidParameterValues),
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
    ...omitUndefined({ way: key, more: mapOptional(value, (it) => ({ value: it })) }),
  };
}
