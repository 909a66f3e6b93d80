/** A POST that searches, or reckons, makes no record: drafted as a create it would leave what nobody could remove. */
import { expect, test } from 'vitest';
import { create, item, json, list, object, of, read } from './small-documents.ts';

const WORDS = object({ words: { type: 'string' } });
const posting = (responses: object): object => ({ post: { requestBody: json(WORDS), responses } });
const ITEMS = { type: 'array', items: item };
const found = object({ results: ITEMS });
const things = { '/things': { ...list, ...create }, '/things/{id}': read };

test.each<[string, string, object, string]>([
  ['a list', '/things/search', { 200: json(ITEMS) }, 'search'],
  ['a list in a member', '/things/query', { 200: json(found) }, 'query'],
  ['what was reckoned', '/quotes', { 200: json(object({ price: { type: 'number' } })) }, 'quotes'],
  ['nothing', '/signals', { 204: {} }, 'signals'],
])('one that answers with %s is an action', (_what, path, responses, name) => {
  const draft = of({ ...things, [path]: posting(responses) });
  expect(Object.entries(draft.endpoints[1]?.operations ?? {})).toEqual([
    [name, expect.objectContaining({ kind: 'action', method: 'POST', path }) as object],
  ]);
});

test('its answer is a list of its own, and no record', () => {
  const draft = of({ ...things, '/things/search': posting({ 200: json(ITEMS) }) });
  expect(draft.endpoints[1]?.operations['search']).toMatchObject({ response: 'plain', schema: { type: 'array' } });
});

test('one beside a list that answers with one is no create either', () => {
  const draft = of({ '/things/search': { ...list, ...posting({ 200: json(ITEMS) }) } });
  expect(Object.values(draft.endpoints[0]?.operations ?? {})).toMatchObject([{ method: 'GET' }, { kind: 'action' }]);
});

test.each<[string, object]>([
  ['201', { 201: {} }],
  ['an id', { 200: json(object({ id: { type: 'integer' }, items: ITEMS })) }],
  ['an id that is called like the record', { 200: json(object({ orderId: { type: 'integer' } })) }],
  ['its address', { 200: { headers: { Location: { schema: { type: 'string' } } } } }],
  ['what no document shows', {}],
])('one that answers with %s makes a record', (_what, responses) => {
  const draft = of({ '/orders': posting(responses) });
  expect(Object.keys(draft.endpoints[0]?.operations ?? {})).toEqual(['create']);
});

test('where there are records, a POST that shows nothing makes one', () => {
  const draft = of({ '/things': { ...list, ...posting({ 204: {} }) }, '/things/{id}': read });
  expect(Object.keys(draft.endpoints[0]?.operations ?? {})).toEqual(['list', 'create', 'read']);
});
