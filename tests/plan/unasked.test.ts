/** What nobody promised is not asked of a service that is right. */
import { expect, test } from 'vitest';
import type { Case } from '../../src/plan/model.ts';
import { casesOfBooks } from './books.ts';

const books = (note: string, update: string): string => `endpoint: books
title: Books
uid: id
fields:
  id: { type: integer, readOnly: true }
  title: { type: string, required: true, maxLength: 80, unique: true }
  colour: { type: code, values: [grey, red]${note} }
  note: { type: string, maxLength: 80 }
operations:
  create: { method: POST, path: /books, request: plain, response: plain, success: [201], access: public }
  read: { method: GET, path: "/books/{id}", response: plain, success: [200], access: public }
  ${update}: { ${update === 'replace' ? 'method: PUT' : 'method: PATCH'}, path: "/books/{id}", request: plain, response: plain, success: [200], access: public }
`;

function sent(one: Case | undefined, step: string): unknown {
  const body = one?.steps.find(({ name }) => name === step)?.request.body;
  return body?.kind === 'json' ? body.value : undefined;
}

test.each([
  ['what is always shown may show a default', ', inAnswers: always', { note: null }, 'note'],
  ['anything else is', '', { colour: null, note: null }, 'colour'],
])('that a cleared member is gone: %s', (_what, more, cleared, first) => {
  const cases = casesOfBooks(books(more, 'update'));
  expect(sent(cases.get('update/lifecycle/lifecycle.clear-each'), 'update')).toEqual(cleared);
  expect(sent(cases.get(`update/lifecycle/lifecycle.update-clear/${first}`), 'update')).toEqual({ [first]: null });
});

test('that null clears a field is a practice, unless a binding names the check', () => {
  const cases = [...casesOfBooks(books('', 'update')).values()];
  const checks = cases
    .filter(({ steps }) => steps.some(({ request: { body } }) => JSON.stringify(body)?.includes(':null}') === true))
    .flatMap((one) => one.checks)
    .filter(({ rule }) => /clear|accepted/.test(rule));
  expect(checks.map(({ id, level, basis }) => [id.replace('library/books/', ''), level, basis])).toEqual([
    ['update/lifecycle.update-clear/colour', 'SHOULD', 'practice'],
    ['update/outcome.accepted/clear-each', 'SHOULD', 'practice'],
    ['update/lifecycle.clear-each', 'SHOULD', 'practice'],
    ['update/lifecycle.cleared-stays', 'MUST', 'documented'],
  ]);
});

test('a second update sends no null', () => {
  const one = casesOfBooks(books('', 'update')).get('update/lifecycle/lifecycle.update-kept');
  expect(sent(one, 'update')).toEqual({ colour: { $ref: 'read#/colour' } });
});

test.each([
  ['a PATCH is asked to change all or nothing', 'update', true],
  ['a PUT is not: no source says so', 'replace', false],
])('where a key is taken, %s', (_what, operation, isAsked) => {
  const one = casesOfBooks(books('', operation)).get(`${operation}/input/input.duplicate/title`);
  const rules = one?.checks.map(({ rule }) => rule);
  expect(rules).toContain('input.duplicate');
  expect(rules?.includes('lifecycle.update-atomic')).toBe(isAsked);
});

test('a key is new in every case, whatever is tried of its letters', () => {
  const cases = casesOfBooks(books('', 'update'));
  for (const rule of ['input.unicode', 'input.injection']) {
    expect(sent(cases.get(`create/input/${rule}/title`), 'probe')).toEqual({
      title: { $unique: expect.stringContaining('***') as string },
    });
    expect(sent(cases.get(`create/input/${rule}/note`), 'probe')).toMatchObject({ note: expect.any(String) as string });
  }
});

const ERRORS = `families:
  plain: { schema: { type: object, required: [code] }, code: code }
refusals:
  value: { statuses: [422], family: plain }
  not-found: { statuses: [404], family: plain }
`;

test.each([
  ['of its own, where the contract says how', '  duplicate: { statuses: [409] }\n', [409], undefined],
  ['as any other value, where it does not', '', [422], { name: 'plain', code: 'code' }],
])('a key that is taken is refused in a form %s', (_what, more, statuses, family) => {
  const cases = casesOfBooks(books('', 'update'), { errors: `${ERRORS}${more}` });
  for (const operation of ['create', 'update']) {
    const refused = cases
      .get(`${operation}/input/input.duplicate/title`)
      ?.checks.find(({ rule }) => rule === 'input.duplicate');
    expect(refused?.params).toMatchObject({ kind: more === '' ? 'value' : 'duplicate', statuses });
    expect(refused?.params['family']).toEqual(family);
  }
});

test('a key inside of a record, or of an entry of a list, is sent as it was sent there', () => {
  const text = '{ type: string, maxLength: 80, unique: true }';
  const inside = `  part: { type: object, fields: { key: ${text} } }\n  parts: { type: objects, fields: { key: ${text} } }\n`;
  const cases = casesOfBooks(books('', 'update').replace('operations:\n', `${inside}operations:\n`));
  const again = (place: string): string =>
    JSON.stringify(sent(cases.get(`create/input/input.duplicate/${place}`), 'probe'));
  expect(again('part.key')).toContain('"part":{"key":{"$sent":"setup.control#/part/key"}}');
  expect(again('parts.key')).toContain('"parts":[{"key":{"$sent":"setup.control#/parts/0/key"}}]');
});
