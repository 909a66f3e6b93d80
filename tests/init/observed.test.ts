/** What a draft makes of the answers of a running service. */
import { describe, expect, test } from 'vitest';
import { draftContract } from '../../src/init/draft.ts';
import type { Draft } from '../../src/init/draft-model.ts';
import { documentFromResponses, type ObservedResponse } from '../../src/init/observed.ts';

describe('answers', () => {
  const NEXT = '<https://acme.example/books?page=2>; rel="next"';
  const seen = (body: ObservedResponse['body'], ...more: readonly [string, ObservedResponse['body']][]): Draft =>
    linked(NEXT, body, ...more);
  const linked = (
    link: string,
    body: ObservedResponse['body'],
    ...more: readonly [string, ObservedResponse['body']][]
  ): Draft =>
    draftContract(
      documentFromResponses([
        { url: 'https://acme.example/books?limit=5', status: 200, body, headers: [['link', link]], secured: false },
        ...more.map(([url, one]) => ({ url, status: 200, body: one, headers: [], secured: false })),
      ]),
    );

  test('tell the types of what was seen; what is not in every entry is optional', () => {
    const draft = seen([
      { id: 1, title: 'Sphere', price: 9, at: '2026-03-01', tags: ['a'] },
      { id: 2, title: 'Cube', price: 9.5, link: 'https://acme.example/2' },
    ]);
    expect(draft.server).toBe('https://acme.example');
    expect(draft.pagination).toEqual({
      style: 'link',
      ask: { size: { query: 'limit' } },
      next: { link: 'next' },
      ends: 'absent',
    });
    expect(draft.endpoints[0]).toMatchObject({
      name: 'books',
      operations: { list: { method: 'GET', path: '/books', response: 'list', success: [200] } },
      fields: {
        id: { type: 'integer', readOnly: true },
        price: { type: 'decimal', readOnly: true },
        at: { type: 'date' },
        link: { type: 'uri' },
        tags: { type: 'list' },
      },
    });
  });

  test('with members that no contract can name, such as those of a map from paths, are left open there', () => {
    const body = {
      id: 1,
      paths: { '/books': { get: 1 } },
      parts: [{ 'a part': 1 }],
      shelf: { 'its name': 'a', row: 1 },
    };
    const document = documentFromResponses([
      { url: 'https://acme.example/map', status: 200, body, headers: [], secured: false },
    ]);
    expect(draftContract(document).endpoints[0]?.fields).toMatchObject({
      paths: { type: 'json' },
      parts: { type: 'json' },
      shelf: { type: 'object', fields: { row: { type: 'integer' } } },
    });
  });

  test('with a link that leads to no page say nothing of pages by it', () => {
    expect(linked('<https://acme.example/style.css>; rel="preload"', [{ id: 1 }]).pagination).toBeUndefined();
    expect(linked('<https://acme.example/books?page=9>; rel="LAST"', [{ id: 1 }]).pagination).toMatchObject({
      next: { link: 'next' },
    });
  });

  test('of one record are a read, and below a list one of its records', () => {
    expect(seen({ state: 'well' }).endpoints[0]).toMatchObject({
      operations: { read: { response: 'plain' } },
      fields: { state: { type: 'string', readOnly: true } },
    });
    const draft = seen({ data: [{ id: 17, title: 'Cone' }] }, [
      'https://acme.example/books/17',
      { id: 17, title: 'Cone' },
    ]);
    expect(draft.endpoints).toMatchObject([
      { uid: 'id', operations: { list: { wrapping: { records: '/data' } }, read: { path: '/books/{id}' } } },
    ]);
    expect(draft.records).toEqual({ books: { id: 17 } });
  });
});
