import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

export const oneLength = passiveRule('http.one-length', (response, exchange) => {
  const coding = header(response, 'transfer-encoding');
  if (coding === undefined) return inapplicable('no Transfer-Encoding');
  const length = header(response, 'content-length');
  return judged(
    length === undefined ? [] : [finding(exchange, 'header content-length', 'absent beside Transfer-Encoding', length)],
  );
});
