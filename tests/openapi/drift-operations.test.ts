/** What of one operation may differ between a published definition and the contract: an edit each, and what it is told as. */
import { describe, expect, it } from 'vitest';
import { compareOperations } from '../../src/openapi/compare-operation.ts';
import { type ApiOperation } from '../../src/openapi/document.ts';
import { drifted, type Editable, operation, responsesOf, scopeOf, told } from './drifting.ts';
import { everyNth } from '../part.ts';

/** One row for each rule that is not of schemas: an edit that makes it, of the operation that creates a partner. */
const EDITS: readonly (readonly [string, string, (create: Record<string, unknown>, document: Editable) => void])[] = [
  ['security-missing', 'partners/create', (create) => (create['security'] = [])],
  [
    'security-scheme',
    'partners/create',
    (create, document) =>
      put(document.components.securitySchemes, create, { type: 'apiKey', in: 'header', name: 'X-Key' }),
  ],
  [
    'parameter-demanded',
    'partners/create header parameter x-a',
    (create) => (create['parameters'] = [{ name: 'x-a', in: 'header', required: true, schema: {} }]),
  ],
  [
    'parameter-extra',
    'partners/create query parameter a',
    (create) => (create['parameters'] = [{ name: 'a', in: 'query', schema: {} }]),
  ],
  ['request-body-missing', 'partners/create request', (create) => delete create['requestBody']],
  [
    'request-body-optional',
    'partners/create request',
    (create) => (create['requestBody'] = { ...(create['requestBody'] as object), required: false }),
  ],
  [
    'request-media',
    'partners/create request',
    (create) => (create['requestBody'] = { required: true, content: { 'application/xml': {} } }),
  ],
  ['request-media-extra', 'partners/create request', (create) => (contentOf(create['requestBody'])['text/csv'] = {})],
  ['success-missing', 'partners/create response', (create) => delete responsesOf(create)['201']],
  [
    'success-extra',
    'partners/create response 202',
    (create) => (responsesOf(create)['202'] = { description: 'later' }),
  ],
  ['status-missing', 'partners/create response 422', (create) => delete responsesOf(create)['422']],
  [
    'status-extra',
    'partners/create response 409',
    (create) => (responsesOf(create)['409'] = { description: 'conflict' }),
  ],
  [
    'response-body-missing',
    'partners/create response 201',
    (create) => (responsesOf(create)['201'] = { description: 'done' }),
  ],
  [
    'response-media',
    'partners/create response 201',
    (create) => (responsesOf(create)['201'] = { description: 'done', content: { 'text/html': {} } }),
  ],
  [
    'header-extra',
    'partners/create response 201 header x-a',
    (create) => (responsesOf(create)['201'] = { ...(responsesOf(create)['201'] as object), headers: { 'X-A': {} } }),
  ],
];

function contentOf(body: unknown): Record<string, unknown> {
  return (body as { content: Record<string, unknown> }).content;
}

function put(schemes: Record<string, unknown>, create: Record<string, unknown>, scheme: unknown): void {
  schemes['other'] = scheme;
  create['security'] = [{ other: [] }];
}

describe('an operation', () => {
  it.each(everyNth(EDITS, 3))('%s', (rule, where, edit) => {
    const drift = drifted((document) => {
      edit(operation(document, '/partners', 'post'), document);
    });
    expect(told(drift)).toEqual([`${rule}: ${where}`]);
  });

  it('with further differences on other kinds of operations', () => {
    const read = drifted((document) => {
      const get = operation(document, '/partners/{id}', 'get');
      get['requestBody'] = { content: { 'application/json': {} } };
      operation(document, '/openapi.json', 'get')['security'] = [{ accessToken: [] }];
      responsesOf(operation(document, '/partners/{id}/channels', 'delete'))['204'] = {
        description: 'done',
        content: { 'application/json': {} },
      };
    });
    expect(told(read)).toEqual([
      'request-body-extra: partners/read request',
      'security-extra: published-definition/read',
      'response-body-extra: partners/delete-channels response 204',
    ]);
  });

  it('with pages has to name the headers', () => {
    const scope = scopeOf('student-reporting', '4.0.1');
    const list = '/students/{students_uid}/unit-enrolments';
    const drift = drifted((document) => {
      const get = operation(document, list, 'get');
      const parameters = get['parameters'] as { name: string; required: boolean }[];
      get['parameters'] = parameters
        .filter(({ name }) => name !== 'tcsi-pagination-page')
        .map((one) => ({
          ...one,
          name: one.name.toUpperCase() === 'STUDENTS_UID' ? one.name : one.name.toUpperCase(),
        }));
      responsesOf(get)['200'] = { ...(responsesOf(get)['200'] as object), headers: {} };
    }, scope);
    expect(told(drift)).toEqual([
      'parameter-missing: unit-enrolments/list header parameter tcsi-pagination-page',
      ...['current-page', 'next-page', 'previous-page', 'total-pages'].map(
        (name) => `header-missing: unit-enrolments/list response 200 header tcsi-pagination-${name}`,
      ),
    ]);
    expect(drift.differences[0]?.restsOn).toContain('student-reporting.pagination.request-page-header');
  });

  it('may leave out what the contract demands of every call', () => {
    const call = (required: boolean): ApiOperation => ({
      method: 'GET',
      path: '/x',
      tags: [],
      parameters: [{ name: 'X-Tenant', in: 'header', required, schema: {} }],
      responses: {},
      secured: false,
    });
    expect(compareOperations(call(true), call(false))).toMatchObject([
      { rule: 'parameter-optional', part: 'header parameter X-Tenant' },
    ]);
    expect(compareOperations(call(true), { ...call(true), parameters: [] })).toMatchObject([
      { rule: 'parameter-optional' },
    ]);
    expect(compareOperations(call(false), call(true))).toMatchObject([{ rule: 'parameter-demanded' }]);
    expect(compareOperations(call(true), call(true))).toEqual([]);
  });

  it('may tell its refusals by their hundred, or all of them as default', () => {
    const drift = drifted((document) => {
      const create = operation(document, '/partners', 'post');
      const { 201: done, 422: refused } = responsesOf(create);
      create['responses'] = { 201: done, '4XX': refused, default: refused };
    });
    expect(told(drift)).toEqual([]);
  });

  it('may declare its refusals as problems, and nothing else so', () => {
    const problems = drifted((document) => {
      const responses = responsesOf(operation(document, '/partners', 'post'));
      for (const status of ['201', '422']) {
        const [schema] = Object.values(contentOf(responses[status]));
        responses[status] = { description: 'said', content: { 'application/problem+json': schema } };
      }
    });
    expect(told(problems)).toEqual(['response-media: partners/create response 201']);
  });

  it('may say the same of the token in other words', () => {
    for (const scheme of [
      { type: 'oauth2', flows: {} },
      { type: 'http', scheme: 'Bearer' },
    ])
      expect(
        told(
          drifted((document) =>
            put(document.components.securitySchemes, operation(document, '/partners', 'post'), scheme),
          ),
        ),
      ).toEqual([]);
    const asHeader = drifted((document) => {
      const create = operation(document, '/partners', 'post');
      create['security'] = [];
      create['parameters'] = [{ name: 'Authorization', in: 'header', required: true, schema: { type: 'string' } }];
    });
    expect(told(asHeader)).toEqual([]);
  });
});
