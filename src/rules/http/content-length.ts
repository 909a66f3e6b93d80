import { finding, header, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

export const contentLength = passiveRule(
  {
    id: 'http.content-length',
    title: 'The declared length is right',
    fails: 'declares a wrong length: {actual} instead of {expected}',
    explain: 'A Content-Length, where sent, is the length of the content; 204 has none.',
    covers: ['A10'],
  },
  (response, exchange) => {
    const value = header(response, 'content-length');
    if (response.status === 204) {
      const framed = value !== undefined || header(response, 'transfer-encoding') !== undefined;
      return judged(framed ? [finding(exchange, 'header content-length', 'absent on 204', value ?? 'transfer-encoding')] : []);
    }
    if (value === undefined || exchange.request.method === 'HEAD' || header(response, 'content-encoding') !== undefined) return inapplicable('no comparable length');
    return judged(Number(value) === response.bytes ? [] : [finding(exchange, 'header content-length', String(response.bytes), value)]);
  },
);
