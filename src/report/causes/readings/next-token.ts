/** Tokens that go wrong once the same caller has another: the former one is refused, or the next is for what the former was for. */
import { sameJson, type Json } from '../../../record/json.ts';
import { at } from '../../../record/pointer.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { fits } from '../../../record/rule-pattern.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { caseOf } from '../exchanges/exchange-place.ts';
import { listed } from '../../phrase.ts';
import { seenBy, type CauseReading } from './model.ts';

/** The case that calls with another token than the record was made with. */
const OF_RENEWED = /\/lifecycle\.renewed-token$/;

/** `Refuses a token, long before it is over, once the same caller has used another one`. */
export const endedTokens: CauseReading = ({ own }) => {
  const sights = own.flatMap((one) => one.sights);
  if (sights.length === 0 || !own.every(({ check }) => fits(['http.token-life'], check.rule))) return undefined;
  // A token that is used up is refused at the same call, whatever else is sent.
  const calls = new Set(sights.map(({ finding }) => finding.came));
  const renewed = own.filter((one) => one.sights.some((sight) => OF_RENEWED.test(sight.case)));
  // One that lives too short is refused wherever the run is at that time, and some of those places are by chance of this case.
  return calls.size > 1 && 2 * renewed.length >= own.length
    ? 'Refuses a token, long before it is over, once the same caller has used another one'
    : undefined;
};

/** `Grants tokens for another service than was asked for, that of the token before, on tokens/token: claim aud is … instead of …`. */
export const audienceOfBefore: CauseReading = ({ own, exchanges }) => {
  const [first] = own.flatMap((one) => one.sights);
  if (first === undefined || !own.every(({ check }) => fits(['token.audience-asked'], check.rule))) return undefined;
  const seen = seenBy(own, exchanges);
  const isOfBefore = (one: Exchange): boolean => {
    const before = beforeIn(one, exchanges);
    const audience = before === undefined ? undefined : audienceOf(before);
    return audience !== undefined && sameJson(audience, audienceOf(one));
  };
  if (seen.length === 0 || !seen.every(isOfBefore)) return undefined;
  return `Grants tokens for another service than was asked for, that of the token before, on ${listed(operationsOf(seen, exchanges))}: claim aud is ${first.finding.actual} instead of ${first.finding.expected}`;
};

/** What was sent to the same address right before it, for the same case. */
function beforeIn(one: Exchange, exchanges: ExchangeIndex): Exchange | undefined {
  const own = exchanges.ofCase(caseOf(one)).filter(({ request }) => request.url === one.request.url);
  return own[own.indexOf(one) - 1];
}

function audienceOf({ response }: Exchange): Json | undefined {
  return response?.decoded === undefined ? undefined : at(response.decoded, '/claims/aud');
}
