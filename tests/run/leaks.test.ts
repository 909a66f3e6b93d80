/** Who finds nothing must be able to find something. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FORMS } from '../http/echo-forms.ts';
import { leaksOf } from '../hostile/leaks.ts';
import { temporary } from './support.ts';

const TOKEN = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJzb21lYm9keSBlbHNlIn0.c2lnbmF0dXJlIG9mIGEgdG9rZW4gdGhhdA';

test.each(Object.entries(FORMS))('a claim or a signature %s is found where it stands', (_form, write) => {
  const folder = temporary();
  for (const [index, part] of TOKEN.split('.').slice(1).entries()) {
    writeFileSync(path.join(folder, 'report.json'), `${'x'.repeat(1000)} ${write(part)} y`);
    expect(leaksOf([TOKEN], folder)[0], String(index)).toContain('report.json: …');
  }
  writeFileSync(path.join(folder, 'report.json'), `${'x'.repeat(1000)} ${TOKEN.split('.')[0]} y`);
  expect(leaksOf([TOKEN], folder, { stdout: 'nothing' })).toEqual([]);
  expect(leaksOf([TOKEN], folder, { stdout: write(TOKEN.slice(22)) })[0]).toContain('stdout: …');
});
