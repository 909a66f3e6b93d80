/** Path templates, and which methods change nothing. */
import { expect, test } from 'vitest';
import { compareText } from '../../src/model/text.ts';
import { matchesPathEnd, fillPath, pathParameters, pathWithoutNames } from '../../src/model/path-template.ts';
import { isReadMethod, isSafeMethod } from '../../src/model/exchange.ts';

test('a path has parameters, which are filled one by one', () => {
  expect(pathParameters('/shops/{shop}/orders/{id}')).toEqual(['shop', 'id']);
  expect(pathParameters('/shops')).toEqual([]);
  expect(fillPath('/shops/{shop}/orders/{id}', (name) => `$&${name}`)).toBe('/shops/$&shop/orders/$&id');
  expect(pathWithoutNames('/shops/{shop}/orders/{id}')).toBe(pathWithoutNames('/shops/{a}/orders/{b}'));
});

test.each([
  ['/orders', '/orders', true],
  ['/api/v1/orders/', '/orders', true],
  ['/api', '/', true],
  ['/orders/7', '/orders/{id}', true],
  ['/orders/7:copy', '/orders/{id}:copy', true],
  ['/orders/7.json', '/orders/{id}.{format}', true],
  ['/orders/7json', '/orders/{id}.{format}', false],
  ['/orders/:copy', '/orders/{id}:copy', false],
  ['/orders', '/orders/{id}', false],
  ['/orders/7', '/orders', false],
  ['/orders/7/lines', '/orders/{id}', false],
  ['/ordersx', '/orders', false],
  ['/', '/orders', false],
])('%s ends as %s says: %s', (path, template, ends) => {
  expect(matchesPathEnd(path, template)).toBe(ends);
});

test.each([
  ['GET', true, true],
  ['HEAD', true, true],
  ['OPTIONS', true, true],
  ['TRACE', true, false],
  ['POST', false, false],
  ['DELETE', false, false],
])('%s is safe: %s, and reads: %s', (method, safe, reads) => {
  expect([isSafeMethod(method), isReadMethod(method)]).toEqual([safe, reads]);
});

test('texts are ordered by their code units', () => {
  expect(['b', 'ä', 'B', 'a'].sort(compareText)).toEqual(['B', 'a', 'b', 'ä']);
});
