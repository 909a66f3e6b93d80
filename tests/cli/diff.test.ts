import { afterAll, describe, expect, it } from 'vitest';
import type { Field, Project } from '../../src/load/model.ts';
import { loadProject } from '../../src/load/load-project.ts';
import { Scope } from '../../src/plan/scope.ts';
import { diffOf } from '../../src/versions/diff-versions.ts';
import { BREAK_RULES } from '../../src/versions/break-rules.ts';
import { diffFields } from '../../src/versions/diff-fields.ts';
import { diffText } from '../../src/versions/diff-text.ts';
import { fileOf, library } from './library.ts';
import { plumbline, removeTempFolders } from './support.ts';

afterAll(removeTempFolders);

const BOOKS = 'contracts/library/books.yaml';

describe('plumbline diff', () => {
  it('tells each change and whether it breaks clients, worst first', () => {
    const diff = diffOf(library(), 'library', '1.9', '1.10');
    expect(diff.breaks).toBe('yes');
    expect(diff.changes.map(({ breaks, rule, where }) => [breaks, rule, where])).toEqual([
      ['yes', 'request-member-removed', 'books.isbn'],
      ['yes', 'response-member-removed', 'books.isbn'],
      ['yes', 'request-member-required', 'books.shelf_mark'],
      ['no', 'response-member-added', 'books.shelf_mark'],
      ['no', 'requirement-changed-harmless', 'library.books.title'],
      ['no', 'requirement-excluded', 'library.books.shelf'],
    ]);
    expect(diff.changes.find(({ rule }) => rule === 'request-member-required')?.restsOn).toEqual([
      'library.shelf-mark-since',
    ]);
    expect(diff.checks.removed.some((id) => id.includes('isbn'))).toBe(true);
    expect(diff.checks.added.some((id) => id.includes('shelf_mark'))).toBe(true);
  });

  it('says so when nothing changed', () => {
    const diff = diffOf(library(), 'library', '1.10', '1.10');
    expect(diff).toMatchObject({ breaks: 'same', changes: [], checks: { added: [], removed: [], changed: [] } });
    expect(diffText(diff)).toContain('nothing changed');
  });

  it('sees operations and forms', () => {
    const root = library({
      [BOOKS]: fileOf(BOOKS)
        .replace(
          'request: plain, response: plain, success: [201]',
          'request: plain, response: [{ form: none, until: "1.9" }, { form: plain }], success: [201]',
        )
        .replace(
          'cases:',
          '  list: { method: GET, path: /books, response: plain, success: [200], access: public, until: "1.9" }\ncases:',
        ),
    });
    const rules = diffOf(root, 'library', '1.9', '1.10').changes.map(({ rule, where, was, now }) => [
      rule,
      where,
      was,
      now,
    ]);
    expect(rules).toContainEqual(['operation-removed', 'books/list', 'GET /books', undefined]);
    expect(rules).toContainEqual(['response-form', 'books/create', 'no body', 'the resource itself']);
    expect(diffOf(root, 'library', '1.10', '1.9').changes).toContainEqual(
      expect.objectContaining({ rule: 'operation-added', where: 'books/list', breaks: 'no' }),
    );
  });

  it('prints a table with a verdict line, reasons, and what rests on open points; and JSON', async () => {
    const root = library();
    const [table, json] = await Promise.all([
      plumbline(['diff', 'library', '1.9', '1.10'], { cwd: root }),
      plumbline(['diff', 'library', '1.9', '1.10', '--json'], { cwd: root }),
    ]);
    expect(table.code).toBe(0);
    expect(table.stdout).toMatch(
      /^library 1\.9 to 1\.10: BREAKS CLIENTS \(3 changes that break, 0 that may, 3 harmless\)$/m,
    );
    expect(table.stdout).toMatch(/books\.shelf_mark +new required request member \*/);
    expect(table.stdout).toContain('    new required request member: requests without it are refused');
    expect(table.stdout).toMatch(/\* The documents do not say[^]*library\.shelf-mark-since/);
    expect(JSON.parse(json.stdout)).toMatchObject({
      schema: 'plumbline.diff/1',
      service: 'library',
      from: '1.9',
      to: '1.10',
      breaks: 'yes',
      counts: { yes: 3, perhaps: 0, no: 3 },
    });
  });
});

