/**
 * `npm run points`: each open point is answered otherwise, and what comes of it is seen on services that are so and on those that
 * are not. Writes reports/open-points.md, and ends with 1 where an answer does not come to what it should. With parts of ids it shows
 * those points alone, and writes nothing.
 */
import { pluralize } from '../../src/model/text.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';
import type { TestBed } from '../../src/prove/test-bed.ts';
import { called, misused } from '../called.ts';
import { blocked, points, shown, type Shown, unanswered, wayOf, whatIsWrong } from './matrix.ts';
import { page } from './page.ts';

const file = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'reports', 'open-points.md');
const USAGE = 'npm run points -- [PART OF AN ID …]';
const { positionals: asked } = called(USAGE, { allowPositionals: true });
const unknown = asked.find((part) => !points().some(({ point }) => point.id.includes(part)));
if (unknown !== undefined) misused(USAGE, `no open point has "${unknown}" in its id`);
const seen = new Map<string, Shown>();
const stands = new Map<string, Promise<TestBed>>();
let departures = 0;
for (const one of points()) {
  const { id } = one.point;
  if (!['answered', 'allowed'].includes(wayOf(one))) continue;
  if (asked.length > 0 && !asked.some((part) => id.includes(part))) continue;
  const found = await shown(one);
  seen.set(id, found);
  const key = `${one.spec.service} ${found.version}`;
  const stand = stands.get(key) ?? unanswered(one);
  stands.set(key, stand);
  const wrong = [
    ...whatIsWrong(found),
    ...(wayOf(one) === 'answered' ? await blocked(one, await stand) : []).map(
      (check) => `it blocks before it is answered: ${check}`,
    ),
  ];
  departures += wrong.length;
  const { green, red, silent } = found;
  if (asked.length > 0) console.log(`${id}: ${green.length} pass, ${silent.size} ask nothing, ${red.length} are red`);
  for (const what of wrong) console.log(`${id}: ${what}`);
  if (process.stdout.isTTY) process.stdout.write(`\r${seen.size} of them seen`);
}
if (asked.length === 0) mkdirSync(path.dirname(file), { recursive: true });
if (asked.length === 0) writeFileSync(file, (await format(path.basename(file), page(points(), seen))).code);
console.log(
  `\n${pluralize(seen.size, 'open point')} answered otherwise, ${pluralize(departures, 'departure')}${asked.length > 0 ? '' : '; wrote reports/open-points.md'}`,
);
for (const stand of stands.values()) await (await stand).close();
process.exitCode = departures === 0 ? 0 : 1;
