/** Refusals that stand in the envelope of an answer, by its flag, are refusals for whoever compares answers. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import type { Json } from '../../src/record/json.ts';
import { ended, endOf, endWords, isServed } from '../../src/report/causes/exchanges/ends.ts';
import { said } from './exchanges.ts';
import { wrongStatus } from './found.ts';
import { titles, type Failing } from './titles.ts';

const FLAGS = [{ service: 'shop', flag: '/done' }];
const RULES = {
  'outcome.accepted': { title: '', explain: '', fails: '{refuses} it: {status}', awaits: 'acceptance' },
} as const;

describe('how an answer ended', () => {
  it.each<[string, Json, boolean]>([
    ['200', { done: true }, true],
    ['denied:200', { done: false }, false],
    ['denied:200', [{ done: false }, { done: false }], false],
    ['200', [{ done: true }, { done: false }], true],
    ['200', { other: { done: false } }, true],
    ['200', [], true],
  ])('%s: %j', (end, shown, isDone) => {
    const [one] = ended([said('PATCH /orders/7', 200, { shown })], FLAGS);
    expect(endOf(one)).toBe(end);
    expect(one !== undefined && isServed(one)).toBe(isDone);
  });

  it('is its status for services that have no flag, and for whoever refuses by status', () => {
    const shown = { done: false };
    expect(ended([said('PATCH /orders/7', 200, { shown })], [{ service: 'other', flag: '/done' }]).map(endOf)).toEqual([
      '200',
    ]);
    expect(ended([said('PATCH /orders/7', 409, { shown })], FLAGS).map(endOf)).toEqual(['409']);
    expect(endWords('denied:200')).toBe('200 and no success');
  });
});

describe('refusals in the envelope', () => {
  const made = (index: number, isDone: boolean, sent: Json = { size: 1 }): Exchange =>
    said('POST /orders', 200, {
      sent,
      step: 'setup.control',
      case: `group-${index}`,
      shown: isDone ? { done: true, id: index } : { done: false, detail: 'Try again.' },
    });
  const refused = (on: Exchange): Failing => ({
    rule: 'outcome.accepted',
    on,
    found: wrongStatus(200, [200], { actual: '200, and no success' }),
  });
  const first = (all: readonly Exchange[], flags?: typeof FLAGS): string | undefined =>
    titles(all.filter(({ response }) => response?.body.includes('false')).map(refused), all, RULES, flags)[0];
  const inTurn = Array.from({ length: 12 }, (_none, index) => made(index, index % 3 !== 2));

  it('by turns are told with their share', () => {
    expect(first(inTurn, FLAGS)).toBe(
      'Refuses one in 3 correct requests on orders/create with 200 and no success, "Try again."',
    );
  });

  it('are not told so where it is not known what says it, or where it is what is sent', () => {
    expect(first(inTurn)).not.toMatch(/one in/);
    const bySize = inTurn.map((_one, index) => made(index, index % 3 !== 2, { size: index % 3 }));
    expect(first(bySize, FLAGS)).not.toMatch(/one in/);
  });
});
