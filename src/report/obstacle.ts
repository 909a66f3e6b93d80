/** What stood in the way of checks that could not be judged: the answer that they met, by operation, and not the step that waited for it. */
import { capital } from '../record/counted.ts';
import type { Exchange } from '../record/exchange.ts';
import { header } from '../record/headers.ts';
import { endOf, type ExchangeIndex } from './departure.ts';
import type { ReportCheck } from './model.ts';
import { listed } from './phrase.ts';
import { traitOf } from './sent-traits.ts';

export interface Obstacle {
  /** Checks with one key met the same. */
  readonly key: string;
  readonly met: Exchange;
}

export function obstacleOf(check: ReportCheck, exchanges: ExchangeIndex): Obstacle | undefined {
  const version = `${check.service}@${check.spec}`;
  const seen = check.evidence.flatMap((id) => exchanges.get(`${version} ${id}`) ?? []);
  const unsigned = seen.find(isWithoutToken);
  if (unsigned !== undefined) return { key: `sign-in ${unsigned.failure?.message ?? ''}`, met: unsigned };
  const broken = seen.find(({ response }) => (response?.status ?? 0) >= 500);
  if (broken !== undefined)
    return exchanges.operationOf(broken) === undefined
      ? undefined
      : { key: `answered ${endOf(broken) ?? ''}`, met: broken };
  const absent = check.verdict === 'inconclusive' ? seen.find((one) => isOfMade(one, seen)) : undefined;
  return absent === undefined ? undefined : { key: 'made and not there', met: absent };
}

/** Whether it is answered 404, where the answer to a create just before said that the record is there. */
function isOfMade({ request, response }: Exchange, seen: readonly Exchange[]): boolean {
  if (response?.status !== 404) return false;
  const path = pathOf(request.url);
  return seen.some((made) => {
    const location =
      made.request.method === 'POST' && made.response?.status === 201 ? header(made.response, 'location') : undefined;
    return location !== undefined && (path === pathOf(location) || path.startsWith(`${pathOf(location)}/`));
  });
}

function pathOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/]*/i, '').split('?')[0] ?? '';
}

/** Whether nothing was sent since the identity provider gave no token. */
export function isWithoutToken({ failure }: Exchange): boolean {
  return failure?.why === 'no-token';
}

/** What all of these checks met, in a sentence: `courses/create answers 504 where the body is a long list (60 entries or more; 12 are served)`. */
export function obstacleTitle(met: readonly Exchange[], exchanges: ExchangeIndex): string {
  const [first] = met;
  if (first === undefined) return '';
  if (isWithoutToken(first)) return capital(first.failure?.message ?? '');
  const end = endOf(first) ?? '';
  if (end === '404')
    return `What was just created is not there: 404 on ${listed([...new Set(met.map((one) => exchanges.operationOf(one) ?? ''))].sort())}`;
  const isPatient = first.response !== undefined && header(first.response, 'retry-after') !== undefined;
  const operations = new Set(met.map((one) => exchanges.operationOf(one) ?? ''));
  const alike = exchanges.all.filter(
    (one) =>
      one.service === first.service &&
      one.spec === first.spec &&
      operations.has(exchanges.operationOf(one) ?? '') &&
      (endOf(one) === end || endOf(one)?.startsWith('2') === true),
  );
  const failed = alike.filter((one) => endOf(one) === end);
  const served = alike.filter((one) => endOf(one) !== end);
  const trait = traitOf(failed, served);
  const on = listed([...operations].sort());
  const which =
    trait !== undefined
      ? `calls of ${on} ${trait}`
      : served.length < failed.length
        ? `calls of ${on}`
        : `one in ${Math.round(alike.length / failed.length)} calls of ${on}`;
  return `The service answers ${end}${isPatient ? ', with Retry-After,' : ''} to ${which}`;
}