describe('members', () => {
  const project: Project = loadProject(library());
  const [spec, contracts] = [project.specs[0], project.contracts[0]];
  if (spec === undefined || contracts === undefined) throw new Error('the library has a specification and contracts');
  const scope = new Scope(spec, contracts, '1.10', {});
  const at = { file: 'x.yaml', line: 1, column: 1 };
  const field = (more: Partial<Field>): Field => ({ name: 'x', type: 'string', required: false, at, ...more });
  const rulesOf = (
    was: readonly Field[],
    now: readonly Field[],
    sides = { written: true, read: false },
  ): readonly string[] =>
    diffFields({ scope, endpoint: 'books', fields: was, sides }, { scope, endpoint: 'books', fields: now, sides }).map(
      ({ rule }) => rule,
    );

  it.each<readonly [string, Partial<Field>, Partial<Field>, readonly string[]]>([
    ['longer', { maxLength: 5 }, { maxLength: 6 }, ['input-wider']],
    ['shorter', { maxLength: 6 }, { maxLength: 5 }, ['input-narrower']],
    ['a longest length where there was none', {}, { maxLength: 5 }, ['input-narrower']],
    ['a shortest length', { minLength: 1 }, { minLength: 2 }, ['input-narrower']],
    ['a lower minimum', { minimum: 3 }, { minimum: 2 }, ['input-wider']],
    ['fewer decimals', { decimals: 2 }, { decimals: 1 }, ['input-narrower']],
    ['a value less', { type: 'code', values: ['a', 'b'] }, { type: 'code', values: ['a'] }, ['input-narrower']],
    ['a value more', { type: 'code', values: ['a'] }, { type: 'code', values: ['a', 'b'] }, ['input-wider']],
    ['a pattern', {}, { pattern: 'a' }, ['input-narrower']],
    ['another pattern', { pattern: 'a' }, { pattern: 'b' }, ['input-changed']],
    ['unique', {}, { unique: true }, ['input-narrower']],
    ['no longer after today', { notAfterToday: true }, {}, ['input-wider']],
    ['required', {}, { required: true }, ['became-required']],
    ['no longer required', { required: true }, {}, []],
    ['another type', { type: 'string' }, { type: 'integer' }, ['type-changed']],
    ['read-only', {}, { readOnly: true }, ['request-member-removed']],
    ['fixed', {}, { patchable: false }, ['patch-refused']],
    ['another element', { element: 'E1' }, { element: 'E2' }, ['element-changed']],
    ['nothing', { example: 'a' }, { example: 'b' }, []],
  ])('%s', (_what, was, now, rules) => {
    expect(rulesOf([field(was)], [field(now)])).toEqual(rules);
  });

  it('are judged on the side where they are seen', () => {
    const read = { written: false, read: true };
    expect(
      rulesOf([field({ values: ['a'], type: 'code' })], [field({ values: ['a', 'b'], type: 'code' })], read),
    ).toEqual(['output-wider']);
    expect(rulesOf([field({ required: true })], [field({})], read)).toEqual(['became-optional']);
    expect(rulesOf([field({})], [field({ writeOnly: true })], read)).toEqual(['response-member-removed']);
    expect(rulesOf([], [field({ required: true })], read)).toEqual(['response-member-added']);
  });

  it('of nested objects are told by their path, and as a whole when the whole comes', () => {
    const nested = (fields: readonly Field[]): Field => field({ name: 'parts', type: 'objects', fields });
    const changes = diffFields(
      { scope, endpoint: 'books', fields: [nested([field({})])], sides: { written: true, read: false } },
      {
        scope,
        endpoint: 'books',
        fields: [nested([field({ required: true })])],
        sides: { written: true, read: false },
      },
    );
    expect(changes).toMatchObject([{ rule: 'became-required', where: 'books.parts[].x' }]);
    expect(rulesOf([], [nested([field({ required: true })])])).toEqual(['request-member-added']);
  });

  it('have a row in the table for every change', () => {
    for (const rule of Object.values(BREAK_RULES)) expect(rule.why.length).toBeGreaterThan(10);
  });
});
