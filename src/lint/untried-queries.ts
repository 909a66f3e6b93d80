/** What a contract says that a parameter of a query brings, and nothing tries: no records can be made by which it would show. Pure. */
import type { QueryParameter, ServiceContracts } from '../load/model.ts';
import type { Check } from '../plan/model.ts';

/** Rows that hold what comes against what was asked for. */
const LAWS: ReadonlySet<string> = new Set([
  'query.filtered',
  'query.by-state',
  'query.narrowed',
  'query.several',
  'query.several-paged',
  'query.searched',
  'query.sorted',
]);

/** In words, such as `state of orders/orders/list, which filters by /state`, in the order of the contracts. */
export function untriedQueries(contracts: readonly ServiceContracts[], checks: readonly Check[]): readonly string[] {
  const tried = new Set(
    checks.flatMap(({ service, endpoint, operation, rule, member }) =>
      LAWS.has(rule) && member?.[0] !== undefined ? [`${service}/${endpoint}/${operation} ${member[0]}`] : [],
    ),
  );
  return contracts.flatMap(({ service, endpoints, catalogue: { off } }) =>
    // That a row is off is told with its reason.
    off.some(({ row }) => LAWS.has(row))
      ? []
      : endpoints.flatMap(({ endpoint, operations }) =>
          operations.flatMap(({ name, query = [] }) =>
            query.flatMap((one) => {
              const what = promiseOf(one);
              const at = `${service}/${endpoint}/${name}`;
              return what === undefined || tried.has(`${at} ${one.name}`)
                ? []
                : [`${one.name} of ${at}, which ${what}`];
            }),
          ),
        ),
  );
}

function promiseOf({ filters, searches, sorts }: QueryParameter): string | undefined {
  if (filters !== undefined) return `filters by ${filters}`;
  if (searches !== undefined) return `searches ${searches.join(', ')}`;
  return sorts === undefined ? undefined : `sorts`;
}
