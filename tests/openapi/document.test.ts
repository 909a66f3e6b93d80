import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/model/json.ts';
import { BadInput } from '../../src/errors.ts';
import { type ApiDocument, type ApiOperation, parseApiDocument } from '../../src/openapi/document.ts';
import type { JsonSchema } from '../../src/openapi/references.ts';

type Parts = Readonly<Record<string, Json>>;

function read(parts: Parts): ApiDocument {
  return parseApiDocument(
    JSON.stringify({ openapi: '3.0.3', info: { title: 'Shop', version: '7' }, paths: {}, ...parts }),
    'shop.json',
  );
}

/** The schema of one answer, written out. */
function schemaOf(schema: Json, schemas: Parts = {}): JsonSchema {
  const { operations } = read({
    paths: { '/x': { get: { responses: { 200: { description: 'd', content: { 'application/json': { schema } } } } } } },
    components: { schemas },
  });
  return operations[0]?.responses['200']?.content['application/json'] ?? {};
}

function problemOf(text: string): BadInput['problems'][number] | undefined {
  try {
    parseApiDocument(text, 'shop.yaml');
  } catch (error) {
    if (error instanceof BadInput) return error.problems[0];
    throw error;
  }
  return undefined;
}

describe('an OpenAPI document', () => {
  it('is read with its operations, parameters, bodies, headers and addresses', () => {
    const document = read({
      servers: [{ url: 'https://shop.example/v1' }, { url: '/v1' }],
      paths: {
        '/books/{id}': {
          parameters: [
            { $ref: '#/components/parameters/Id' },
            { name: 'trace', in: 'header', schema: { type: 'string' } },
          ],
          patch: {
            operationId: 'changeBook',
            tags: ['books'],
            parameters: [{ name: 'trace', in: 'header', required: true, schema: { type: 'integer' } }],
            requestBody: { $ref: '#/components/requestBodies/Book' },
            responses: {
              200: { $ref: '#/components/responses/Book' },
              '4XX': { description: 'refused' },
              default: { description: 'else' },
            },
          },
        },
      },
      components: {
        parameters: { Id: { name: 'id', in: 'path', schema: { type: 'string' } } },
        requestBodies: { Book: { required: true, content: { 'application/json': { schema: { type: 'object' } } } } },
        responses: {
          Book: {
            description: 'done',
            headers: { 'X-Page': { schema: { type: 'integer' } } },
            content: { 'application/json': { schema: { type: 'object' } } },
          },
        },
      },
    });
    expect(document).toMatchObject({ title: 'Shop', version: '7', servers: ['https://shop.example/v1', '/v1'] });
    const expected: Partial<ApiOperation> = {
      method: 'PATCH',
      path: '/books/{id}',
      operationId: 'changeBook',
      tags: ['books'],
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'trace', in: 'header', required: true, schema: { type: 'integer' } },
      ],
      requestBody: { required: true, content: { 'application/json': { type: 'object' } } },
      secured: false,
    };
    expect(document.operations).toEqual([expect.objectContaining(expected)]);
    expect(Object.keys(document.operations[0]?.responses ?? {})).toEqual(['200', '4XX', 'default']);
    expect(document.operations[0]?.responses['200']?.headers).toEqual(['X-Page']);
  });

  it('says who has to bring which token', () => {
    const { operations } = read({
      security: [{ key: [] }],
      paths: {
        '/a': {
          get: {},
          put: { security: [] },
          post: { security: [{ key: [] }, {}] },
          delete: { security: [{ login: [] }] },
        },
      },
      components: {
        securitySchemes: {
          key: { type: 'apiKey', in: 'header', name: 'Access-Token' },
          login: { type: 'oauth2', flows: {} },
        },
      },
    });
    expect(operations.map(({ method, secured }) => [method, secured])).toEqual([
      ['GET', true],
      ['PUT', false],
      ['POST', false],
      ['DELETE', true],
    ]);
    expect(operations.find(({ method }) => method === 'GET')?.schemes).toEqual([
      { name: 'key', type: 'apiKey', carrier: 'header access-token', place: 'header', parameter: 'Access-Token' },
    ]);
    expect(operations.find(({ method }) => method === 'DELETE')?.schemes).toEqual([
      { name: 'login', type: 'oauth2', carrier: 'header authorization', scheme: 'bearer' },
    ]);
  });

  it('may be YAML of any style: numbers as keys, anchors, large numbers', () => {
    const { operations } = parseApiDocument(
      'openapi: 3.0.3\ninfo: &i { title: T, version: 1 }\npaths:\n  /x:\n    get:\n      responses:\n        200:\n          description: d\n          content:\n            application/json:\n              schema: { type: integer, maximum: 9223372036854775807 }\nx-info: *i\n',
      'x.yaml',
    );
    expect(operations[0]?.responses['200']?.content['application/json']).toMatchObject({ type: 'integer' });
  });
});

