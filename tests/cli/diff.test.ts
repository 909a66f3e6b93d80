import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Field, Project } from '../../src/load/model.ts';
import { lintAll } from '../../src/lint/lint-project.ts';
import { loadProject } from '../../src/load/load-project.ts';
import { Scope } from '../../src/plan/scope.ts';
import { diffServiceVersions } from '../../src/versions/diff-versions.ts';
import { BREAK_RULES } from '../../src/versions/break-rules.ts';
import { diffFields } from '../../src/versions/diff-fields.ts';
import { diffText } from '../../src/versions/diff-text.ts';
import { fileOf, library } from './library.ts';
import { edit, plumbline } from './support.ts';
import path from 'node:path';

const BOOKS = 'contracts/library/books.yaml';

describe('plumbline diff', () => {
  it('tells each change and whether it breaks clients, worst first', () => {
    const diff = diffServiceVersions(library(), 'library', '1.9', '1.10');
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
    const diff = diffServiceVersions(library(), 'library', '1.10', '1.10');
    expect(diff).toMatchObject({ breaks: 'same', changes: [], checks: { added: [], removed: [], changed: [] } });
    expect(diffText(diff)).toContain('nothing changed');
  });

  it('sees operations and forms', () => {
    const root = library({
      [BOOKS]: fileOf(BOOKS)
        .replace(
          'request: plain, response: plain, success: [201]',
          'request: plain, response: none, changes: [{ in: "1.10", response: plain, success: [201, 202] }], success: [201]',
        )
        .replace(
          'cases:',
          '  list: { method: GET, path: /books, response: plain, success: [200], access: public, until: "1.9" }\ncases:',
        ),
    });
    const rules = diffServiceVersions(root, 'library', '1.9', '1.10').changes.map(({ rule, where, was, now }) => [
      rule,
      where,
      was,
      now,
    ]);
    expect(rules).toContainEqual(['operation-removed', 'books/list', 'GET /books', undefined]);
    expect(rules).toContainEqual(['response-form', 'books/create', 'no body', 'the resource itself']);
    expect(rules).toContainEqual(['success-added', 'books/create', '201', '201, 202']);
    expect(diffServiceVersions(root, 'library', '1.10', '1.9').changes).toContainEqual(
      expect.objectContaining({ rule: 'operation-added', where: 'books/list', breaks: 'no' }),
    );
  });

  it('tells what is different of a field, with before and after, and what of it rests on an open point', () => {
    const root = library({
      [BOOKS]: fileOf(BOOKS).replace(
        'title: { type: string, required: true, maxLength: 100 }',
        `title:
    type: string
    maxLength: 100
    pattern: "^[A-Z]"
    example: A
    changes:
      - { in: { openPoint: library.shelf-mark-since }, maxLength: 60 }
      - { in: "1.10", required: true, remove: [pattern] }
  kind: { type: code, values: [a, b, d], changes: [{ in: "1.10", values: [a, b, c] }] }`,
      ),
    });
    const diff = diffServiceVersions(root, 'library', '1.9', '1.10');
    const told = diff.changes
      .filter(({ where }) => where === 'books.title' || where === 'books.kind')
      .map(({ breaks, rule, was, now, restsOn }) => [breaks, rule, was, now, restsOn.length]);
    expect(told).toEqual([
      ['yes', 'became-required', 'optional', 'required', 0],
      ['yes', 'input-narrower', 'at most 100 characters', 'at most 60 characters', 1],
      ['yes', 'input-narrower', 'with d', 'without d', 0],
      ['perhaps', 'output-wider', 'matches ^[A-Z]', 'no pattern', 0],
      ['perhaps', 'output-wider', 'without c', 'with c', 0],
      ['no', 'output-narrower', 'at most 100 characters', 'at most 60 characters', 1],
      ['no', 'input-wider', 'matches ^[A-Z]', 'no pattern', 0],
      ['no', 'output-narrower', 'with d', 'without d', 0],
      ['no', 'input-wider', 'without c', 'with c', 0],
    ]);
    expect(diffText(diff)).toMatch(/books\.title +narrower input \* +at most 100 characters → at most 60 characters/);
    expect(diff.checks.changed).toContain('library/books/create/input.too-long/title');
    // Each version has its own lock, and a change in one is no differencess of the other.
    const lines = ['1.9', '1.10'].map(
      (version) =>
        /^ {2}books\.title: .*$/m.exec(readFileSync(path.join(root, `specs/library/${version}.lock`), 'utf8'))?.[0],
    );
    expect(lines).toEqual([
      '  books.title: "string, optional, maxLength 100, pattern ^[A-Z]"',
      '  books.title: "string, required, maxLength 60"',
    ]);
    edit(path.join(root, BOOKS), 'maxLength: 60', 'maxLength: 61');
    expect(lintAll(root, []).problems.map(({ file, message }) => [file, message])).toEqual([
      ['specs/library/1.10.lock', expect.stringContaining('books.title changed: maxLength 60 → maxLength 61')],
    ]);
  });

  it('prints a table with a verdict line, reasons, and what rests on open points; and JSON', async () => {
    const root = library();
    const [table, json] = await Promise.all([
      plumbline(['diff', 'library', '1.9', '1.10'], { cwd: root }),
      plumbline(['diff', 'library', '1.9', '1.10', '--json'], { cwd: root }),
    ]);
    expect(table.code).toBe(0);
    expect(table.stdout).toMatch(
      /^library 1\.9 to 1\.10:\n {2}documented: BREAKS CLIENTS \(2 breaking changes, 0 possibly breaking, 0 compatible\)$/m,
    );
    expect(table.stdout).toMatch(
      /^ {2}assumed: {4}BREAKS CLIENTS \(1 breaking change, 0 possibly breaking, 3 compatible\)$/m,
    );
    expect(table.stdout).toMatch(/books\.shelf_mark +new required request field \*/);
    expect(table.stdout).toContain('    new required request field: the service rejects requests without it');
    expect(table.stdout).toMatch(
      /\* Assumption\. It depends on these open questions without an answer:[^]*library\.shelf-mark-since/,
    );
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
  const field = (more: Partial<Field>): Field => ({ name: 'x', type: 'string', required: false, at, ...more }) as Field;
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
    ['no longer required', { required: true }, {}, ['request-member-optional']],
    ['another type', { type: 'string', maxLength: 5 }, { type: 'integer', maximum: 9 }, ['type-changed']],
    ['read-only', {}, { readOnly: true }, ['request-member-removed']],
    ['fixed', {}, { patchable: false }, ['patch-refused']],
    ['another element', { element: 'E1' }, { element: 'E2' }, ['element-changed']],
    ['null as a value', {}, { nullable: true }, ['input-wider']],
    ['no null any more', { nullable: true }, {}, ['input-narrower']],
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
    expect(rulesOf([field({})], [field({ required: true })], read)).toEqual(['response-member-certain']);
    expect(rulesOf([field({ maxLength: 5 })], [field({ maxLength: 6 })], read)).toEqual(['output-wider']);
    expect(rulesOf([field({ maxLength: 6 })], [field({ maxLength: 5 })], read)).toEqual(['output-narrower']);
    expect(rulesOf([field({})], [field({ writeOnly: true })], read)).toEqual(['response-member-removed']);
    expect(rulesOf([field({})], [field({ nullable: true })], read)).toEqual(['output-wider']);
    expect(rulesOf([field({})], [field({ inAnswers: 'always' })], read)).toEqual(['response-member-certain']);
    const certain = { required: true } as const;
    expect(rulesOf([field(certain)], [field({ ...certain, inAnswers: 'sometimes' })], read)).toEqual([
      'became-optional',
    ]);
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

describe('what rests on a guess', () => {
  const SERVICE = 'student-reporting';
  const ROOT = path.resolve(import.meta.dirname, '../..');

  it('is marked line by line, members included, and counted apart from what is documented', () => {
    const diff = diffServiceVersions(ROOT, SERVICE, '2.1.06', '3.0.8');
    expect(diff.grounds.documented).toEqual({ breaks: 'perhaps', counts: { yes: 0, perhaps: 1, no: 0 } });
    expect(diff.grounds.assumed).toMatchObject({ breaks: 'yes' });
    for (const change of diff.changes) {
      const isKnown = change.where === 'student-reporting.versions.changes-3.0.8';
      expect(change.ground, change.where).toBe(isKnown ? 'documented' : 'assumed');
    }
    const members = diff.changes.filter(({ where }) => !where.startsWith(SERVICE));
    expect(members).not.toEqual([]);
    for (const { where, restsOn } of members)
      expect(restsOn, where).toContainEqual(
        expect.stringMatching(`^${SERVICE}\\.${where.slice(0, where.indexOf('.'))}\\.(changes-3\\.0\\.8|.*-since)$`),
      );
    const text = diffText(diff);
    expect(text).toMatch(/^ {2}documented: may break clients/m);
    expect(text).toMatch(/^ {2}assumed: {4}BREAKS CLIENTS/m);
    for (const { where } of members) expect(text).toMatch(new RegExp(`^  ${where} .* \\*( |$)`, 'm'));
  });

  it('is asked: whether anything else changed in 2.1.06 and in 4.0.1', () => {
    for (const [from, to] of [
      ['2.1.05', '2.1.06'],
      ['3.0.8', '4.0.1'],
    ] as const) {
      const diff = diffServiceVersions(ROOT, SERVICE, from, to);
      const point = `${SERVICE}.versions.else-${to}`;
      expect(diff.openPoints).toContainEqual(expect.objectContaining({ id: point, answered: false }));
      expect(diff.grounds.assumed.counts.no).toBeGreaterThan(0);
      expect(diffText(diff)).toContain(point);
    }
    // The one change that is known of 2.1.06 is documented, and in which version it came is not.
    expect(diffServiceVersions(ROOT, SERVICE, '2.1.05', '2.1.06').grounds.documented.breaks).toBe('same');
  });

  it('is confirmed where a target answers', () => {
    const answers = {
      [`${SERVICE}.loans.changes-3.0.8`]: '3.0.8',
      [`${SERVICE}.loans.fields`]: 'confirmed',
      [`${SERVICE}.json.unknown-members`]: true,
    };
    const diff = diffServiceVersions(ROOT, SERVICE, '2.1.06', '3.0.8', { answers });
    const loans = diff.changes.filter(({ where }) => /^(student-reporting\.)?loans\./.test(where));
    expect(new Set(loans.map(({ ground }) => ground))).toEqual(new Set(['confirmed']));
    expect(diffText(diff)).toMatch(/^ {2}confirmed: {2}/m);
    expect(diffText(diff)).toMatch(/loans\.loan_status_code +new response field \+/);
  });

  it('names the version where the documents do, and a version that is not there is told', () => {
    const root = library({
      [BOOKS]: fileOf(BOOKS).replace(
        'since: { openPoint: library.shelf-mark-since }',
        'since: { openPoint: library.shelf-mark-since, is: "1.10" }',
      ),
    });
    expect(diffServiceVersions(root, 'library', '1.9', '1.10').grounds.assumed.counts.yes).toBe(1);
    edit(path.join(root, BOOKS), 'is: "1.10"', 'is: "1.11"');
    expect(lintAll(root, []).problems.map(({ message }) => message)).toContain('library has no version "1.11"');
  });
});
