/** From an OpenAPI document, or one answer, to the draft of a contract. */
import { describe, expect, test } from 'vitest';
import { draftField } from '../../src/init/draft-field.ts';
import { draftOf, type Draft } from '../../src/init/draft.ts';
import { kebab } from '../../src/init/draft-resources.ts';
import { documentOf } from '../../src/init/observed.ts';
import { parseApiDocument } from '../../src/openapi/document.ts';
import type { JsonSchema } from '../../src/openapi/json.ts';
import { depotDocument } from './depot.ts';

const depot = draftOf(parseApiDocument(depotDocument('http://127.0.0.1:4801'), 'depot.yaml'));

function of(paths: object, components: object = {}): Draft {
  return draftOf(
    parseApiDocument(
      JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, components }),
      'openapi.json',
    ),
  );
}

const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const item = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
};
const list = { get: { responses: { 200: json({ type: 'array', items: item }) } } };
const create = { post: { requestBody: json(item), responses: { 201: json(item) } } };

describe('a document of a service', () => {
  test('becomes one endpoint for each resource', () => {
    expect(depot.endpoints.map((e) => [e.name, e.uid, Object.keys(e.operations)])).toEqual([
      ['books', 'id', ['list', 'create', 'read', 'delete']],
      ['lend', undefined, ['act']],
      ['search', undefined, ['read']],
      ['health', undefined, ['read']],
    ]);
    expect(depot).toMatchObject({
      title: 'Book Depot',
      version: '2.3',
      server: 'http://127.0.0.1:4801',
      secured: true,
    });
  });

  test('gives fields their types and limits, and says who sets them', () => {
    expect(depot.endpoints[0]?.fields).toEqual({
      title: { type: 'string', minLength: 1, maxLength: 60, required: true },
      genre: { type: 'code', values: ['novel', 'poetry', 'essay'], required: true },
      pages: { type: 'integer', minimum: 1 },
      extra: { type: 'json' },
      id: {
        type: 'string',
        pattern: '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$',
        example: '00000000-0000-4000-8000-000000000000',
        readOnly: true,
      },
    });
  });

  test('names a path by the member that it stands for, and tells what needs no token', () => {
    expect(depot.endpoints[0]?.operations['read']).toEqual({
      method: 'GET',
      path: '/books/{id}',
      response: 'plain',
      success: [200],
    });
    expect(depot.endpoints[0]?.operations['create']).toEqual({
      method: 'POST',
      path: '/books',
      request: 'plain',
      response: 'plain',
      success: [201],
    });
    expect(depot.endpoints[3]?.operations['read']).toMatchObject({ access: 'public' });
  });

  test('says what is done to a record, and what a query needs', () => {
    expect(depot.endpoints[1]).toMatchObject({
      parents: { bookId: 'books' },
      operations: { act: { kind: 'action', method: 'POST', path: '/books/{bookId}/lend' } },
    });
    expect(depot.endpoints[2]?.operations['read']).toMatchObject({ query: { q: { type: 'string', required: true } } });
  });

  test('tells what a contract cannot say', () => {
    expect(depot.leftOut).toEqual(['PUT /books/{bookId}: the document does not say what is sent']);
  });

  test('says how it refuses, by its own statuses and its own error body', () => {
    expect(depot.errors.refusals).toMatchObject({
      unauthenticated: { statuses: [401], family: 'error' },
      value: { statuses: [422], family: 'error' },
      malformed: { statuses: [422] },
      method: { statuses: [405, 501] },
    });
    expect(depot.errors.families).toEqual({
      error: {
        schema: {
          type: 'object',
          required: ['code', 'message'],
          properties: { code: { type: 'string' }, message: { type: 'string' } },
        },
        code: 'code',
        detail: 'message',
      },
    });
  });
});

