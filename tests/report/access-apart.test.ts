/** Who is let in wrongly is told as that, however much else a service lets through. */
import { expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { said } from './exchanges.ts';
import { wrongStatus } from './found.ts';
import { titles, type Failing } from './titles.ts';

const KINDS = ['missing', 'null', 'read-only', 'too-long', 'too-short', 'pattern', 'unknown-member', 'wrong-type'];
const RULES = [...KINDS.map((kind) => `input.${kind}`), 'access.expired', 'access.doubled'];

const made = (operation: string, what: string): Exchange =>
  said(`POST /${operation}?try=${what}`, 201, { operation: `${operation}/create` });
const accepted = (rule: string, on: Exchange): Failing => ({ rule, on, found: wrongStatus(201, [422]) });
const lax = KINDS.map((kind, index) => accepted(`input.${kind}`, made(`shelf-${index}`, kind)));
const tokens = (rule: string): readonly Failing[] =>
  [0, 1, 2].map((index) => accepted(rule, made(`shelf-${index}`, rule)));
const rules = Object.fromEntries(
  RULES.map((rule) => [
    rule,
    { title: rule, explain: '', fails: `{accepts} ${rule}: {status}`, awaits: 'refusal' as const },
  ]),
);
const told = (all: readonly Failing[]): readonly string[] =>
  titles(
    all,
    all.map(({ on }) => on),
    rules,
  );

it('beside whatever else is accepted', () => {
  expect(told([...lax, ...tokens('access.expired')]).toSorted()).toEqual([
    'Accepts access.expired: 201 instead of 422',
    'Accepts whatever it must refuse: 201 instead of 422',
  ]);
});

it('and two good tokens at once are nothing of it', () => {
  const found = told([...tokens('access.expired'), ...tokens('access.doubled')]);
  expect(found).toContain('Accepts access.expired: 201 instead of 422');
  expect(found).not.toContain('Accepts calls without a valid token');
});
