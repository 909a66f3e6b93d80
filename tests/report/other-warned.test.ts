/** A warning that names another member than the one that it is due for. */
import { expect, it } from 'vitest';
import type { Json } from '../../src/record/json.ts';
import { said } from './exchanges.ts';
import { titles } from './titles.ts';

const about = (name: string): Json => ({ detail: `${name} is not verified.`, source: { pointer: `/order/${name}` } });

function told(sent: Json, messages: readonly Json[]): string | undefined {
  const other = said('POST /orders', 201, { sent: { order: { colour: 'red', size: 1 } }, shown: { messages: [] } });
  const on = said('POST /orders', 201, { sent, shown: { messages } });
  const found = { where: 'body#/messages', expected: 'a warning', actual: JSON.stringify(messages), member: 'size' };
  return titles([{ rule: 'warning.given', on, found }], [other, on])[0];
}

const TITLE = 'Warns of colour where it is to warn of size, on orders/create';

it('is told where nothing was sent for what it names', () => {
  expect(told({ order: { size: 1 } }, [about('colour')])).toBe(TITLE);
});

it('is told where two warnings name the same', () => {
  expect(told({ order: { size: 1, colour: 'red' } }, [about('colour'), about('colour')])).toBe(TITLE);
});

it.each<readonly [string, readonly Json[]]>([
  ['there is none', []],
  ['each names what was sent', [about('colour')]],
])('is not where %s', (_why, messages) => {
  expect(told({ order: { size: 1, colour: 'red' } }, messages)).not.toMatch(/^Warns of/);
});
