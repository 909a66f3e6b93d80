/** Members are those that were sent: what every object inherits is none of them. */
import { expect, test } from 'vitest';
import { type Json, ownProperty, parseJson, isSameJson } from '../../src/model/json.ts';
import { valueAtPointer, valuesAt } from '../../src/model/pointer.ts';

const read = (text: string): Json => {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
};

const INHERITED = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'];

test.each(INHERITED)('%s is there where it was sent, and nowhere else', (name) => {
  const sent = read(`{"${name}":{"a":1}}`) as Readonly<Record<string, Json>>;
  expect([valueAtPointer({}, `/${name}`), valuesAt({}, `/${name}`), ownProperty({}, name)]).toEqual([
    undefined,
    [],
    undefined,
  ]);
  expect(valueAtPointer([], `/${name}`)).toBeUndefined();
  expect(valuesAt([[]], `/*/${name}`)).toEqual([]);
  expect([valueAtPointer(sent, `/${name}/a`), valuesAt(sent, `/${name}/a`), ownProperty(sent, name)]).toEqual([
    1,
    [1],
    { a: 1 },
  ]);
});

test.each(INHERITED)('an object with %s is not the same as one with another member', (name) => {
  const [sent, other] = [read(`{"${name}":{}}`), read('{"x":1}')];
  expect([isSameJson(sent, other), isSameJson(other, sent)]).toEqual([false, false]);
  expect(isSameJson(sent, read(`{"${name}":{}}`))).toBe(true);
});

test('entries of a list are values, its length is none', () => {
  expect(valuesAt({ list: ['a', 'b'] }, '/list/1')).toEqual(['b']);
  expect(valuesAt({ list: ['a', 'b'] }, '/list/length')).toEqual([]);
});
