/** Answers that end before their time where they have characters beyond ASCII: their length was counted in characters. */
import { answeredJson } from '../exchanges/bodies.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { besides, operationsOf } from '../exchanges/exchange-index.ts';
import { listed } from '../../phrase.ts';
import { seenBy, type CauseReading } from './model.ts';

/** Fewer may be broken for another reason. */
const FEWEST = 2;

/** `Cuts answers that have characters beyond ASCII, as if their length were counted in characters and not in bytes, on orders/read`. */
export const cutAnswers: CauseReading = ({ own, exchanges }) => {
  if (!own.every(({ check }) => check.rule === 'http.json')) return undefined;
  const seen = seenBy(own, exchanges);
  if (seen.length < FEWEST || !seen.every((one) => isBeyondAscii(one) && isBegun(one))) return undefined;
  // Where others with such characters come whole it is no matter of them.
  const whole = besides(seen, exchanges).filter((one) => answeredJson(one) !== undefined);
  if (whole.length === 0 || whole.some(isBeyondAscii)) return undefined;
  return `Cuts answers that have characters beyond ASCII, as if their length were counted in characters and not in bytes, on ${listed(operationsOf(seen, exchanges))}`;
};

function isBeyondAscii({ response }: Exchange): boolean {
  // oxlint-disable-next-line no-control-regex
  return /[^\0-\x7f]/.test(response?.body ?? '');
}

/** Whether it has the beginning of an object or a list, and not its end. */
function isBegun(exchange: Exchange): boolean {
  const body = exchange.response?.body.trim() ?? '';
  return answeredJson(exchange) === undefined && /^[[{]/.test(body) && balance(body) > 0;
}

/** How many brackets are open at its end, those within texts not counted. */
function balance(body: string): number {
  const bare = body.replace(/"(?:[^"\\]|\\.)*(?:"|$)/gs, '');
  return (bare.match(/[[{]/g)?.length ?? 0) - (bare.match(/[\]}]/g)?.length ?? 0);
}
