import { listField } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { listMembers } from './grammar.ts';
import { passiveRule } from './passive-rule.ts';

/** RFC 9110 §15.1: errors that a cache may keep of its own accord. */
const CACHEABLE = new Set([404, 405, 410, 414, 501]);

export const errorUncached = passiveRule('http.error-uncached', (response, exchange) => {
  if (response.status < 400) return inapplicable('not an error');
  const value = listField(response, 'cache-control');
  const directives = listMembers(value ?? '');
  const uncached = directives.some((one) => /^(no-store|no-cache|private|max-age=0)(?=$|[\s;])/i.test(one));
  const kept = directives.some((one) => /^(public|(max-age|s-maxage)=[1-9]\d*)/i.test(one));
  if (kept) return judged([finding(exchange, 'header cache-control', 'no-store', value)]);
  if (!CACHEABLE.has(response.status)) return inapplicable('no cache keeps this status of its own accord');
  return judged(uncached ? [] : [finding(exchange, 'header cache-control', 'no-store', value)]);
});
