import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

export const contentLength = passiveRule('http.content-length', (response, exchange) => {
  const value = header(response, 'content-length');
  if (response.status === 204) {
    const framed = value !== undefined || header(response, 'transfer-encoding') !== undefined;
    return judged(
      framed ? [finding(exchange, 'header content-length', 'absent on 204', value ?? 'transfer-encoding')] : [],
    );
  }
  if (
    value === undefined ||
    exchange.request.method === 'HEAD' ||
    response.status === 304 ||
    header(response, 'content-encoding') !== undefined
  )
    return inapplicable('no comparable length');
  // A length that an intermediary has doubled is for the recipient to mend or to refuse.
  if (!/^\d+$/.test(value)) return inapplicable('not one number');
  return judged(
    Number(value) === response.bytes ? [] : [finding(exchange, 'header content-length', String(response.bytes), value)],
  );
});