describe('a schema', () => {
  it('has its references written out', () => {
    expect(
      schemaOf(
        { $ref: '#/components/schemas/A~1B' },
        { 'A/B': { type: 'object', properties: { c: { $ref: '#/components/schemas/C' } } }, C: { type: 'string' } },
      ),
    ).toEqual({
      type: 'object',
      properties: { c: { type: 'string' } },
    });
  });

  it('keeps what stands beside a reference', () => {
    expect(schemaOf({ $ref: '#/components/schemas/C', maxLength: 3 }, { C: { type: 'string' } })).toEqual({
      type: 'string',
      maxLength: 3,
    });
  });

  it('that holds itself ends where it begins again', () => {
    const tree = {
      type: 'object',
      properties: { name: { type: 'string' }, parts: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
    };
    expect(schemaOf({ $ref: '#/components/schemas/Tree' }, { Tree: tree })).toEqual({
      type: 'object',
      properties: { name: { type: 'string' }, parts: { type: 'array', items: {} } },
    });
    expect(
      schemaOf(
        { $ref: '#/components/schemas/A' },
        { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } },
      ),
    ).toEqual({});
  });

  it('ends too where two hold each other', () => {
    const schemas = {
      A: { type: 'object', properties: { b: { $ref: '#/components/schemas/B' } } },
      B: { type: 'object', properties: { a: { $ref: '#/components/schemas/A' } } },
    };
    const both = schemaOf(
      { type: 'array', prefixItems: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] },
      schemas,
    );
    expect(both['prefixItems']).toEqual([
      { type: 'object', properties: { b: { type: 'object', properties: { a: {} } } } },
      {
        type: 'object',
        properties: { a: { type: 'object', properties: { b: { type: 'object', properties: { a: {} } } } } },
      },
    ]);
  });

  it('of many that refer to each other is written out once each', () => {
    const name = (level: number): Json => ({ $ref: `#/components/schemas/L${level}` });
    const levels = Object.fromEntries(
      Array.from({ length: 24 }, (_, level) => [
        `L${level}`,
        { type: 'object', properties: { a: name(level + 1), b: name(level + 1) } },
      ]),
    );
    schemaOf(name(0), { ...levels, L24: { type: 'string' } });
  });

  it('asks all that the parts of allOf ask', () => {
    expect(
      schemaOf({
        allOf: [
          { type: 'object', required: ['a'], properties: { a: { type: 'string' }, c: { enum: ['x', 'y'] } } },
          { required: ['b'], properties: { a: { maxLength: 5 }, b: { type: 'integer' }, c: { enum: ['y', 'z'] } } },
        ],
      }),
    ).toEqual({
      type: 'object',
      required: ['a', 'b'],
      properties: { a: { type: 'string', maxLength: 5 }, b: { type: 'integer' }, c: { enum: ['y'] } },
    });
  });

  it.each<readonly [string, Json, Json]>([
    ['nullable', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [
      'nullable by reference',
      { nullable: true, allOf: [{ $ref: '#/components/schemas/C' }] },
      { type: ['string', 'null'] },
    ],
    [
      'nullable, one of several',
      { nullable: true, oneOf: [{ type: 'string' }, { type: 'integer' }] },
      { oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
    ],
    [
      'a choice beside properties',
      { type: 'object', properties: { a: { type: 'string' } }, anyOf: [{ properties: { b: { type: 'integer' } } }] },
      { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } } },
    ],
    [
      'null beside a type that excludes it',
      { type: 'string', anyOf: [{ maxLength: 5 }, { type: 'null' }] },
      { type: 'string', maxLength: 5 },
    ],
    [
      'a bound that excludes',
      { type: 'integer', minimum: 0, exclusiveMinimum: true },
      { type: 'integer', exclusiveMinimum: 0 },
    ],
    [
      'a bound that includes',
      { type: 'integer', maximum: 9, exclusiveMaximum: false },
      { type: 'integer', maximum: 9 },
    ],
  ])('in the words of 3.0 is read in those of 3.1: %s', (_what, written, expected) => {
    expect(schemaOf(written, { C: { type: 'string' } })).toEqual(expected);
  });
});

