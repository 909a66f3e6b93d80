/** What an answer means where it leaves something out that its contract lets it leave out. */
import { expect, test } from 'vitest';
import { idFromLocation, unusableIdText, withEmptyList } from '../../src/model/success.ts';

const located = { pointer: '/data/id', path: '/shops/{shop}/orders/{id}', parameter: 'id', type: 'number' } as const;

test.each([
  ['https://shop.example/v1/shops/7/orders/12', { data: { id: 12 } }],
  ['https://shop.example/v1/shops/7/orders/12/?version=1', { data: { id: 12 } }],
  ['https://shop.example/v1/shops/old/town/orders/12', { data: { id: 12 } }],
  ['https://shop.example/orders/12', undefined],
  ['https://shop.example/shops/7/orders', undefined],
  ['https://shop.example/shops/7/orders/twelve', undefined],
  ['https://shop.example/shops/7/orders/12/lines/1', undefined],
])('%s', (location, meant) => {
  expect(idFromLocation(location, located)).toEqual(meant);
});

test('a text in a Location is one without its escapes, and one that has none to undo is no identifier', () => {
  const named = { pointer: '/id', path: "/orders('{id}')", parameter: 'id', type: 'string' } as const;
  expect(idFromLocation("https://shop.example/orders('a%20b')", named)).toEqual({ id: 'a b' });
  expect(idFromLocation("https://shop.example/orders('a%ff')", named)).toBeUndefined();
});

test('a list is put where an object leaves it out, and nowhere else', () => {
  const list = { statuses: [200], unlisted: '/_embedded/orders' };
  expect(withEmptyList({ page: 1 }, list)).toEqual({ page: 1, _embedded: { orders: [] } });
  expect(withEmptyList({ _embedded: { orders: [1] } }, list)).toBeUndefined();
  expect(withEmptyList({ _embedded: { orders: null } }, list)).toBeUndefined();
  expect(withEmptyList(['orders'], list)).toBeUndefined();
  expect(withEmptyList({ page: 1 }, { statuses: [200] })).toBeUndefined();
});

test('what is lacking where nothing but a Location names the record is said so', () => {
  const success = { statuses: [201], brings: { pointer: '/data/id', type: 'number' }, located } as const;
  expect(unusableIdText(undefined, success)).toBe('no Location for /shops/{shop}/orders/{id}');
  expect(unusableIdText({ data: { id: 12 } }, success)).toBeUndefined();
  expect(unusableIdText(undefined, success, 'https://shop.example/shops/7/orders/twelve')).toBe(
    '"twelve" in Location instead of a number for {id}',
  );
});
