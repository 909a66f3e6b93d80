/** Warnings of lint, its fix, and problems that are reported once. */
import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { formatProblem } from '../../src/errors.ts';
import { deadBindings, withoutBindings } from '../../src/lint/fix-bindings.ts';
import { lintAll } from '../../src/lint/lint-project.ts';
import { missingRejections } from '../../src/lint/plan-hints.ts';
import { fileOf, library } from '../cli/library.ts';
import { projectWith } from '../load/support.ts';
import { scopesOf } from '../../src/plan/plan.ts';
import { project, target } from '../plan/support.ts';

const BINDINGS = 'contracts/library/bindings.yaml';
const DRAFTED = 'specs/library/requirements/draft.yaml';

/** The library with bindings above its own, and a drafted requirement with a check. */
const bound = (...lines: readonly string[]): string =>
  library({
    [DRAFTED]: 'requirements:\n  library.draft: { text: A list exists., level: MUST, basis: assumed, section: "§1" }\n',
    [BINDINGS]: `rest: none\nbindings:\n  - { checks: "**", requirement: library.all }\n${lines.map((line) => `  - ${line}\n`).join('')}  - { checks: "*/*/outcome.accepted{,/**}", requirement: library.draft }\n`,
  });

test('a binding of every check to a MUST is a warning', () => {
  const { problems, warnings } = lintAll(bound(), []);
  expect(problems).toEqual([]);
  expect(warnings).toMatchObject([
    { code: 'binding-broad', file: BINDINGS, line: 3, severity: 'warning' },
    { code: 'refusal-missing' },
  ]);
  expect(warnings.map(formatProblem).join()).toMatch(
    /^contracts\/library\/bindings\.yaml:3:5: warning: the binding "\*\*" matches every check/,
  );
});

test('a dead binding of a draft is a warning, and the fix removes its lines only', () => {
  const root = bound(
    '{ checks: "**/lifecycle.gone{,/**}", requirement: library.draft }',
    'checks: "shelves/**"\n    requirement: library.draft',
  );
  const before = readFileSync(path.join(root, BINDINGS), 'utf8').split('\n');
  const { problems, warnings } = lintAll(root, []);
  expect(problems).toEqual([]);
  expect(warnings.map(({ code, line }) => [code, line])).toEqual([
    ['binding-broad', 3],
    ['binding-unmatched', 4],
    ['binding-unmatched', 5],
    ['refusal-missing', 1],
  ]);
  const dead = deadBindings(warnings);
  expect([...dead.keys()]).toEqual([BINDINGS]);
  const fixed = withoutBindings(before.join('\n'), dead.get(BINDINGS) ?? new Set());
  expect(fixed.split('\n')).toEqual(before.toSpliced(3, 3));
});

test('a misspelled rule in a binding is an error in a draft too, with the rule that is meant', () => {
  const { problems } = lintAll(bound('{ checks: "**/outcome.acepted{,/**}", requirement: library.draft }'), []);
  expect(problems).toMatchObject([
    { code: 'binding-unmatched', line: 4, hint: 'did you mean "**/outcome.accepted{,/**}"?' },
  ]);
});

test('differences of a lock are not reported beside a problem of the same service', () => {
  const root = bound();
  const file = path.join(root, 'contracts/library/books.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('maxLength: 100', 'maxLength: 90'));
  const codes = (): readonly string[] => lintAll(root, []).problems.map(({ code }) => code);
  expect(codes()).toEqual(['lock-differs']);
  const bindings = path.join(root, BINDINGS);
  writeFileSync(bindings, `${readFileSync(bindings, 'utf8')}  - { checks: "shelves/**", requirement: library.all }\n`);
  expect(codes()).toEqual(['binding-unmatched']);
});

test('a copy of a requirements file is one problem, at the newer file', () => {
  const name = 'specs/library/requirements/books.yaml';
  const copy = 'specs/library/requirements/a-copy.yaml';
  const root = library({ [copy]: fileOf(name) }, false);
  const told = (): unknown => lintAll(root, []).problems.map(({ code, file }) => [code, file]);
  const now = Date.now() / 1000;
  utimesSync(path.join(root, name), now, now - 60);
  expect(told()).toEqual([['duplicate-id', copy]]);
  utimesSync(path.join(root, name), now, now + 60);
  expect(told()).toEqual([['duplicate-id', name]]);
});

test('a missing errors.yaml is shown with a file that is accepted', () => {
  const root = library({}, false);
  rmSync(path.join(root, 'contracts/library/errors.yaml'));
  const hint = lintAll(root, []).problems[0]?.hint ?? '';
  const [head, ...lines] = hint.split('\n');
  expect(head).toBe('write contracts/library/errors.yaml, for example:');
  writeFileSync(path.join(root, 'contracts/library/errors.yaml'), lines.join('\n'));
  const files = lintAll(root, []).problems.map(({ file }) => file);
  expect(files).not.toContain('contracts/library/errors.yaml');
});

test('the fields of an envelope are shown with a file that is accepted', () => {
  const root = projectWith({ 'contracts/library/envelope.yaml': 'headers: { x-library: main }\n' });
  const problem = lintAll(root, []).problems.find(({ code }) => code === 'block-missing');
  const [head, ...lines] = (problem?.hint ?? '').split('\n');
  expect(head).toBe('add to envelope.yaml, with your names:');
  const text = lines.map((line) => line.slice(4)).join('\n');
  // The base project has no locks, and an unused open question.
  const codes = (project: string): readonly string[] => lintAll(project, []).problems.map(({ code }) => code);
  expect(codes(projectWith({ 'contracts/library/envelope.yaml': text }))).toEqual(codes(projectWith()));
});

test.each([
  ['maxLength: 100', 'maxLength: "100"', '"maxLength" must be an integer, got "100"', 'remove the quotes'],
  ['maxLength: 100', 'maxLength: many', '"maxLength" must be an integer, got "many"', undefined],
  ['success: [200, 201]', 'success: [2000]', 'success[0]: 2000 is not an HTTP status', undefined],
])('%s as %s', (from, to, message, hint) => {
  const name = 'contracts/library/books.yaml';
  const root = projectWith();
  const text = readFileSync(path.join(root, name), 'utf8');
  expect(text).toContain(from);
  const [problem] = lintAll(projectWith({ [name]: text.replace(from, to) }), []).problems;
  expect([problem?.message, problem?.hint]).toEqual([message, hint]);
});

test('the missing kinds of rejection of a service are one warning with the number of operations', () => {
  const selection = { services: ['partner-onboarding'], specs: ['1.0.0'] };
  expect(missingRejections(scopesOf(project, target, selection))).toEqual([]);
  const contracts = project.contracts.map((one) => ({ ...one, errors: { ...one.errors, refusals: {} } }));
  const [warning, ...others] = missingRejections(scopesOf({ ...project, contracts }, target, selection));
  expect(others).toEqual([]);
  expect(warning).toMatchObject({ code: 'refusal-missing', severity: 'warning' });
  expect(warning?.message.split('\n').map((line) => line.trim())).toEqual([
    'requests of these kinds are not tested, because errors.yaml lists no rejection for them:',
    'unauthenticated: credentials are missing or invalid (5 operations)',
    'method: the path does not support the method (6 operations)',
    'media-type: the body has an unsupported media type or content coding (2 operations)',
    'malformed: the body is not well-formed JSON (2 operations)',
    'shape: a field has a wrong JSON type (2 operations)',
    'too-large: the body is larger than the service accepts (2 operations)',
    'value: a field has an invalid value, or a required field is missing (2 operations)',
    'not-found: the record or the path does not exist (3 operations)',
  ]);
});
