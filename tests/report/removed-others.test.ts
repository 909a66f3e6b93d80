/** What is gone with a record that was removed, and was not named. */
import { expect, it } from 'vitest';
import { said } from './exchanges.ts';
import { otherValue, wrongStatus } from './found.ts';
import { titles } from './titles.ts';

const gone = said('GET /orders/8', 404);
const changed = said('GET /orders/8', 200, { shown: { size: 2 } });

it('is removed, and not changed', () => {
  const failing = { rule: 'lifecycle.others-kept', on: gone, found: wrongStatus(404, [200]) };
  expect(titles([failing], [gone])[0]).toMatch(/^Removes records that nobody named.*: 404 instead of 200$/);
});

it('is not said of what is there and otherwise', () => {
  const failing = { rule: 'lifecycle.others-kept', on: changed, found: otherValue('body#/size', 1, 2) };
  expect(titles([failing], [changed])[0]).not.toMatch(/Removes/);
});
