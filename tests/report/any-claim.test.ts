/** A claim that is not compared with what it has to be, beside one that is compared inexactly. */
import { expect, it } from 'vitest';
import { said } from './exchanges.ts';
import { wrongStatus } from './found.ts';
import { titles } from './titles.ts';

const TRIED = ['token.claim-within', 'token.claim-near', 'token.claim-wrong'];
const RULES = Object.fromEntries(
  TRIED.map((id) => [
    id,
    { title: id, explain: '', fails: '{accepts} an assertion of ${id} {key}: {status}', awaits: 'refusal' as const },
  ]),
);

function told(rules: readonly string[], claimOf: (index: number) => string = () => 'iss'): readonly string[] {
  const all = rules.map(() => said('POST /token', 200, { operation: 'door/token' }));
  return titles(
    all.map((on, index) => ({
      rule: rules[index] ?? '',
      on,
      found: wrongStatus(200, [400]),
      more: { member: [claimOf(index)] },
    })),
    all,
    RULES,
  );
}

it('is one cause: another value is taken', () => {
  expect(told(TRIED)).toEqual(['Accepts an assertion with another iss than the right one']);
});

it('is not said where only what is nearly right is taken', () => {
  expect(told(TRIED.slice(0, 2)).join()).not.toMatch(/another iss/);
});

it('is not said of several claims together', () => {
  expect(told(TRIED, (index) => ['iss', 'aud', 'sub'][index] ?? '').join()).not.toMatch(/another iss, /);
});
