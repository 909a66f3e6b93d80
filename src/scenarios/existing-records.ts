/** Filters on a list that cannot be added to, with a value of the existing record. */
import type { QueryParameter } from '../load/model.ts';
import type { OperationContext } from '../plan/context.ts';
import { controlRequest } from '../plan/baseline-request.ts';
import { withQuery } from '../plan/query.ts';
import { listPointers } from '../plan/request-templates.ts';
import { lastWith } from '../plan/catalogue/items.ts';
import type { Build } from '../plan/catalogue/template.ts';

/** Requests the list with a value of the record that the target names. */
export const narrowed: Build = (context, fixtures, chosen) => {
  const [parameter] = lastWith(chosen, 'query') ?? [];
  const member = parameter === undefined ? undefined : memberOf(context, parameter);
  if (parameter === undefined || member === undefined) return undefined;
  const { scope, endpoint, operation, path, success } = context;
  const { records, record } = listPointers(scope, endpoint, operation);
  const good = controlRequest(scope, endpoint, operation, fixtures);
  const request = withQuery(good, operation, { [parameter.name]: { $record: `${endpoint.endpoint}#/${member}` } });
  return {
    steps: [{ name: 'probe', operation: path, request, success }],
    params: {
      step: 'probe',
      records,
      parameter: parameter.name,
      shown: (parameter.searches ?? [parameter.filters ?? '']).map((place) => `${record}${place}`),
      match: parameter.searches === undefined ? 'equals' : 'contains',
    },
  };
};

/** Whether the parameter filters records without a create, by a field that they have. */
export function canNarrow({ scope, endpoint }: OperationContext, parameter: QueryParameter): boolean {
  return scope.operation(endpoint, 'create') === undefined && memberOf({ endpoint }, parameter) !== undefined;
}

function memberOf(
  { endpoint }: Pick<OperationContext, 'endpoint'>,
  { filters, searches }: QueryParameter,
): string | undefined {
  return endpoint.fields.find(({ name }) => `/${name}` === (filters ?? searches?.[0]))?.name;
}
