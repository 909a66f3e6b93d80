/** Every key of every schema has a description, and is in a generated reference page. */
import { describe, expect, test } from 'vitest';
import { contractReference, reportReference } from '../../scripts/docs/references.ts';
import { keyTables, referenceDocument } from '../../scripts/docs/schema-reference.ts';
import { constant, when } from '../../src/schema/builder.ts';
import { SCHEMA_FILES } from '../../src/schema/files.ts';

const names = Object.keys(SCHEMA_FILES).filter((name) => name !== 'common.schema.json');
const rows = names.flatMap((file) =>
  keyTables(SCHEMA_FILES, file).flatMap(({ name, rows: keys }) => keys.map((row) => ({ file, table: name, ...row }))),
);

/** Names of all properties below a schema, found without the tables. */
function propertyNames(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => [
    ...(keyword === 'properties' ? Object.keys(value as object) : []),
    ...propertyNames(value),
  ]);
}

test('every key has a description of one or a few short sentences', () => {
  expect(rows.length).toBeGreaterThan(500);
  expect(rows.filter(({ meaning }) => meaning === '').map(({ file, key }) => `${file} ${key}`)).toEqual([]);
  expect(
    rows.filter(({ meaning }) => !/^\S.*[.)]$/s.test(meaning)).map(({ key, meaning }) => `${key}: ${meaning}`),
  ).toEqual([]);
});

test('every property of every schema file is a row of its tables', () => {
  for (const file of names) {
    const keys = rows.filter((row) => row.file === file).map(({ key }) => key.replace(/.*\./, '').replace(/\[\]$/, ''));
    const missing = propertyNames(SCHEMA_FILES[file as keyof typeof SCHEMA_FILES]).filter(
      (name) => !keys.includes(name),
    );
    expect([...new Set(missing)], file).toEqual([]);
  }
});

test('every key is in a reference page; a change lists only the keys that its object does not have', () => {
  const pages = contractReference() + reportReference();
  expect(
    rows
      .filter(
        ({ table, key }) =>
          (!table.endsWith('Change') || key === 'in' || key === 'remove') && !pages.includes(`| \`${key}\` |`),
      )
      .map(({ file, key }) => `${file} ${key}`),
  ).toEqual([]);
});

test('links in the pages lead to a heading', () => {
  for (const page of [contractReference(), reportReference()]) {
    const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => text.toLowerCase().replaceAll(' ', '-'));
    const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, to = '']) => to);
    expect(links.length).toBeGreaterThan(3);
    expect([...new Set(links)].filter((to) => !headings.includes(to))).toEqual([]);
  }
});

describe('a schema of its own', () => {
  const files = {
    'x.schema.json': {
      title: 'Plumbline: x',
      type: 'object',
      properties: {
        a: { description: 'One.', enum: ['b', 'c'] },
        list: { type: 'array', items: { $ref: '#/$defs/entry' } },
      },
      required: ['a'],
      allOf: [when('a', constant('b'), { required: ['list'] })],
      $defs: { entry: { type: 'object', properties: { deep: { description: 'Two.', type: 'integer', minimum: 1 } } } },
    },
  };

  test('is listed with its definitions, conditions, and keys without a description', () => {
    expect(keyTables(files, 'x.schema.json')).toEqual([
      {
        name: '',
        about: '',
        rows: [
          { key: 'a', values: '`b`, `c`', required: 'yes', meaning: 'One.' },
          { key: 'list', values: 'list: [x entry](#x-entry)', required: 'if `a` is b', meaning: '' },
        ],
      },
      {
        name: 'x entry',
        about: '',
        rows: [{ key: 'deep', values: 'integer from 1', required: '', meaning: 'Two.' }],
      },
    ]);
    expect(referenceDocument(files, { title: 'T', about: ['About.'], names: ['x.schema.json'] })).toContain(
      '### x entry\n\n| key | values | required | meaning |\n|---|---|---|---|\n| `deep` | integer from 1 |  | Two. |\n',
    );
  });
});
