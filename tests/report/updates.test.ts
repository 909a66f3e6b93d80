/** What updates of a shop's orders do, told from all of them together. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import type { Json } from '../../src/record/json.ts';
import type { Report } from '../../src/report/model.ts';
import { said } from './exchanges.ts';
import { otherValue, wrongStatus } from './found.ts';
import { titles, type Failing } from './titles.ts';

type Order = Readonly<Record<string, Json>>;

const ORDER: Order = { customer: 'Ann', note: 'Ring twice', lines: ['a'] };

/** An order is made, updated and read. */
function updated(place: number, sent: Order, after: Order, list = 'orders'): readonly [Exchange, Exchange, Exchange] {
  const one = `case-of-${list}-${place}`;
  const operation = (name: string): string => `${list}/${name}`;
  const shown = { order: { id: place, ...ORDER } };
  return [
    said(`POST /${list}`, 201, {
      operation: operation('create'),
      case: one,
      step: 'create',
      sent: ORDER,
      shown,
      headers: [['location', `/${list}/${place}`]],
    }),
    said(`PATCH /${list}/${place}`, 200, {
      operation: operation('update'),
      case: one,
      step: 'update',
      sent: { order: sent },
    }),
    said(`GET /${list}/${place}`, 200, {
      operation: operation('read'),
      case: one,
      step: 'after',
      shown: { order: { id: place, ...after } },
    }),
  ];
}

const RULES: Report['rules'] = {
  'outcome.accepted': { title: 'r', explain: '', fails: '{refuses} it: {status}', awaits: 'acceptance' },
  'input.null': { title: 'r', explain: '', fails: '{accepts} null: {status}', awaits: 'refusal' },
};

const first = (failing: readonly Failing[], all: readonly Exchange[]): string | undefined =>
  titles(failing, all, RULES)[0];

const changed = (on: Exchange, name: string, shown: Json | undefined): Failing => ({
  rule: 'lifecycle.update-only-named',
  on,
  found: otherValue(`body#/order/${name}`, ORDER[name] ?? null, shown),
});

describe('what a record has no value of', () => {
  const bare = (place: number, sent: Order, after: Order): readonly Exchange[] => {
    const [make, update, read] = updated(place, sent, after);
    const body = JSON.stringify({ order: { customer: 'Ann', lines: ['a'] } });
    const shown = JSON.stringify({ order: { id: place, customer: 'Ann', lines: ['a'] } });
    const { response } = make;
    return [
      { ...make, request: { ...make.request, body }, ...(response && { response: { ...response, body: shown } }) },
      update,
      read,
    ];
  };
  const told = (kept: Order): string | undefined => {
    const all = [
      ...bare(0, { note: 'x' }, { customer: 'Ann', lines: ['a'], ...kept }),
      ...bare(1, { note: 'y' }, { customer: 'Ann', lines: ['a'], ...kept }),
      ...bare(2, { customer: 'Bob' }, { customer: 'Bob', lines: ['a'] }),
      ...updated(3, { lines: ['b'] }, { ...ORDER, lines: ['b'] }),
      ...updated(4, { customer: 'Tom' }, { ...ORDER, customer: 'Tom' }),
    ];
    return first([changed(all[2] as Exchange, 'note', undefined)], all);
  };

  it('stays so, whatever sets it', () => {
    expect(told({})).toBe('Does not set a member with an update where the record has no value of it, on orders/update');
    expect(told({ note: 'z' })).not.toMatch(/has no value/);
  });
});

