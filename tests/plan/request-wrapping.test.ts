/** Members that stand beside the record, as the id and the relationships of JSON:API do: where they are sent, and where they are read. */
import { describe, expect, test } from 'vitest';
import { planWhole } from '../../src/project/planning.ts';
import { resolvePointer } from '../../src/model/pointer.ts';
import { wrapRecord } from '../../src/plan/request-wrapping.ts';
import type { EndpointContract } from '../../src/load/model.ts';
import { caseRule, PASS, where } from '../rules/judging.ts';
import { evidence } from '../rules/support.ts';
import { library } from '../cli/library.ts';

test.each([
  ['/data/attributes', '/title', '/data/attributes/title'],
  ['/data/attributes', '1/id', '/data/id'],
  ['/attributes', '1/id', '/id'],
  ['/data/attributes', '2/meta', '/meta'],
  ['', '1/id', '/id'],
  ['/data/attributes', '1/relationships/artist/data/id', '/data/relationships/artist/data/id'],
])('from %s, %s leads to %s', (base, pointer, to) => {
  expect(resolvePointer(base, pointer)).toBe(to);
});

const FIELDS = [
  { name: 'id', place: '1/id' },
  { name: 'title' },
  { name: 'artist', place: '1/relationships/artist/data/id' },
] as unknown as EndpointContract['fields'];
const WRAPPING = {
  sent: '/data/attributes',
  around: { data: { type: 'albums', relationships: { artist: { data: { type: 'artists' } } } } },
};

test('what is sent stands in its place, with what stands around it', () => {
  expect(wrapRecord({ title: 'Sphere', artist: '7' }, WRAPPING, { fields: FIELDS })).toEqual({
    data: {
      type: 'albums',
      attributes: { title: 'Sphere' },
      relationships: { artist: { data: { type: 'artists', id: '7' } } },
    },
  });
});

test('of what is not sent, what stands around it is not either', () => {
  expect(wrapRecord({ title: 'Sphere' }, WRAPPING, { fields: FIELDS })).toEqual({
    data: { type: 'albums', attributes: { title: 'Sphere' } },
  });
  expect(wrapRecord({}, WRAPPING, { fields: FIELDS })).toEqual({ data: { type: 'albums', attributes: {} } });
});

const BOOKS = `endpoint: books
title: Books
base: service
uid: id
fields:
  id: { type: string, readOnly: true, place: 1/id }
  title: { type: string, required: true, maxLength: 100 }
operations:
  create: { method: POST, path: /books, request: plain, response: plain, success: [201], access: public, wrapping: { sent: /data/attributes, around: { data: { type: books } } } }
  read: { method: GET, path: "/books/{id}", response: plain, success: [200], access: public }
  update: { method: PATCH, path: "/books/{id}", request: plain, response: plain, success: [200], access: public, wrapping: { sent: /data/attributes, around: { data: { type: books, id: { $path: "#id" } } } } }
  delete: { method: DELETE, path: "/books/{id}", success: [204], access: public }
  list: { method: GET, path: /books, response: list, success: [200], access: public }
`;

test('its identifier is found, in lists too, and it is no member of the record', () => {
  const { plan } = planWhole(
    library(
      {
        'contracts/library/books.yaml': BOOKS,
        'contracts/library/envelope.yaml':
          'headers: {}\nwrapping: { record: /data/attributes, records: /data, entry: /attributes }\n',
        'specs/library/open-points.yaml': 'openPoints: {}\n',
        'specs/library/requirements/books.yaml':
          'requirements:\n  library.all: { text: All is well., level: MUST, basis: standard, section: "§1" }\n',
      },
      false,
    ),
  );
  const cases = plan.groups.flatMap((group) => group.cases);
  const listed = cases.find(({ id }) => id === 'library/books/create/lifecycle/lifecycle.listed');
  expect(listed?.checks.find(({ rule }) => rule === 'lifecycle.listed')?.params).toMatchObject({
    uidSent: '/data/id',
    records: '/data',
    uid: '/id',
  });
  expect(listed?.steps[0]?.undo?.parameters).toEqual({ id: { $each: 'create#/data/id' } });
  const { responseSchema } = plan.operations['library@1.10/books/read'] ?? {};
  expect(JSON.stringify(responseSchema)).not.toContain('"id"');
});

describe('what is sent beside the record', () => {
  const body = (artist: string): object => ({
    data: { attributes: { title: 'Sphere' }, relationships: { artist: { data: { id: artist } } } },
  });
  const places = { sent: '/data/attributes', shown: '/data/attributes', beside: ['1/relationships/artist/data/id'] };
  const write = { method: 'PATCH', sent: body('7') as never };

  test('is stored as it was sent', () => {
    const params = { ...places, written: 'write', read: 'read', skip: [] };
    const judged = (shown: string): ReturnType<typeof caseRule> =>
      caseRule('store.equals', params, evidence({ write, read: { body: body(shown) as never } }));
    expect(judged('7')).toEqual(PASS);
    expect(where(judged('8'))).toEqual(['body#/data/relationships/artist/data/id']);
  });

  test('is what an update leaves, and nothing that it does not name', () => {
    const params = { ...places, before: 'before', update: 'write', after: 'after' };
    const judged = (sent: object, shown: string): ReturnType<typeof caseRule> =>
      caseRule(
        'lifecycle.update-only-named',
        params,
        evidence({
          before: { body: body('1') as never },
          write: { method: 'PATCH', sent: sent as never },
          after: { body: body(shown) as never },
        }),
      );
    expect(judged(body('7'), '7')).toEqual(PASS);
    expect(where(judged(body('7'), '1'))).toEqual(['body#/data/relationships/artist/data/id']);
    expect(judged({ data: { attributes: {} } }, '1')).toEqual(PASS);
    expect(where(judged({ data: { attributes: {} } }, '7'))).toEqual(['body#/data/relationships/artist/data/id']);
  });
});
