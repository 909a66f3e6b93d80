/** Texts that come back as another language writes them, and answers that are cut where they have other letters. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { said } from './exchanges.ts';
import { otherValue } from './found.ts';
import { titles, type Failing } from './titles.ts';

describe('texts that are written in another way', () => {
  const told = (sent: string, shown: string): readonly string[] => {
    const all = ['input.words-kept', 'input.escapes-stored'].flatMap((rule): readonly Failing[] => {
      const name = `${rule}-case`;
      const made = said('POST /orders', 201, { case: name, step: 'write', sent: { note: sent } });
      const on = said('GET /orders/1', 200, { case: name, step: 'read', shown: { order: { note: shown } } });
      const found = otherValue('body#/order/note', sent, shown);
      return [
        { rule, on: made, found },
        { rule, on, found },
      ];
    });
    return titles(
      all.filter(({ on }) => on.request.method === 'GET'),
      all.map(({ on }) => on),
    );
  };

  it('are one cause, with an example', () => {
    expect(told('1+1 %41', '1 1 A')).toEqual([
      'Decodes texts as if they were of a form: "1+1 %41" becomes "1 1 A", on orders/read',
    ]);
    expect(told("O'Brien", "O\\'Brien")).toEqual([
      `Stores texts with a backslash before each quote and backslash: "O'Brien" becomes "O\\\\'Brien", on orders/read`,
    ]);
  });

  it('are another matter where something else became of them', () => {
    expect(told('1+1', '2').join()).not.toMatch(/of a form|backslash/);
  });
});

describe('answers that are no JSON', () => {
  const cut = (name: string, body: string): Exchange => {
    const one = said('POST /orders', 201, { case: name, sent: { name }, shown: {} });
    return { ...one, response: { status: 201, headers: [], bytes: 9, body } };
  };
  const failing = (on: Exchange): Failing => ({
    rule: 'http.json',
    on,
    found: { where: 'body', expected: 'one JSON text', actual: 'Unexpected end', kind: 'not-json' },
  });
  const plain = said('POST /orders', 201, { shown: { id: 1 } });
  const broken = [cut('a', '{"name":"Zoë","lines":['), cut('b', '{"name":"名')];

  it('are cut for the letters that they have, and what is sought in them is not there', () => {
    const sought: Failing = {
      rule: 'input.signs-stored',
      on: broken[0] ?? plain,
      found: { where: 'body#/lines', expected: '1', actual: 'absent', kind: 'lost' },
    };
    expect(titles([...broken.map(failing), sought], [...broken, plain])).toEqual([
      'Cuts answers that have characters beyond ASCII, as if their length were counted in characters and not in bytes, on orders/create',
    ]);
  });

  it('are not where others with such letters come whole, or the end is there', () => {
    const whole = said('POST /orders', 201, { shown: { name: 'Zoë' } });
    expect(titles(broken.map(failing), [...broken, whole]).join()).not.toMatch(/beyond ASCII/);
    const ended = [cut('c', '{"name":"Zoë",}'), cut('d', '{name:"名"}')];
    expect(titles(ended.map(failing), [...ended, plain]).join()).not.toMatch(/beyond ASCII/);
  });
});
