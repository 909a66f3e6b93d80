/** What a document says and a draft cannot check is kept where a contract has a word for it, and told where it has none. */
import { describe, expect, test } from 'vitest';
import type { Draft } from '../../src/init/draft-model.ts';
import { draftFiles } from '../../src/init/files.ts';
import { newProject } from '../../src/init/project.ts';
import { uncheckedText } from '../../src/init/unchecked.ts';
import { findRule } from '../../src/rules/registry.ts';
import { json, list, object, of } from './small-documents.ts';

const NAMING = { service: 'cellar', spec: '1', source: 'cellar.yaml', headers: [] };
const TEXT = { type: 'string' };
const ID = { type: 'integer', readOnly: true };

function site(members: object, more: object = {}): Draft {
  const record = object({ id: ID, ...members });
  return of({
    '/sites': { ...list, post: { requestBody: json(record), responses: { 201: json(record), ...more } } },
    '/sites/{id}': { get: { responses: { 200: json(record) } } },
  });
}

const told = ({ endpoints }: Draft): readonly string[] => uncheckedText(endpoints.flatMap((one) => one.unchecked));
const fieldOf = (draft: Draft, name: string): object | undefined => draft.endpoints[0]?.fields[name];

describe('is told of a member', () => {
  test.each<[string, object, readonly string[]]>([
    ['its default', { ...TEXT, default: 'hall' }, ['default: kind']],
    ['a pattern without a text that fits', { ...TEXT, pattern: '^[a-z]$' }, ['pattern: kind']],
    ['a form that no type has', { ...TEXT, format: 'ipv4' }, ['format: kind']],
    ['steps of a number', { type: 'integer', multipleOf: 5, format: 'int32' }, ['multipleOf: kind']],
    [
      'entries that are there once, of records',
      { type: 'array', uniqueItems: true, items: object({ width: { ...ID, readOnly: false, default: 3 } }) },
      ['uniqueItems: kind', 'default: kind[].width'],
    ],
    [
      'what is in an object',
      { ...object({ a: { ...TEXT, default: 'hall' } }), minProperties: 1 },
      ['minProperties: kind', 'default: kind.a'],
    ],
    [
      'what is in an object of which it says more',
      { ...object({ a: TEXT }), additionalProperties: true },
      ['nested schema: kind'],
    ],
    [
      'that it is ignored',
      { ...TEXT, readOnly: true, description: 'Ignored.' },
      ['read-only fields in requests are ignored: kind'],
    ],
  ])('%s', (_what, schema, lines) => {
    expect(told(site({ kind: schema }))).toEqual(lines);
  });

  test.each<[string, object]>([
    ['a date', { ...TEXT, format: 'date' }],
    ['a moment', { ...TEXT, format: 'date-time' }],
    ['limits', { ...TEXT, minLength: 1, maxLength: 9 }],
    ['a list of codes', { type: 'array', minItems: 1, maxItems: 2, uniqueItems: true, items: { enum: ['a', 'b'] } }],
    ['a list', { type: 'array', minItems: 1, maxItems: 2, uniqueItems: true, items: { ...TEXT, maxLength: 3 } }],
  ])('nothing, of %s', (_what, schema) => {
    expect(told(site({ kind: schema }))).toEqual([]);
  });
});

test('a list keeps how many entries it may have, and that they may be null', () => {
  const draft = site({
    tags: { type: 'array', maxItems: 3, items: { type: 'string', enum: ['cold', 'dry'] } },
    notes: { type: 'array', items: { type: ['string', 'null'] } },
    doors: { type: 'array', items: object({ label: { type: ['string', 'null'] } }) },
  });
  expect(fieldOf(draft, 'tags')).toEqual({ type: 'codes', values: ['cold', 'dry'], maxItems: 3 });
  expect(fieldOf(draft, 'notes')).toEqual({ type: 'list', of: { type: 'string', nullable: true } });
  expect(fieldOf(draft, 'doors')).toEqual({ type: 'objects', fields: { label: { type: 'string', nullable: true } } });
  expect(newProject(draft, NAMING, findRule).checks).toBeGreaterThan(50);
});

