import { inapplicable, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import { passiveRule } from './passive-rule.ts';

export const statusMethod = passiveRule('http.status-method', (response, exchange) => {
  if (response.status !== 304) return inapplicable('no 304');
  const { method } = exchange.request;
  return judged(
    method === 'GET' || method === 'HEAD'
      ? []
      : [statusFinding(exchange, [], { expected: '304 only to GET or HEAD', actual: `304 to ${method}` })],
  );
});
