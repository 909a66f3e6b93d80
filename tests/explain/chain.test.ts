/** What a check rests on is told as a chain: its requirement, the open points it was made with, their answers, and what it so weighs. */
import { expect, test } from 'vitest';
import { explainId } from '../../src/explain/explain-project.ts';
import { explainText } from '../../src/explain/explain-text.ts';
import { ROOT } from '../plan/support.ts';

const CHECK = 'student-reporting/courses-on-campus-tac-offers/create/outcome.refused/array-refused';

test('explain shows requirement, points used, answers and basis, in this order', () => {
  const text = explainText(explainId(ROOT, CHECK, undefined));
  const chain = [
    'What it rests on',
    'requirement student-reporting.tac-offers.array-refused: documented',
    'open point student-reporting.tac-offers.single-object-since',
    'default      "2.1.06"',
    'vendor-test  confirms it',
    'stands in    specs/student-reporting/requirements/tac-offers.yaml',
    'so it is assumed',
    'How it is judged',
  ];
  let from = 0;
  for (const part of chain) {
    const found = text.indexOf(part, from);
    expect(found, part).toBeGreaterThanOrEqual(from);
    from = found + part.length;
  }
});
