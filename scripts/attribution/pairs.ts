/**
 * How well reports name what is wrong where two things are: `npx tsx scripts/attribution/pairs.ts [PAIRS] [SEED]`.
 *
 * Services that people test have several faults at once. Two faults of the corpus are switched on together, drawn by a seed;
 * each is to be found among the items of the report as it is found alone, and next to nothing beside them.
 */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { causeTitle } from '../../src/report/open-causes.ts';
import { Stand } from '../../src/prove/stand.ts';
import { called, numberOf } from '../called.ts';
import { missesOf, readCorpus, type Entry } from './corpus.ts';
import { itemsOf, placeOf, reportOn } from './trial.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const USAGE = 'npx tsx scripts/attribution/pairs.ts [PAIRS] [SEED]';
const { positionals } = called(USAGE, { allowPositionals: true });
const wanted = numberOf(USAGE, 'PAIRS', positionals[0] ?? '20');
const [, seed = '1'] = positionals;

const stand = await Stand.open(ROOT);
const placed = readCorpus('corpus').map((entry) => ({
  entry,
  ...placeOf(stand, entry.fault, entry.spec, entry.service),
}));
const order = (text: string): string => createHash('sha256').update(`${seed} ${text}`).digest('hex');
const pairs = placed
  .flatMap((one, i) =>
    placed
      .slice(i + 1)
      .filter(({ service, spec }) => service === one.service && spec === one.spec)
      .map((other) => [one, other] as const),
  )
  .map((pair) => [order(pair.map(({ entry }) => entry.fault).join('+')), pair] as const)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .slice(0, wanted)
  .map(([, pair]) => pair);

let first = 0;
let both = 0;
const counts: number[] = [];
for (const [one, other] of pairs) {
  const entries: readonly Entry[] = [one.entry, other.entry];
  const report = await reportOn(stand, one.service, one.spec, { faults: entries.map(({ fault }) => fault) });
  const items = itemsOf(report);
  const places = entries.map((entry) => items.findIndex((item) => missesOf(entry, item).length === 0) + 1);
  if (places.includes(1)) first += 1;
  if (places.every((place) => place > 0 && place <= 3)) both += 1;
  counts.push(items.length);
  process.stdout.write(
    `${places.map((place) => place || '-').join(' ')}  ${items.length} items  ${entries.map(({ fault }) => fault).join(' + ')}\n`,
  );
  if (items.length > 2 || places.includes(0))
    for (const item of items.slice(0, 6)) process.stdout.write(`      - ${causeTitle(item, 150)}\n`);
}
await stand.close();
counts.sort((a, b) => a - b);
process.stdout.write(
  `first right in ${first} of ${pairs.length}, both among the first three in ${both}, items: median ${counts[Math.floor((counts.length - 1) / 2)] ?? 0}, most ${counts.at(-1) ?? 0}\n`,
);
