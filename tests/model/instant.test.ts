import { expect, test } from 'vitest';
import { isSameInstant } from '../../src/model/dates.ts';

const NOON = '2026-01-01T12:00:00Z';

test.each([
  ['another offset', '2026-01-01T13:00:00+01:00'],
  ['an offset before UTC', '2026-01-01T08:30:00-03:30'],
  ['the day before', '2025-12-31T23:00:00-13:00'],
  ['no offset', '2026-01-01T12:00:00+00:00'],
  ['an offset that is not known', '2026-01-01T12:00:00-00:00'],
  ['a fraction of zeros', '2026-01-01T12:00:00.000Z'],
  ['small letters', '2026-01-01t12:00:00z'],
])('%s is the same moment', (_what, other) => {
  expect(isSameInstant(NOON, other)).toBe(true);
  expect(isSameInstant(other, NOON)).toBe(true);
});

test.each([
  ['an hour later', '2026-01-01T12:00:00+01:00'],
  ['a millisecond later', '2026-01-01T12:00:00.001Z'],
  ['less than a millisecond later', '2026-01-01T12:00:00.0000001Z'],
  ['no offset, so that nobody knows which', '2026-01-01T12:00:00'],
  ['a day', '2026-01-01'],
  ['a blank between', '2026-01-01 12:00:00Z'],
  ['no time of day', '2026-01-01T24:00:00Z'],
  ['a year before those that are counted', '0026-01-01T12:00:00Z'],
])('%s is another', (_what, other) => {
  expect(isSameInstant(NOON, other)).toBe(false);
});

test('a day that there is not is no moment, and no other spelling of the one after it', () => {
  expect(isSameInstant('2026-02-30T00:00:00Z', '2026-03-02T00:00:00Z')).toBe(false);
  expect(isSameInstant('2026-13-01T00:00:00Z', '2027-01-01T00:00:00Z')).toBe(false);
});

test('a leap second is none of the next minute, wherever it is told', () => {
  expect(isSameInstant('1990-12-31T23:59:60Z', '1991-01-01T00:00:00Z')).toBe(false);
  expect(isSameInstant('1990-12-31T23:59:60Z', '1990-12-31T15:59:60-08:00')).toBe(true);
});
