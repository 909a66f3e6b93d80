/** The first item of a report names what is wrong: some faults of the corpus in `npm test`, drawn by the commit; by hand all of one service. */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missesOf, readCorpus } from '../../scripts/attribution/corpus.ts';
import { itemsOf, placeOf, trialOn } from '../../scripts/attribution/trial.ts';
import { Stand } from '../../src/prove/stand.ts';
import { withCauses } from '../../src/report/causes/cluster.ts';
import type { Finding, Report, ReportCause } from '../../src/report/model.ts';
import { drawnOf } from '../drawn.ts';

/** The report in other words: of what findings say nothing is left but values. */
function muted(report: Report): Report {
  const mute = (finding: Finding): Finding =>
    finding.kind === 'value' || finding.kind === 'lost' ? finding : { ...finding, expected: '-', actual: '-' };
  return {
    ...report,
    checks: report.checks.map((check) => ({ ...check, findings: check.findings.map(mute) })),
  };
}

function partsOf({ id, kind, checks, holdsUp }: ReportCause): unknown {
  return { id, kind, checks, holdsUp };
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SMALL = 'partner-onboarding.';
const MOST_ITEMS = 3;

/** Two faults at once, of which one could be taken for what follows from the other. */
const PAIRS = [
  ['habit.byte-order-mark', 'lifecycle.partners.create-not-stored'],
  ['habit.errors-empty', 'shape.encoded-path-unknown'],
  ['habit.read-names-another', 'shape.charset-refused'],
  ['habit.refusals-503', 'partners.same-values-same-partner'],
] as const;

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
    const { report, exchanges } = await trialOn(stand, service, spec, { faults: [entry.fault] });
    const items = itemsOf(report);
    const [first] = items;
    const misses = first === undefined ? ['nothing was noticed'] : missesOf(entry, first);
    if (entry.misread === undefined) expect(misses).toEqual([]);
    else expect(misses, 'the sentence is true after all').not.toEqual([]);
    expect(items.length).toBeLessThanOrEqual(MOST_ITEMS);
    for (const { where, actual, kind } of report.checks.flatMap(({ findings }) => findings)) {
      expect(kind === 'status').toBe(where === 'status');
      if (actual === 'absent') expect(kind, where).toMatch(/^(?:absent|lost)$/);
    }
    expect(withCauses(muted(report), exchanges).causes.map(partsOf), 'a cause hangs on words').toEqual(
      report.causes?.map(partsOf),
    );
  });

  it.each(PAIRS)('of %s and %s names one, and the next the other', async (...names) => {
    const entries = names.map((name) => corpus.find(({ fault }) => fault === `${SMALL}${name}`));
    const ids = names.map((name) => `${SMALL}${name}`);
    const { service, spec } = placeOf(stand, ids[0] ?? '', undefined);
    const items = itemsOf((await trialOn(stand, service, spec, { faults: ids })).report);
    const places = entries.map((entry) =>
      entry === undefined ? -1 : items.findIndex((item) => missesOf(entry, item).length === 0),
    );
    expect(places.toSorted((a, b) => a - b)).toEqual([0, 1]);
  });
});
