/** Which of its errors a service answers so: all, or those of some statuses. */
import type { Exchange, RecordedResponse } from '../../record/exchange.ts';
import { listed } from '../phrase.ts';
import type { ExchangeIndex } from './departure.ts';

/** Of so many of a hundred at least it is said that all are: what reads the first bytes of a message mostly answers in its own way. */
const NEARLY_ALL = 80;

/**
 * `errors`, `errors with 400`, `some errors with 400`: those of the same operations as `seen` that show it, beside those that
 * do not. HEAD shows nothing of what an error is like.
 */
export function errorsThat(
  shows: (response: RecordedResponse) => boolean,
  seen: readonly Exchange[],
  exchanges: ExchangeIndex,
): string {
  const operations = new Set(seen.map((one) => exchanges.operationOf(one)));
  const answers = exchanges.all.flatMap((one) =>
    one.response !== undefined &&
    one.response.status >= 400 &&
    one.request.method !== 'HEAD' &&
    operations.has(exchanges.operationOf(one))
      ? [one.response]
      : [],
  );
  const showing = answers.filter(shows);
  if (showing.length * 100 >= answers.length * NEARLY_ALL) return 'errors';
  const statuses = [...new Set(showing.map(({ status }) => status))].toSorted((one, other) => one - other);
  const alike = answers.filter(({ status }) => statuses.includes(status));
  return `${alike.length === showing.length ? '' : 'some '}errors with ${listed(statuses.map(String))}`;
}
