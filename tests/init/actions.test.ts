/** What is done to a record or a collection and is no record itself: what it is done to, and what is left out so as to do no harm. */
import { describe, expect, test } from 'vitest';
import { create, item, json, list, object, of, read } from './small-documents.ts';

const posting = (requestBody?: object, responses: object = { 200: json(item) }): object => ({
  post: { ...(requestBody === undefined ? {} : { requestBody }), responses },
});
const things = {
  '/things': { ...list, ...create },
  '/things/{thing}': { ...read, delete: { responses: { 204: {} } } },
};

describe('a method of its own behind a colon', () => {
  test('is done to the record that its path names, and that a run makes', () => {
    const { endpoints, points } = of({ ...things, '/things/{thing}:cancel': posting() });
    expect(points).toEqual([]);
    expect(endpoints[1]).toMatchObject({
      name: 'cancel',
      parents: { thing: 'things' },
      operations: { cancel: { kind: 'action', method: 'POST', path: '/things/{thing}:cancel' } },
    });
  });

  test('of a name that is taken is called by what it stands below', () => {
    const { endpoints } = of({
      ...things,
      '/things/{thing}:cancel': posting(),
      '/orders': { ...list, ...create },
      '/orders/{order}': read,
      '/orders/{order}:cancel': posting(),
    });
    expect(endpoints.map(({ name, parents }) => [name, parents])).toEqual([
      ['things', {}],
      ['cancel', { thing: 'things' }],
      ['orders', {}],
      ['orders-cancel', { order: 'orders' }],
    ]);
  });
});

test.each([
  ['/things/{thing}:undelete', undefined, 'it reverts an earlier operation'],
  ['/things/{thing}/restore', undefined, 'it reverts an earlier operation'],
  [
    '/things:purge',
    json(object({ filter: { type: 'string' } })),
    'by its name it deletes data that the run did not create',
  ],
  [
    '/things/batchDelete',
    json(object({ before: { type: 'string' } })),
    'by its name it deletes data that the run did not create',
  ],
])('POST %s is left out', (path, body, why) => {
  const { endpoints, leftOut } = of({ ...things, [path]: posting(body) });
  expect(endpoints.map(({ name }) => name)).toEqual(['things']);
  expect(leftOut).toEqual([{ why: expect.stringContaining(why) as string, operations: [`POST ${path}`] }]);
});

test('what is asked for in an action is sent', () => {
  const format = { type: 'string', enum: ['csv', 'json'] };
  const { endpoints } = of({
    '/things:export': posting(json({ ...object({ format }), required: ['format'] }), { 202: {} }),
  });
  expect(endpoints[0]?.fields).toEqual({ format: { type: 'code', values: ['csv', 'json'], required: true } });
});

describe('a create that only begins', () => {
  const operation = object({ name: { type: 'string' }, done: { type: 'boolean' }, response: { type: 'object' } });
  const paths = (responses: object): object => ({
    '/things': { ...list, ...posting(json(item), responses) },
    '/things/{thing}': read,
  });

  test.each([
    ['with an operation that says whether it is done', { 200: json(operation) }],
    ['with 202 and nothing of the record', { 202: json(object({ job: { type: 'string' } })) }],
  ])('is left out where it answers %s, since nobody could remove what is made', (_what, responses) => {
    const { endpoints, leftOut } = of(paths(responses));
    expect(Object.keys(endpoints[0]?.operations ?? {})).toEqual(['list', 'read']);
    expect(leftOut[0]?.why).toMatch(/^it starts a task/);
  });

  test('is one where it answers with the record', () => {
    expect(Object.keys(of(paths({ 202: json(item) })).endpoints[0]?.operations ?? {})).toContain('create');
  });
});

test('where any status may be an error, a refusal may have any that HTTP has for it', () => {
  const error = json(object({ code: { type: 'string' } }));
  const responses = { 201: json(item), default: error };
  const { refusals } = of({ '/things': { ...list, post: { requestBody: json(item), responses } } }).errors;
  expect(refusals).toMatchObject({ value: { statuses: [422, 400] }, 'not-found': { statuses: [404, 410] } });
});
