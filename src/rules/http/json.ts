import { clip, finding, inapplicable, jsonBody, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

export const json = passiveRule(
  {
    id: 'http.json',
    title: 'JSON content is well formed',
    fails: 'sends JSON that is not well formed: {actual}',
    explain: 'UTF-8 without a byte order mark, one JSON text, no member twice.',
    covers: ['A19'],
  },
  (response, exchange) => {
    if (response.bytes === 0) return inapplicable('no content');
    if (response.body.startsWith('\uFEFF')) return judged([finding(exchange, 'body', 'no byte order mark', 'one at the beginning')]);
    const body = jsonBody(response);
    return judged(body.ok ? [] : [finding(exchange, 'body', 'one JSON text', `${body.message}: ${clip(response.body, 120)}`)]);
  },
);
