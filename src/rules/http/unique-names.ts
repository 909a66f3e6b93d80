import { isJson, jsonBody } from '../../record/body.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { scanJson } from './json-scan.ts';
import { passiveRule } from './passive-rule.ts';

/** RFC 8259 §4. A parser keeps one of two members of one name and says nothing, so the text itself is read. */
export const uniqueNames = passiveRule(
  {
    id: 'http.unique-names',
    title: 'No object has two members of one name',
    fails: 'sends an object with a member twice: {expected}',
    explain:
      'Which of two members of one name a client sees depends on its parser. They mostly come from a body that is put together as text, or from two fields that are written under one name.',
    covers: ['A19'],
  },
  (response, exchange) => {
    if (response.bytes === 0 || !isJson(response) || !jsonBody(response).ok) return inapplicable('no JSON content');
    return judged(
      [...new Set(scanJson(response.body).repeated)].map((name) =>
        finding(exchange, 'body', `one member "${name}" in an object`, 'two'),
      ),
    );
  },
);
