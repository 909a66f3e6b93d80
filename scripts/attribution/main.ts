/**
 * How well reports name what is wrong: `npx tsx scripts/attribution/main.ts [--corpus NAME] [--exam FILE] [--only GLOB] [--keep DIR] [--shown N] [--write]`.
 *
 * Each fault of the corpus is held against the whole plan of its service; its report is held against the sentence that was
 * written before. `--write` writes docs/attribution.md, from both corpora. `--exam` asks the questions of a file instead, and writes
 * what was read of each beside it, for a person to mark: tests/attribution/README.md.
 */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { causeTitle } from '../../src/report/open-causes.ts';
import { globMatcher } from '../../src/record/glob.ts';
import { Stand } from '../../src/prove/stand.ts';
import { faultsOf } from '../../tests/attribution/exam.ts';
import { called, misused, numberOf } from '../called.ts';
import { corpusFile, missesOf, readCorpus, type Entry } from './corpus.ts';
import { entriesOf, marksFile, marksOf, readExam, readMarks, resultOf, writeMarks } from './exam.ts';
import { pageOf, scoreOf, type Scored } from './score.ts';
import { itemsOf, placeOf, reportOn } from './trial.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const USAGE =
  'npx tsx scripts/attribution/main.ts [--corpus NAME] [--exam FILE] [--only GLOB] [--keep DIR] [--shown N] [--write]';
const { values } = called(USAGE, {
  options: {
    corpus: { type: 'string', multiple: true, default: ['corpus'] },
    exam: { type: 'string' },
    only: { type: 'string' },
    keep: { type: 'string' },
    shown: { type: 'string', default: '3' },
    write: { type: 'boolean', default: false },
  },
});

async function tried(stand: Stand, entry: Entry): Promise<Scored> {
  const place = placeOf(stand, entry.fault, entry.spec, entry.service);
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

async function triedAll(stand: Stand, entries: readonly Entry[]): Promise<readonly Scored[]> {
  const scored: Scored[] = [];
  for (const entry of entries) {
    if (!isMeant(entry.fault)) continue;
    const one = await tried(stand, entry);
    scored.push(one);
    tell(one);
  }
  return scored;
}

function tell({ entry, misses, right, items, inside, failing, titles }: Scored): void {
  const mark =
    entry.isMarked === true ? '?    ' : misses.length === 0 ? 'right' : right > 0 ? `${String(right + 1)}th ` : 'WRONG';
  process.stdout.write(
    `${mark} ${String(items).padStart(3)} items  ${String(inside)}/${String(failing)}  ${entry.fault}\n`,
  );
  if (misses.length > 0) process.stdout.write(`      ${misses.join('; ')}\n`);
  if (entry.isMarked === true) process.stdout.write(`      should be read: ${entry.reads}\n`);
  if (entry.isMarked === true || misses.length > 0 || items > 1)
    for (const title of titles.slice(0, shown)) process.stdout.write(`      - ${title}\n`);
}

const isMeant = values.only === undefined ? () => true : globMatcher(values.only);
const shown = numberOf(USAGE, '--shown', values.shown, 0);
const lacking = (values.exam === undefined ? values.corpus.map(corpusFile) : [values.exam]).find(
  (file) => !existsSync(file),
);
if (lacking !== undefined) misused(USAGE, `there is no ${lacking}`);
if (values.exam === undefined) {
  const stand = await Stand.open(ROOT);
  const byCorpus: (readonly [string, readonly Scored[]])[] = [];
  for (const name of values.corpus) {
    const scored = await triedAll(stand, readCorpus(name));
    byCorpus.push([name, scored]);
    process.stdout.write(`${name}: ${JSON.stringify(scoreOf(scored))}\n`);
  }
  await stand.close();
  if (values.write) writeFileSync(path.join(ROOT, 'docs', 'attribution.md'), pageOf(byCorpus));
} else {
  const exam = await readExam(values.exam);
  const stand = await Stand.open(ROOT, undefined, {}, faultsOf(exam));
  const known = readMarks(values.exam);
  const scored = await triedAll(stand, entriesOf(exam));
  await stand.close();
  const marks = { ...known, ...marksOf(scored, known) };
  writeMarks(values.exam, marks);
  process.stdout.write(`${resultOf(marks)}; marks are in ${marksFile(values.exam)}\n`);
}
