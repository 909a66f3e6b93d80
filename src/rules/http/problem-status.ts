import { at } from '../../record/pointer.ts';
import { show } from '../../record/json.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';
import { problemOf } from './problem.ts';

export const problemStatus = passiveRule('http.problem-status', (response, exchange) => {
  const problem = problemOf(response);
  const status = at(problem, '/status');
  if (typeof status !== 'number') return inapplicable('no problem details with a status');
  return judged(
    status === response.status ? [] : [finding(exchange, 'body#/status', String(response.status), show(status))],
  );
});