describe('what is no OpenAPI document', () => {
  it.each<readonly [string, string, string, RegExp]>([
    ['Swagger 1', 'swagger: "1.2"\npaths: {}\n', 'openapi-version', /^Swagger 1\.2 is not supported$/],
    [
      'Swagger 2 in pieces',
      'swagger: "2.0"\npaths: { /a: { post: { parameters: [null] } } }\n',
      'openapi-foreign',
      /cannot be converted/,
    ],
    ['Swagger 2 as a number', 'swagger: 2.0\npaths: {}\n', 'openapi-version', /^Swagger 2 is not supported$/],
    ['another version', 'openapi: 4.0.0\npaths: {}\n', 'openapi-version', /OpenAPI 4\.0\.0/],
    ['no version', 'paths: {}\n', 'openapi-version', /has no "openapi" version/],
    ['no paths', 'openapi: 3.1.0\n', 'openapi-foreign', /no paths/],
    ['a list', '- a\n', 'openapi-foreign', /not an OpenAPI document/],
    ['nothing', '', 'openapi-foreign', /not an OpenAPI document/],
    ['a page', '<!doctype html><html></html>', 'openapi-foreign', /not an OpenAPI document/],
    [
      'a reference elsewhere',
      'openapi: 3.1.0\npaths:\n  /x: { $ref: "other.yaml#/x" }\n',
      'openapi-reference',
      /other\.yaml#\/x points to another document/,
    ],
    [
      'a reference to nothing',
      'openapi: 3.1.0\npaths:\n  /x: { $ref: "#/components/x" }\n',
      'openapi-reference',
      /has no target/,
    ],
    [
      'a reference spelled badly',
      'openapi: 3.1.0\npaths:\n  /x: { $ref: "#/%zz" }\n',
      'openapi-reference',
      /has no target/,
    ],
  ])('%s', (_what, text, code, message) => {
    const problem = problemOf(text);
    expect(problem?.code).toBe(code);
    expect(problem?.message).toMatch(message);
    expect(problem).toMatchObject({ file: 'shop.yaml', hint: expect.any(String) as string });
  });

  it('is told with the place of a reference without a target, and what may be meant', () => {
    const shelf = 'components: { schemas: { Shelf: {} } }\n';
    const read = 'paths:\n  /x:\n    get: { parameters: [{ $ref: "#/components/schemas/Shelv" }] }\n';
    expect(problemOf(`openapi: 3.1.0\n${shelf}${read}`)).toMatchObject({
      line: 5,
      column: 34,
      hint: 'did you mean "Shelf"?',
    });
  });

  it('is told with the place where its YAML or JSON breaks', () => {
    expect(problemOf('openapi: 3.1.0\npaths:\n  "/x: {}\n')).toMatchObject({
      file: 'shop.yaml',
      line: expect.any(Number) as number,
    });
    expect(problemOf('{ "openapi": "3.1.0",\n  "paths": { ')).toMatchObject({ line: 2 });
  });
});
