/**
 * `npm run points`: each open point is answered otherwise, and what comes of it is seen on services that are so and on those that
 * are not. Writes docs/open-points.md, and ends with 1 where an answer does not come to what it should.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';
import { points, shown, wayOf, whatIsWrong, type Shown } from './matrix.ts';
import { page } from './page.ts';

const file = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'docs', 'open-points.md');
const seen = new Map<string, Shown>();
const wrong: string[] = [];
for (const one of points()) {
  const { id } = one.point;
  if (!['answered', 'allowed'].includes(wayOf(one))) continue;
  const found = await shown(one);
  seen.set(id, found);
  for (const what of whatIsWrong(found)) {
    wrong.push(`${id}: ${what}`);
    console.log(`${id}: ${what}`);
  }
  if (process.stdout.isTTY) process.stdout.write(`\r${seen.size} of them seen`);
}
writeFileSync(file, (await format(path.basename(file), page(points(), seen))).code);
console.log(`\n${seen.size} open points are answered otherwise, ${wrong.length} departures; wrote docs/open-points.md`);
process.exitCode = wrong.length === 0 ? 0 : 1;
