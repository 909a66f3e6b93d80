/** The reliability figures cover every class of hostile input, with every input survived, and the page shows them. */
import { expect, test } from 'vitest';
import { readFigures, reliabilityDocument } from '../../scripts/reliability/render.ts';
import { TRICKS } from '../hostile/service.ts';

test('the figures are of the tricks of today', () => {
  const figures = readFigures();
  const classes = new Map(figures.classes.map((one) => [one.name, one]));
  expect(figures.atOnce).toMatchObject({ tricks: TRICKS.length, played: TRICKS.length, secrets: 0 });
  for (const name of new Set(TRICKS.map((trick) => trick.class))) {
    const count = TRICKS.filter((trick) => trick.class === name).length;
    expect(classes.get(name), `${name}: npx tsx scripts/reliability/main.ts`).toMatchObject({
      inputs: count,
      survived: count,
      secrets: 0,
    });
  }
});

test('the page has a row for each class', () => {
  const figures = readFigures();
  const page = reliabilityDocument(figures);
  expect(figures.classes.filter(({ name, inputs }) => !page.includes(`| ${name} | ${inputs} |`))).toEqual([]);
});
