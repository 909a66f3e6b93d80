import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../src/errors.ts';
import { lintAll } from '../../src/lint/lint-project.ts';
import { updateLocks } from '../../src/versions/locks.ts';
import { fileOf, library } from './library.ts';
import { append, edit, plumbline } from './support.ts';

const BOOKS = 'contracts/library/books.yaml';

/** Problems of the library with one file changed after its locks were written, but for those of the locks. */
function problemsWith(file: string, from: string, to: string): readonly Problem[] {
  const root = library();
  edit(path.join(root, file), from, to);
  return lintAll(root, []).problems.filter(({ code }) => !code.startsWith('lock-'));
}

describe('plumbline lint', () => {
  it('finds nothing in a project where everything fits', () => {
    const { problems, summary } = lintAll(library(), []);
    expect(problems).toEqual([]);
    // Three are the library's own; the others are those of specs/http that a check proves.
    expect(summary).toMatch(
      /^1 service in 2 versions, 42 requirements \(39 built in\), 1 open question, 1 contract, \d+ checks, 1 target, 2 locks$/,
    );
  });

  it('asks for a check or an exclusion of every requirement, in every version', () => {
    const [problem, ...others] = problemsWith(
      'specs/library/requirements/books.yaml',
      '    excluded: Nobody can see the shelf from here.\n',
      '',
    );
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      code: 'unproven-requirement',
      message: 'no check proves library.books.shelf in library 1.10',
      file: 'specs/library/requirements/books.yaml',
      line: 14,
    });
    expect(problem?.frame).toContain('library.books.shelf:');
  });

  it.each([
    [
      'a binding of forms that matches nothing',
      'contracts/library/bindings.yaml',
      'bindings:\n',
      'bindings:\n  - { checks: "books/create/outcome.acepted", form: library.all }\n',
      'binding-unmatched',
    ],
    [
      'a binding of forms above another',
      'contracts/library/bindings.yaml',
      'bindings:\n',
      'bindings:\n  - { checks: "books/**", form: library.all }\n  - { checks: "*/*/outcome.*/**", form: library.all }\n  - { checks: "books/**", form: library.all }\n',
      'binding-shadowed',
    ],
    [
      'a binding to nothing',
      'contracts/library/bindings.yaml',
      'bindings:\n',
      'bindings:\n  - { checks: "books/**" }\n',
      'missing-key',
    ],
    [
      'a form of no requirement',
      'contracts/library/bindings.yaml',
      'bindings:\n',
      'bindings:\n  - { checks: "books/**", form: library.al }\n',
      'unknown-requirement',
    ],
    [
      'a binding below a wider one',
      'contracts/library/bindings.yaml',
      'bindings:\n',
      'bindings:\n  - { checks: "books/create/outcome.accepted", requirement: library.all }\n',
      'binding-shadowed',
    ],
    [
      'an open point that nothing rests on',
      'specs/library/open-points.yaml',
      'openPoints:\n',
      'openPoints:\n  library.idle:\n    question: Why?\n    default: 1\n    reason: None.\n    section: "§9"\n',
      'open-point-unused',
    ],
    [
      'a waiver for a version that the target does not have',
      'targets/reading-room/waivers.yaml',
      '    symptom',
      '    spec: ["1.9"]\n    symptom',
      'waiver-unmatched',
    ],
    ['a kind of refusal that does not exist', BOOKS, 'kind: value', 'kind: valeu', 'unknown-refusal'],
    [
      'parameters that the rule does not take',
      BOOKS,
      'rule: outcome.refused, requirement: library.books.title, with: { kind: value, field: title }',
      'rule: body.count, requirement: library.books.title, with: { pointer: /x, coutn: 1 }',
      'rule-parameters',
    ],
    [
      'a parameter of another type',
      BOOKS,
      'with: { kind: value, field: title }',
      'with: { kind: value, field: 5 }',
      'rule-parameters',
    ],
    [
      'a place that is no pointer',
      BOOKS,
      'rule: outcome.refused, requirement: library.books.title, with: { kind: value, field: title }',
      'rule: body.lacks, requirement: library.books.title, with: { pointers: [secret] }',
      'rule-parameters',
    ],
    [
      'a convention that no operation can keep or break',
      'contracts/library/bindings.yaml',
      'bindings:\n',
      'practices: [method.override]\nbindings:\n',
      'practice-unmet',
    ],
  ])('finds %s', (_what, file, from, to, code) => {
    const problems = problemsWith(file, from, to);
    expect(problems.map((problem) => problem.code)).toContain(code);
    for (const problem of problems)
      expect(problem).toMatchObject({
        line: expect.any(Number) as number,
        frame: expect.stringContaining('^') as string,
        hint: expect.any(String) as string,
      });
  });

  it('tells a misspelt parameter at the line that has it, and what there is', () => {
    const [problem, ...others] = problemsWith(BOOKS, 'field: title', 'feild: title');
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      code: 'rule-parameters',
      file: BOOKS,
      line:
        fileOf(BOOKS)
          .split('\n')
          .findIndex((line) => line.includes('rule: outcome.refused')) + 1,
      message: expect.stringContaining('unknown parameter "feild"') as string,
      hint: expect.stringContaining('field (optional)') as string,
    });
  });

  it('asks for what a rule needs, and a run with it does not begin', async () => {
    const root = library();
    edit(
      path.join(root, BOOKS),
      'rule: outcome.refused, requirement: library.books.title, with: { kind: value, field: title }',
      'rule: store.equals, requirement: library.books.title',
    );
    const message =
      /books\.yaml:\d+:9: store\.equals needs the read after the request, and the case does not declare it \[case-incomplete\]/;
    for (const command of ['lint', 'plan']) {
      const ended = await plumbline([command, ...(command === 'plan' ? ['--target', 'reading-room'] : [])], {
        cwd: root,
      });
      expect(ended.code).toBe(2);
      expect(ended.stdout + ended.stderr).toMatch(message);
      expect(ended.stdout + ended.stderr).toContain('add then: [read]');
    }
  });

  it('reports a missing requirement once, with how many checks lack it', () => {
    const problems = problemsWith('contracts/library/bindings.yaml', '"**"', '"books/create/**"');
    const unbound = problems.filter(({ code }) => code === 'unbound-check').map(({ message }) => message);
    expect(unbound).toContain('no binding has a requirement for books/read/outcome.accepted');
    const rules = unbound.map((message) =>
      / checks of ([^ ,]+),| for \S*\/([a-z-]+\.[a-z-]+)\S*$/.exec(message)?.slice(1).join(''),
    );
    expect(new Set(rules).size).toBe(unbound.length);
    const [one, ...none] = problemsWith('contracts/library/bindings.yaml', '"**"', '"books/read/**"').filter(
      ({ message }) => message.includes('input.missing'),
    );
    expect(none).toEqual([]);
    expect(one?.message).toBe(
      'no binding has a requirement for 2 checks of input.missing, such as books/create/input.missing/title',
    );
  });

  it('tells the nearest name', () => {
    const [binding] = problemsWith(
      'contracts/library/bindings.yaml',
      'bindings:\n',
      'bindings:\n  - { checks: "books/create/outcome.acepted", requirement: library.all }\n',
    );
    expect(binding).toMatchObject({
      code: 'binding-unmatched',
      hint: 'did you mean "books/create/outcome.accepted"?',
    });
    const [waiver] = problemsWith('targets/reading-room/waivers.yaml', 'untitled"', 'untitld"');
    expect(waiver).toMatchObject({
      code: 'waiver-unmatched',
      hint: 'did you mean "library/books/create/outcome.refused/untitled"?',
    });
  });

  it('tells a value that only a requirement asks for of which no check is made', () => {
    const root = library();
    append(
      path.join(root, 'specs/library/open-points.yaml'),
      '  library.idle: { question: Why?, default: 1, reason: None., section: "§9" }\n  library.else: { question: Else?, kind: confirm, reason: None., section: "§9" }\n',
    );
    append(
      path.join(root, 'specs/library/requirements/books.yaml'),
      '  library.unseen: { text: Nothing., level: MUST, basis: assumed, section: "§9", openPoints: [library.idle, library.else], excluded: None sees it. }\n',
    );
    expect(
      lintAll(root, [])
        .problems.filter(({ code }) => code === 'open-point-unused')
        .map(({ message }) => message),
    ).toEqual(['no check depends on the open question library.idle']);
  });

  it('tells only what is under the paths, and sees projects elsewhere', async () => {
    const root = library();
    append(
      path.join(root, 'specs/library/open-points.yaml'),
      '  library.idle: { question: Why?, default: 1, reason: None., section: "§9" }\n',
    );
    edit(
      path.join(root, 'contracts/library/bindings.yaml'),
      'bindings:\n',
      'bindings:\n  - { checks: "books/none", requirement: library.all }\n',
    );
    expect(lintAll(root, [path.join(root, 'contracts')]).problems.map(({ code }) => code)).toEqual([
      'binding-unmatched',
    ]);
    const ended = await plumbline(['lint', path.join(root, 'specs', 'library', 'open-points.yaml')]);
    expect(ended.code).toBe(2);
    expect(ended.stdout).toMatch(
      /open-points\.yaml:7:3: no check depends on the open question library\.idle \[open-point-unused\]/,
    );
    expect(ended.stdout).toContain('1 problem in 1 file.');
  });

  it('says that the plan was not looked at where files are broken', async () => {
    const root = library();
    edit(path.join(root, BOOKS), 'method: POST', 'metod: POST');
    const ended = await plumbline(['lint'], { cwd: root });
    expect(ended.code).toBe(2);
    expect(ended.stdout).toMatch(/books\.yaml:\d+:\d+: /);
    expect(ended.stdout).toContain('Cross-file checks were skipped. Fix these errors first.');
  });
});

