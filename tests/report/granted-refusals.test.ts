/** Refusals whose flag says that all was done. */
import { expect, it } from 'vitest';
import type { Json } from '../../src/record/json.ts';
import { said } from './exchanges.ts';
import { otherValue, wrongStatus } from './found.ts';
import { titles, type Failing } from './titles.ts';

const FLAGS = [{ service: 'shop', flag: '/done' }];
const RULES = Object.fromEntries(
  ['input.bad-date', 'input.not-in-list'].map((id) => [
    id,
    { title: id, explain: '', fails: `{accepts} ${id}: {status}`, awaits: 'refusal' as const },
  ]),
);

function told(body: Json, isOfFlag: boolean): readonly string[] {
  const writes = [0, 1].map(() => said('PATCH /orders/7', 200, { sent: { size: 1 }, shown: body }));
  const rules = ['input.bad-date', 'input.not-in-list'];
  const accepted = writes.map((on, index): Failing => ({
    rule: rules[index] ?? '',
    on,
    found: wrongStatus(200, [200]),
  }));
  const [on] = writes;
  const shape: readonly Failing[] =
    on === undefined || !isOfFlag
      ? []
      : [{ rule: 'http.body-schema', on, found: otherValue('body#/done', false, true) }];
  const good = said('PATCH /orders/7', 200, { sent: { size: 1 }, shown: { done: true, result: { id: 7 } } });
  return titles([...accepted, ...shape], [...writes, good], RULES, FLAGS);
}

it('are one cause with what seems accepted by them', () => {
  expect(told({ done: true, result: { errors: [{ code: 'e1' }] } }, true)).toEqual([
    'Says of what it refuses that it succeeded, with the errors beside that, on orders/update',
  ]);
});

it('are none where the answer is as that of a success', () => {
  expect(told({ done: true, result: { id: 7 } }, false).join()).not.toMatch(/Says of what it refuses/);
});
