import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

/** RFC 9110 §8.8.3: an opaque text in quotes, with `W/` before it where it is weak. */
const ENTITY_TAG = /^(W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/;

export const entityTag = passiveRule('http.entity-tag', (response, exchange) => {
  const value = header(response, 'etag');
  if (value === undefined) return inapplicable('no entity tag is sent');
  return judged(ENTITY_TAG.test(value) ? [] : [finding(exchange, 'header etag', 'a text in double quotes', value)]);
});
