/** The pagination and query examples of docs/write-a-contract.md result in the cases that the page describes. */
import { cpSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadProject } from '../../src/load/load-project.ts';
import { loadTarget } from '../../src/load/load-target.ts';
import type { Case } from '../../src/plan/model.ts';
import { planAll } from '../../src/project/make-plan.ts';
import { sectionsOf } from '../lint/documented-blocks.ts';
import { projectWith, write } from '../load/support.ts';
import { ROOT } from './support.ts';
import path from 'node:path';

const blocks = sectionsOf('write-a-contract.md').flatMap((section) => section.blocks);
const pagings = blocks.filter(({ file }) => file.endsWith('/pagination.yaml')).map(({ text }) => text);
const { text: query } = blocks.find(({ text }) => text.includes('unknownParameters')) ?? expect.fail();
/** The query of the page, on a list of books with authors. */
const OPERATIONS = `  list:
    method: GET
    path: /books
    response: list
    success: [200]
    access: public
    pagination: enforced
    wrapping: { records: /data }
${query.slice(query.indexOf('    query:'))}`;

const FIELDS = `endpoint: books
title: Books
uid: id
fields:
  id: { type: integer, readOnly: true }
  title: { type: string, required: true, maxLength: 80 }
  genre: { type: code, required: true, values: [novel, poetry, essay] }
`;
const CREATE =
  '  create: { method: POST, path: /books, request: plain, response: plain, success: [201], access: public }\n';
const list = (name: string, more: string): string =>
  `  ${name}: { kind: list, method: GET, path: "/${name}", response: list, success: [200], access: public, pagination: enforced${more} }\n`;

/** All cases of a project with these operations and this paging, by the end of their ids. */
function casesOf(operations: string, pagination: string): ReadonlyMap<string, Case> {
  const root = projectWith();
  rmSync(path.join(root, 'contracts', 'library'), { recursive: true });
  rmSync(path.join(root, 'specs'), { recursive: true });
  for (const folder of ['contracts/library', 'specs', 'targets'])
    cpSync(path.join(ROOT, 'examples', 'library', folder), path.join(root, folder), { recursive: true });
  for (const name of ['shelves', 'catalogue']) rmSync(path.join(root, 'contracts', 'library', `${name}.yaml`));
  write(root, 'contracts/library/pagination.yaml', pagination);
  write(root, 'contracts/library/books.yaml', `${FIELDS}operations:\n${CREATE}${operations}`);
  write(root, 'contracts/library/bindings.yaml', 'bindings: [{ checks: "**", requirement: library.paging }]\n');
  const project = loadProject(root);
  const { plan, problems } = planAll(project, loadTarget('local', root, {}, project));
  expect(problems).toEqual([]);
  return new Map(plan.groups.flatMap(({ cases }) => cases.map((one) => [one.id.replace('library/books/', ''), one])));
}

test('page numbers in headers', () => {
  const cases = casesOf(list('numbers', ''), pagings[0] ?? '');
  const walk = cases.get('numbers/pagination/walk/15');
  expect(walk?.steps.find(({ name }) => name === 'walk')?.request.headers).toEqual({
    'x-page': '1',
    'x-page-size': '7',
  });
  const rules = walk?.checks.map(({ rule }) => rule);
  expect(rules).toEqual(expect.arrayContaining(['page.headers', 'page.total', 'page.previous', 'page.no-headers']));
  expect(rules).not.toContain('page.linked');
  expect(cases.get('numbers/pagination/page.past-the-end')?.steps[0]?.request.headers).toEqual({ 'x-page': '99999' });
});

test('cursors, and other styles for single lists', () => {
  const cases = casesOf(
    list('list', '') + list('offsets', ', style: by-offset') + list('links', ', style: by-link'),
    pagings[1] ?? '',
  );
  const asked = (name: string): unknown =>
    cases.get(`${name}/pagination/walk/15`)?.steps.find((step) => step.name === 'walk')?.request.query;
  expect(asked('list')).toEqual([['limit', '7']]);
  expect(asked('offsets')).toEqual([
    ['offset', '0'],
    ['limit', '7'],
  ]);
  expect(asked('links')).toEqual([['per_page', '7']]);
  const rules = (name: string): readonly string[] =>
    cases.get(`${name}/pagination/walk/15`)?.checks.map(({ rule }) => rule) ?? [];
  expect(rules('list')).not.toEqual(expect.arrayContaining(['page.total']));
  expect(rules('offsets')).toContain('page.total');
  expect(rules('links')).toEqual(expect.arrayContaining(['page.linked', 'page.previous']));
  // Nobody can ask for a page of cursors or links out of turn.
  expect([...cases.keys()].filter((id) => /^(list|links)\/.*past-the-end/.test(id))).toEqual([]);
  expect(cases.has('list/pagination/page.refused/page-no-such-cursor')).toBe(true);
});

test('a size of 0 is no wrong one where the contract says that it may be asked for', () => {
  const tried = (paging: string): readonly boolean[] => {
    const cases = casesOf(list('list', ''), paging);
    return ['0', '-1'].map((size) => cases.has(`list/pagination/page.refused/size-${size}`));
  };
  const cursors = pagings[1] ?? '';
  expect(tried(cursors)).toEqual([true, true]);
  expect(tried(cursors.replace('query: limit, default', 'query: limit, minimum: 0, default'))).toEqual([false, true]);
});

test('a case sends other parameters, and leaves required ones out', () => {
  const own = `cases:
  nobody:
    title: Nobody has written anything
    on: list
    aspect: nobody
    change: { query: { genre: nobody, q: [a, b], shelf: null } }
    checks: [{ rule: outcome.accepted, requirement: library.paging }]
`;
  const [probe] = casesOf(OPERATIONS + own, pagings[1] ?? '').get('list/nobody/nobody')?.steps ?? [];
  expect(probe?.request.query).toEqual([
    ['genre', 'nobody'],
    ['q', 'a'],
    ['q', 'b'],
  ]);
});

test('parameters of a query', () => {
  const cases = casesOf(OPERATIONS, pagings[1] ?? '');
  const of = (name: string): readonly string[] =>
    [...cases.keys()].flatMap((id) => (id.startsWith(`list/query/query.${name}`) ? [id.slice(11)] : []));
  expect(of('wrong')).toEqual([
    'query.wrong/genre/values',
    'query.wrong/sort/values',
    'query.wrong/shelf/type',
    'query.wrong/shelf/fraction',
    'query.wrong/shelf/minimum',
  ]);
  expect(of('missing')).toEqual(['query.missing/shelf']);
  expect(cases.get('list/query/query.missing/shelf')?.steps[0]?.request.query).toEqual([]);
  // What a request has to have is in every other one.
  expect(cases.get('list/query/query.wrong/sort/values')?.steps[0]?.request.query).toEqual([
    ['shelf', '1'],
    ['sort', 'plumbline'],
  ]);
  const laws = [...cases.keys()].filter(
    (id) => id.startsWith('list/query/query.') && cases.get(id)?.steps.length !== 1,
  );
  expect(laws.map((id) => id.slice(11))).toEqual([
    'query.filtered/genre',
    'query.together',
    'query.beside-sorted/genre/title',
    'query.beside-sorted/genre/-title',
    'query.beside-sorted/q/title',
    'query.beside-sorted/q/-title',
    'query.searched/q',
    'query.sorted/sort/title',
    'query.sorted/sort/-title',
  ]);
});
