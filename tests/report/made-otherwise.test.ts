/** Values that a shop makes something else of, always in one way: what it keeps of lists, of zeros and of dates. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import type { Json } from '../../src/record/json.ts';
import { said } from './exchanges.ts';
import { otherValue } from './found.ts';
import { titles, type Failing } from './titles.ts';

/** An order that is written and read: what of a member was sent, and what is shown. */
interface Kept {
  readonly rule: string;
  readonly sent: Json;
  readonly shown: Json | undefined;
  readonly by?: 'POST' | 'PATCH';
}

function exchangesOf(name: string, { rule, sent, shown, by = 'POST' }: Kept): readonly [Exchange, Exchange] {
  const where = `${rule}-${by}`;
  const write = said(by === 'POST' ? 'POST /orders' : 'PATCH /orders/1', by === 'POST' ? 201 : 200, {
    case: where,
    step: 'write',
    sent: { [name]: sent },
  });
  const order = shown === undefined ? {} : { [name]: shown };
  return [write, said('GET /orders/1', 200, { case: where, step: 'read', shown: { order } })];
}

function told(name: string, all: readonly Kept[], others: readonly Exchange[] = []): readonly string[] {
  const seen = all.map((one) => exchangesOf(name, one));
  const failing = all.map(({ rule, sent, shown, by = 'POST' }, index): Failing => {
    const on = seen[index]?.[1] as Exchange;
    const found = otherValue(`body#/order/${name}`, sent, shown);
    return { rule, on, found, more: { operation: by === 'POST' ? 'create' : 'update' } };
  });
  return titles(failing, [...seen.flat(), ...others]);
}

describe('values that are made of what was sent', () => {
  it.each<readonly [string, Json, Json]>([
    ['Loses the leading zeros of code, on orders/read: "101" instead of "0101"', '0101', '101'],
    ['Loses the leading zeros of code, on orders/read: 101 instead of "0101"', '0101', 101],
    [
      'Shows code one day earlier than it was sent, on orders/read: "2020-02-29" instead of "2020-03-01"',
      '2020-03-01',
      '2020-02-29',
    ],
    [
      'Shows code one day later than it was sent, on orders/read: "2020-03-01" instead of "2020-02-29"',
      '2020-02-29',
      '2020-03-01',
    ],
  ])('are one cause, whatever looks at them: %s', (title, sent, shown) => {
    const rules = ['lifecycle.read-back', 'input.zeros-kept', 'input.dates-kept'];
    expect(
      told(
        'code',
        rules.map((rule) => ({ rule, sent, shown })),
      ),
    ).toEqual([title]);
  });

  it.each<readonly [Json, Json]>([
    ['0101', '0011'],
    ['2020-03-01', '2020-03-03'],
    ['0', ''],
  ])('are another matter where they are made otherwise: %j as %j', (sent, shown) => {
    const [title] = told('code', [{ rule: 'lifecycle.read-back', sent, shown }]);
    expect(title).not.toMatch(/leading zeros|one day/);
  });
});

describe('one member that is taken for none where it is false', () => {
  const kept = said('GET /orders/2', 200, { shown: { order: { is_gift: true } } });
  const missed: readonly Kept[] = [
    { rule: 'input.zero-stored', sent: false, shown: undefined },
    { rule: 'lifecycle.update-each', sent: false, shown: undefined, by: 'PATCH' },
  ];

  it('is left out of answers where nothing is shown of it', () => {
    expect(told('is_gift', missed, [kept])).toEqual(['Leaves out is_gift where it is false, on orders/read']);
  });

  it('is not stored where an update leaves what there was', () => {
    const [created, updated] = missed as [Kept, Kept];
    expect(told('is_gift', [created, { ...updated, shown: true }], [kept])).toEqual([
      'Does not store is_gift where it is false, on orders/create and orders/update',
    ]);
  });

  it('is another matter where no other value of it comes back either, or another is lost too', () => {
    expect(told('is_gift', missed).join()).not.toMatch(/where it is false/);
    const lost: Kept = { rule: 'lifecycle.read-back', sent: true, shown: undefined };
    expect(told('is_gift', [...missed, lost], [kept]).join()).not.toMatch(/where it is false/);
  });
});

describe('lists of which the first entries alone are kept', () => {
  const of = (count: number): Json => Array.from({ length: count }, (_none, place) => ({ name: `n${place}` }));
  const equal = (count: number): Json => Array.from({ length: count }, () => ({ name: 'n0' }));
  const written = (rule: string, sent: Json, shown: Json): Kept => ({ rule, sent, shown });

  it('are one cause with what counts them', () => {
    const all = [written('lifecycle.entries-in-order', of(2), of(1)), written('body.count', equal(20), of(1))];
    expect(told('lines', all)).toEqual(['Keeps only the first entry of lines on orders/create: 1 of 20']);
  });

  it('are told by the last ones, and by how many, where it is so', () => {
    const last = (count: number): Json => (of(count) as Json[]).slice(-2);
    const all = [written('lifecycle.read-back', of(4), last(4)), written('body.count', of(5), last(5))];
    expect(told('lines', all)).toEqual(['Keeps only the last 2 entries of lines on orders/create: 2 of 5']);
    expect(told('lines', all.slice(1)).join()).not.toMatch(/Keeps only/);
  });

  it('are told by the member that they have in common, where those that differ in it come whole', () => {
    const lines = (...kinds: readonly string[]): Json => kinds.map((kind, place) => ({ kind, name: `n${place}` }));
    const alike = written('body.count', lines('a', 'a', 'a'), (lines('a', 'a', 'a') as Json[]).slice(-1));
    const changed: Kept = { ...alike, rule: 'lifecycle.read-back', by: 'PATCH' };
    const whole = exchangesOf('lines', { rule: 'other', sent: lines('a', 'b'), shown: lines('a', 'b') });
    expect(told('lines', [alike, changed], whole)).toEqual([
      'Keeps one of several entries of lines that have the same kind on orders/create and orders/update',
    ]);
    expect(told('lines', [alike, changed]).join()).not.toMatch(/the same kind/);
  });

  it('are another matter where equal entries alone are lost, or longer ones come whole', () => {
    expect(told('lines', [written('body.count', equal(20), of(1))])).toEqual([
      'Keeps one of several equal entries of lines, and drops the others, on orders/create: 20 were sent, 1 is shown',
    ]);
    const whole = exchangesOf('lines', { rule: 'other', sent: of(3), shown: of(3) });
    const short = told('lines', [written('lifecycle.read-back', of(2), of(1))], whole);
    expect(short.join()).not.toMatch(/Keeps only/);
  });
});

it('numbers that stand in each other’s place are told so, and not one that another happens to be', () => {
  const read = said('GET /orders/1', 200, { shown: { order: {} } });
  const failing = (fee: number, tax: number): Failing => ({
    rule: 'lifecycle.read-back',
    on: read,
    found: otherValue('body#/order/fee', 200, fee),
    more: {
      findings: [otherValue('body#/order/fee', 200, fee), otherValue('body#/order/tax', 10.25, tax)].map((one) => ({
        ...one,
        evidence: read.id,
      })),
    },
  });
  expect(titles([failing(10.25, 200)], [read])[0]).toMatch(/^Shows fee and tax in each other's place/);
  expect(titles([failing(10.25, 7)], [read])[0]).not.toMatch(/place/);
});