describe('what an update does not name', () => {
  const lost = (...sent: readonly Order[]): readonly (readonly [Exchange, Exchange, Exchange])[] =>
    sent.map((one, place) => updated(place, one, { ...ORDER, ...one, lines: one['lines'] ?? [] }));

  it('is emptied by all of them', () => {
    const all = lost({ note: 'x' }, { customer: 'Bob' }, { lines: ['b'] });
    expect(first([changed(all[0]?.[2] as Exchange, 'lines', [])], all.flat())).toBe(
      'Empties lines in every update that does not name it, on orders/update',
    );
  });

  it('is missed by the updates after that, which are refused for it', () => {
    const gone = [0, 1].map((place) => updated(place, { customer: 'Bob' }, { customer: 'Bob', lines: ['a'] }));
    const refused = (what: string): Exchange =>
      said('PATCH /orders/1', 422, { operation: 'orders/update', sent: { order: { lines: [] } }, shown: { what } });
    const told = (one: Exchange): readonly string[] =>
      titles(
        [
          changed(gone[0]?.[2] as Exchange, 'note', undefined),
          { rule: 'outcome.accepted', on: one, found: wrongStatus(422, [200]) },
        ],
        [...gone.flat(), one],
        RULES,
      );
    expect(told(refused('note is required'))).toEqual([
      'Removes note in every update that does not name it, on orders/update',
    ]);
    expect(told(refused('try again later'))).toHaveLength(2);
  });

  it('is removed, or set to something', () => {
    const gone = [0, 1].map((place) => updated(place, { customer: 'Bob' }, { customer: 'Bob', lines: ['a'] }));
    expect(first([changed(gone[0]?.[2] as Exchange, 'note', undefined)], gone.flat())).toBe(
      'Removes note in every update that does not name it, on orders/update',
    );
    const set = [0, 1].map((place) => updated(place, { customer: 'Bob' }, { ...ORDER, customer: 'Bob', note: 'none' }));
    expect(first([changed(set[0]?.[2] as Exchange, 'note', 'none')], set.flat())).toBe(
      'Sets note to "none" in every update that does not name it, on orders/update',
    );
  });

  it('is changed by some of them alone: then it is something else', () => {
    const [a, b] = lost({ note: 'x' }, { customer: 'Bob' });
    const kept = updated(7, { note: 'x' }, { ...ORDER, note: 'x' });
    expect(first([changed(a?.[2] as Exchange, 'lines', [])], [a ?? [], b ?? [], kept].flat())).not.toMatch(
      /every update/,
    );
  });
});

describe('0 in an update', () => {
  it('is ignored where other numbers arrive', () => {
    const sent = (place: number, count: number, is: number): readonly Exchange[] => {
      const [make, update, read] = updated(place, { count }, { ...ORDER, count: is });
      const body = JSON.stringify({ order: { ...ORDER, count: 3 } });
      return [{ ...make, request: { ...make.request, body } }, update, read];
    };
    const zero = sent(1, 0, 3);
    const found = { where: 'body#/order/count', expected: '0', actual: '3', kind: 'value' } as const;
    const failing: readonly Failing[] = [{ rule: 'input.zero-stored', on: zero[2] as Exchange, found }];
    expect(first(failing, [...zero, ...sent(2, 7, 7)])).toBe(
      'Ignores 0 in an update, on orders/update: count keeps its value',
    );
    expect(first(failing, [...zero, ...sent(2, 7, 3)])).not.toMatch(/Ignores 0/);
  });
});

describe('null in an update', () => {
  const cleared = (place: number, name: string): readonly [Exchange, Exchange, Exchange] =>
    updated(place, { [name]: null, customer: 'Bob' }, { ...ORDER, customer: 'Bob' });
  const left = (on: Exchange, name: string): Failing => ({
    rule: 'lifecycle.update-clear',
    on,
    found: { where: `body#/order/${name}`, expected: 'absent', actual: '"Ring twice"', kind: 'added' },
  });

  it('is ignored for whatever member: that it is taken for one that has to be there is the same', () => {
    const all = [cleared(1, 'note'), cleared(2, 'lines')];
    const failing: readonly Failing[] = [
      { rule: 'input.null', on: all[1]?.[1] as Exchange, found: wrongStatus(200, [422]) },
      left(all[0]?.[2] as Exchange, 'note'),
    ];
    expect(titles(failing, all.flat(), RULES)).toEqual([
      'Ignores null in an update, which is to clear the member, on orders/update: note and lines keep their values',
    ]);
  });

  it('is ignored for plain members alone where lists are emptied', () => {
    const all = [
      cleared(1, 'note'),
      cleared(2, 'note'),
      updated(3, { lines: null, customer: 'Bob' }, { ...ORDER, lines: [], customer: 'Bob' }),
    ];
    expect(titles([left(all[0]?.[2] as Exchange, 'note')], all.flat(), RULES)).toEqual([
      'Ignores null in an update, which is to clear the member, on orders/update: note keeps its value',
    ]);
  });

  it('is one cause, on however many operations', () => {
    const of = (list: string): readonly Exchange[] =>
      [1, 2].flatMap((place) => updated(place, { note: null, customer: 'Bob' }, { ...ORDER, customer: 'Bob' }, list));
    const all = [...of('orders'), ...of('drafts')];
    expect(titles([left(all[2] as Exchange, 'note'), left(all[8] as Exchange, 'note')], all, RULES)).toEqual([
      'Ignores null in an update, which is to clear the member, on drafts/update and orders/update: note keeps its value',
    ]);
  });

  it('clears one member and not another', () => {
    const [kept, gone] = [cleared(1, 'note'), updated(2, { lines: null, customer: 'Bob' }, { customer: 'Bob' })];
    expect(first([left(kept[2], 'note')], [...kept, ...gone])).not.toMatch(/^Ignores/);
  });

  it('is no matter of null where nothing that is sent arrives', () => {
    const all = [1, 2].map((place) => updated(place, { note: null, customer: 'Bob' }, ORDER));
    expect(first([left(all[0]?.[2] as Exchange, 'note')], all.flat())).not.toMatch(/^Ignores/);
  });
});

