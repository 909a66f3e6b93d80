import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

export const cacheControl = passiveRule(
  {
    id: 'http.cache-control',
    title: 'Personal data is not for caches',
    fails: 'lets caches keep personal data: cache-control is {actual}',
    explain: 'An answer to a signed-in call says `no-store` or `private`.',
    covers: ['D11', 'K06'],
    appliesTo: (operation) => operation.access === 'token',
  },
  (response, exchange) => {
    if (response.status < 200 || response.status > 299 || exchange.request.method === 'OPTIONS')
      return inapplicable('no data');
    const value = header(response, 'cache-control') ?? 'absent';
    return judged(
      /\b(no-store|private)\b/i.test(value)
        ? []
        : [finding(exchange, 'header cache-control', 'no-store or private', value)],
    );
  },
);