describe('locks', () => {
  const lock = (root: string, version: string): string => path.join(root, 'specs', 'library', `${version}.lock`);

  it('name what changed, in the versions that it changes, and are rewritten on demand', () => {
    const root = library();
    edit(
      path.join(root, BOOKS),
      'type: string, required: true, maxLength: 20',
      'type: string, required: true, maxLength: 21',
    );
    const { problems } = lintAll(root, []);
    expect(problems.every(({ code, file }) => code === 'lock-differs' && file === 'specs/library/1.10.lock')).toBe(
      true,
    );
    expect(problems.map(({ message }) => message)).toContain(
      'library 1.10: field books.shelf_mark changed: maxLength 20 → maxLength 21',
    );
    expect(problems[0]).toMatchObject({
      hint: expect.stringContaining('--update-locks') as string,
      frame: expect.stringContaining('^') as string,
    });
    expect(updateLocks(root)).toEqual({ written: ['specs/library/1.10.lock'], unchanged: ['specs/library/1.9.lock'] });
    expect(lintAll(root, []).problems).toEqual([]);
  });

  it.each([
    [
      'a level',
      'specs/library/requirements/books.yaml',
      '    level: MUST\n    basis: documented',
      '    level: SHOULD\n    basis: documented',
      /requirement library\.books\.title changed: MUST documented \w+ → SHOULD documented \w+/,
    ],
    [
      'a sentence',
      'specs/library/requirements/books.yaml',
      'text: A book without a title is refused.',
      'text: A book without a title is turned away.',
      /the text, section or open questions of requirement library\.books\.title changed/,
    ],
    [
      'an operation',
      BOOKS,
      'success: [201]',
      'success: [200, 201]',
      /operation books\/create changed: 201 → 200 or 201$/,
    ],
    [
      'what a declared case sends',
      BOOKS,
      'change: { remove: [title] }',
      'change: { set: { title: "" } }',
      /books\/create: the expectations of its \d+ checks changed/,
    ],
    [
      'a shared block',
      'contracts/library/errors.yaml',
      'statuses: [422]',
      'statuses: [400]',
      /service setting refusal value changed: 422 → 400$/,
    ],
    [
      'a default',
      'specs/library/open-points.yaml',
      'default: "1.10"',
      'default: "1.9"',
      /assumption of the open question library\.shelf-mark-since changed: "1\.10" → "1\.9"/,
    ],
  ])('see a change of %s', (_what, file, from, to, message) => {
    const root = library();
    edit(path.join(root, file), from, to);
    const messages = lintAll(root, []).problems.map((problem) => problem.message);
    expect(
      messages.some((text) => message.test(text)),
      messages.join('\n'),
    ).toBe(true);
  });

  it('do not depend on what a target answers', () => {
    const root = library();
    edit(
      path.join(root, 'targets/reading-room/target.yaml'),
      'library.shelf-mark-since: "1.10"',
      'library.shelf-mark-since: "1.9"',
    );
    expect(updateLocks(root).written).toEqual([]);
  });

  it('are asked for, and strange or damaged ones are told', () => {
    const root = library();
    const text = readFileSync(lock(root, '1.9'), 'utf8');
    rmSync(lock(root, '1.9'));
    writeFileSync(lock(root, '1.8'), text);
    expect(lintAll(root, []).problems.map(({ code, file }) => [code, file])).toEqual([
      ['lock-unknown', 'specs/library/1.8.lock'],
      ['lock-missing', 'specs/library/1.9.lock'],
    ]);
    rmSync(lock(root, '1.8'));
    writeFileSync(lock(root, '1.9'), text.replace('\nrequirements:', '\n<<<<<<< ours\nrequirements:'));
    expect(lintAll(root, []).problems).toMatchObject([{ code: 'lock-form', line: 6 }]);
    writeFileSync(lock(root, '1.9'), text.replace(/hash: "[0-9a-f]{4}/, 'hash: "0000'));
    expect(lintAll(root, []).problems).toMatchObject([
      { code: 'lock-differs', message: 'library 1.9: the hash does not match the lines below it' },
    ]);
  });

  it('are written by the command line', async () => {
    const root = library({}, false);
    const before = await plumbline(['lint'], { cwd: root });
    expect(before).toMatchObject({ code: 2, stdout: expect.stringContaining('library 1.10 has no lock') as string });
    const ended = await plumbline(['lint', '--update-locks'], { cwd: root });
    expect(ended.code, ended.stdout).toBe(0);
    expect(ended.stdout).toMatch(
      /wrote specs\/library\/1\.9\.lock\nwrote specs\/library\/1\.10\.lock\n2 locks written, 0 unchanged\.\n[^]*No problems: /,
    );
    expect(readFileSync(lock(root, '1.10'), 'utf8')).toBe(readFileSync(lock(library(), '1.10'), 'utf8'));
  });

  it('read as YAML too', async () => {
    const { parse } = await import('yaml');
    const data = parse(readFileSync(lock(library(), '1.9'), 'utf8')) as Readonly<
      Record<string, Readonly<Record<string, string>>>
    >;
    expect(data['fields']?.['books.isbn']).toBe('string, optional, pattern ^\\d{13}$');
    expect(fileOf(BOOKS)).toContain('isbn');
  });
});
