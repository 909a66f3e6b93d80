import { finding, inapplicable, judged } from '../evidence.ts';
import { isInnerFailure } from './no-server-error.ts';
import { isOwn } from './own-operation.ts';
import { passiveRule } from './passive-rule.ts';

export const statusDocumented = passiveRule(
  {
    id: 'http.status-documented',
    title: 'The status is one that the contract knows',
    fails: 'answers with a status that the contract does not know: {actual}',
    explain: 'A status that is documented nowhere leaves clients to guess what happened.',
    covers: ['A01', 'A03'],
  },
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
);
