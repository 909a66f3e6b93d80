/** From an OpenAPI document, or one answer, to the draft of a contract. */
import { describe, expect, test } from 'vitest';
import { draftField } from '../../src/init/draft-field.ts';
import { draftContract } from '../../src/init/draft.ts';
import { draftFiles } from '../../src/init/files.ts';
import { parseApiDocument } from '../../src/openapi/document.ts';
import type { Json, JsonMap } from '../../src/model/json.ts';
import type { JsonSchema } from '../../src/openapi/references.ts';
import { depotDocument } from './depot.ts';
import { create, item, json, list, object, of, read } from './small-documents.ts';

const depot = draftContract(parseApiDocument(depotDocument('http://127.0.0.1:4801'), 'depot.yaml'));

describe('a document of a service', () => {
  test('becomes one endpoint for each resource', () => {
    expect(depot.endpoints.map((e) => [e.name, e.uid, Object.keys(e.operations)])).toEqual([
      ['books', 'id', ['list', 'create', 'read', 'replace', 'delete']],
      ['lend', undefined, ['lend']],
      ['search', undefined, ['read']],
      ['health', undefined, ['read']],
    ]);
    expect(depot).toMatchObject({
      title: 'Book Depot',
      version: '2.3',
      server: 'http://127.0.0.1:4801',
      ways: { security: { type: 'http', scheme: 'bearer' }, credentials: { key: { env: 'SERVICE_TOKEN' } } },
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
    expect(depot.leftOut).toEqual([]);
    expect(depot.endpoints[1]).toMatchObject({
      parents: { bookId: 'books' },
      operations: { lend: { kind: 'action', method: 'POST', path: '/books/{bookId}/lend', response: 'none' } },
    });
    expect(depot.endpoints[2]?.operations['read']).toMatchObject({ query: { q: { type: 'string', required: true } } });
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
        unnamed: true,
      },
    });
  });
});

test('what is wrong stands in a member of the body, or in the body', () => {
  const text = { type: 'string' };
  const refusing = (schema: object): object => ({ get: { responses: { 200: json(item), 404: json(schema) } } });
  const error = { type: 'object', properties: { code: text, message: text } };
  const held = of({ '/shops/{id}': refusing({ type: 'object', properties: { error } }) }).errors.families;
  expect(held).toMatchObject({ error: { entry: '/error', code: 'code', detail: 'message' } });
  const plain = of({ '/shops/{id}': refusing({ type: 'object', properties: { error: text, message: text } }) });
  expect(plain.errors.families).toMatchObject({ error: { code: 'error', detail: 'message' } });
  expect(plain.errors.families['error']).not.toHaveProperty('entry');
});

test('what keeps to conditions says so, and a list in one text too', () => {
  const put = { requestBody: json(item), responses: { 200: json(item), 412: {}, 428: {} } };
  const kinds = {
    name: 'kind',
    in: 'query',
    explode: false,
    schema: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
  };
  const draft = of({
    '/shops': { ...create, get: { ...list.get, parameters: [kinds] } },
    '/shops/{id}': { put, delete: { responses: { 204: {}, 412: {} } } },
  });
  expect(draft.endpoints[0]?.operations).toMatchObject({
    list: { query: { kind: { type: 'code', list: true, explode: false, values: ['a', 'b'] } } },
    replace: { conditional: 'required' },
    delete: { conditional: true },
  });
  expect(draft.errors.refusals).toMatchObject({
    precondition: { statuses: [412] },
    'precondition-required': { statuses: [428] },
  });
});

