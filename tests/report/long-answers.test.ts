/** Breakdowns of what would be answered at length, on a shop that no contract of ours knows. */
import { expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { said } from './exchanges.ts';
import { wrongStatus } from './found.ts';
import { titles } from './titles.ts';

const order = (place: number): { readonly number: number; readonly note: string } => ({
  number: place,
  note: 'x'.repeat(100),
});
const orders = (count: number): ReturnType<typeof order>[] =>
  Array.from({ length: count }, (_one, place) => order(place));

/** So many orders are made, each by itself, and listed; what cannot be told is broken. */
function listed(group: string, count: number, isBroken: boolean): readonly Exchange[] {
  const made = orders(count).map((sent, place) =>
    said('POST /orders', 201, { sent, shown: { id: place }, operation: 'orders/create' }),
  );
  const list = isBroken
    ? said('GET /orders', 502, { operation: 'orders/list' })
    : said('GET /orders', 200, { operation: 'orders/list', shown: orders(count) });
  return [...made, list].map((one) => ({ ...one, group }));
}

const few = ['a', 'b', 'c', 'd'].flatMap((group, place) => listed(group, 10 * (place + 1), false));
const many = ['e', 'f'].flatMap((group) => listed(group, 60, true));

function titleOf(all: readonly Exchange[]): string | undefined {
  const broken = all.filter(({ response }) => response?.status === 502);
  return titles(
    broken.map((on) => ({ rule: 'outcome.accepted', on, found: wrongStatus(502, [200]) })),
    all,
  )[0];
}

it('is told by how long answers are that come', () => {
  expect(titleOf([...few, ...many])).toBe(
    'Answers 502 where the answer would be long, on orders/list: what comes has 5 KiB at most',
  );
});

it.each<[string, readonly Exchange[]]>([
  ['a short list breaks down too', [...few, ...many, ...listed('g', 5, true)]],
  ['a list as long comes', [...few, ...many, ...listed('h', 70, false)]],
  ['only one would be long', [...few, ...many.slice(0, 61)]],
  ['a write breaks down that answers little', [...few, ...many, said('POST /orders', 502, { sent: order(1) })]],
  ['the same call is served among the same records', [...few, ...many, { ...(few[10] as Exchange), group: 'e' }]],
])('is another matter where %s', (_what, all) => {
  expect(titleOf(all)).not.toMatch(/would be long/);
});
