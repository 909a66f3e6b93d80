/** Grouping of the recorded failures of seeded faults. `npx tsx scripts/grouping/main.ts` prints them. */
import { describe, expect, it } from 'vitest';
import { itemsOf, readFaults, readRecording } from '../../../scripts/grouping/recordings.ts';

const faults = readFaults();

describe('the report of a recorded fault', () => {
  it.each(faults.map((entry) => [entry.fault, entry] as const))('%s', (fault, { title, items }) => {
    const found = itemsOf(readRecording(fault));
    expect([found[0]?.title, found.length]).toEqual([title, items]);
  });
});
