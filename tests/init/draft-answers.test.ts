/** What a draft says of answers, and what it leaves out so as to do no harm. */
import { describe, expect, test } from 'vitest';
import { create, item, json, list, object, of, read } from './small-documents.ts';

describe('an answer that is not the record', () => {
  const made = object({ itemID: { type: 'string', description: 'of what was made' } });
  const { endpoints } = of({
    '/items': { ...list, post: { requestBody: json(item), responses: { 200: json(made) } } },
    '/items/{itemID}': read,
  });

  test('has a schema of its own, and says where the identifier stands', () => {
    expect(endpoints[0]?.operations['create']).toMatchObject({
      schema: { type: 'object', properties: { itemID: { type: 'string' } } },
      wrapping: { identifier: '/itemID' },
    });
  });

  test('says nothing of those that are', () => {
    expect(endpoints[0]?.operations['read']).not.toHaveProperty('schema');
    expect(endpoints[0]?.operations['list']).not.toHaveProperty('schema');
  });

  test('is told in a list too, whose entries have less', () => {
    const short = object({ name: { type: 'string' } });
    const { endpoints: told } = of({
      '/items': { get: { responses: { 200: json({ type: 'array', items: short }) } } },
      '/items/{id}': read,
    });
    expect(told[0]?.operations['list']).toMatchObject({ schema: { type: 'array', items: short } });
  });
});

test('what answers need not have, and what may be null, is said as the document says it', () => {
  const shown = {
    ...object({
      id: { type: 'integer' },
      name: { type: 'string' },
      seen: { type: ['string', 'null'] },
      made: { type: 'string' },
    }),
    required: ['id', 'name', 'seen'],
  };
  const paths = (schema: object): object => ({
    '/items': { post: { requestBody: json(object({ name: { type: 'string' } })), responses: { 201: json(schema) } } },
    '/items/{id}': { get: { responses: { 200: json(schema) } } },
  });
  const draft = of(paths(shown));
  expect(draft.endpoints[0]?.fields).toEqual({
    id: { type: 'integer', readOnly: true },
    name: { type: 'string', inAnswers: 'always' },
    seen: { type: 'string', nullable: true, readOnly: true },
    made: { type: 'string', readOnly: true, inAnswers: 'sometimes' },
  });
  expect(draft.openAnswers).toBe(true);
  expect(of(paths({ ...shown, additionalProperties: false })).openAnswers).toBe(false);
});

test('what deletes all that is listed is left out, since the records are not of the run', () => {
  const none = { responses: { 204: {} } };
  const { endpoints, leftOut } = of({ '/items': { ...list, delete: none }, '/items/{id}': { ...read, delete: none } });
  expect(Object.keys(endpoints[0]?.operations ?? {})).toEqual(['list', 'read', 'delete']);
  expect(leftOut.map(({ operations }) => operations)).toEqual([['DELETE /items']]);
  expect(leftOut[0]?.why).toMatch(/^it deletes all listed records/);
});

test.each([
  [['application/merge-patch+json'], 'application/merge-patch+json'],
  [['application/merge-patch+json; charset=utf-8'], 'application/merge-patch+json'],
  [['application/merge-patch+json', 'application/json'], undefined],
  [['application/json'], undefined],
  [['*/*'], undefined],
])('a body that is declared as %j is sent as %s', (types, media) => {
  const content = Object.fromEntries(types.map((type) => [type, { schema: item }]));
  const one = { ...read, patch: { requestBody: { content }, responses: { 200: json(item) } } };
  const draft = of({ '/things': { ...list, ...create }, '/things/{id}': one });
  expect(draft.endpoints[0]?.operations['update']?.['requestMedia']).toBe(media);
});

describe('what answers are declared as', () => {
  const typed = (type: string, schema: object = item): object => ({ content: { [type]: { schema } } });
  const readOf = (type: string): object => ({ get: { responses: { 200: typed(type) } } });

  test('is said once for the service, and of an operation where it has another', () => {
    const { mediaType, endpoints } = of({
      '/items': { get: { responses: { 200: typed('application/vnd.api+json', { type: 'array', items: item }) } } },
      '/items/{id}': readOf('application/vnd.api+json;charset=utf-8'),
      '/things/{id}': readOf('application/hal+json'),
    });
    expect(mediaType).toBe('application/vnd.api+json');
    expect(endpoints[0]?.operations['read']).not.toHaveProperty('media');
    expect(endpoints[1]?.operations['read']).toMatchObject({ response: 'plain', media: 'application/hal+json' });
  });

  test('is JSON where nothing else is said', () => {
    const content = { 'application/hal+json': { schema: item }, 'application/json': { schema: item } };
    const either = { get: { responses: { 200: { content } } } };
    expect(of({ '/items/{id}': read, '/things/{id}': either }).mediaType).toBeUndefined();
    expect(of({ '/items/{id}': readOf('*/*') }).mediaType).toBeUndefined();
  });
});

test('the variable of a key that is called one says so once', () => {
  const securitySchemes = { ApiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } };
  const { ways } = of({ '/items': { get: { ...list.get, security: [{ ApiKey: [] }] } } }, { securitySchemes });
  expect(ways.variables).toMatchObject([{ name: 'API_KEY' }]);
});
