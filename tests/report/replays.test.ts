/** What is no answer of before: what is taken though it should be refused. */
import { expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { wrongStatus } from './found.ts';
import { said } from './exchanges.ts';
import { titles, type Failing } from './titles.ts';

const list = (name: string, size: string, shown: number): Exchange =>
  said(`GET /${name}?size=${size}`, 200, { operation: `${name}/list`, shown: [{ id: shown }] });
const failing = (rule: string, on: Exchange | undefined): Failing => ({
  rule,
  on: on as Exchange,
  found: { where: 'header page', expected: '2', actual: '1' },
});

it('what is taken for no size at all brings what came without one', () => {
  const all = ['100', '0', 'abc', '-1', '2'].map((size, index) => list('tags', size, index < 4 ? 1 : 2));
  const rules = { 'page.refused': { title: 'r', explain: '', fails: 'takes it', awaits: 'refusal' as const } };
  const taken = all.slice(1, 4).map((on): Failing => ({ rule: 'page.refused', on, found: wrongStatus(200, [400]) }));
  expect(titles([...taken, failing('page.next', all[4])], all, rules).join()).not.toMatch(/to the call before/);
});
