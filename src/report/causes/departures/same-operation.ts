/** The checks of one operation, found without going through all of a report for each of thousands that fail. */
import { groupBy } from '../../../record/group-by.ts';
import type { ReportCheck } from '../../model.ts';

type Checks = readonly ReportCheck[];
type Place = Pick<ReportCheck, 'service' | 'spec' | 'endpoint' | 'operation'>;

const grouped = new WeakMap<Checks, ReadonlyMap<string, Checks>>();

/** `student-reporting@4.0.1 students/create` */
export function operationName({ service, spec, endpoint, operation }: Place): string {
  return `${service}@${spec} ${endpoint}/${operation}`;
}

/** Those of the same operation as the check, itself among them; grouped once for each report. */
export function ofSameOperation(check: Place, { checks }: { readonly checks: Checks }): Checks {
  const known = grouped.get(checks) ?? groupBy(checks, operationName);
  grouped.set(checks, known);
  return known.get(operationName(check)) ?? [];
}
