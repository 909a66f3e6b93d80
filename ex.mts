/** npx tsx ex.mts EXAMFILE GLOB: the causes of an exam's questions with their checks */
import { fileURLToPath } from 'node:url';
import { causeTitle } from './src/report/open-causes.ts';
import { Stand } from './src/prove/stand.ts';
import { globMatcher } from './src/record/glob.ts';
import { readExam, entriesOf } from './scripts/attribution/exam.ts';
import { faultsOf } from './tests/attribution/exam.ts';
import { itemsOf, placeOf, reportOn } from './scripts/attribution/trial.ts';
const [file, glob, keep] = process.argv.slice(2);
const exam = await readExam(file!);
const stand = await Stand.open(fileURLToPath(new URL('./', import.meta.url)), undefined, {}, faultsOf(exam));
for (const { fault, spec, service } of entriesOf(exam)) {
  if (!globMatcher(glob!)(fault)) continue;
  const place = placeOf(stand, fault, spec, service);
  const report = await reportOn(stand, place.service, place.spec, { faults: [fault] }, keep);
  console.log('##', fault, report.checks.filter((c) => c.verdict === 'fail').length, 'fail');
  for (const item of itemsOf(report)) {
    console.log('-', causeTitle(item, 200), item.holdsUp);
    for (const c of item.checks.slice(0, 60))
      console.log('    ', c.verdict, c.id, JSON.stringify(c.findings?.[0] ?? c.cause)?.slice(0, 260));
  }
}
await stand.close();