describe('resources', () => {
  test('below others hang on them', () => {
    const { endpoints } = of({ '/shops': { ...list, ...create }, '/shops/{shop}/orders': { ...list, ...create } });
    expect(endpoints[1]).toMatchObject({ name: 'orders', parents: { shop: 'shops' } });
  });

  test('of the same name are told apart by what stands before it', () => {
    const { endpoints } = of({ '/old/orders': list, '/new/orders': list });
    expect(endpoints.map((e) => e.name)).toEqual(['orders', 'new-orders']);
  });

  test('whose records nothing makes ask the target for one that is there', () => {
    const { endpoints, notes } = of({ '/shops/{shop}': { get: { responses: { 200: json(item) } } } });
    expect(endpoints[0]).toMatchObject({ name: 'shops', uid: 'id', operations: { read: { path: '/shops/{id}' } } });
    expect(notes).toEqual(['shops: no operation makes one: name one that is there, under `records` of the target']);
  });

  test('below what the document does not know have its place as a parameter of the path', () => {
    const shop = [{ name: 'shop', in: 'path', required: true, schema: { type: 'string' }, example: 'main' }];
    const orders = of({ '/shops/{shop}/orders': { parameters: shop, ...list } }).endpoints[0];
    expect(orders?.operations['list']).toMatchObject({ parameters: { shop: { type: 'string', example: 'main' } } });
    expect(of({ '/shops/{shop}/orders': list }).notes).toEqual([
      'orders: give {shop} of its paths an `example` that is there',
    ]);
  });

  test('that send a form or parts are drafted', () => {
    const form = { content: { 'multipart/form-data': { schema: item } } };
    const { endpoints } = of({ '/shops': { ...list, post: { requestBody: form, responses: { 201: json(item) } } } });
    expect(endpoints[0]?.operations['create']).toMatchObject({ request: 'multipart' });
  });

  test('that keep to conditions say so', () => {
    const put = { requestBody: json(item), responses: { 200: json(item), 412: {}, 428: {} } };
    const draft = of({ '/shops': { ...list, ...create }, '/shops/{id}': { put } });
    expect(draft.endpoints[0]?.operations['replace']).toMatchObject({ conditional: 'required' });
    expect(draft.errors.refusals['precondition-required']).toEqual({ statuses: [428] });
  });

  test('that are let in by several ways have the one that is easiest to give, and the others are told', () => {
    const get = { security: [{ basic: [] }, { key: [] }], responses: { 200: json({ type: 'array', items: item }) } };
    const securitySchemes = {
      basic: { type: 'http', scheme: 'basic' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    };
    const draft = of({ '/shops': { get } }, { securitySchemes });
    expect(draft.security).toEqual({ main: { type: 'apiKey', in: 'header', name: 'X-Key' }, others: {} });
    expect(draft.notes[0]).toContain('several ways (basic, key)');
  });

  test.each<[string, object, string]>([
    [
      'a header that must be sent',
      { '/shops': { get: { parameters: [{ name: 'x-key', in: 'header', required: true }], responses: {} } } },
      'it needs the header parameter x-key',
    ],
    [
      'text',
      { '/shops': { post: { requestBody: { content: { 'text/csv': { schema: item } } }, responses: {} } } },
      'its body is text/csv',
    ],
    [
      'a body without members',
      { '/shops': { post: { requestBody: json({ type: 'string' }), responses: {} } } },
      'its body is no object with named members',
    ],
    ['another method', { '/shops': { trace: { responses: {} } } }, 'a contract declares no TRACE'],
  ])('are left out for %s', (_what, paths, reason) => {
    const draft = of(paths);
    expect(draft.endpoints).toEqual([]);
    expect(draft.leftOut[0]).toContain(reason);
  });
});

test.each<[JsonSchema, object]>([
  [{ type: 'string', format: 'date' }, { type: 'date' }],
  [
    { type: 'string', format: 'email', maxLength: 80 },
    { type: 'email', maxLength: 80 },
  ],
  [
    { type: 'string', pattern: '^\\d{3}$', example: '123' },
    { type: 'string', pattern: '^\\d{3}$', example: '123' },
  ],
  // A pattern without a text that matches it is no use, and one that only some engines know is none either.
  [{ type: 'string', pattern: '^\\d{3}$' }, { type: 'string' }],
  [
    { type: 'string', pattern: '^(?=a)a$', example: 'a' },
    { type: 'string', example: 'a' },
  ],
  [
    { type: ['number', 'null'], minimum: 0.5 },
    { type: 'decimal', minimum: 0.5 },
  ],
  [
    { type: 'string', const: 'on' },
    { type: 'code', values: ['on'] },
  ],
  [{ enum: [1, 2] }, { type: 'json' }],
  [
    { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 1 },
    { type: 'codes', values: ['a', 'b'], minItems: 1 },
  ],
  [
    { type: 'array', items: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } } },
    { type: 'objects', fields: { n: { type: 'integer', required: true } } },
  ],
  [
    { type: 'array', items: { type: 'string' } },
    { type: 'json', example: [] },
  ],
  [
    { type: 'object', example: { a: 1 } },
    { type: 'json', example: { a: 1 } },
  ],
])('%j is the field %j', (schema, field) => {
  expect(draftField(schema)).toEqual(field);
});

describe('one answer', () => {
  const seen = (body: Parameters<typeof documentOf>[0]['body']): Draft =>
    draftOf(documentOf({ url: 'https://acme.example/books?x=1', status: 200, body, secured: false }));

  test('tells the types of what was seen; what is not in every entry is optional', () => {
    const draft = seen([
      { id: 1, title: 'Sphere', price: 9, at: '2026-03-01', tags: ['a'] },
      { id: 2, title: 'Cube', price: 9.5, link: 'https://acme.example/2' },
    ]);
    expect(draft.server).toBe('https://acme.example');
    expect(draft.endpoints[0]).toMatchObject({
      name: 'books',
      operations: { list: { method: 'GET', path: '/books', response: 'list', success: [200], access: 'public' } },
      fields: {
        id: { type: 'integer', readOnly: true },
        price: { type: 'decimal', readOnly: true },
        at: { type: 'date' },
        link: { type: 'uri' },
        tags: { type: 'json' },
      },
    });
  });

  test('of one record is a read', () => {
    expect(seen({ state: 'well' }).endpoints[0]).toMatchObject({
      operations: { read: { response: 'plain' } },
      fields: { state: { type: 'string', readOnly: true } },
    });
  });
});

test('names are kebab-case whatever they are made of', () => {
  expect(['Book Depot', 'bookOrders', '2nd API', 'a/b_c', 'Ümlaut'].map(kebab)).toEqual([
    'book-depot',
    'book-orders',
    'x-2nd-api',
    'a-b-c',
    'mlaut',
  ]);
});
