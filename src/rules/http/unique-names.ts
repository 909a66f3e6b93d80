import { isJson, jsonBody } from '../../record/body.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { scanOf } from './json-scan.ts';
import { passiveRule } from './passive-rule.ts';

export const uniqueNames = passiveRule('http.unique-names', (response, exchange) => {
  if (response.bytes === 0 || !isJson(response) || !jsonBody(response).ok) return inapplicable('no JSON content');
  return judged(
    [...new Set(scanOf(response).repeated)].map((name) =>
      finding(exchange, 'body', `one member "${name}" in an object`, 'two'),
    ),
  );
});
