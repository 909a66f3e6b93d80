/** Every file that a contract is made of names a schema that is there, and the schema takes the files of this project. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { editorSchemaOf, withModelines } from '../../src/init/files.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');

const projects = ['', ...readdirSync(path.join(ROOT, 'examples')).map((name) => `examples/${name}/`)];
const yamls = projects
  .flatMap((project) => ['specs', 'contracts', 'targets'].map((folder) => `${project}${folder}`))
  .filter((folder) => existsSync(path.join(ROOT, folder)))
  .flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((f) => `${folder}/${f}`),
  )
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => file.endsWith('.yaml'));

test.each(yamls)('%s', (file) => {
  const schema = editorSchemaOf(file.replace(/^examples\/[^/]+\//, ''));
  expect(schema).toBeDefined();
  expect(existsSync(path.join(ROOT, 'dist', 'src', 'schema', 'editor', `${schema ?? ''}.schema.json`))).toBe(true);
  // At the end of ours, so that no line has another number by it; an editor finds it wherever it stands.
  const [, named = ''] =
    /^# yaml-language-server: \$schema=(.+)$/m.exec(readFileSync(path.join(ROOT, file), 'utf8')) ?? [];
  expect(path.posix.join(path.posix.dirname(file), named)).toBe(`dist/src/schema/editor/${schema ?? ''}.schema.json`);
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
