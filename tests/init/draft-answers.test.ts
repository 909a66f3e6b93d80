/** What a draft says of answers, and what it leaves out so as to do no harm. */
import { describe, expect, test } from 'vitest';
import type { Draft } from '../../src/init/draft.ts';
import { newProject } from '../../src/init/project.ts';
import { findRule } from '../../src/rules/registry.ts';
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
  expect(leftOut[0]?.why).toMatch(/^it deletes all that is listed/);
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
  const typed = (type: string): object => ({ content: { [type]: { schema: item } } });
  const ACME = 'application/vnd.acme+json';
  const siteOf = (made: string, shown: string): Draft =>
    of({
      '/sites': {
        post: { requestBody: json(item), responses: { 201: typed(made), 422: typed('application/problem+json') } },
      },
      '/sites/{id}': { get: { responses: { 200: typed(shown) } }, delete: { responses: { 204: {} } } },
    });
  const envelope = (draft: Draft): string =>
    newProject(draft, { service: 'cellar', spec: '1', source: 'a', headers: [] }, findRule).files.get(
      'contracts/cellar/envelope.yaml',
    ) ?? '';

  test('is drafted where all of them have one other type of JSON, and is what calls ask for', () => {
    const draft = siteOf(`${ACME}; charset=utf-8`, ACME);
    expect(draft.mediaType).toBe(ACME);
    expect(envelope(draft)).toContain(`mediaType: ${ACME}\nheaders: { Accept: ${ACME} }`);
  });

  test.each([['application/json'], ['*/*']])('is not where it is %s', (type) => {
    expect(siteOf(type, type)).not.toHaveProperty('mediaType');
    expect(envelope(siteOf(type, type))).toContain('headers: {}');
  });

  test('is told of those that have another than the others', () => {
    const draft = siteOf('application/json', ACME);
    expect(draft).not.toHaveProperty('mediaType');
    expect(draft.unsaid).toEqual([
      {
        why: `that it answers with ${ACME}: a contract has one type for all, here application/json`,
        operations: ['GET /sites/{id}'],
      },
    ]);
  });
});
