import { header, headerTokens } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

export const allowConsistent = passiveRule('http.allow-consistent', (response, exchange) => {
  if (response.status !== 405 || header(response, 'allow') === undefined) return inapplicable('no 405 with Allow');
  const { method } = exchange.request;
  return judged(
    headerTokens(response, 'allow').includes(method)
      ? [finding(exchange, 'header allow', `a list without ${method}`, header(response, 'allow') ?? '')]
      : [],
  );
});
