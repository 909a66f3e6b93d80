import { inapplicable, judged, PASS } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import { isInnerFailure } from './no-server-error.ts';
import { isOwn, isUnchanged, isUnspoken } from './own-operation.ts';
import { passiveRule } from './passive-rule.ts';

/** RFC 6585 §4: it says how often this client asked, and nothing of what was asked: a run of fewer requests would not see it. */
const THROTTLED = 429;

export const statusDocumented = passiveRule(
  'http.status-documented',
  (response, exchange, operation) => {
    if (!isOwn(exchange, operation)) return inapplicable('a probe with another method');
    if (isUnchanged(exchange)) return inapplicable('an answer to a condition, which HTTP knows');
    if (isUnspoken(exchange, operation)) return inapplicable('a refusal that the contract does not speak of');
    if (isInnerFailure(response.status)) return inapplicable('judged as a server error');
    if (Object.hasOwn(operation.documented, String(response.status))) return PASS;
    if (response.status === THROTTLED) return inapplicable('the caller asked too often');
    const known = Object.keys(operation.documented);
    return judged([statusFinding(exchange, known.map(Number), { expected: `one of ${known.join(', ')}` })]);
  },
  ['documented'],
);
