/** Lists of what nobody can ask for one by one. */
import { expect, test } from 'vitest';
import { create, item, json, object, of } from './small-documents.ts';

test('what tells records apart that are listed alone is a member of a certain name, if all of them show it', () => {
  const listed = (schema: object): object => ({ get: { responses: { 200: json({ type: 'array', items: schema }) } } });
  const member = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } };
  const endpoints = of({
    '/rooms': listed({ ...member, required: ['id'] }),
    '/notes': listed(member),
    '/floors': listed({ ...object({ name: { type: 'string' } }), required: ['name'] }),
    '/shelves': { ...listed(item), ...create },
  }).endpoints.map(({ name, uid }) => [name, uid]);
  expect(endpoints).toEqual([
    ['rooms', 'id'],
    ['notes', undefined],
    ['floors', undefined],
    ['shelves', undefined],
  ]);
});
