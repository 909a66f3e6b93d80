/** Filters on a list that cannot be added to, with a value of the existing record. */
import type { QueryParameter } from '../load/model.ts';
import type { OperationContext } from '../plan/context.ts';
import { baselineRequest } from '../plan/baseline-request.ts';
import { withQuery } from '../plan/query.ts';
import { listPointers } from '../plan/request-templates.ts';
import { innermostProperty } from '../plan/catalogue/items.ts';
import type { CaseBuilder } from '../plan/catalogue/template.ts';

/** Requests the list with a value of the record that the target names. */
export const filterExistingRecords: CaseBuilder = (context, fixtures, chosen) => {
  const [parameter] = innermostProperty(chosen, 'query') ?? [];
  const member = parameter === undefined ? undefined : memberOf(context, parameter);
  if (parameter === undefined || member === undefined) return undefined;
  const { scope, endpoint, operation, path, success } = context;
  const { records, record } = listPointers(scope, endpoint, operation);
  const good = baselineRequest(scope, endpoint, operation, fixtures);
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
export function canFilterExistingRecords({ scope, endpoint }: OperationContext, parameter: QueryParameter): boolean {
  return scope.operation(endpoint, 'create') === undefined && memberOf({ endpoint }, parameter) !== undefined;
}

function memberOf(
  { endpoint }: Pick<OperationContext, 'endpoint'>,
  { filters, searches }: QueryParameter,
): string | undefined {
  return endpoint.fields.find(({ name }) => `/${name}` === (filters ?? searches?.[0]))?.name;
}
