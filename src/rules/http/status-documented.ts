import { finding, inapplicable, judged } from '../evidence.ts';
import { isInnerFailure } from './no-server-error.ts';
import { isOwn } from './own-operation.ts';
import { passiveRule } from './passive-rule.ts';

export const statusDocumented = passiveRule(
  'http.status-documented',
  (response, exchange, operation) => {
    if (!isOwn(exchange, operation)) return inapplicable('a probe with another method');
    if (isInnerFailure(response.status)) return inapplicable('judged as a server error');
    const known = Object.keys(operation.documented);
    return judged(
      known.includes(String(response.status))
        ? []
        : [finding(exchange, 'status', `one of ${known.join(', ')}`, String(response.status))],
    );
  },
  ['documented'],
);
