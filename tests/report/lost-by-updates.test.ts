/** Records that an update loses, and keys that nobody has: one cause, whatever meets them, in a shop that no contract of ours knows. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { said } from './exchanges.ts';
import { wrongStatus } from './found.ts';
import { titles, type Failing } from './titles.ts';

const ACCEPTED = { title: 'r', explain: '', fails: '{refuses} a request: {status}', awaits: 'acceptance' } as const;
const RULES = { 'outcome.accepted': ACCEPTED, 'input.unicode': ACCEPTED, 'lifecycle.key-not-reserved': ACCEPTED };

describe('a record that an update loses', () => {
  const update = (sent: { readonly parts?: readonly number[]; readonly name?: string }, status: number): Exchange =>
    said('PATCH /orders/7', status, { sent });
  const gone = (): Exchange => said('GET /orders/7', 404);
  const refused = (on: Exchange): Failing => ({ rule: 'input.unicode', on, found: wrongStatus(404, [200]) });
  const made = (on: Exchange): Failing => ({ rule: 'http.made', on, found: wrongStatus(404, []) });

  it('is one cause with what is refused for it', () => {
    const [lost, read, next] = [update({ parts: [1] }, 200), gone(), update({ name: 'é' }, 404)];
    expect(titles([made(read), refused(next)], [lost, read, next], RULES)).toEqual([
      'orders/update answers 200, and the record is not there afterwards: 404 on orders/read and orders/update',
    ]);
  });

  it('is none that is found again', () => {
    const [lost, read, next] = [update({ parts: [1] }, 200), gone(), update({ name: 'é' }, 404)];
    const again = said('GET /orders/7', 200, { shown: { id: 7 } });
    expect(titles([made(read), refused(next)], [lost, read, next, again], RULES)).toHaveLength(2);
  });
});

describe('a key that is held though nobody has it', () => {
  const taken = (line: string): Exchange =>
    said(line, 422, { sent: { code: 'a' }, shown: { message: 'code is already in use.' } });
  const [held, plain] = [taken('POST /orders'), taken('POST /parcels')];
  const found = wrongStatus(422, [201]);

  it('is why others are refused as taken', () => {
    const failing: readonly Failing[] = [
      { rule: 'lifecycle.key-not-reserved', on: held, found },
      { rule: 'input.unicode', on: { ...plain, operation: 'parcels/create' }, found },
    ];
    const all = [held, { ...plain, operation: 'parcels/create' }];
    expect(titles(failing, all, RULES)).toHaveLength(1);
    const other = { ...said('POST /parcels', 422, { operation: 'parcels/create', shown: { message: 'too long' } }) };
    expect(
      titles([failing[0] as Failing, { rule: 'input.unicode', on: other, found }], [held, other], RULES),
    ).toHaveLength(2);
  });
});
