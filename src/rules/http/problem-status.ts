import { at } from '../../record/pointer.ts';
import { inapplicable, judged } from '../evidence.ts';
import { valueFinding } from '../findings.ts';
import { passiveRule } from './passive-rule.ts';
import { problemOf } from './problem.ts';

export const problemStatus = passiveRule('http.problem-status', (response, exchange) => {
  const problem = problemOf(response);
  const status = at(problem, '/status');
  if (typeof status !== 'number') return inapplicable('no problem details with a status');
  return judged(status === response.status ? [] : [valueFinding(exchange, 'body#/status', response.status, status)]);
});
