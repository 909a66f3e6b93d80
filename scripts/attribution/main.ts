/**
 * How well reports name what is wrong: `npx tsx scripts/attribution/main.ts [--corpus NAME] [--only GLOB] [--keep DIR] [--shown N] [--write]`.
 *
 * Each fault of the corpus is held against the whole plan of its service; its report is held against the sentence that was
 * written before. `--write` writes docs/attribution.md, from both corpora.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { causeTitle } from '../../src/report/causes.ts';
import { globMatcher } from '../../src/record/glob.ts';
import { Stand } from '../../src/prove/stand.ts';
import { missesOf, readCorpus, type Entry } from './corpus.ts';
import { pageOf, scoreOf, type Scored } from './score.ts';
import { itemsOf, placeOf, reportOn } from './trial.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { values } = parseArgs({
  options: {
    corpus: { type: 'string', multiple: true, default: ['corpus'] },
    only: { type: 'string' },
    keep: { type: 'string' },
    shown: { type: 'string', default: '3' },
    write: { type: 'boolean', default: false },
  },
});

async function tried(stand: Stand, entry: Entry): Promise<Scored> {
  const place = placeOf(stand, entry.fault, entry.spec);
  const report = await reportOn(stand, place.service, place.spec, { faults: [entry.fault] }, values.keep);
  const items = itemsOf(report);
  const [first] = items;
  const misses = first === undefined ? ['nothing was noticed'] : missesOf(entry, first);
  const failing = report.checks.filter(({ verdict }) => verdict === 'fail').length;
  const right = items.findIndex((item) => missesOf(entry, item).length === 0);
  const inside = (items[right]?.checks ?? []).filter(({ verdict }) => verdict === 'fail').length;
  return {
    entry,
    spec: place.spec,
    said: first === undefined ? '' : causeTitle(first, 200),
    misses,
    right,
    items: items.length,
    failing,
    inside,
    titles: items.map(
      (item) =>
        `${causeTitle(item, 150)}  [${item.kind} ${item.example.rule} ${item.example.endpoint}/${item.example.operation} ${String(item.checks.length)} checks, holds up ${String(item.holdsUp)}]`,
    ),
  };
}

const isMeant = values.only === undefined ? () => true : globMatcher(values.only);
const stand = await Stand.open(ROOT);
const shown = Number(values.shown);
const byCorpus: (readonly [string, readonly Scored[]])[] = [];
for (const name of values.corpus) {
  const scored: Scored[] = [];
  for (const entry of readCorpus(name)) {
    if (!isMeant(entry.fault)) continue;
    const one = await tried(stand, entry);
    scored.push(one);
    const mark = one.misses.length === 0 ? 'right' : one.right > 0 ? `${String(one.right + 1)}th ` : 'WRONG';
    process.stdout.write(
      `${mark} ${String(one.items).padStart(3)} items  ${String(one.inside)}/${String(one.failing)}  ${entry.fault}\n`,
    );
    if (one.misses.length > 0) process.stdout.write(`      ${one.misses.join('; ')}\n`);
    if (one.misses.length > 0 || one.items > 1)
      for (const title of one.titles.slice(0, shown)) process.stdout.write(`      - ${title}\n`);
  }
  byCorpus.push([name, scored]);
  process.stdout.write(`${name}: ${JSON.stringify(scoreOf(scored))}\n`);
}
await stand.close();
if (values.write) writeFileSync(path.join(ROOT, 'docs', 'attribution.md'), pageOf(byCorpus));
