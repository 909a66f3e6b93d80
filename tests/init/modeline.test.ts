/** Every file that a contract is made of names a schema that is there, and the schema takes the files of this project. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { schemaOf, withModelines } from '../../src/init/modeline.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');

const yamls = ['specs', 'contracts', 'targets']
  .flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((f) => `${folder}/${f}`),
  )
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => file.endsWith('.yaml') && !file.startsWith('contracts/common/'));

test.each(yamls)('%s', (file) => {
  const schema = schemaOf(file);
  expect(schema).toBeDefined();
  expect(existsSync(path.join(ROOT, 'src', 'schema', `${schema ?? ''}.schema.json`))).toBe(true);
});

test('the line is the first, and what has no schema has none', () => {
  const files = new Map([
    ['contracts/books/token.yaml', 'header: {}\n'],
    ['specs/books/1.0.0.lock', 'x\n'],
  ]);
  expect([...withModelines(files, (_file, schema) => `../../${schema}.json`)]).toEqual([
    ['contracts/books/token.yaml', '# yaml-language-server: $schema=../../token.json\nheader: {}\n'],
    ['specs/books/1.0.0.lock', 'x\n'],
  ]);
});
