/** What is told of a service that breaks down at faulty requests of many kinds. */
import { expect, it } from 'vitest';
import { said } from './exchanges.ts';
import { wrongStatus } from './found.ts';
import { titles, type Failing } from './titles.ts';

const broken = (rules: readonly string[]): string | undefined => {
  const failing = rules.map((rule): Failing => ({
    rule,
    on: said('POST /orders', 503, { sent: { rule } }),
    found: wrongStatus(503, [422]),
  }));
  const words = rules.map(
    (rule) =>
      [
        rule,
        { title: rule, explain: '', fails: `{accepts} a body of ${rule}: {status}`, awaits: 'refusal' as const },
      ] as const,
  );
  const good = said('POST /orders', 201, { sent: { size: 1 } });
  return titles(failing, [...failing.map(({ on }) => on), good], Object.fromEntries(words))[0];
};
const kinds = (area: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_none, index) => `${area}.kind-${index}`);

it('are listed where they are few', () => {
  expect(broken(kinds('input', 3))).toBe(
    'Answers 503 to a body of input.kind-0, a body of input.kind-1 and a body of input.kind-2',
  );
});

it('are told by what is wrong with them where they are many, or else counted', () => {
  expect(broken(kinds('input', 9))).toBe('Answers 503 to values that are not valid');
  expect(broken(kinds('door', 9))).toBe('Answers 503 to faulty requests of 9 kinds, such as a body of door.kind-0');
});
