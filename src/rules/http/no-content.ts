import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';
import { isNoContent } from './without-content.ts';

export const noContent = passiveRule(
  {
    id: 'http.no-content',
    title: 'An answer without content has none',
    fails: 'sends content where there must be none: {actual}',
    explain: 'A 204, 205 or 304, and every answer to HEAD, ends with the headers.',
    covers: ['A11'],
  },
  (response, exchange) => {
    if (!isNoContent(response.status) && exchange.request.method !== 'HEAD') return inapplicable('content is allowed');
    return judged(response.bytes > 0 ? [finding(exchange, 'body', 'no content', `${response.bytes} bytes`)] : []);
  },
);
