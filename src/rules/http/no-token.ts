import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

/** What the run itself signed in with is looked for where exchanges are recorded, before it is masked. Secrets of others are theirs to show. */
export const noToken = passiveRule(
  {
    id: 'http.no-token',
    title: 'No token comes back',
    fails: 'sends a token back: in the {where}',
    explain:
      'The access token or assertion that was sent comes back in an answer, most often in an error that repeats the request. From there it gets into logs and into other people’s hands.',
    covers: ['A23'],
    // The token endpoint answers with tokens.
    appliesTo: (operation) => operation.access === 'token',
  },
  (response, exchange) => {
    if (response.bytes === 0 && response.headers.length === 0) return inapplicable('no content');
    return judged(
      (response.secrets ?? []).map((place) => finding(exchange, place, 'no token', 'the one that was sent')),
    );
  },
);
