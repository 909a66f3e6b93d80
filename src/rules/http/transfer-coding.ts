import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

export const transferCoding = passiveRule('http.transfer-coding', (response, exchange) => {
  const coding = header(response, 'transfer-encoding');
  if (coding === undefined) return inapplicable('no Transfer-Encoding');
  if (header(exchange.request, 'te') !== undefined) return inapplicable('the request has TE');
  return judged(
    /^[\s,]*chunked[\s,]*$/i.test(coding) ? [] : [finding(exchange, 'header transfer-encoding', 'chunked', coding)],
  );
});
