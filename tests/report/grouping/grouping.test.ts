/** Grouping of the recorded failures of seeded faults. `npx tsx scripts/grouping/main.ts` prints them. */
import { describe, expect, it } from 'vitest';
import { groupBy } from '../../../src/model/objects.ts';
import { signedFailures } from '../../../src/report/grouping/group-failures.ts';
import { namesRules, relationHolds } from '../../../src/report/grouping/implications.ts';
import { RULE_RELATIONS } from '../../../src/report/grouping/relations.ts';
import { indexTraffic } from '../../../src/report/grouping/traffic.ts';
import { everyNth } from '../../part.ts';
import { findPhrases } from '../../wording/phrases.ts';
import { itemsOf, readFaults, readRecording } from '../../../scripts/grouping/recordings.ts';

const faults = readFaults();

/** Title without quoted values, pointers and header names. */
const withoutValues = (text: string): string =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').replaceAll(/\bheader [\w-]+|\S*\/\S*/g, '');

describe('the report of a recorded fault', () => {
  it.each(everyNth(faults, 2).map((entry) => [entry.fault, entry] as const))('%s', (fault, { title, items }) => {
    const found = itemsOf(readRecording(fault));
    expect([found[0]?.title, found.length]).toEqual([title, items]);
  });
});

it.each(faults.map(({ fault, title }) => [fault, title] as const))(
  'the title of %s names a place and is short',
  (_fault, title) => {
    const [, behaviour = ''] = /^[A-Z]+ \/\S*: (.+)$/.exec(title) ?? [];
    expect(behaviour).not.toBe('');
    expect(withoutValues(behaviour).length).toBeLessThanOrEqual(100);
    expect(findPhrases(withoutValues(behaviour))).toEqual([]);
  },
);

it('each relation is used by a recorded fault', () => {
  const unused = new Set(RULE_RELATIONS);
  for (const { fault } of faults) {
    const recording = readRecording(fault);
    const failures = signedFailures(recording, indexTraffic(recording.exchanges, recording));
    const byRule = [...groupBy(failures, ({ check }) => check.rule)];
    for (const relation of unused) {
      const pairs = byRule.flatMap(([rule, by]) =>
        byRule.flatMap(([other, ones]) => (namesRules(relation, rule, other) ? [[by, ones] as const] : [])),
      );
      if (pairs.some(([all, ones]) => all.some((by) => ones.some((one) => relationHolds(relation, by, one)))))
        unused.delete(relation);
    }
  }
  expect([...unused].map(({ by, why }) => `${by.join(', ')}: ${why}`)).toEqual([]);
});
