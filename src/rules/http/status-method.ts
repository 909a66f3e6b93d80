import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

export const statusMethod = passiveRule('http.status-method', (response, exchange) => {
  if (response.status !== 304) return inapplicable('no 304');
  const { method } = exchange.request;
  return judged(
    method === 'GET' || method === 'HEAD'
      ? []
      : [finding(exchange, 'status', '304 only to GET or HEAD', `304 to ${method}`)],
  );
});
