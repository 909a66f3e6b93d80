/** docs/reliability.md names every class of tricks with as many as there are, and nothing that did not survive. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { TRICKS } from '../hostile/service.ts';
import { ROOT } from './support.ts';

test('it is of the tricks that there are', () => {
  const text = readFileSync(path.join(ROOT, 'docs', 'reliability.md'), 'utf8');
  const rows = new Map(
    [...text.matchAll(/^\| ([^|*]+) \| +([\d,]+) \| +([\d,]+) \| +\S+ \| +(\d+) \|/gm)].map(
      ([, name = '', inputs, survived, secrets]) => [name.trim(), { inputs, survived, secrets }] as const,
    ),
  );
  const classes = new Set(TRICKS.map((trick) => trick.class));
  for (const name of classes) {
    const count = String(TRICKS.filter((trick) => trick.class === name).length);
    expect(rows.get(name), `${name}: npx tsx scripts/reliability/main.ts`).toEqual({
      inputs: count,
      survived: count,
      secrets: '0',
    });
  }
});
