import { finding, inapplicable, judged } from '../evidence.ts';
import type { Finding } from '../model.ts';
import { passiveRule } from './passive-rule.ts';

/** Set by load balancers and shields to find the same server again; they are nobody's sign-in, and not the service's to mend. */
const STICKY =
  /^(AWSALB|AWSELB|ARRAffinity|BIGipServer|GCLB|GAESA|INGRESSCOOKIE|SERVERID|JSESSIONIDSSO|TS[0-9a-f]{6,}|__cf|cf_|visid_incap|incap_ses|ak_bmsc|bm_)/i;

export const cookies = passiveRule('http.cookies', (response, exchange) => {
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
});
