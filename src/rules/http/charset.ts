import { isJson } from '../../record/body.ts';
import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i;
/** UTF-8 as it is spelt, and the part of it that has a name of its own. */
const OF_UTF_8: readonly string[] = ['utf-8', 'utf8', 'us-ascii'];

/** RFC 8259 §8.1: JSON is UTF-8; §11: no charset is defined, and who keeps to that reads none. Others believe it. */
export const charset = passiveRule('http.charset', (response, exchange) => {
  if (response.bytes === 0) return inapplicable('no content');
  if (!isJson(response)) return inapplicable('the content is not declared as JSON');
  const said = CHARSET.exec(header(response, 'content-type') ?? '')?.[1];
  return judged(
    said === undefined || OF_UTF_8.includes(said.toLowerCase())
      ? []
      : [finding(exchange, 'header content-type', 'UTF-8, or no charset', said)],
  );
});