describe('an update that is refused', () => {
  const refused = (sent: Order, detail: string): Exchange =>
    said('PATCH /orders/1', 422, { sent, shown: { errors: [{ detail }] } });
  const failing = (all: readonly Exchange[]): readonly Failing[] =>
    all.map((on) => ({ rule: 'outcome.accepted', on, found: wrongStatus(422, [200]) }));
  const all = [refused({ note: 'x' }, 'customer is required.'), refused({ lines: ['b'] }, 'customer is required.')];

  it('is asked for what it need not name', () => {
    const served = said('PATCH /orders/1', 200, { sent: { customer: 'Bob' } });
    expect(titles(failing(all), [...all, served], RULES)).toEqual([
      'Refuses an update that does not name customer, as if a record were made, on orders/update: 422 instead of 200',
    ]);
  });

  it('is refused for what the record itself has', () => {
    const taken = [{ note: 'x' }, { lines: ['b'] }].map((sent) => refused(sent, 'customer is already in use.'));
    const served = said('PATCH /orders/1', 200, { sent: { customer: 'Bob' } });
    expect(titles(failing(taken), [...taken, served], RULES)).toEqual([
      'Refuses an update of a record for what the record itself has, as if another had it, on orders/update: 422 instead of 200, "customer is already in use."',
    ]);
  });

  it('is refused for something else, where another is served without', () => {
    const [before, served] = [
      said('PATCH /orders/1', 200, { sent: { customer: 'Bob' } }),
      said('PATCH /orders/1', 200, { sent: { note: 'y' } }),
    ];
    expect(first(failing(all), [...all, before, served])).not.toMatch(/does not name/);
  });

  it('is refused for what it names', () => {
    const own = [refused({ note: 'x' }, 'note is too short.'), refused({ note: 'z' }, 'note is too short.')];
    expect(first(failing(own), own)).not.toMatch(/does not name/);
  });
});

describe('a list that an update names', () => {
  const wrong = (all: readonly Exchange[]): Failing => ({
    rule: 'lifecycle.update-each',
    on: all[2] as Exchange,
    found: otherValue('body#/order/lines', ['b'], ['a', 'b']),
  });

  it('is added to what there was', () => {
    const all = updated(1, { lines: ['b'] }, { ...ORDER, lines: ['a', 'b'] });
    expect(first([wrong(all)], all)).toBe(
      'Adds what an update says of lines to what there was, instead of putting it in its place, on orders/update',
    );
  });

  it('is not said to be where an empty one changes nothing, or another list comes back', () => {
    const empty = updated(1, { lines: [] }, ORDER);
    expect(first([wrong(empty)], empty)).not.toMatch(/^Adds/);
    const other = updated(1, { lines: ['b'] }, { ...ORDER, lines: ['b', 'a'] });
    expect(first([wrong(other)], other)).not.toMatch(/^Adds/);
  });
});
