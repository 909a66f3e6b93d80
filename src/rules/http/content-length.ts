import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

/**
 * RFC 9110 §8.6: no Content-Length on 204, and on HEAD and 304 it is the length of what is not sent; RFC 9112 §6.1: no
 * Transfer-Encoding on 204, and on HEAD and 304 it may stand.
 */
export const contentLength = passiveRule(
  {
    id: 'http.content-length',
    title: 'The declared length is right',
    fails: 'declares a wrong length: {actual} instead of {expected}',
    explain: 'A Content-Length, where sent, is the length of the content; 204 has neither it nor Transfer-Encoding.',
    covers: ['A10'],
  },
  (response, exchange) => {
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
      Number(value) === response.bytes
        ? []
        : [finding(exchange, 'header content-length', String(response.bytes), value)],
    );
  },
);
