/** Good requests that are sent somewhere else: what is redirected, and where to. */
import type { Exchange } from '../../../record/exchange.ts';
import { header } from '../../../record/headers.ts';
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import { listed } from '../../phrase.ts';
import { operationsOf } from '../exchanges/exchange-index.ts';
import { seenBy, type CauseReading } from './model.ts';

/** `Redirects campuses/list, courses/list and 4 more with 301 to the same path with a slash at its end (/campuses/)`. */
export const redirects: CauseReading = ({ own, exchanges }) => {
  const seen = seenBy(own, exchanges);
  const [first] = seen;
  const isPlain = own.every(({ layer, base }) => layer === 'status' && fits(PLAIN, base));
  if (first === undefined || !isPlain || !seen.every(isRedirected)) return undefined;
  const [place, ...others] = new Set(seen.map(placeWords));
  const where = place === undefined || others.length > 0 ? 'other addresses, such as' : place;
  const statuses = listed([...new Set(seen.map(({ response }) => String(response?.status)))]);
  const on = listed(operationsOf(seen, exchanges));
  return `Redirects ${on} with ${statuses} to ${where} ${others.length > 0 ? locationOf(first) : `(${locationOf(first)})`}`;
};

/** Requests with nothing special: of others, what is special about them says more. */
const PLAIN: readonly RulePattern[] = ['outcome.accepted', 'coverage.exercised'];

const REDIRECTIONS: readonly number[] = [301, 302, 303, 307, 308];

function isRedirected({ response }: Exchange): boolean {
  return response !== undefined && REDIRECTIONS.includes(response.status) && header(response, 'location') !== undefined;
}

function locationOf({ response }: Exchange): string {
  return response === undefined ? '' : (header(response, 'location') ?? '');
}

/** Where to, seen from what was asked for. */
function placeWords(exchange: Exchange): string {
  const location = locationOf(exchange);
  if (!URL.canParse(location, exchange.request.url)) return 'what is no address';
  const [asked, led] = [new URL(exchange.request.url), new URL(location, exchange.request.url)];
  if (led.host !== asked.host) return 'another host';
  if (led.protocol !== asked.protocol) return `the same address under ${led.protocol}`;
  if (led.pathname === `${asked.pathname}/`) return 'the same path with a slash at its end';
  if (`${led.pathname}/` === asked.pathname) return 'the same path without the slash at its end';
  if (led.pathname.toLowerCase() === asked.pathname.toLowerCase())
    return led.pathname === asked.pathname ? 'the same path with another query' : 'the same path in other capitals';
  return 'another path';
}
