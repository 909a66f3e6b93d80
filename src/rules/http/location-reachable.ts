import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';
import { REACH, reachOf } from './reach.ts';

/**
 * Only what is surely of the inside: a host that fewer can reach than the one that was asked, or that very host at a port or without the
 * TLS that it was not asked by. The public name of a service that is tested by an inner address is right, and so is a way from HTTP to HTTPS.
 */
function isInside(there: URL, asked: URL): boolean {
  const [reach, ours] = [reachOf(there.hostname), reachOf(asked.hostname)];
  if (REACH.indexOf(reach) < REACH.indexOf(ours)) return true;
  const isSameHost = there.hostname === asked.hostname || (reach === 'machine' && ours === 'machine');
  if (!isSameHost || (asked.protocol === 'http:' && there.protocol === 'https:')) return false;
  return there.protocol !== asked.protocol || there.port !== asked.port;
}

export const locationReachable = passiveRule('http.location-reachable', (response, exchange) => {
  const { status } = response;
  const value = header(response, 'location');
  // Elsewhere Location means nothing (RFC 9110 §10.2.2).
  if (value === undefined || (status !== 201 && (status < 300 || status > 399))) return inapplicable('no Location');
  const asked = new URL(exchange.request.url);
  if (!URL.canParse(value, asked.href)) return inapplicable('no address, which is judged by its grammar');
  return judged(
    isInside(new URL(value, asked.href), asked)
      ? [finding(exchange, 'header location', `an address like ${asked.origin}`, value)]
      : [],
  );
});
