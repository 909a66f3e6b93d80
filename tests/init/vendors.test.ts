/** Drafts of documents as vendors of business software write them: OData-like, and HAL of Spring. */
import { expect, test } from 'vitest';
import { newProject } from '../../src/init/project.ts';
import { findRule } from '../../src/rules/registry.ts';
import { create, item, json, list, object, of, read } from './small-documents.ts';

const TEXT = { type: 'string' };
const VERSION = { name: 'api-version', in: 'query', required: true, schema: { type: 'string', enum: ['2024-11-01'] } };
const named = (schema: object): object => ({ name: 'id', in: 'path', required: true, schema });
const match = { name: 'If-Match', in: 'header', required: true, schema: TEXT };
const shop = object({ id: { ...TEXT, readOnly: true }, name: TEXT });
const put = { requestBody: json(shop), responses: { 200: json(shop), 201: json(shop) } };
const error = object({ code: TEXT, message: TEXT, target: TEXT, details: { type: 'array', items: {} } });

const operationsOf = (draft: ReturnType<typeof of>, endpoint: string): Readonly<Record<string, object>> =>
  draft.endpoints.find(({ name }) => name === endpoint)?.operations ?? {};

test('what a PUT makes, and nothing else, is made under a name of the client’s choosing', () => {
  const path = { ...read, put, parameters: [named({ ...TEXT, pattern: '^[a-z0-9]{3,20}$', maxLength: 20 })] };
  const draft = of({ '/shops/{id}': path });
  const operations = operationsOf(draft, 'shops');
  expect(operations['create']).toMatchObject({
    method: 'PUT',
    path: '/shops/{id}',
    taken: 'replace',
    success: [200, 201],
  });
  expect(operations['replace']).toMatchObject({ method: 'PUT', path: '/shops/{id}', upsert: 'make' });
  expect(draft.endpoints[0]?.fields['id']).toMatchObject({ pattern: '^[a-z0-9]{3,20}$', maxLength: 20 });
  expect(draft.records).toEqual({});
  const naming = { service: 'shops', spec: '1', source: 'shops.yaml', headers: [] };
  expect([...newProject(draft, naming, findRule).files.keys()]).toContain('contracts/shops/shops.yaml');
});

test.each<[string, object, object]>([
  ['a POST makes it', named(TEXT), { '/shops': { ...list, ...create } }],
  ['a number, which may be one that somebody has', named({ type: 'integer' }), {}],
  ['a name of a few', named({ ...TEXT, enum: ['a', 'b'] }), {}],
  ['a form that nothing new fits', named({ ...TEXT, pattern: '^[A-Z]{2}-[a-z]{3}$' }), {}],
])('it is replaced alone where %s', (_what, parameter, others) => {
  const operations = operationsOf(of({ ...others, '/shops/{id}': { ...read, put, parameters: [parameter] } }), 'shops');
  expect((operations['create'] as { readonly method?: string } | undefined)?.method).not.toBe('PUT');
  if (!('/shops' in others)) expect(operations['replace']).not.toHaveProperty('upsert');
});

test('what has to have an If-Match is not done without one, whatever it is refused with', () => {
  const remove = { parameters: [match], responses: { 204: {}, 412: {} } };
  const draft = of({
    '/shops': { ...list, ...create },
    '/shops/{id}': { ...read, delete: remove, parameters: [named({ type: 'integer' })] },
  });
  expect(operationsOf(draft, 'shops')['delete']).toMatchObject({ conditional: 'required' });
  expect(draft.errors.refusals['precondition-required']).toEqual({ statuses: [428, 400] });
});

test('an error that may have errors in it says there what of a request is wrong', () => {
  const responses = { ...list.get.responses, default: json(object({ error })) };
  const { families, refusals } = of({ '/shops': { get: { ...list.get, responses } } }).errors;
  expect(families['error']).toMatchObject({ entry: '/error', source: '/target' });
  expect(families['error-with-list']).toMatchObject({ entries: '/error/details', code: 'code', source: '/target' });
  expect(refusals).toMatchObject({ query: { family: 'error-with-list' }, 'not-found': { family: 'error' } });
});

