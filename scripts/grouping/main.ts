/**
 * Prints how failures are grouped: for each recorded fault the first titles, the number of items and the time taken.
 *
 *     npx tsx scripts/grouping/main.ts [--only GLOB] [--shown N]     reads the recordings
 *     npx tsx scripts/grouping/main.ts --record [--only GLOB]        runs the faults against the reference services and records them
 */
import { TestBed } from '../../src/prove/test-bed.ts';
import { fileURLToPath } from 'node:url';
import { omitUndefined } from '../../src/model/objects.ts';
import { globMatcher } from '../../src/model/pattern.ts';
import { called, numberOf } from '../called.ts';
import { itemsOf, readFaults, readRecording, writeRecording } from './recordings.ts';
import { placeOf, trialOn } from './trial.ts';

const USAGE = 'npx tsx scripts/grouping/main.ts [--record] [--only GLOB] [--shown N]';
const { values } = called(USAGE, {
  options: {
    record: { type: 'boolean', default: false },
    only: { type: 'string', default: '**' },
    shown: { type: 'string', default: '3' },
  },
});
/** More items than this make a report hard to read. */
const FEW = 3;
const shown = numberOf(USAGE, '--shown', values.shown, 0);
const isSelected = globMatcher(values.only);
const faults = readFaults().filter(({ fault }) => isSelected(fault));

if (values.record) {
  const stand = await TestBed.open(fileURLToPath(new URL('../../', import.meta.url)));
  for (const { fault, spec, endpoint } of faults) {
    const place = { ...placeOf(stand, fault, spec), ...omitUndefined({ endpoint }) };
    const bytes = writeRecording(fault, await trialOn(stand, place, { faults: [fault] }));
    process.stdout.write(`${fault}: ${bytes} bytes\n`);
  }
  await stand.close();
}

let right = 0;
let few = 0;
for (const entry of faults) {
  const recording = readRecording(entry.fault);
  const started = performance.now();
  const items = itemsOf(recording);
  const ms = Math.round(performance.now() - started);
  const isSame = items[0]?.title === entry.title && items.length === entry.items;
  if (entry.right) right += 1;
  if (items.length <= FEW) few += 1;
  const mark = isSame ? (entry.right ? 'right' : 'WRONG') : 'NEW  ';
  process.stdout.write(`${mark} ${items.length} items, ${ms} ms  ${entry.fault}\n      should say: ${entry.reads}\n`);
  for (const { title, example, checks } of items.slice(0, shown))
    process.stdout.write(
      `      - ${title}  [${example.rule} ${example.endpoint}/${example.operation}, ${checks.length} checks]\n`,
    );
}
process.stdout.write(`${right} of ${faults.length} first items right, at most ${FEW} items in ${few}\n`);
