import { inapplicable, judged, PASS } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import { passiveRule } from './passive-rule.ts';

/** What a status says of the request (RFC 9110 §15.3.2, §15.5.14, §15.5.16). None of it has a keyword, and services differ. */
const MEANT: readonly { readonly status: number; readonly to: string }[] = [
  { status: 201, to: 'a method that creates' },
  { status: 413, to: 'a request with content' },
  { status: 415, to: 'a request with content' },
];

/** Asked of reads and deletions alone: a write without a body may well be told that its media type is missing. */
export const statusMeaning = passiveRule('http.status-meaning', (response, exchange) => {
  const meant = MEANT.find(({ status }) => status === response.status);
  const { method, body } = exchange.request;
  if (meant === undefined || !['GET', 'HEAD', 'DELETE'].includes(method))
    return inapplicable('the status fits any such request');
  const hasContent = body !== undefined && body !== '';
  if (hasContent && meant.status !== 201) return PASS;
  return judged([
    statusFinding(exchange, [], {
      expected: `${response.status} only to ${meant.to}`,
      actual: `${response.status} to ${method}${hasContent ? '' : ' without content'}`,
    }),
  ]);
});
