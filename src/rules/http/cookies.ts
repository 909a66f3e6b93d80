import { finding, inapplicable, judged } from '../evidence.ts';
import type { Finding } from '../model.ts';
import { passiveRule } from './passive-rule.ts';

/** Set by load balancers and shields to find the same server again; they are nobody's sign-in, and not the service's to mend. */
const STICKY =
  /^(AWSALB|AWSELB|ARRAffinity|BIGipServer|GCLB|GAESA|INGRESSCOOKIE|SERVERID|JSESSIONIDSSO|TS[0-9a-f]{6,}|__cf|cf_|visid_incap|incap_ses|ak_bmsc|bm_)/i;

/** RFC 6265 §8.3 asks for Secure over TLS; HttpOnly is offered (§4.1.2.6) and SameSite came later. Nothing of it can be asked of all. */
export const cookies = passiveRule(
  {
    id: 'http.cookies',
    title: 'A cookie is kept from scripts and from other sites',
    fails: 'sets a cookie that scripts or other sites can use: {expected} is missing',
    explain:
      'A cookie, where one is set, says HttpOnly and SameSite, and over TLS Secure. An interface for programs has little use for cookies; one that a gateway sets can carry a session all the same.',
    covers: ['K08'],
  },
  (response, exchange) => {
    const set = response.headers.filter(([name, value]) => name === 'set-cookie' && !STICKY.test(value));
    if (set.length === 0) return inapplicable('no cookie is set');
    const wanted = ['HttpOnly', 'SameSite', ...(exchange.request.url.startsWith('https:') ? ['Secure'] : [])];
    return judged(
      set.flatMap(([name, value]): readonly Finding[] => {
        const attributes = value
          .split(';')
          .slice(1)
          .map((part) => part.split('=')[0]?.trim().toLowerCase());
        const lacking = wanted.filter((attribute) => !attributes.includes(attribute.toLowerCase()));
        return lacking.length === 0 ? [] : [finding(exchange, `header ${name}`, lacking.join(', '), value)];
      }),
    );
  },
);
