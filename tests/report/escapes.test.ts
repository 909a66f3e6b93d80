/** What is said of paths with an escape that are answered with something else than the path that they stand for. */
import { expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { said } from './exchanges.ts';
import { wrongStatus } from './found.ts';
import { titles, type Failing } from './titles.ts';

const RULES = {
  'path.encoded': { title: '', explain: '', fails: '{refuses} an encoded letter: {status}', awaits: 'acceptance' },
  'path.encoded-slash': { title: '', explain: '', fails: '{accepts} an encoded slash: {status}', awaits: 'refusal' },
} as const;

const lettered = (on: Exchange): Failing => ({
  rule: 'path.encoded',
  on,
  found: { where: 'body', expected: '{"id":7}', actual: 'nothing', kind: 'no-content' },
});
const slashed = (on: Exchange): Failing => ({ rule: 'path.encoded-slash', on, found: wrongStatus(200, [404]) });

it.each([
  [undefined, 'nothing in it'],
  [{ lost: true }, 'something else in it ("{"lost":true}")'],
])('is one thing, whichever character it is: %j', (shown, what) => {
  const answer = shown === undefined ? {} : { shown };
  const [letter, slash] = [said('GET /%6frders/7', 200, answer), said('GET /orders%2F7', 200, answer)];
  expect(titles([slashed(slash), lettered(letter)], [letter, slash], RULES)).toEqual([
    `Answers a path that has a percent-encoded character with 200 and ${what} on orders/read`,
  ]);
});

it('a slash that parts the path is another thing', () => {
  const [letter, slash] = [said('GET /%6frders/7', 200), said('GET /orders%2F7', 200, { shown: { id: 7 } })];
  expect([...titles([slashed(slash), lettered(letter)], [letter, slash], RULES)].sort()).toEqual([
    'Accepts an encoded slash: 200 instead of 404',
    'Answers a path that has a percent-encoded letter with 200 and nothing in it on orders/read',
  ]);
});
