/** RFC 6585 §4: what is answered 429 was refused for how often the caller asks. Where there is no limit, no answer says so. */
import { finding, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

const THROTTLED = 429;

/** Also what was answered before a request was sent again, and served. */
export const notThrottled = passiveRule('http.not-throttled', (response, exchange) => {
  const all = [...(exchange.earlier ?? []).map((one) => one.response), response];
  const slowed = all.some(({ status }) => status === THROTTLED);
  return judged(
    slowed ? [finding(exchange, 'status', `not ${THROTTLED}`, `${THROTTLED}`, { kind: 'status', got: THROTTLED })] : [],
  );
});