describe('resources', () => {
  test('below others hang on them', () => {
    const { endpoints } = of({
      '/shops': { ...list, ...create },
      '/shops/{shop}': read,
      '/shops/{shop}/orders': { ...list, ...create },
    });
    expect(endpoints[1]).toMatchObject({ name: 'orders', parents: { shop: 'shops' } });
  });

  test('of the same name are told apart by what stands before it', () => {
    const { endpoints } = of({ '/old/orders': list, '/new/orders': list });
    expect(endpoints.map((e) => e.name)).toEqual(['orders', 'new-orders']);
  });

  test.each<[string, object, string]>([
    [
      'a file',
      {
        '/shops': {
          post: {
            requestBody: {
              content: {
                'multipart/form-data': { schema: { properties: { sign: { type: 'string', format: 'binary' } } } },
              },
            },
            responses: {},
          },
        },
      },
      'its body has a file, sign',
    ],
    [
      'bytes',
      { '/shops': { post: { requestBody: { content: { 'image/png': { schema: {} } } }, responses: {} } } },
      'its body is image/png',
    ],
    [
      'one of several bodies',
      {
        '/shops': {
          post: { requestBody: json({ oneOf: [item, object({ door: { type: 'string' } })] }), responses: {} },
        },
      },
      'its body is one of several schemas',
    ],
    [
      'what takes a password',
      { '/login': { post: { requestBody: json(object({ password: { type: 'string' } })), responses: {} } } },
      'it takes a password',
    ],
    [
      'what is deleted and made by nothing',
      { '/log': { delete: { responses: {} } } },
      'it deletes a record that the run did not create',
    ],
    ['what is done to the whole service', { '/stop': { post: { responses: {} } } }, 'it affects the whole service'],
    [
      'a body without members',
      { '/shops': { post: { requestBody: json({ type: 'string' }), responses: {} } } },
      'its body is not an object with named fields',
    ],
    ['a path with a query', { '/shops?kind={kind}': list }, 'its path contains more than a path'],
    ['another method', { '/shops': { trace: { responses: {} } } }, 'a contract cannot declare TRACE'],
  ])('are left out for %s', (_what, paths, reason) => {
    const draft = of(paths);
    expect(draft.endpoints).toEqual([]);
    expect(draft.leftOut[0]?.why).toContain(reason);
  });
});

test('what is done to one record has the usual names, and what is done to all of them is left out', () => {
  const change = { requestBody: json(item), responses: { 200: json(item) } };
  const gone = { responses: { 204: {} } };
  const draft = of({
    '/shops': { get: { responses: { 200: json({}) } }, patch: change, put: change, delete: gone },
    '/shops/{id}': { ...read, patch: change, put: change, delete: gone },
    '/shops/{id}/{floor}': read,
  });
  expect(draft.endpoints.map(({ name, operations }) => [name, operations])).toMatchObject([
    [
      'shops',
      {
        get: { kind: 'action', path: '/shops' },
        read: { path: '/shops/{id}' },
        update: { path: '/shops/{id}' },
        replace: { path: '/shops/{id}' },
        delete: { path: '/shops/{id}' },
      },
    ],
    ['shops-floor', {}],
  ]);
  expect(draft.leftOut.map(({ operations }) => operations)).toEqual([
    ['PUT /shops', 'PATCH /shops'],
    ['DELETE /shops'],
  ]);
});

test.each([
  ['an update where nothing else changes it', {}, 'update'],
  ['an action beside a PATCH', { patch: { requestBody: json(item), responses: { 200: json(item) } } }, 'post'],
])('a POST to one record is %s', (_what, others, name) => {
  const post = { requestBody: json(item), responses: { 200: json(item) } };
  const { endpoints } = of({ '/shops': { ...list, ...create }, '/shops/{id}': { ...read, post, ...others } });
  const posts = endpoints.flatMap(({ operations }) =>
    Object.entries(operations).filter(
      ([, operation]) => operation['method'] === 'POST' && operation['path'] !== '/shops',
    ),
  );
  expect(posts.map(([known, { kind }]) => [known, kind])).toEqual([[name, name === 'update' ? undefined : 'action']]);
});

