/** The schemas of our own files, and that every mistake in one is told in words. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/model/json.ts';
import { ProblemList } from '../../src/load/problem-list.ts';
import { type FileKind, schemaMistakes } from '../../src/load/schemas.ts';
import { validate } from '../../src/load/validate.ts';
import { YamlDocument } from '../../src/load/yaml-document.ts';
import { parseYaml } from '../../src/load/yaml-parser.ts';
import { SCHEMA_FILES } from '../../src/schema/files.ts';
import { BASE } from './support.ts';
import { runs } from '../properties.ts';

const files = Object.keys(SCHEMA_FILES) as (keyof typeof SCHEMA_FILES)[];
const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allowUnionTypes: true });
(formats as unknown as (instance: Ajv2020, names: string[]) => void)(ajv, ['date-time']);
// A pattern of JSON Schema is one with the flag `u` (2020-12, core, §6.4), which ajv-formats does not ask for.
ajv.addFormat('regex', isPattern);
for (const name of files) ajv.addSchema(schemaOf(name), name);

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function schemaOf(name: keyof typeof SCHEMA_FILES): Record<string, unknown> {
  return JSON.parse(JSON.stringify(SCHEMA_FILES[name])) as Record<string, unknown>;
}

/** As a schema sees it: an open point is what it is without answers. */
function data(file: string): Json {
  return closed(parseYaml(readFileSync(path.join(BASE, file), 'utf8')).data ?? null);
}

const DEFAULTS: Readonly<Record<string, Json>> = { 'library.paging.page-header': 'page', 'library.token.skew': 60 };

function closed(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map(closed);
  const point = (value as Readonly<Record<string, Json>>)['openPoint'];
  const known = typeof point === 'string' ? DEFAULTS[point] : undefined;
  return known ?? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, closed(member as Json)]));
}

const samples: readonly (readonly [FileKind, Json])[] = [
  ['versions', data('specs/library/versions.yaml')],
  ['requirements', data('specs/library/requirements/books.yaml')],
  ['requirements', data('specs/library/requirements/loans.yaml')],
  ['open-points', data('specs/library/open-points.yaml')],
  ['endpoint', data('contracts/library/books.yaml')],
  ['endpoint', data('contracts/library/loans.yaml')],
  ['errors', data('contracts/library/errors.yaml')],
  ['pagination', data('contracts/library/pagination.yaml')],
  ['token', data('contracts/library/token.yaml')],
  ['envelope', data('contracts/library/envelope.yaml')],
  ['bindings', data('contracts/library/bindings.yaml')],
  ['target', data('targets/reading-room/target.yaml')],
  ['waivers', data('targets/reading-room/waivers.yaml')],
];

describe('the schemas', () => {
  test.each(files)('%s is a valid schema of draft 2020-12', (name) => {
    expect(ajv.validateSchema(schemaOf(name)), ajv.errorsText()).toBe(true);
    expect(ajv.getSchema(name)).toBeDefined();
  });

  test('objects with named members are closed, but for what a rule or a JSON Schema says for itself', () => {
    const open: string[] = [];
    const walk = (schema: unknown, where: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      const { properties, additionalProperties, type } = schema as {
        properties?: object;
        additionalProperties?: unknown;
        type?: unknown;
      };
      if (properties !== undefined && type !== undefined && additionalProperties !== false) open.push(where);
      for (const [key, value] of Object.entries(schema)) walk(value, `${where}/${key}`);
    };
    for (const name of files) walk(schemaOf(name), name);
    // Planning reports unknown conditions, so that the message can suggest a name.
    const validatedLater = ['/check/properties/with', '/$defs/conditions'];
    expect(open.filter((where) => !validatedLater.some((end) => where.endsWith(end)))).toEqual([]);
  });
});

describe('a file held against its schema', () => {
  test.each(samples)('%s: the base project has the form', (kind, sample) => {
    expect(schemaMistakes(kind, sample)).toEqual([]);
  });

  /** What may stand in the place of something else. */
  const replacements: readonly Json[] = [
    null,
    true,
    false,
    0,
    1,
    -1,
    2.5,
    50,
    200,
    '',
    ' ',
    'a',
    'create',
    'items',
    '2.0',
    'library.x',
    '/a',
    'GET',
    '${env:A}',
    'https://a.example',
    '(',
    [],
    ['a'],
    ['a', 'a'],
    [200],
    {},
    { openPoint: 'x' },
    { openPoint: 1 },
    { since: '1' },
    { a: 1 },
    { env: 'A' },
    { env: 'A', file: 'b' },
  ];

  test('has a place and words for every mistake, whatever is changed in it', () => {
    const sample = fc.constantFrom(...samples);
    const change = fc.record({
      at: fc.nat(1000),
      how: fc.constantFrom('replace', 'remove', 'add', 'rename'),
      value: fc.constantFrom(...replacements),
      name: fc.constantFrom('x', 'type', 'values', 'kind', 'since', 'fields', 'required', 'openPoint', 'Bad Name'),
    });
    fc.assert(
      fc.property(sample, fc.array(change, { minLength: 1, maxLength: 3 }), ([kind, original], changes) => {
        const changed = JSON.parse(JSON.stringify(original)) as Json;
        for (const { at, how, value, name } of changes) mutate(changed, at, how, structuredClone(value), name);
        const problems = new ProblemList();
        const document = new YamlDocument('changed.yaml', JSON.stringify(changed), problems);
        const isRight = validate(document, kind);
        expect(isRight, JSON.stringify(changed)).toBe(ajv.getSchema(`${kind}.schema.json`)?.(changed));
        expect(problems.size > 0).toBe(!isRight);
        for (const { message, line, column } of problems.sorted()) {
          expect(message).toMatch(/\w/);
          expect(line).toBe(1);
          expect(column).toBeGreaterThan(0);
        }
      }),
      runs(2000),
    );
  });
});

/** Changes the nth member of the data, counted in the order in which they stand. */
function mutate(data: Json, at: number, how: string, value: Json, name: string): void {
  const members: { parent: Record<string, Json>; key: string }[] = [];
  const walk = (parent: Json): void => {
    if (typeof parent !== 'object' || parent === null) return;
    for (const key of Object.keys(parent)) {
      members.push({ parent: parent as Record<string, Json>, key });
      walk((parent as Record<string, Json>)[key] ?? null);
    }
  };
  walk(data);
  const member = members[at % members.length];
  if (member === undefined) return;
  const { parent, key } = member;
  const old = structuredClone(parent[key] ?? null);
  if (how === 'replace') parent[key] = value;
  else if (Array.isArray(parent)) (parent as Json[]).push(how === 'add' ? value : old);
  else if (how === 'add') parent[name] = value;
  else {
    delete parent[key];
    if (how === 'rename') parent[name] = old;
  }
}
