import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';
import { reachOf } from './reach.ts';

export const transportSecurity = passiveRule('http.transport-security', (response, exchange) => {
  const value = header(response, 'strict-transport-security');
  if (value === undefined) return inapplicable('it is not announced');
  const { protocol, hostname } = new URL(exchange.request.url);
  if (protocol === 'http:')
    // TLS may have ended before: at a test instance on this machine, and behind the proxy of an inner network.
    return reachOf(hostname) !== 'everywhere'
      ? inapplicable('an inner address, which the announcement may not be meant for')
      : judged([finding(exchange, 'header strict-transport-security', 'absent over plain HTTP', value)]);
  return judged(
    // RFC 6797 §6.1: white space may stand between all parts.
    /(^|[\s;])max-age\s*=\s*"?\d+"?\s*(;|$)/i.test(value)
      ? []
      : [finding(exchange, 'header strict-transport-security', 'a max-age', value)],
  );
});