test('a member with a default is sent, since it may be shown where it is not given', () => {
  expect(fieldOf(site({ size: { type: 'integer', default: 3 } }), 'size')).toMatchObject({ usual: true });
  expect(fieldOf(site({ size: { type: ['integer', 'null'], default: null } }), 'size')).not.toHaveProperty('usual');
});

test('a parameter keeps what holds where it is left out, and that is told', () => {
  const parameters = [
    { name: 'sort', in: 'query', schema: { ...TEXT, enum: ['up', 'down'], default: 'up' } },
    { name: 'limit', in: 'query', schema: { type: 'integer', default: 20 } },
  ];
  const draft = of({ '/sites': { get: { ...list.get, parameters } } });
  expect(draft.endpoints[0]?.operations['list']?.['query']).toEqual({
    sort: { type: 'code', default: 'up', values: ['up', 'down'] },
  });
  expect(told(draft)).toEqual(['default: sort of GET /sites']);
});

test('a parameter of which nothing judges what it brings is told, wherever the document has it', () => {
  const record = object({ id: ID, name: { ...TEXT, maxLength: 40 }, made: { ...TEXT, readOnly: true } });
  const sort = {
    name: 'sort',
    in: 'query',
    explode: false,
    schema: { type: 'array', items: { enum: ['name', '-name'] } },
  };
  const filters = ['name', 'made', 'q'].map((name) => ({ name, in: 'query', schema: TEXT }));
  const parameters = [sort, ...filters, { name: 'limit', in: 'query', schema: { type: 'integer', default: 20 } }];
  const expand = [{ name: 'expand', in: 'query', schema: { type: 'boolean' } }];
  const draft = of({
    '/sites': {
      get: { parameters, responses: { 200: json({ type: 'array', items: record }) } },
      post: { requestBody: json(record), responses: { 201: json(record) } },
    },
    '/sites/{id}': {
      get: { parameters: expand, responses: { 200: json(record) } },
      delete: { responses: { 204: {} } },
    },
  });
  const made = newProject(draft, NAMING, findRule);
  const line = 'effect of a query parameter: sort of GET /sites, made of GET /sites, q of GET /sites';
  expect(told(made.draft)).toContain(`${line}, expand of GET /sites/{id}`);
  expect(made.files.get('contracts/cellar/sites.yaml')).toContain(`#   ${line}, expand of GET /sites/{id}`);
});

describe('answers', () => {
  const header = (schema: object): object => ({ required: true, schema });

  test('have the headers that every success has to have', () => {
    const headers = {
      'X-Id': header({ ...TEXT, pattern: '^[0-9a-f]+$' }),
      'X-Kind': header({ ...TEXT, enum: ['site'] }),
      'X-Odd': header({ ...TEXT, pattern: '^(?=a)' }),
      'X-Spare': { schema: TEXT },
      'Content-Type': header(TEXT),
    };
    const draft = of({ '/sites': { get: { responses: { 200: { ...json({ type: 'array' }), headers } } } } });
    expect(draft.endpoints[0]?.operations['list']?.['headers']).toEqual({
      'X-Id': { pattern: '^[0-9a-f]+$' },
      'X-Kind': { value: 'site' },
      'X-Odd': {},
    });
  });

  test('tell of those of others, and of refusals that nothing provokes', () => {
    const post = { requestBody: json(object({ a: TEXT })), responses: {} };
    const retry = { headers: { 'Retry-After': header(TEXT) } };
    const draft = of({
      '/sites': {
        post: { ...post, responses: { 200: { headers: { Age: header(TEXT) } }, 201: {}, 422: {}, 429: retry } },
      },
    });
    expect(told(draft)).toEqual([
      'header Age: 200 of POST /sites',
      'status 429: POST /sites',
      'header Retry-After: 429 of POST /sites',
    ]);
  });
});

test('a 409 is for a value that another has: tried where one is said to be unique, and told where none is', () => {
  const draft = site({ name: TEXT }, { 409: {} });
  expect(draft.errors.refusals).toMatchObject({ value: { statuses: [422] }, duplicate: { statuses: [409] } });
  expect(told(draft)).toEqual(['status 409: POST /sites']);
  const unique = site({ name: { ...TEXT, description: 'Its unique name.' } }, { 409: {} });
  expect(unique.endpoints[0]?.fields['name']).toMatchObject({ unique: true });
  expect(told(unique)).toEqual([]);
});

