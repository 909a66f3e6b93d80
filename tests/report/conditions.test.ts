/** Conditions that a service does not look at are one thing, however many requests show it. */
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/model.ts';
import { said } from './exchanges.ts';
import { wrongStatus } from './found.ts';
import { titles, type Failing } from './titles.ts';

const fails = (words: string): Report['rules'][string] => ({
  title: 'r',
  explain: '',
  awaits: 'refusal',
  fails: words,
});
const RULES: Report['rules'] = {
  'conditional.lost-update': fails('accepts a change with the tag of a state that is gone'),
  'conditional.stale-update': fails('accepts a change with the tag of another state'),
  'conditional.stale-delete': fails('accepts a delete with the tag of another state'),
  'conditional.if-match': fails('does not look at If-Match'),
  'conditional.if-match-removal': fails('does not look at If-Match in a removal'),
  'conditional.absent': fails('accepts a record that was to be made only where there is none'),
  'conditional.required': fails('accepts a change without a condition'),
  'conditional.changes': fails('keeps the entity tag of a record that has changed'),
};

const taken = (rule: string, call: string): Failing => ({
  rule: `conditional.${rule}`,
  on: said(call, 200, { sent: { name: 'x' } }),
  found: wrongStatus(200, [rule === 'required' ? 428 : 412]),
});
const told = (...failing: readonly Failing[]): readonly string[] =>
  titles(
    failing,
    failing.map(({ on }) => on),
    RULES,
  );

describe('If-Match that is not looked at', () => {
  const lost = taken('lost-update', 'PUT /orders/7');
  const others = [
    taken('if-match', 'PATCH /orders/7'),
    taken('if-match-removal', 'PATCH /orders/7'),
    taken('stale-delete', 'DELETE /orders/7'),
    taken('stale-update', 'PUT /settings'),
  ];

  it.each(others)('is told of the change that is lost, whatever else is done: $rule', (other) => {
    expect(told(other, lost)).toEqual([expect.stringMatching(/^Accepts a change with the tag of a state/)]);
  });

  it('is told once where there is no such change to see', () => {
    expect(told(...others)).toEqual([expect.stringMatching(/^Accepts a change with the tag of another state/)]);
    expect(told(...others.slice(0, 3))).toEqual([expect.stringMatching(/^Does not look at If-Match/)]);
  });
});

it.each(['absent', 'required'])('where no condition of an operation is looked at, %s is no other thing', (other) => {
  expect(told(taken(other, 'PUT /orders/7'), taken('lost-update', 'PUT /orders/7'))).toEqual([
    expect.stringMatching(/^Accepts a change with the tag of a state/),
  ]);
});

it('a tag that stays when the record does not makes every update look right', () => {
  const [lost, kept] = [taken('lost-update', 'PUT /orders/7'), taken('changes', 'PUT /orders/7')];
  expect(told(lost, kept)).toEqual([expect.stringMatching(/^Keeps the entity tag/)]);
});

it('a tag that stays when the record changes is told beside a condition that is not looked at', () => {
  const rules = {
    'conditional.changed-tag': fails('keeps the entity tag of a record that has changed'),
    'conditional.current-tag': fails('sends a record again to who has it as it is'),
  };
  const read = () => said('GET /orders/7', 200, { case: 'tags', shown: { id: 7 } });
  const [after, current] = [read(), read()];
  const tag = { where: 'header etag', expected: 'another than "a"', actual: '"a"' };
  const failing: readonly Failing[] = [
    { rule: 'conditional.changed-tag', on: after, found: tag },
    { rule: 'conditional.current-tag', on: current, found: wrongStatus(200, [304]) },
  ];
  expect([...titles(failing, [after, current], rules)].sort()).toEqual([
    expect.stringMatching(/^Keeps the entity tag/),
    expect.stringMatching(/^Sends a record again/),
  ]);
});
