/** Parameters of the query of an operation, with values that they may have and values that they may not. */
import { defined, maybe } from '../../../record/defined.ts';
import type { QueryParameter } from '../../../load/model.ts';
import type { OperationContext } from '../../context.ts';
import { pointerFrom } from '../../../record/pointer.ts';
import { fieldPlace, listPointers } from '../../templates.ts';
import { rightValues, twoValues, wrongValues } from '../../query.ts';
import type { EachItem } from '../items.ts';
import { canNarrow } from '../sequences/narrowed.ts';
import { canFilter, canFilterBySeveral, canSort } from '../sequences/queried.ts';
import type { Selector } from './model.ts';

type Tried = Readonly<Record<string, string>>;

export const querySelectors: Readonly<Record<string, Selector>> = {
  'parameters.right': valued('parameters of the query, with each value at the edge of what they may be', rightValues),
  'parameters.wrong': valued('parameters of the query, with values that they cannot have', wrongValues),
  'parameters.required': {
    words: 'parameters that a request has to have',
    items: (context) => own(context, ({ required }) => required === true).map((one) => itemOf(one)),
  },
  'parameters.filters': {
    words: 'parameters that filter by a member that can be written',
    items: (context) =>
      own(context, (one) => one.filters !== undefined && canFilter(context, one)).map((one) => itemOf(one)),
  },
  'parameters.states': {
    words: 'parameters that filter by a code that only the service sets, with each value that it may have',
    more: ['value', 'shown'],
    items: (context) =>
      own(context, ({ filters }) => filters !== undefined).flatMap((one) => {
        const { values, shown } = stateOf(context, one);
        return values.map((value) => ({ ...itemOf(one, value, value), more: { value, shown } }));
      }),
  },
  'parameters.searches': {
    words: 'parameters that search texts of members that can be written',
    items: (context) =>
      own(context, (one) => one.searches !== undefined && canFilter(context, one)).map((one) => itemOf(one)),
  },
  'parameters.lists': {
    words: 'parameters that filter and may have several values, with two of them, where the list comes whole',
    more: ['value', 'other'],
    items: (context) =>
      own(context, ({ filters }) => filters !== undefined && context.operation.pagination === 'none').flatMap((one) => {
        const two = twoValues(one);
        return two === undefined ? [] : [{ ...itemOf(one), more: { value: two[0], other: two[1] } }];
      }),
  },
  'parameters.several': {
    words:
      'parameters that filter by a member that can be written, and may have several values, where the list is paged',
    items: (context) => own(context, (one) => canFilterBySeveral(context, one)).map((one) => itemOf(one)),
  },
  'parameters.narrow': {
    words: 'parameters that filter or search records which no operation makes',
    items: (context) => own(context, (one) => canNarrow(context, one)).map((one) => itemOf(one)),
  },
  'parameters.filters-together': {
    words: 'all that filter or search, where there are several, each by a member of its own',
    items: (context) => {
      const able = own(context, (one) => canFilter(context, one));
      const memberOf = ({ filters, searches }: QueryParameter): string | undefined => filters ?? searches?.[0];
      const all = able.filter((one, index) => able.findIndex((first) => memberOf(first) === memberOf(one)) === index);
      if (all.length < 2) return [];
      const names = all.map(({ name }) => name).join(' and ');
      return [{ key: '', value: names, query: all }];
    },
  },
  'parameters.sorts': {
    words: 'parameters that sort, with each value that names an order by a member that can be written',
    more: ['value'],
    items: (context) =>
      own(context, ({ sorts }) => sorts !== undefined).flatMap((one) =>
        Object.entries(one.sorts ?? {}).flatMap(([value, { by }]) =>
          canSort(context, by) ? [itemOf(one, value, value)] : [],
        ),
      ),
  },
};

/** Of a code that only the service sets, the values by which it may be asked for, where there are several; and where a list shows it. */
function stateOf(
  { scope, endpoint, operation, resolved }: OperationContext,
  { filters, type, values: asked }: QueryParameter,
): { readonly values: readonly string[]; readonly shown: string } {
  const field = resolved.fields.find(({ name }) => `/${name}` === filters);
  const all = field?.type === 'code' && field.readOnly === true ? (field.values ?? []) : [];
  const values = all.filter((value) => type !== 'code' || asked?.includes(value) === true);
  const shown = pointerFrom(listPointers(scope, endpoint, operation).record, fieldPlace(endpoint, field?.name ?? ''));
  return { values: values.length < 2 || scope.operation(endpoint, 'create') === undefined ? [] : values, shown };
}

function valued(words: string, values: (parameter: QueryParameter) => Tried): Selector {
  return {
    words,
    more: ['value'],
    items: (context) =>
      own(context, () => true).flatMap((one) =>
        Object.entries(values(one)).map(([key, value]) => itemOf(one, key, value)),
      ),
  };
}

function own({ operation }: OperationContext, has: (one: QueryParameter) => boolean): readonly QueryParameter[] {
  return (operation.query ?? []).filter(has);
}

function itemOf(parameter: QueryParameter, key?: string, value?: string): EachItem {
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