test.each([
  ['where it says that they need not', { ...TEXT, description: 'Not unique.' }],
  ['where none could be made', { ...TEXT, description: 'Unique.', pattern: '^[A-Z]{3}$', example: 'ABC' }],
  ['where there are two of them', { type: 'boolean', description: 'Unique.' }],
])('values are not unique %s', (_where, schema) => {
  expect(site({ name: schema }).endpoints[0]?.fields['name']).not.toHaveProperty('unique');
});

describe('it is not tried', () => {
  const patched = (type: string): Draft =>
    of({
      '/sites/{id}': {
        get: { responses: { 200: json(object({ id: ID, name: TEXT })) } },
        patch: { requestBody: { content: { [type]: { schema: object({ name: TEXT }) } } }, responses: { 200: {} } },
      },
    });

  test('that null clears a member, unless it is sent as a merge patch', () => {
    expect(Object.keys(patched('application/json').notTried)).toContain('lifecycle.update-clear');
    expect(patched('application/merge-patch+json').notTried).toEqual({});
  });

  test.each(['Ignored in requests.', 'Output only. When it was made.'])(
    'that a read-only member is refused: %s',
    (description) => {
      const draft = site({ made: { ...TEXT, readOnly: true, description } });
      const text = draftFiles(draft, NAMING, { topics: [], bindings: [] }).get('contracts/cellar/catalogue.yaml');
      expect(text).toMatch(/^off:\n {2}input\.read-only: By the document/m);
    },
  );
});

test.each([
  ['Members that are read-only are ignored in requests.', true],
  ['We ignore readOnly members.', true],
  ['Case is ignored. Some members are read-only.', false],
])('a document that says "%s"', (description, isIgnored) => {
  const record = { ...object({ id: ID }), description };
  const draft = of({ '/sites': { ...list, post: { requestBody: json(record), responses: { 201: json(record) } } } });
  expect('input.read-only' in draft.notTried).toBe(isIgnored);
});

test('what no document asks is no MUST of a draft', () => {
  const { files } = newProject(site({ name: TEXT }), NAMING, findRule);
  const bindings = files.get('contracts/cellar/bindings.yaml') ?? '';
  expect(bindings).not.toContain('input.duplicate-member');
  expect(bindings).toContain('{ checks: "**/input.read-only{,/**}", requirement: cellar.strictness }');
  expect(bindings).toContain('{ checks: "**/input.unknown-member{,/**}", requirement: cellar.strictness }');
  expect(files.get('specs/cellar/requirements/cellar.yaml')).toMatch(/cellar\.strictness:\n.*\n {4}level: SHOULD\n/);
});

test('a member that no body may have is refused, where the document says so', () => {
  const closed = { ...object({ name: TEXT }), additionalProperties: false };
  const draft = of({ '/sites': { post: { requestBody: json(closed), responses: { 201: json(closed) } } } });
  const bindings = newProject(draft, NAMING, findRule).files.get('contracts/cellar/bindings.yaml');
  expect(bindings).toContain('{ checks: "**/input.unknown-member{,/**}", requirement: cellar.input }');
});

test('of several media types of a body or an answer, the ones that are not used', () => {
  const both = (schema: object): object => ({
    content: { 'application/x-www-form-urlencoded': { schema }, ...(json(schema) as { content: object }).content },
  });
  const record = object({ id: ID, name: TEXT });
  const draft = of({
    '/sites': { ...list, post: { requestBody: both(record), responses: { 201: json(record) } } },
    '/sites/{id}': {
      get: { responses: { 200: { content: { 'application/json': { schema: record }, 'text/csv': {} } } } },
    },
  });
  expect(told(draft)).toEqual(
    expect.arrayContaining([
      'other request media type: application/x-www-form-urlencoded of POST /sites',
      'other response media type: text/csv of GET /sites/{id}',
    ]),
  );
});
