/** What only all answers together show: that they come by turns, what is sent where they break down, and what stands in the way. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { obstacleTitle } from '../../src/report/causes/titles/obstacle.ts';
import { exchangesBy } from '../../src/report/causes/exchanges/exchange-index.ts';
import { traitOf } from '../../src/report/causes/exchanges/sent-traits.ts';
import { cutWords } from '../../src/report/causes/titles/text-cut.ts';

let made = 0;

const many = (count: number, one: unknown): readonly unknown[] => Array.from({ length: count }, () => one);

function exchange(status: number, body?: unknown): Exchange {
  made += 1;
  return {
    id: `case-${made}#probe`,
    service: 'shop',
    spec: '1.0',
    group: 'group',
    operation: 'orders/create',
    step: 'probe',
    request: {
      method: 'POST',
      url: 'http://shop.example/orders',
      headers: [],
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    },
    response: { status, headers: [], body: '', bytes: 0 },
    at: made,
    durationMs: 1,
  };
}

const bodies = (...all: readonly unknown[]): readonly Exchange[] => all.map((body) => exchange(201, body));
const served = bodies(
  { name: 'Ann', kind: 'A', amount: 3, notes: ['x'] },
  { name: 'Zoë 名', kind: 'B', amount: 2.5, notes: [] },
  { name: 'a'.repeat(20), kind: 'A', amount: 7, notes: ['x', 'y'] },
);

describe('what is sent where a service breaks down', () => {
  it.each([
    ['a value', bodies({ name: 'Ann', kind: 'C' }, { name: 'Ben', kind: 'C' }), 'where kind is "C"'],
    ['a character', bodies({ name: 'A𝒳' }, { name: '𝒳B' }), 'where name has characters of four bytes'],
    [
      'a length',
      bodies({ name: 'b'.repeat(64) }, { name: 'c'.repeat(99) }),
      'where name is long (64 characters or more; 20 are served)',
    ],
    [
      'a long list',
      bodies({ notes: many(9, 'x') }, { notes: many(12, 'y') }),
      'where notes is a long list (9 entries or more; 2 are served)',
    ],
    ['zero, at several members', bodies({ amount: 0 }, { amount: 0, tax: 1 }), 'where amount is 0'],
    ['nothing', bodies({}, {}), 'where the body has no members'],
    ['another type', bodies({ name: 'Ann', notes: 'x' }, { name: 'Ann', notes: 12 }), 'where notes is no list'],
    ['an exponent', bodies('{"amount": 1.5e1}', '{"amount": 2E3}'), 'where amount is written with an exponent'],
  ])('names %s', (_what, failed, words) => {
    expect(traitOf(failed, served)).toBe(words);
  });

  it('names a member that is missing, and not what stands in it', () => {
    const whole = bodies(
      { name: 'Ann', lines: [{ sku: 'a' }] },
      { name: 'Ben', lines: [{ sku: 'b' }] },
      { name: 'Cyd', lines: [{ sku: 'c' }] },
    );
    expect(traitOf(bodies({ name: 'Ann' }, { name: 'Ben' }), whole)).toBe('where lines is not sent');
  });

  it('says nothing where the same is served too', () => {
    expect(
      traitOf(bodies({ name: 'Ann', kind: 'A', amount: 3, notes: ['x'] }, { name: 'Ann' }), served),
    ).toBeUndefined();
  });
});

describe('what stands in the way', () => {
  it('is told by the operation that answered, and by what is sent', () => {
    const bad = [exchange(504, many(60, { name: 'Ann' })), exchange(504, many(75, { name: 'Ann' }))];
    const good = bodies(...[1, 2, 3].map((count) => many(count, { name: 'Ann' })));
    expect(obstacleTitle(bad, exchangesBy([...bad, ...good]))).toBe(
      'The service answers 504 to calls of orders/create where the body is a long list (60 entries or more; 3 are served)',
    );
  });

  it('says the share where nothing tells the calls apart', () => {
    const all = [503, 201, 201, 503, 201, 201].map((status) => exchange(status, { name: 'Ann' }));
    const bad = all.filter(({ response }) => response?.status === 503);
    expect(obstacleTitle(bad, exchangesBy(all))).toBe('The service answers 503 to one in 3 calls of orders/create');
  });

  it('says why it is not judged, where the service asks to be called again', () => {
    const all = [503, 201, 201, 503, 201, 201].map((status): Exchange => {
      const one = exchange(status, { name: 'Ann' });
      const headers = status === 503 ? [['retry-after', '30'] as const] : [];
      return { ...one, response: { status, headers, body: '', bytes: 0 } };
    });
    const bad = all.filter(({ response }) => response?.status === 503);
    expect(obstacleTitle(bad, exchangesBy(all))).toBe(
      'The service answers 503, with Retry-After, to one in 3 calls of orders/create: it asks to be called again later, which is not held against it',
    );
  });
});

describe('texts that are cut', () => {
  const finding = (name: string, expected: string, actual: string): Parameters<typeof cutWords>[0][number] => ({
    where: `body#/${name}`,
    kind: 'value',
    expected,
    actual,
    evidence: '',
  });

  it('says how much of the end, where as much is cut off texts of other lengths in the same place', () => {
    const short = finding('name', '"abcdef"', '"abcde"');
    expect(cutWords([short], [finding('name', '"abcdefgh"', '"abcdefg"')])).toBe('Cuts the last character off name');
    expect(cutWords([short], [finding('name', '"abcdefgh"', '"abcde"')])).toBe('Cuts name at 5 characters');
    expect(cutWords([short], [finding('note', '"abcdefgh"', '"abcdefg"')])).toBe('Cuts name at 5 characters');
  });

  it('says at which length', () => {
    const long = JSON.stringify('a'.repeat(100));
    expect(cutWords([finding('name', long, JSON.stringify('a'.repeat(64)))])).toBe('Cuts name at 64 characters');
    expect(
      cutWords([finding('name', `"${'a'.repeat(299)}… (2,050 characters)`, `"${'a'.repeat(299)}… (514 characters)`)]),
    ).toBe('Cuts name at 512 characters');
    expect(cutWords([finding('name', '"abcdef"', '"abcxyz"')])).toBeUndefined();
  });
});