test('an operation of which nothing is said but a 401 is called with what is declared for others', () => {
  const refused = { get: { responses: { ...list.get.responses, 401: {} } } };
  const open = { get: { ...refused.get, security: [] } };
  const draft = of(
    { '/shops': refused, '/doors': list, '/windows': open },
    { securitySchemes: { a: { type: 'http', scheme: 'basic' } } },
  );
  const said = draft.endpoints.map(({ name, operations }) => [name, operations['list']?.['access']]);
  expect(said).toEqual([
    ['shops', undefined],
    ['doors', 'public'],
    ['windows', 'public'],
  ]);
  expect(draft.unsaid.map(({ operations }) => operations)).toEqual([['GET /shops']]);
});

test.each<[JsonSchema, object]>([
  [{ type: 'string', format: 'date' }, { type: 'date' }],
  // Nobody makes and sends a text that long.
  [{ type: 'string', maxLength: 100_001 }, { type: 'string' }],
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
    { type: 'decimal', minimum: 0.5, nullable: true },
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
    { type: 'list', of: { type: 'string' } },
  ],
  [
    { type: 'array', maxItems: 3, uniqueItems: true, items: { type: 'integer', minimum: 1 }, example: [4, 5] },
    { type: 'list', maxItems: 3, uniqueItems: true, of: { type: 'integer', minimum: 1 }, example: [4, 5] },
  ],
  [
    { type: 'array', items: {} },
    { type: 'json', example: [] },
  ],
  [
    { type: 'object', example: { a: 1 } },
    { type: 'json', example: { a: 1 } },
  ],
  [
    { type: 'object', example: '{ "a": 1 }' },
    { type: 'json', example: { a: 1 } },
  ],
  [{ type: 'object', example: 'a map' }, { type: 'json' }],
  // Examples that their own schema rules out, and parts of addresses that are called addresses.
  [
    { type: 'integer', minimum: 5, example: 3 },
    { type: 'integer', minimum: 5 },
  ],
  [
    { type: 'string', format: 'uri', example: 'shop.example' },
    { type: 'string', example: 'shop.example' },
  ],
  [
    { type: 'array', items: { type: 'string', format: 'uri' }, example: ['shop.example'] },
    { type: 'list', of: { type: 'string' }, example: ['shop.example'] },
  ],
])('%j is the field %j', (schema, field) => {
  expect(draftField(schema)).toEqual(field);
});

test.each([
  ['/silence', '/silences'],
  ['/box', '/boxes'],
  ['/story', '/stories'],
])('one record at %s/{id} is of the list at %s', (one, many) => {
  const { endpoints } = of({ [many]: { ...list, ...create }, [`${one}/{id}`]: read });
  expect(endpoints.map(({ name, uid, operations }) => [name, uid, Object.keys(operations)])).toEqual([
    [many.slice(1), 'id', ['list', 'create', 'read']],
  ]);
  const below = of({ [many]: list, [`${one}/{id}`]: read, [`${one}/{id}/notes`]: list });
  expect(below.endpoints[1]?.parents).toEqual({ id: many.slice(1) });
});

test('a number that is not kept exactly is no limit', () => {
  const numbered = object({ id: { type: 'integer', minimum: 1, maximum: 2 ** 63 } });
  const draft = of({ '/shops/{id}': { get: { responses: { 200: json(numbered) } } } });
  const naming = { service: 'shops', spec: '1', source: 'shops.json', headers: [] };
  const contract = draftFiles(draft, naming, { topics: [], bindings: [] }).get('contracts/shops/shops.yaml');
  expect(contract).not.toContain('maximum');
  expect(contract).toContain('id: { type: integer, minimum: 1, readOnly: true');
});

