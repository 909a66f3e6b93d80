import { at } from '../../record/pointer.ts';
import { show } from '../../record/json.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';
import { problemOf } from './problem.ts';

/** RFC 9457 §3.1.2: who generates a problem uses its status as that of the answer. A member of another type is to be ignored (§3.1). */
export const problemStatus = passiveRule(
  {
    id: 'http.problem-status',
    title: 'A problem has the status of its answer',
    fails: 'says another status in a problem than it answers with: {actual}',
    explain:
      'The member `status` of problem details repeats the status of the answer. Where a gateway or a handler changed one of them, clients that read the other act on another error.',
    covers: [],
  },
  (response, exchange) => {
    const problem = problemOf(response);
    const status = at(problem, '/status');
    if (typeof status !== 'number') return inapplicable('no problem details with a status');
    return judged(
      status === response.status ? [] : [finding(exchange, 'body#/status', String(response.status), show(status))],
    );
  },
);
