import { finding, header, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

/** RFC 6797 §7.2: the field is not sent over a connection that is not secure. Over TLS it has a lifetime (§6.1.1). */
export const transportSecurity = passiveRule(
  {
    id: 'http.transport-security',
    title: 'Strict transport security is announced over TLS alone',
    fails: 'announces strict transport security wrongly: {actual}',
    explain: 'Strict-Transport-Security over plain HTTP is ignored by clients and mostly shows that a proxy in front was forgotten. Over TLS it names how long it holds.',
    covers: ['K01'],
  },
  (response, exchange) => {
    const value = header(response, 'strict-transport-security');
    if (value === undefined) return inapplicable('it is not announced');
    if (exchange.request.url.startsWith('http:')) return judged([finding(exchange, 'header strict-transport-security', 'absent over plain HTTP', value)]);
    return judged(/(^|[\s;])max-age="?\d+"?(\s*;|\s*$)/i.test(value) ? [] : [finding(exchange, 'header strict-transport-security', 'a max-age', value)]);
  },
);
