/** Documents that once made a wrong or no draft. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { draftContract } from '../../src/init/draft.ts';
import type { Draft } from '../../src/init/draft-model.ts';
import { draftFiles } from '../../src/init/files.ts';
import { newProject } from '../../src/init/project.ts';
import { findRule } from '../../src/rules/registry.ts';
import { readPublishedDocument } from '../../src/openapi/published.ts';

const CASES = path.join(import.meta.dirname, '..', 'cases', 'init');
const NAMES = { service: 'service', spec: '1', source: 'openapi.yaml', headers: [] };
const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-cases-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function drafted(file: string): Promise<Draft> {
  return draftContract(await readPublishedDocument(path.join(CASES, file), {}), NAMES.service);
}

const FILES = [
  'two-params.yaml',
  'paged-below.yaml',
  'twin-fields.yaml',
  'twin-emails.yaml',
  'long-example.yaml',
  'names.yaml',
  'yaml-document.yaml',
  'null-union.yaml',
  'slash.yaml',
  'discriminator.yaml',
  'split/openapi.yaml',
  'remote-reference.yaml',
];

test.each(FILES)('a draft of %s is a project without problems', async (file) => {
  expect(newProject(await drafted(file), NAMES, findRule).checks).toBeGreaterThan(0);
});

test('an endpoint below two parameters has a valid name', async () => {
  expect((await drafted('two-params.yaml')).endpoints.map(({ name }) => name)).toEqual(['root', 'docid']);
});

test('a list at the path of its parent has records, paging and the parent', async () => {
  const { endpoints, pagination } = await drafted('paged-below.yaml');
  const queues = endpoints.find(({ name }) => name === 'queues');
  expect(queues?.parents).toEqual({ vhost: 'vhosts' });
  expect(queues?.operations['list']).toMatchObject({ path: '/queues/{vhost}', pagination: 'enforced' });
  expect(pagination).toMatchObject({ ask: { page: { query: 'page' }, size: { query: 'page_size', maximum: 500 } } });
});

test('an example that looks like a secret is not written to the target', async () => {
  const draft = await drafted('long-example.yaml');
  expect(draftFiles(draft, NAMES, { topics: [], bindings: [] }).get('targets/test/target.yaml')).not.toContain('Nzb');
});

test('a field with a name that a contract cannot have is listed', async () => {
  const { endpoints } = await drafted('names.yaml');
  expect(endpoints[0]?.unchecked.filter(({ what }) => /name/.test(what)).map(({ where }) => where)).toEqual([
    '"a/b"',
    '""',
  ]);
});

test('an unquoted version is kept as written', async () => {
  expect((await drafted('yaml-document.yaml')).version).toBe('3.10');
});

test('a choice between a schema and null is a nullable field, and exclusive bounds of integers are kept', async () => {
  const { endpoints } = await drafted('null-union.yaml');
  const { c1, c2, c3, note, n1, n2, sub, tags, when } = endpoints[0]?.fields ?? {};
  for (const code of [c1, c2, c3])
    expect(code).toMatchObject({ type: 'code', values: ['red', 'blue'], nullable: true });
  expect(note).toMatchObject({ type: 'string', maxLength: 50, nullable: true });
  expect(n1).toMatchObject({ type: 'integer', minimum: 1, nullable: true });
  expect(n2).toMatchObject({ type: 'integer', minimum: 1, maximum: 9 });
  expect(sub).toMatchObject({ type: 'object', nullable: true });
  expect(tags).toMatchObject({ type: 'list', maxItems: 3, nullable: true });
  expect(when).toMatchObject({ type: 'date', nullable: true });
  expect(endpoints[0]?.operations['list']).toMatchObject({ query: { colour: { values: ['red', 'blue'] } } });
  expect(endpoints[0]?.unchecked).toContainEqual({ what: 'exclusiveMinimum', where: 'n3' });
});

test('paths that end with a slash belong to the records below them, and keep the slash', async () => {
  const { endpoints } = await drafted('slash.yaml');
  expect(endpoints).toHaveLength(1);
  expect(Object.entries(endpoints[0]?.operations ?? {}).map(([name, { path: at }]) => [name, at])).toEqual([
    ['list', '/items/'],
    ['create', '/items/'],
    ['read', '/items/{id}/'],
    ['delete', '/items/{id}/'],
  ]);
});

test('a response that is one of several schemas makes no claim', async () => {
  const { endpoints, leftOut } = await drafted('discriminator.yaml');
  expect(endpoints[0]?.operations['read']).toMatchObject({ schema: {} });
  expect(endpoints[0]?.operations['list']).toMatchObject({ schema: { type: 'array', items: {} } });
  expect(leftOut[0]?.why).toMatch(/^its body is one of several schemas/);
});

test('files that the document refers to are read', async () => {
  const { endpoints } = await drafted('split/openapi.yaml');
  expect(Object.keys(endpoints[0]?.operations ?? {})).toEqual(['list', 'create', 'read', 'delete']);
  expect(endpoints[0]?.fields['name']).toMatchObject({ maxLength: 10, required: true });
});

test('a file that is missing is named', async () => {
  cpSync(path.join(CASES, 'split'), folder, { recursive: true });
  rmSync(path.join(folder, 'common', 'all.yaml'));
  await expect(readPublishedDocument(path.join(folder, 'openapi.yaml'), {})).rejects.toThrow(
    /all\.yaml cannot be read/,
  );
});

test('an address that the document refers to costs only what uses it', async () => {
  const { endpoints, unsaid } = await drafted('remote-reference.yaml');
  expect(endpoints.map(({ name }) => name)).toContain('nodes');
  expect(unsaid.map(({ why }) => why)).toContainEqual(
    expect.stringMatching(/^schemas at https:.* the address is not read$/),
  );
});
