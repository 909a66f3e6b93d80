/** What `after` of a delete names has to be there: a run that could not do it first would leave records behind. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadProject } from '../../src/load/load-project.ts';
import { makePlan } from '../../src/project/make-plan.ts';
import { wholeTarget } from '../../src/project/planning.ts';
import { problemsOf } from '../load/support.ts';
import { ROOT } from './support.ts';
import { temporary } from '../temporary.ts';

const root = temporary();
cpSync(path.join(ROOT, 'examples', 'orders'), root, { recursive: true });
const file = path.join(root, 'contracts', 'orders', 'orders.yaml');
const whole = readFileSync(file, 'utf8');

test.each([
  ['cancel', []],
  ['orders/cancel', []],
  ['nothing', ['orders has no operation "nothing" in 1.0']],
  ['orders/nothing', ['orders has no operation "nothing" in 1.0']],
  ['nowhere/cancel', ['the service has no endpoint "nowhere"']],
])('after: %s', (named, told) => {
  writeFileSync(file, whole.replace('after: cancel', `after: ${named}`));
  const problems = problemsOf(() => {
    const project = loadProject(root);
    makePlan(project, wholeTarget(project));
  });
  expect(problems.map(({ message }) => message)).toEqual(told);
});
