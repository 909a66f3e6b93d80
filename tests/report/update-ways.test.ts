/** Updates of a shop's orders that depend on what they name: members that none changes, that go with another, and updates that are kept with a member alone. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import type { Json } from '../../src/record/json.ts';
import { said } from './exchanges.ts';
import { otherValue, wrongStatus } from './found.ts';
import { titles, type Failing } from './titles.ts';

type Order = Readonly<Record<string, Json>>;

const ORDER: Order = { customer: 'Ann', note: 'Ring twice', gift: 'yes' };

let orders = 0;

/** An order is made, read, updated and read again. */
function updated(sent: Order, after: Order): readonly Exchange[] {
  orders += 1;
  const place = `/orders/${orders}`;
  const one = (line: string, step: string, more: object): Exchange =>
    said(line, line.startsWith('POST') ? 201 : 200, { case: `case-${orders}`, step, ...more });
  const shown = { id: orders, ...ORDER };
  return [
    one('POST /orders', 'create', { sent: ORDER, shown, headers: [['location', place]] }),
    one(`GET ${place}`, 'before', { shown }),
    one(`PATCH ${place}`, 'update', { sent }),
    one(`GET ${place}`, 'after', { shown: { id: orders, ...after } }),
  ];
}

const failing = (all: readonly Exchange[], name: string, wanted: Json, shown: Json | undefined): Failing => ({
  rule: 'lifecycle.update-each',
  on: all.at(-1) as Exchange,
  found: otherValue(`body#/${name}`, wanted, shown),
  more: { operation: 'update' },
});

const arrived = (sent: Order): readonly Exchange[] => updated(sent, { ...ORDER, ...sent });

describe('a member that no update changes', () => {
  const ignored = (sent: Order): readonly Exchange[] => updated(sent, ORDER);

  it('is told with all that is let through of it', () => {
    const [one, other, good] = [ignored({ note: 'x' }), ignored({ note: null }), arrived({ customer: 'Bob' })];
    const faulty = { ...said('PATCH /orders/1', 200, { sent: { note: '' } }) };
    const accepted: Failing = {
      rule: 'input.order',
      on: faulty,
      found: wrongStatus(200, [422]),
      more: { operation: 'update', member: ['note'] },
    };
    const rules = {
      'input.order': { title: 'r', explain: '', fails: '{accepts} a note: {status}', awaits: 'refusal' },
    } as const;
    expect(
      titles([failing(one, 'note', 'x', 'Ring twice'), accepted], [...one, ...other, ...good, faulty], rules),
    ).toEqual(['Does not change note with an update, on orders/update: it keeps its value']);
  });

  it('is another matter where some update changes it, or none changes anything', () => {
    const [one, other] = [ignored({ note: 'x' }), ignored({ note: 'y' })];
    const found = failing(one, 'note', 'x', 'Ring twice');
    for (const more of [arrived({ note: 'z' }), ignored({ customer: 'Bob' })])
      expect(titles([found], [...one, ...other, ...more]).join()).not.toMatch(/Does not change note/);
  });
});

describe('a member that goes with an update of another', () => {
  const gone = (sent: Order): readonly Exchange[] => updated(sent, { customer: 'Ann', note: 'Ring twice', ...sent });

  it('is told by that', () => {
    const all = [gone({ note: 'x' }), gone({ note: 'y' }), arrived({ customer: 'Bob' }), arrived({ customer: 'Tom' })];
    const found = failing(all[0] ?? [], 'gift', 'yes', undefined);
    expect(titles([found], all.flat())).toEqual(['Takes gift away with an update of note, on orders/update']);
  });

  it('is another matter where it stays with some such update', () => {
    const all = [gone({ note: 'x' }), gone({ note: 'y' }), arrived({ note: 'z' }), arrived({ customer: 'Tom' })];
    expect(titles([failing(all[0] ?? [], 'gift', 'yes', undefined)], all.flat()).join()).not.toMatch(/away with/);
  });
});

describe('an update that is kept where it names a member', () => {
  const lost = (sent: Order): readonly Exchange[] => updated(sent, ORDER);
  const kept = [arrived({ customer: 'Bob' }), arrived({ customer: 'Tom', note: 'z' })];

  it('is told by that member, whatever the others ask for', () => {
    const all = [lost({ note: 'x' }), lost({ gift: 'no' }), ...kept];
    const found = [failing(all[0] ?? [], 'note', 'x', 'Ring twice'), failing(all[1] ?? [], 'gift', 'no', 'yes')];
    expect(titles(found, all.flat())).toEqual([
      'Does not keep an update without customer, on orders/update, though it answers with success',
    ]);
  });

  it('is another matter where one without it is kept too', () => {
    const all = [lost({ note: 'x' }), lost({ gift: 'no' }), ...kept, arrived({ note: 'w' })];
    const found = [failing(all[0] ?? [], 'note', 'x', 'Ring twice'), failing(all[1] ?? [], 'gift', 'no', 'yes')];
    expect(titles(found, all.flat()).join()).not.toMatch(/without customer/);
  });
});

describe('an update that is refused and stored', () => {
  const rules = {
    'outcome.accepted': { title: 'r', explain: '', fails: '{refuses} it: {status}', awaits: 'acceptance' },
  } as const;
  const atomic = (on: Exchange): Failing => ({
    rule: 'lifecycle.update-atomic',
    on,
    found: otherValue('body#/note', 'Ring twice', 'x'),
    more: { operation: 'update' },
  });
  const refused = (place: string, what: string): Exchange =>
    said(`PATCH ${place}`, 422, { sent: { note: what }, shown: { what: 'customer is required' } });
  const good = (on: Exchange): Failing => ({
    rule: 'outcome.accepted',
    on,
    found: wrongStatus(422, [200]),
    more: { operation: 'update' },
  });

  it('is why the next of the same record is refused, and not why one of another is', () => {
    const read = said('GET /orders/7', 200, { shown: { id: 7, note: 'x' } });
    const [bad, next, other] = [refused('/orders/8', 'x'), refused('/orders/8', 'y'), refused('/orders/9', 'y')];
    expect(titles([atomic(read), good(next)], [read, bad, next], rules)).toEqual([
      expect.stringMatching(/^Does otherwise on orders\/update: .*note is/),
    ]);
    expect(titles([atomic(read), good(other)], [read, bad, other], rules)[0]).toMatch(/^Refuses a correct request/);
  });
});