test('what nothing makes, and what nothing names, is for the target to say', () => {
  const draft = of({
    '/shops/{shop}': {
      parameters: [{ name: 'shop', in: 'path', schema: { type: 'string' }, example: 'north' }],
      ...read,
    },
    '/shops/{shop}/orders': list,
    '/days/{day}/news': {
      parameters: [{ name: 'day', in: 'path', schema: { type: 'string' } }],
      get: { parameters: [{ name: 'X-Tenant', in: 'header', required: true, schema: {} }], responses: {} },
    },
    '/years/{year}/news': {
      parameters: [{ name: 'year', in: 'path', schema: { type: 'integer', example: 1999 } }],
      get: { responses: {} },
    },
  });
  expect(draft.records).toEqual({ shops: { name: 'north' } });
  expect(draft.endpoints.map(({ name, operations }) => [name, operations['read']?.['parameters']])).toEqual([
    ['shops', undefined],
    ['orders', undefined],
    ['news', { day: { type: 'string', example: { openPoint: 'service.days.day' } } }],
    ['years-news', { year: { type: 'integer', example: 1999 } }],
  ]);
  expect(draft).toMatchObject({ headers: {}, unsaidHeaders: ['X-Tenant'] });
  const naming = { service: 'shops', spec: '1', source: 'shops.json', headers: ['x-trace'] };
  const target = draftFiles(draft, naming, { topics: [], bindings: [] }).get('targets/test/target.yaml') ?? '';
  expect(target).toContain('headers: { x-trace: "${env:X_TRACE}", X-Tenant: "${env:X_TENANT}" }');
  expect(draft.points.map(({ id, default: usual }) => [id, usual])).toEqual([['service.days.day', 'example']]);
});

describe('a record inside a record', () => {
  const inside = (properties: object, required: readonly string[] = []): JsonSchema =>
    ({ type: 'object', required, properties }) as unknown as JsonSchema;

  test('has an example of the members that it has to have, and of those that a value is shown for', () => {
    const amount = { type: 'integer', example: 3 };
    const fare = inside(
      {
        amount,
        currency: { type: 'string', enum: ['EUR', 'SEK'] },
        note: { type: 'string' },
        id: { type: 'string', readOnly: true },
      },
      ['currency'],
    );
    expect(draftField(fare)).toMatchObject({
      type: 'object',
      fields: { currency: { type: 'code', required: true }, note: { type: 'string' } },
      example: { amount: 3, currency: 'EUR' },
    });
    expect(draftField(inside({ fare }, ['fare']))).toMatchObject({
      type: 'object',
      fields: { fare: { type: 'object', required: true } },
      example: { fare: { amount: 3, currency: 'EUR' } },
    });
    const shown = (example: JsonMap): Json | undefined => draftField({ ...fare, example })['example'];
    expect(shown({ currency: 'SEK', id: '7' })).toEqual({ currency: 'SEK' });
    // Not without what it has to have.
    expect(shown({ amount: 9 })).toEqual({ amount: 3, currency: 'EUR' });
  });

  test('has none where nothing says what would be right', () => {
    const without = (schema: JsonSchema): boolean => draftField(schema)['example'] === undefined;
    expect(without(inside({ code: { type: 'string', pattern: '^[A-Z]{3}$' } }, ['code']))).toBe(true);
    expect(without(inside({ note: { type: 'string' } }))).toBe(true);
  });

  test('has no moment for the example of a date, and is no URI where a part of one is shown', () => {
    expect(draftField({ type: 'string', format: 'date', example: '2025-10-15T13:52:01Z' })).toEqual({ type: 'date' });
    expect(draftField({ type: 'string', format: 'uri', example: '/things/1' })).toEqual({
      type: 'string',
      example: '/things/1',
    });
  });

  test('is any JSON where the document says less, or more than a contract can', () => {
    const open = inside({ note: { type: 'string' } });
    expect(draftField({ ...open, additionalProperties: true })).toEqual({ type: 'json' });
    expect(draftField({ ...open, oneOf: [open] })).toEqual({ type: 'json' });
    expect(draftField(open, { type: 'object' })).toEqual({ type: 'json' });
  });
});

test.each([
  ['2027-05-01T08:30:00.000Z', '2027-05-01T08:30:00.000Z'],
  ['tomorrow', '2024-03-01T12:00:00Z'],
])('a moment that is shown as %s is sent as %s', (shown, sent) => {
  expect(draftField({ type: 'string', format: 'date-time', example: shown })['example']).toBe(sent);
});
