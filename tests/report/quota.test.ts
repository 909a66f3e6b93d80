/** A quota that is reached within a run is told with what was answered before. */
import { expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { said } from './exchanges.ts';
import { wrongStatus } from './found.ts';
import { titles } from './titles.ts';

/** So many reads, one after the other, answered as this says of each. */
const reads = (many: number, statusOf: (place: number) => number): readonly Exchange[] =>
  Array.from({ length: many }, (_, place) => said(`GET /orders/${place}`, statusOf(place)));

const told = (all: readonly Exchange[], rule = 'outcome.accepted'): string => {
  const failing = all.filter(({ response }) => response?.status === 429);
  return titles(
    failing.map((on) => ({ rule, on, found: wrongStatus(429, [200]) })),
    all.toReversed(),
  ).join('; ');
};

it('of one that is reached', () => {
  expect(told(reads(70, (place) => (place < 40 ? 200 : 429)))).toBe(
    'Answers 429 to whatever is called, once 40 calls had been answered otherwise',
  );
});

it('also by the check that asks whether any call was throttled', () => {
  expect(
    told(
      reads(70, (place) => (place < 40 ? 200 : 429)),
      'http.not-throttled',
    ),
  ).toBe('Answers 429 to whatever is called, once 40 calls had been answered otherwise');
});

it.each([
  ['a limit on calls in a short time', (place: number) => (place >= 40 && place < 60 ? 429 : 200)],
  ['every second call', (place: number) => (place >= 30 && place % 2 === 0 ? 429 : 200)],
  ['whatever is called from the beginning', (place: number) => (place < 5 ? 200 : 429)],
])('not of %s', (_what, statusOf) => {
  expect(told(reads(90, statusOf))).not.toContain('once');
});

it('before what fails alone, where it keeps much from being judged', () => {
  const alone = said('PATCH /offers/1', 404);
  const others = Array.from({ length: 5 }, (_, place) => said(`GET /orders/${place}`, 429));
  const earlier = others.slice(0, 1).flatMap(({ response }) => (response ? [{ response }] : []));
  const throttled: Exchange = { ...said('GET /orders/9', 200), earlier };
  const held = others.map((on) => ({
    rule: 'outcome.accepted',
    on,
    found: wrongStatus(429, [200]),
    more: { verdict: 'inconclusive', disposition: 'undetermined', blockedBy: ['http.not-throttled/1'] } as const,
  }));
  const failing = [
    { rule: 'outcome.accepted', on: alone, found: wrongStatus(404, [200]) },
    { rule: 'http.not-throttled', on: throttled, found: wrongStatus(429, [200]) },
  ];
  const all = [alone, throttled, ...others];
  expect(titles(failing, all)).toEqual([expect.stringContaining('404'), expect.stringContaining('429')]);
  expect(titles([...failing, ...held], all)[0]).toContain('429');
});
