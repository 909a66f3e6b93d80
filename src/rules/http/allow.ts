import { finding, header, headerTokens, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

export const allow = passiveRule(
  {
    id: 'http.allow',
    title: 'A 405 lists what is allowed',
    fails: 'answers 405 without a right Allow: {actual}',
    explain: 'A 405 carries Allow with the methods of the resource.',
    covers: ['A13'],
  },
  (response, exchange) => {
    if (response.status !== 405) return inapplicable('no 405');
    return judged(
      header(response, 'allow') === undefined
        ? [finding(exchange, 'header allow', 'the methods of the path', 'absent')]
        : headerTokens(response, 'allow').includes(exchange.request.method)
          ? [finding(exchange, 'header allow', `a list without ${exchange.request.method}`, header(response, 'allow') ?? '')]
          : [],
    );
  },
);
