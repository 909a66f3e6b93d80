/** Where the record stands in an answer, and which of its members are sent and shown. */
import { expect, test } from 'vitest';
import { item, json, object, of, read } from './small-documents.ts';

const TEXT = { type: 'string' };

test.each<[string, object, object | undefined]>([
  ['beside words of its own', object({ data: item, service: TEXT, operation: TEXT }), { record: '/data' }],
  ['in a member of which no more is said', object({ data: {} }), { record: '/data' }],
  ['as it is, with a part that is called like one', object({ name: TEXT, data: object({ size: TEXT }) }), undefined],
])('an answer shows the record %s', (_how, answer, wrapping) => {
  const draft = of({ '/shops': { post: { requestBody: json(item), responses: { 201: json(answer) } } } });
  expect(draft.endpoints[0]?.operations['create']?.['wrapping']).toEqual(wrapping);
});

test('of a read that shows nothing is said that it shows something, and no more', () => {
  const get = { responses: { 200: {} } };
  const described = { responses: { 200: json({ description: 'All of them.' }) } };
  const draft = of({ '/shops': { get }, '/carts': { get: described }, '/doors': { get: { responses: { 204: {} } } } });
  expect(draft.endpoints.map(({ operations }) => operations['read'])).toMatchObject([
    { response: 'plain', schema: {} },
    { response: 'plain', schema: {} },
    { response: 'none' },
  ]);
  expect(draft.unsaid.map(({ operations }) => operations)).toEqual([['GET /shops', 'GET /carts']]);
});

test('an identifier is known however it is written', () => {
  const shop = object({ ID: { type: 'integer' }, Name: TEXT });
  const at = { name: 'shopid', in: 'path', schema: { type: 'integer' } };
  const draft = of({ '/shops/{shopid}': { parameters: [at], get: { responses: { 200: json(shop) } } } });
  expect(draft.endpoints[0]?.uid).toBe('ID');
});

test('an identifier that a client may send is another for each record', () => {
  const shop = object({ id: { type: 'integer' }, name: TEXT });
  const draft = of({
    '/shops': { post: { requestBody: json(shop), responses: { 201: json(shop) } } },
    '/shops/{id}': read,
  });
  expect(draft.endpoints[0]?.fields['id']).toMatchObject({ type: 'integer', unique: true });
});

test('a member that is sent by nobody and shown to nobody is none', () => {
  const sent = { ...item, properties: { ...item.properties, made: { ...TEXT, readOnly: true } } };
  const shown = object({ id: TEXT, name: TEXT, secret: { ...TEXT, writeOnly: true } });
  const draft = of({ '/shops': { post: { requestBody: json(sent), responses: { 201: json(shown) } } } });
  expect(Object.keys(draft.endpoints[0]?.fields ?? {})).toEqual(['id', 'name']);
});

test.each<[string, object, object]>([
  ['in a wrapping', { properties: { data: item } }, { wrapping: { sent: '/data' } }],
  ['in a member that is called like it', { properties: { shop: item } }, { wrapping: { sent: '/shop' } }],
  ['alone or in a list', { oneOf: [{ type: 'array', items: item }, item] }, { request: 'plain' }],
])('a record is sent %s', (_how, body, said) => {
  const draft = of({ '/shops': { post: { requestBody: json(body), responses: { 201: json(item) } } } });
  expect(draft.endpoints[0]?.operations['create']).toMatchObject(said);
  expect(Object.keys(draft.endpoints[0]?.fields ?? {})).toEqual(['id', 'name']);
});

test('an answer to what was written that lacks some of it is no record, and one that has it all is', () => {
  const shop = object({ id: TEXT, name: TEXT, note: TEXT });
  const sent = json(object({ name: TEXT, note: TEXT }));
  const [whole, part] = [shop, object({ id: TEXT, name: TEXT })].map((answer) => ({
    '/shops': { post: { requestBody: sent, responses: { 201: json(answer) } } },
    '/shops/{id}': { ...read, get: { ...read.get, responses: { 200: json(shop) } } },
  }));
  const create = (paths: object | undefined) => of(paths ?? {}).endpoints[0]?.operations['create'];
  expect(create(whole)).not.toHaveProperty('schema');
  expect(create(part)).toMatchObject({
    schema: { properties: { id: TEXT, name: TEXT } },
    wrapping: { identifier: '/id' },
  });
});
