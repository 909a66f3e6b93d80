/** Refusals of several kinds that all have one status, which the service has in place of what each is due. */
import { fits } from '../../../record/rule-pattern.ts';
import { UNUSUAL } from '../departures/cause-table.ts';
import { baseOf, type Departure, type JudgedReport } from '../departures/departure.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { keyOf, operationOf } from '../departures/departure-place.ts';
import { exchangeKey } from '../../exchange-key.ts';
import { groupBy } from '../../../record/group-by.ts';
import { operationName } from '../departures/same-operation.ts';

/** That they are one habit: where no operation of theirs is seen to refuse anything with what is due. */
export function asOneStatus(
  departures: readonly Departure[],
  report: JudgedReport,
  exchanges: ExchangeIndex,
): (one: Departure) => Departure | undefined {
  const otherwise = departures.filter(({ did, layer }) => did === 'refused-otherwise' && layer === 'status');
  if (otherwise.length === 0) return () => undefined;
  const sent = statusesDue(report, exchanges);
  const isNeverSent = ({ due = [] }: Departure, operations: ReadonlySet<string>): boolean =>
    ![...operations].some((operation) => due.some((status) => sent.get(operation)?.has(status) === true));
  const whole = new Set(
    [...groupBy(otherwise, keyOf).values()].flatMap((own) => {
      const operations = new Set(own.map(operationOf));
      const isSeveral = new Set(own.map(({ due = [] }) => String(due))).size > 1;
      return isSeveral && own.every((one) => isNeverSent(one, operations)) ? own : [];
    }),
  );
  return (one) => (whole.has(one) ? { ...one, habit: { of: 'one status' } } : undefined);
}

/** By operation, with what is refused as it is due; but for what a service's frame refuses before anything looks at it. */
function statusesDue({ checks }: JudgedReport, exchanges: ExchangeIndex): ReadonlyMap<string, ReadonlySet<number>> {
  const right = checks.filter(
    (check) => check.rule === 'outcome.form' && check.verdict === 'pass' && !fits(UNUSUAL, baseOf(check)),
  );
  return new Map(
    [...groupBy(right, operationName)].map(([operation, own]) => [
      operation,
      new Set(
        own.flatMap(({ service, spec, evidence }) =>
          evidence.flatMap((id) => exchanges.get(exchangeKey({ service, spec, id }))?.response?.status ?? []),
        ),
      ),
    ]),
  );
}
