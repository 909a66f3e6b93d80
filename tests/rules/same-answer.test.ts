/** Two refusals that say the same are one, however they are written. */
import { expect, test } from 'vitest';
import { caseRule, PASS, where } from './judging.ts';
import { evidence } from './support.ts';

const judge = (forbidden: string, absent: string) =>
  caseRule(
    'access.same-answer',
    { forbidden: 'forbidden', absent: 'absent' },
    evidence({ forbidden: { status: 404, text: forbidden }, absent: { status: 404, text: absent } }),
  );

test.each([
  ['the order of members', '{"code":"a","detail":"b"}', '{"detail":"b","code":"a"}'],
  ['white space', '{"errors": [{"code": "a"}]}', '{"errors":[{"code":"a"}]}'],
  ['escapes', '{"detail":"\\u0061"}', '{"detail":"a"}'],
  ['numbers and identifiers, wherever they stand', '{"a":1,"detail":"no 7"}', '{"detail":"no 999","a":22}'],
])('%s says nothing', (_what, one, other) => {
  expect(judge(one, other)).toEqual(PASS);
});

test.each([
  ['another text', '{"code":"a","detail":"b"}', '{"detail":"c","code":"a"}'],
  ['another member', '{"code":"a"}', '{"code":"a","owner":1}'],
  ['another order of entries', '["a","b"]', '["b","a"]'],
  ['what is no JSON', 'a b', 'b a'],
])('%s does', (_what, one, other) => {
  expect(where(judge(one, other))).toEqual(['body']);
});
