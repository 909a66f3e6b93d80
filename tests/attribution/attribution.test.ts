/** The first item of a report names what is wrong: some faults of the corpus in `npm test`, drawn by the commit; by hand all of one service. */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missesOf, readCorpus } from '../../scripts/attribution/corpus.ts';
import { itemsOf, placeOf, reportOn } from '../../scripts/attribution/trial.ts';
import { Stand } from '../../src/prove/stand.ts';
import { drawnOf } from '../drawn.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SMALL = 'partner-onboarding.';
const MOST_ITEMS = 3;

const corpus = readCorpus('corpus');
const drawn = drawnOf(
  corpus.filter(({ fault }) => fault.startsWith(SMALL)),
  24,
  ({ fault }) => fault,
);

describe('the corpus', () => {
  it('has faults of its own, each with its sentence', () => {
    const all = [...corpus, ...readCorpus('unseen'), ...readCorpus('drawn')];
    expect(new Set(all.map(({ fault }) => fault)).size).toBe(all.length);
    for (const { reads, first } of all) {
      expect(reads).toMatch(/^[A-Z].+\.$/);
      expect(first.says.length).toBeGreaterThan(0);
    }
  });
});

describe('the first item of a report', () => {
  let stand: Stand;
  beforeAll(async () => {
    stand = await Stand.open(ROOT);
  });
  afterAll(() => stand.close());

  it.each(drawn.map((entry) => [entry.fault, entry] as const))('names %s', async (_name, entry) => {
    const { service, spec } = placeOf(stand, entry.fault, entry.spec);
    const items = itemsOf(await reportOn(stand, service, spec, { faults: [entry.fault] }));
    const [first] = items;
    const misses = first === undefined ? ['nothing was noticed'] : missesOf(entry, first);
    if (entry.misread === undefined) expect(misses).toEqual([]);
    else expect(misses, 'the sentence is true after all').not.toEqual([]);
    expect(items.length).toBeLessThanOrEqual(MOST_ITEMS);
  });
});
