/** An answer to who asked for some members alone need not have the others. */
import { expect, test } from 'vitest';
import { item, json, of } from '../init/small-documents.ts';
import { exchange, operation } from './support.ts';
import { passive, where } from './judging.ts';

const judged = (query: string, selects?: readonly string[]): ReturnType<typeof passive> => {
  const answered = exchange({ body: { id: 1 } });
  const request = { ...answered.request, url: `http://library.test/books/1${query}` };
  return passive('http.body-schema', { ...answered, request }, operation(selects === undefined ? {} : { selects }));
};

test('where the contract says that a parameter selects', () => {
  expect(where(judged('?fields%5Bbooks%5D=id'))).toEqual(['body#']);
  expect(judged('?fields%5Bbooks%5D=id', ['fields[books]']).kind).toBe('inapplicable');
  expect(where(judged('', ['fields[books]']))).toEqual(['body#']);
});

test.each([
  ['fields', true],
  ['fields[items]', true],
  ['$select', true],
  ['field', false],
])('a draft takes %s for such a one: %s', (name, isOne) => {
  const parameters = [{ name, in: 'query', schema: { type: 'string' } }];
  const { endpoints } = of({ '/items/{id}': { get: { parameters, responses: { 200: json(item) } } } });
  expect(endpoints[0]?.operations['read']?.['query']).toEqual({
    [name]: { type: 'string', ...(isOne ? { selects: true } : {}) },
  });
});

test('and filter[name] for one that filters by the member', () => {
  const parameters = [{ name: 'filter[name]', in: 'query', schema: { type: 'string' } }];
  const { endpoints } = of({
    '/items': { get: { parameters, responses: { 200: json({ type: 'array', items: item }) } } },
  });
  expect(endpoints[0]?.operations['list']?.['query']).toEqual({ 'filter[name]': { type: 'string', filters: '/name' } });
});
