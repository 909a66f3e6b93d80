import { finding, inapplicable, judged } from '../evidence.ts';
import type { Finding } from '../model.ts';
import { passiveRule } from './passive-rule.ts';

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
    const set = response.headers.filter(([name]) => name === 'set-cookie');
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
