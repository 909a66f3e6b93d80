/** What is known of the services that ship with it stands in their contracts, and beside their faults: src names none of them, and no endpoint. */
import { expect, test } from 'vitest';
import { files, textOf } from './files.ts';

const NAMES = [
  ...new Set(files.flatMap((file) => /^contracts\/(?!common\/)([\w-]+)\/([\w-]+)\.yaml$/.exec(file)?.slice(1) ?? [])),
];

/** Names of files that every service may have, and the word of contracts for who grants tokens. */
const WORDS_OF_CONTRACTS = [
  'bindings',
  'catalogue',
  'envelope',
  'errors',
  'identity-provider',
  'pagination',
  'security',
  'token',
];

/** A text that is such a name, or begins with it: `'partners/create'`, `'partners.create'`. */
const named = new RegExp(
  String.raw`['"\x60](?:${NAMES.filter((name) => !WORDS_OF_CONTRACTS.includes(name)).join('|')})(?:['"\x60]|[./][a-z])`,
);

test('the names are those of the contracts', () => {
  expect(NAMES).toEqual(expect.arrayContaining(['partner-onboarding', 'student-reporting', 'partners', 'students']));
  expect(named.test("place === 'partners/create'")).toBe(true);
});

test('src names no service and no endpoint', () => {
  const lines = files
    .filter((file) => /^src\/.*\.tsx?$/.test(file))
    .flatMap((file) =>
      textOf(file)
        .split('\n')
        // Comments and help show examples.
        .filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line) && named.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(lines).toEqual([]);
});
