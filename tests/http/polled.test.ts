/** A step that is sent again until what was begun is done: by the status, by what the answer shows, or both. */
import { expect, test } from 'vitest';
import { runGroup } from '../../src/run/run-group.ts';
import type { Step } from '../../src/plan/model.ts';
import { answerOf, group, oneCase, runContext, step, Wire } from './support.ts';

type Poll = Omit<Extract<NonNullable<Step['send']>, { kind: 'poll' }>, 'kind' | 'everyMs' | 'times'>;

/** How often it was asked, where the third answer says that it is done. */
async function asked(poll: Poll, third: unknown = { done: true }, status = 200): Promise<number> {
  const wire = new Wire((_request, index) => (index < 3 ? answerOf({ done: false }) : answerOf(third, status)));
  await runGroup(
    group([oneCase('a', [step('ready', { send: { kind: 'poll', everyMs: 0, times: 5, ...poll } })])]),
    runContext(wire),
  );
  return wire.sent.length;
}

const DONE = { at: '/done', is: true };

test.each<[string, Poll, unknown, number, number]>([
  ['a value', { shows: DONE }, { done: true }, 200, 3],
  ['a value inside', { shows: { at: '/state/name', is: 'READY' } }, { state: { name: 'READY' } }, 200, 3],
  ['a status', { status: 303 }, {}, 303, 3],
  ['both', { status: 200, shows: DONE }, { done: true }, 200, 3],
  ['both, and one of them alone comes', { status: 303, shows: DONE }, { done: true }, 200, 5],
  ['what never comes', { shows: DONE }, { done: 'true' }, 200, 5],
])('it waits for %s', async (_what, poll, third, status, times) => {
  expect(await asked(poll, third, status)).toBe(times);
});
