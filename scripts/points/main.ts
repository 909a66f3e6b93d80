/**
 * `npm run points`: answers each open question with another value than its assumption, and runs the checks that depend on it against
 * reference services that match the answer and against services that do not. Writes reports/open-points.md, and ends with 1 if an answer
 * has a wrong effect. With parts of ids it runs only those questions and writes no file.
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
if (unknown !== undefined) misused(USAGE, `no open question has "${unknown}" in its id`);
const seen = new Map<string, Shown>();
const stands = new Map<string, Promise<TestBed>>();
let failures = 0;
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
      (check) => `${check} blocks without an answer`,
    ),
  ];
  failures += wrong.length;
  const { green, red, silent } = found;
  if (asked.length > 0) console.log(`${id}: ${green.length} pass, ${silent.size} do not apply, ${red.length} fail`);
  for (const what of wrong) console.log(`${id}: ${what}`);
  if (process.stdout.isTTY) process.stdout.write(`\r${seen.size} questions done`);
}
if (asked.length === 0) mkdirSync(path.dirname(file), { recursive: true });
if (asked.length === 0) writeFileSync(file, (await format(path.basename(file), page(points(), seen))).code);
console.log(
  `\n${pluralize(seen.size, 'open question')} with another answer, ${pluralize(failures, 'failure')}${asked.length > 0 ? '' : '; wrote reports/open-points.md'}`,
);
for (const stand of stands.values()) await (await stand).close();
process.exitCode = failures === 0 ? 0 : 1;
