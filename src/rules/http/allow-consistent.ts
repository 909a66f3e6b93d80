import { header, headerTokens } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

/** RFC 9110 §10.2.1 leaves the list to the moment and to whom it concerns, so that this is inferred and demanded by nobody. */
export const allowConsistent = passiveRule(
  {
    id: 'http.allow-consistent',
    title: 'A 405 does not offer what it refuses',
    fails: 'offers in Allow the method that it refuses: {actual}',
    explain: 'Allow in a 405 lists the method that was just refused. A client that believes it comes again.',
    covers: [],
  },
  (response, exchange) => {
    if (response.status !== 405 || header(response, 'allow') === undefined) return inapplicable('no 405 with Allow');
    const { method } = exchange.request;
    return judged(
      headerTokens(response, 'allow').includes(method)
        ? [finding(exchange, 'header allow', `a list without ${method}`, header(response, 'allow') ?? '')]
        : [],
    );
  },
);
