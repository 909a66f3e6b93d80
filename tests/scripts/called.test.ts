/** A developer's script that is called wrongly says so in a sentence, with how it is used, and no stack trace. */
import { expect, test, vi } from 'vitest';
import { called, numberOf } from '../../scripts/called.ts';

const USAGE = 'npx tsx scripts/repeat/main.ts [TIMES]';
const options = { exam: { type: 'string' } } as const;

test.each([
  ['an unknown flag', () => called(USAGE, { options, args: ['--exams'] }), /^Unknown option '--exams'\./],
  ['a flag without what it needs', () => called(USAGE, { options, args: ['--exam'] }), /^Option '--exam <value>' /],
  ['a word that nobody asks for', () => called(USAGE, { options, args: ['ten'] }), /^Unexpected argument 'ten'\./],
  ['a number that is none', () => numberOf(USAGE, 'TIMES', 'ten'), /^TIMES is "ten", /],
  ['a number that is too small', () => numberOf(USAGE, 'TIMES', '0'), /^TIMES is "0", /],
])('%s is told', (_what, call, why) => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`ended with ${String(code)}`);
  });
  expect(call).toThrow('ended with 2');
  const said = String(write.mock.calls[0]?.[0]);
  vi.restoreAllMocks();
  expect(said).toMatch(why);
  expect(said.endsWith(`. It is used so: ${USAGE}\n`)).toBe(true);
});

test('what is right is read', () => {
  expect(called(USAGE, { options, args: ['--exam', 'one.ts'] }).values.exam).toBe('one.ts');
  expect(numberOf(USAGE, 'TIMES', '3')).toBe(3);
});
