/** Of what is let through of one member, the plainest says the rest. */
import { expect, it } from 'vitest';
import type { Departure } from '../../src/report/causes/departures/departure.ts';
import { plainest } from '../../src/report/causes/departures/plainest.ts';

const taken = (base: string, member: string): Departure =>
  ({ base, did: 'accepted', check: { member: [member] } }) as unknown as Departure;

const unknown = taken('input.unknown-reference', 'customer');
const deleted = taken('input.deleted-reference', 'customer');
const foreign = taken('input.foreign-reference', 'customer');

it('a reference to nothing goes before one to what is not there any more, or not for everybody', () => {
  expect(plainest([deleted, foreign, unknown])).toEqual([unknown]);
});

it('each stays where the plainest is refused, or is of another member', () => {
  expect(plainest([deleted, foreign])).toEqual([deleted, foreign]);
  const other = taken('input.unknown-reference', 'article');
  expect(plainest([deleted, other])).toEqual([deleted, other]);
});

it('what is not let through stays', () => {
  const refused = { ...deleted, did: 'refused-otherwise' } as Departure;
  expect(plainest([refused, unknown])).toEqual([refused, unknown]);
});