test('each kind is refused in the shape that the operations have which it concerns', () => {
  const spring = object({ timestamp: TEXT, status: { type: 'integer' }, error: TEXT, path: TEXT });
  const problem = object({ title: TEXT, detail: TEXT, errors: { type: 'array', items: object({ field: TEXT }) } });
  const both = { content: { 'application/problem+json': { schema: problem }, 'application/json': { schema: spring } } };
  const { families, refusals } = of(
    {
      '/shops': {
        get: {
          responses: { ...list.get.responses, 400: json(spring), 401: json(spring), 403: json(spring) },
          security: [{ key: [] }],
        },
        post: { ...create.post, responses: { 201: {}, 400: both, 409: both } },
      },
      '/shops/{id}': {
        get: { responses: { 200: json(item), 400: json(spring), 404: json(spring) } },
        parameters: [named({ type: 'integer' })],
      },
    },
    { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  ).errors;
  // The path of an answer that says when it was given is the one that was asked for.
  expect(families['error']).toMatchObject({ code: 'error', unnamed: true });
  expect(families['problem-with-list']).toMatchObject({ entries: '/errors', source: '/field' });
  expect(refusals).toMatchObject({
    'not-found': { statuses: [404], family: 'error' },
    identifier: { statuses: [404, 400], family: 'error' },
    malformed: { family: 'error' },
    value: { family: 'problem-with-list' },
    page: { family: 'error' },
    forbidden: { statuses: [403, 404], family: 'error' },
  });
});

test('a list of HAL is left out where it is empty, and its links are followed too', () => {
  const link = object({ href: TEXT });
  const page = object({ totalElements: { type: 'integer' } });
  const orders = object({
    _embedded: object({ orders: { type: 'array', items: item } }),
    _links: { type: 'object', additionalProperties: link },
    page,
  });
  const parameters = ['page', 'size'].map((name) => ({
    name,
    in: 'query',
    schema: { type: 'integer', minimum: 0, default: name === 'size' ? 20 : 0 },
  }));
  const draft = of({ '/orders': { get: { parameters, responses: { 200: json(orders) } } } });
  expect(operationsOf(draft, 'orders')['list']).toMatchObject({
    style: ['usual', 'by-link'],
    wrapping: { records: '/_embedded/orders', empty: 'absent' },
  });
  expect(draft.pagination).toMatchObject({
    style: 'page-number',
    ends: 'total',
    others: { 'by-link': { style: 'link', next: { body: '/_links/next/href' }, ends: 'absent' } },
  });
});

test('an annotation leads to the next page, and what counts for those who ask says no end', () => {
  const shops = object({
    '@odata.count': { type: 'integer' },
    '@odata.nextLink': TEXT,
    value: { type: 'array', items: item },
  });
  const parameters = [
    VERSION,
    ...['$top', '$skip'].map((name) => ({ name, in: 'query', schema: { type: 'integer' } })),
  ];
  const draft = of({ '/shops': { get: { parameters, responses: { 200: json(shops) } } } });
  expect(draft.pagination).toMatchObject({
    style: 'offset',
    ends: 'short-page',
    others: { 'by-link': { next: { body: '/@odata.nextLink' } } },
  });
  expect(draft.pagination).not.toHaveProperty('total');
});

test('null is not tried on what a document does not say it of, where it says it of others', () => {
  const patched = object({ name: TEXT, note: { type: ['string', 'null'] }, isOpen: { type: 'boolean' } });
  const patch = {
    requestBody: { content: { 'application/merge-patch+json': { schema: patched } } },
    responses: { 200: json(patched) },
  };
  const draft = of({
    '/shops': { ...list, post: { requestBody: json(patched), responses: { 201: json(patched) } } },
    '/shops/{id}': { ...read, patch, parameters: [named({ type: 'integer' })] },
  });
  expect(Object.keys(draft.notTried)).toContain('lifecycle.clear-each');
});
