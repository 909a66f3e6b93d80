/** What stood in the way of checks that could not be judged: the answer that they met, by operation, and not the step that waited for it. */
import { capital, number } from '../../../record/counted.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { header } from '../../../record/headers.ts';
import { blank } from '../departures/departure.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import {
  endOf,
  endWords,
  isRefused as isRefusal,
  isServedEnd,
  isWithoutToken,
  type EndedExchange,
} from '../exchanges/ends.ts';
import { saidBy } from '../exchanges/said.ts';
import type { ReportCheck } from '../../model.ts';
import { momentOf, type IsRefused } from '../exchanges/moment.ts';
import { listed } from '../../phrase.ts';
import { traitOf } from '../exchanges/sent-traits.ts';
import { makingOf, unkeptTitle } from '../exchanges/unkept.ts';

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
  if (broken !== undefined) return { key: `answered ${endOf(broken) ?? ''}`, met: broken };
  const isMadeHere = (one: Exchange): boolean => {
    const making = makingOf(one, exchanges);
    return making !== undefined && seen.includes(making) && !seen.some(({ request }) => request.method === 'DELETE');
  };
  const absent = check.verdict === 'inconclusive' ? seen.find(isMadeHere) : undefined;
  if (absent !== undefined) return { key: 'made and not there', met: absent };
  const refused = check.verdict === 'inconclusive' ? refusedStep(check, seen) : undefined;
  const operation = refused === undefined ? undefined : exchanges.operationOf(refused);
  return refused === undefined || operation === undefined
    ? undefined
    : { key: `refused ${operation} ${endOf(refused) ?? ''} ${blank(saidBy(refused))}`, met: refused };
}

/** The answer that a step waited for, or that was none of those that it could go on from: nothing else of a check that could not be judged has to be a refusal. */
function refusedStep({ cause = '' }: ReportCheck, seen: readonly Exchange[]): Exchange | undefined {
  const lacking = new Set(seen.flatMap(({ failure }) => failure?.lacks ?? []));
  const refused = seen.filter(isRefusedForGood);
  const waited = refused.filter((one) => lacking.has(stepOf(one)));
  return waited[0] ?? refused.find((one) => cause.startsWith(`step "${stepOf(one)}" was answered`));
}

/** And not because of what others have sent. */
function isRefusedForGood(exchange: EndedExchange): boolean {
  return isRefusal(exchange) && endOf(exchange) !== '429';
}

function stepOf({ id }: Exchange): string {
  return id.split('#')[1] ?? '';
}

/** More operations are not named, only counted. */
const MOST_NAMED = 8;

/** What all of these checks met, in a sentence: `courses/create answers 504 where the body is a long list (60 entries or more; 12 are served)`. Undefined where no operation is known that did. */
export function obstacleTitle(
  met: readonly Exchange[],
  exchanges: ExchangeIndex,
  isRefused: IsRefused = isRefusal,
): string | undefined {
  const [first] = met;
  if (first === undefined) return undefined;
  if (isWithoutToken(first)) return capital(first.failure?.message ?? '');
  const end = endOf(first) ?? '';
  if (met.every((one) => makingOf(one, exchanges) !== undefined)) return unkeptTitle(met, exchanges);
  const isPatient = first.response !== undefined && header(first.response, 'retry-after') !== undefined;
  const operations = operationsOf(met, exchanges);
  if (operations.length === 0) return undefined;
  if (isRefusedForGood(first)) {
    const said = saidBy(first);
    return `The service refuses calls of ${listed(operations)} that had to be served, with ${endWords(end)}${said === '' ? '' : `, "${said}"`}`;
  }
  const ofVersion = exchanges.all.filter((one) => one.service === first.service && one.spec === first.spec);
  const alike = ofVersion.filter(
    (one) => operations.includes(exchanges.operationOf(one) ?? '') && (endOf(one) === end || isServedEnd(endOf(one))),
  );
  const failed = alike.filter((one) => endOf(one) === end);
  const served = alike.filter((one) => endOf(one) !== end);
  const trait = traitOf(failed, served);
  const broken = ofVersion.filter((one) => endOf(one) === end);
  const moment = trait === undefined ? momentOf(broken, ofVersion, isRefused) : undefined;
  const on =
    operations.length > MOST_NAMED
      ? `calls of ${number(operations.length)} operations`
      : `calls of ${listed(operations)}`;
  const share = served.length < failed.length ? undefined : `one in ${Math.round(alike.length / failed.length)}`;
  const told = share === undefined ? on : `${share} ${on}`;
  const special = moment === undefined ? told : `${on} ${moment}${share === undefined ? '' : ` (${share})`}`;
  const which = trait === undefined ? special : `${on} ${trait}`;
  return isPatient
    ? `The service answers ${end}, with Retry-After, to ${which}: it asks to be called again later, which is not held against it`
    : `The service answers ${end} to ${which}`;
}
