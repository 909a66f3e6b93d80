import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

/** What the run itself signed in with is looked for where exchanges are recorded, before it is masked. Secrets of others are theirs to show. */
export const noToken = passiveRule('http.no-token', (response, exchange) => {
  if (response.bytes === 0 && response.headers.length === 0) return inapplicable('no content');
  return judged((response.secrets ?? []).map((place) => finding(exchange, place, 'no token', 'the one that was sent')));
});
