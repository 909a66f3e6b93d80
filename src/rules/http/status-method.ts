import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

/** RFC 9110 §15.4.5 and §9.3.3: 304 answers a conditional GET or HEAD; to any other method a condition that fails is a 412 (§13.1.2). */
export const statusMethod = passiveRule(
  {
    id: 'http.status-method',
    title: 'A 304 answers a read',
    fails: 'answers a write with 304',
    explain:
      '304 says that a reader may use its copy. To a write it says nothing, and a client cannot tell whether the write was done.',
    covers: ['A16'],
    appliesTo: ({ method }) => method !== 'GET',
  },
  (response, exchange) => {
    if (response.status !== 304) return inapplicable('no 304');
    const { method } = exchange.request;
    return judged(
      method === 'GET' || method === 'HEAD'
        ? []
        : [finding(exchange, 'status', '304 only to GET or HEAD', `304 to ${method}`)],
    );
  },
);
