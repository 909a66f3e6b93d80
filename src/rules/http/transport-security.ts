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

export const transportSecurity = passiveRule('http.transport-security', (response, exchange) => {
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
});
