/** Resources of JSON:API: a draft has the attributes as the record, and the id and the relationships beside it. */
import { expect, test } from 'vitest';
import { of } from './small-documents.ts';

const TEXT = { type: 'string' };
const object = (properties: object, required: readonly string[] = []): object => ({
  type: 'object',
  properties,
  required,
});
const typed = (schema: object): object => ({ content: { 'application/vnd.api+json': { schema } } });
const relationship = object({ data: object({ type: { const: 'artists' }, id: TEXT }) });

const album = (more: object, required: readonly string[]): object =>
  object(
    {
      type: { const: 'albums' },
      attributes: object({ title: { type: 'string', maxLength: 40 } }, ['title']),
      relationships: object({ artist: relationship }, ['artist']),
      ...more,
    },
    ['type', 'attributes', 'relationships', ...required],
  );
const artist = (more: object = {}): object =>
  object({ type: { const: 'artists' }, attributes: object({ name: TEXT }), ...more });
const documentOf = (resource: object): object => typed(object({ data: resource, links: object({ self: TEXT }) }));
const listOf = (resource: object): object =>
  typed(object({ data: { type: 'array', items: resource }, links: object({ next: { type: ['string', 'null'] } }) }));

const shown = album({ id: TEXT }, ['id']);
const draft = of({
  '/albums': {
    get: { responses: { 200: listOf(shown) } },
    post: { requestBody: documentOf(album({}, [])), responses: { 201: documentOf(shown) } },
  },
  '/albums/{albumId}': {
    get: { responses: { 200: documentOf(shown) } },
    patch: { requestBody: typed(object({ data: shown })), responses: { 200: documentOf(shown) } },
  },
  '/artists': {
    post: { requestBody: typed(object({ data: artist() })), responses: { 201: documentOf(artist({ id: TEXT })) } },
  },
  '/artists/{artistId}': { get: { responses: { 200: documentOf(artist({ id: TEXT })) } } },
});
const [albums] = draft.endpoints;

test('members stand where the document has them', () => {
  expect(albums).toMatchObject({
    uid: 'id',
    fields: {
      id: { type: 'string', place: '1/id', readOnly: true },
      title: { type: 'string', maxLength: 40, required: true },
      artist: { type: 'string', place: '1/relationships/artist/data/id', required: true, references: 'artists' },
    },
  });
});

test('requests and answers are wrapped as resources are', () => {
  const relationships = { artist: { data: { type: 'artists' } } };
  expect(albums?.operations).toMatchObject({
    list: { wrapping: { records: '/data', entry: '/attributes' } },
    read: { wrapping: { record: '/data/attributes' } },
    update: {
      wrapping: { sent: '/data/attributes', around: { data: { type: 'albums', id: { $path: '#id' }, relationships } } },
    },
  });
});

test('what has attributes and no type is none', () => {
  const { endpoints } = of({
    '/things/{id}': { get: { responses: { 200: documentOf(object({ attributes: object({ a: TEXT }) })) } } },
  });
  expect(endpoints[0]?.operations['read']).toMatchObject({ wrapping: { record: '/data' } });
});
