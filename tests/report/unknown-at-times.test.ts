/** What is said of a service of which one node knows members less than the others, from all that was exchanged with a shop. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { said } from './exchanges.ts';
import { wrongStatus } from './found.ts';
import { titles, type Failing } from './titles.ts';

describe('members that are refused at one time and taken at another', () => {
  const REFUSED = { errors: [{ detail: 'There is no such member.', source: { pointer: '/gift' } }] };
  const create = (place: number, gift: boolean, isRefused: boolean, more: object = {}): Exchange =>
    said('POST /orders', isRefused ? 400 : 201, {
      case: `case-${place}`,
      sent: { name: 'x', gift, ...more },
      shown: isRefused ? REFUSED : { id: place },
    });
  const failing = (on: Exchange): Failing => ({ rule: 'input.each-listed', on, found: wrongStatus(400, [201]) });
  const saidOf = (all: readonly Exchange[]): readonly string[] =>
    titles(all.filter(({ response }) => response?.status === 400).map(failing), all);

  it('are one cause, with the share and the words', () => {
    const all = [1, 2, 3, 4, 5, 6].map((place) => create(place, true, place % 3 === 0));
    expect(saidOf(all)).toEqual([
      'Refuses gift in one in 3 calls of orders/create with 400, "There is no such member.", and takes the same at other times',
    ]);
  });

  it('are left out of what is read by that node, too', () => {
    const read = (isOld: boolean): Exchange =>
      said('GET /orders/1', 200, { case: 'reads', shown: isOld ? { id: 1 } : { id: 1, gift: true } });
    const all = [1, 2, 3, 4].map((place) => create(place, true, place % 2 === 0));
    expect(saidOf([...all, read(false), read(true), read(false)])[0]).toMatch(
      /; likewise leaves out of answers what others show$/,
    );
  });

  it('are another matter where it is a value that is refused', () => {
    const all = [1, 2, 3, 4, 5, 6].map((place) => create(place, place % 3 === 0, place % 3 === 0));
    expect(saidOf(all)[0]).not.toMatch(/at other times/);
  });

  it('are another matter where something else of the request is special', () => {
    const all = [1, 2, 3, 4, 5, 6].map((place) =>
      create(place, true, place % 3 === 0, place % 3 === 0 ? { shop: 'north' } : { shop: 'south' }),
    );
    expect(saidOf(all)[0]).not.toMatch(/at other times/);
  });

  it('are another matter where a change is refused that was made before', () => {
    const change = (place: number, isRefused: boolean): Exchange =>
      said(`PATCH /orders/${place}`, isRefused ? 400 : 200, {
        case: `case-${place}`,
        step: isRefused ? 'again' : 'first',
        sent: { gift: true },
        shown: isRefused ? REFUSED : { id: place },
      });
    const all = [1, 2, 3].flatMap((place) => [change(place, false), change(place, true)]);
    expect(saidOf(all)[0]).not.toMatch(/at other times/);
  });
});
