import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

/** Whether TLS may have ended before: at a test instance on this machine, and behind the proxy of an inner network. */
function isInner(hostname: string): boolean {
  if (hostname.startsWith('[')) return /^\[(::1\]|f[cd]|fe80:)/i.test(hostname);
  if (/^\d+(\.\d+){3}$/.test(hostname))
    return /^(127|10)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\./.test(hostname);
  return !hostname.includes('.') || /\.(localhost|local|internal)$/i.test(hostname);
}

/** RFC 6797 §7.2: the field is not sent over a connection that is not secure. Over TLS it has a lifetime (§6.1.1). */
export const transportSecurity = passiveRule(
  {
    id: 'http.transport-security',
    title: 'Strict transport security is announced over TLS alone',
    fails: 'announces strict transport security wrongly: {actual}',
    explain:
      'Strict-Transport-Security over plain HTTP is ignored by clients and mostly shows that a proxy in front was forgotten. Over TLS it names how long it holds.',
    covers: ['K01'],
  },
  (response, exchange) => {
    const value = header(response, 'strict-transport-security');
    if (value === undefined) return inapplicable('it is not announced');
    const { protocol, hostname } = new URL(exchange.request.url);
    if (protocol === 'http:')
      return isInner(hostname)
        ? inapplicable('an inner address, which the announcement may not be meant for')
        : judged([finding(exchange, 'header strict-transport-security', 'absent over plain HTTP', value)]);
    return judged(
      /(^|[\s;])max-age="?\d+"?(\s*;|\s*$)/i.test(value)
        ? []
        : [finding(exchange, 'header strict-transport-security', 'a max-age', value)],
    );
  },
);
