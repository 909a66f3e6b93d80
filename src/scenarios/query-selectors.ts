/** Parameters of the query that choose or sort records. */
import type { QueryParameter } from '../load/model.ts';
import { parameterItem } from '../plan/catalogue/selectors/query.ts';
import type { Selector } from '../plan/catalogue/items.ts';
import type { OperationContext } from '../plan/context.ts';
import { twoParameterValues } from '../plan/query.ts';
import { fieldPointer, listPointers } from '../plan/request-templates.ts';
import { resolvePointer } from '../model/pointer.ts';
import { canFilterExistingRecords } from './existing-records.ts';
import { canFilter, canFilterBySeveral, canSort } from './filtered-records.ts';

export const parameterSelectors = {
  filters: {
    items: (context) =>
      own(context, (one) => one.filters !== undefined && canFilter(context, one)).map((one) => parameterItem(one)),
  },
  states: {
    items: (context) =>
      own(context, ({ filters }) => filters !== undefined).flatMap((one) => {
        const { values, shown } = stateOf(context, one);
        return values.map((value) => ({ ...parameterItem(one, value, value), more: { value, shown } }));
      }),
  },
  searches: {
    items: (context) =>
      own(context, (one) => one.searches !== undefined && canFilter(context, one)).map((one) => parameterItem(one)),
  },
  lists: {
    items: (context) =>
      own(context, ({ filters }) => filters !== undefined && context.operation.pagination === 'none').flatMap((one) => {
        const two = twoParameterValues(one);
        return two === undefined ? [] : [{ ...parameterItem(one), more: { value: two[0], other: two[1] } }];
      }),
  },
  several: {
    items: (context) => own(context, (one) => canFilterBySeveral(context, one)).map((one) => parameterItem(one)),
  },
  narrow: {
    items: (context) => own(context, (one) => canFilterExistingRecords(context, one)).map((one) => parameterItem(one)),
  },
  filtersTogether: {
    items: (context) => {
      const able = own(context, (one) => canFilter(context, one));
      const memberOf = ({ filters, searches }: QueryParameter): string | undefined => filters ?? searches?.[0];
      const all = able.filter((one, index) => able.findIndex((first) => memberOf(first) === memberOf(one)) === index);
      if (all.length < 2) return [];
      const names = all.map(({ name }) => name).join(' and ');
      return [{ key: '', value: names, query: all }];
    },
  },
  sorts: {
    items: (context) =>
      own(context, ({ sorts }) => sorts !== undefined).flatMap((one) =>
        Object.entries(one.sorts ?? {}).flatMap(([value, { by }]) =>
          canSort(context, by) ? [parameterItem(one, value, value)] : [],
        ),
      ),
  },
} as const satisfies Readonly<Record<string, Selector>>;

/** Codes that only the service sets, with the values to filter by, and their pointer in a list entry. */
function stateOf(
  { scope, endpoint, operation, resolved }: OperationContext,
  { filters, type, values: asked }: QueryParameter,
): { readonly values: readonly string[]; readonly shown: string } {
  const field = resolved.fields.find(({ name }) => `/${name}` === filters);
  const all = field?.type === 'code' && field.readOnly === true ? (field.values ?? []) : [];
  const values = all.filter((value) => type !== 'code' || asked?.includes(value) === true);
  const shown = resolvePointer(
    listPointers(scope, endpoint, operation).record,
    fieldPointer(endpoint, field?.name ?? ''),
  );
  return { values: values.length < 2 || scope.operation(endpoint, 'create') === undefined ? [] : values, shown };
}

function own({ operation }: OperationContext, has: (one: QueryParameter) => boolean): readonly QueryParameter[] {
  return (operation.query ?? []).filter(has);
}
