/** What a check is about is said by the plan, in members: whoever tells or compares what was found reads no id. */
import { expect, test } from 'vitest';
import { placeholdersOf } from '../../src/report/phrase.ts';
import { findRule } from '../../src/rules/registry.ts';
import { checksOf, planned } from './support.ts';

const checks = checksOf(planned({ specs: ['4.0.1', '1.0.0'] }).plan);

test('a check whose failure is told with a member or a way has it', () => {
  const names = ({ rule }: { readonly rule: string }): readonly string[] => placeholdersOf(findRule(rule)?.fails ?? '');
  const nameless = checks.filter(
    (check) =>
      (names(check).includes('field') && check.member === undefined) ||
      (names(check).includes('key') && check.member === undefined && check.way === undefined),
  );
  expect(nameless.map(({ id }) => id)).toEqual([]);
});

test.each([
  ['partner-onboarding/partners/create/input.missing/channels.endpoint', ['channels', 'endpoint'], undefined],
  ['student-reporting/identity-provider/token/token.claim-missing/token.aud', ['token.aud'], undefined],
  ['student-reporting/identity-provider/token/token.claim-wrong/iss-digits', ['iss'], 'iss-digits'],
  ['student-reporting/identity-provider/token/token.header-wrong/kid-path', ['kid'], 'kid-path'],
  [
    'student-reporting/identity-provider/token/token.parameter-missing/assertion-empty',
    ['assertion'],
    'assertion-empty',
  ],
  ['student-reporting/identity-provider/token/token.malformed/two-parts', undefined, 'two-parts'],
  ['student-reporting/students/create/input.each-listed/atsi_code/2', ['atsi_code'], '2'],
  ['student-reporting/courses/create/input.text-trap/course_name/nul', ['course_name'], 'nul'],
  ['student-reporting/courses/create/input.missing/course_name/form', ['course_name'], undefined],
  ['student-reporting/unit-enrolments/list/page.walk-complete/200', undefined, '200'],
  ['student-reporting/students/create/input.truncated-json', undefined, undefined],
])('%s is about %j, in the way %s', (id, member, way) => {
  const check = checks.find((one) => one.id === id);
  expect(check, 'no such check').toBeDefined();
  expect([check?.member, check?.way]).toEqual([member, way]);
});
