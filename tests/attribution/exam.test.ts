/** An exam can be set by somebody who knows nothing of causes: one file, switched on as it stands, and marked by a person. */
import { expect, it } from 'vitest';
import { entriesOf, marksOf, readExam, resultOf } from '../../scripts/attribution/exam.ts';
import type { Scored } from '../../scripts/attribution/score.ts';
import { createWorld, UnknownFaultError } from '../../services/index.ts';
import { faultsOf } from './exam.ts';
import { fileURLToPath } from 'node:url';

const sample = await readExam(fileURLToPath(new URL('exams/sample.ts', import.meta.url)));
const [stale, capitals] = entriesOf(sample);

it('has its own misbehaviours, which only the world that is given them knows', async () => {
  const ids = entriesOf(sample).map(({ fault }) => fault);
  expect(ids).toEqual(['exam.partner-onboarding.read-stale', 'exam.partner-onboarding.location-in-capitals']);
  const world = await createWorld({ own: faultsOf(sample), instances: [] });
  expect(() => world.setFaults(ids)).not.toThrow();
  const other = await createWorld({ instances: [] });
  expect(() => other.setFaults(ids)).toThrow(UnknownFaultError);
});

it('is marked by a person where no words are foreseen, once for each title', () => {
  const scored = (said: string): Scored[] =>
    [stale, capitals].flatMap((entry) =>
      entry === undefined
        ? []
        : [{ entry, spec: '', said, misses: [], right: 0, items: 1, failing: 1, inside: 1, titles: [] }],
    );
  const first = marksOf(scored('A'), {});
  expect(Object.values(first).map(({ right }) => right)).toEqual([null, true]);
  expect(resultOf(first)).toBe('1 of 2 right, 1 to be marked');
  const [id = ''] = Object.keys(first);
  const marked = { ...first, [id]: { should: '', read: 'A', right: true } };
  expect(resultOf(marksOf(scored('A'), marked))).toBe('2 of 2 right');
  expect(marksOf(scored('B'), marked)[id]?.right).toBeNull();
});
