/** What is looked at before Playwright's first test: what the selected tests send, as far as the target says how that is reached. */
import { expect, test } from 'vitest';
import { scopesOf } from '../../src/plan/plan.ts';
import { type SelectedTests, preflightScope } from '../../src/playwright/preflight-tests.ts';
import { planned, project, target as embedded } from '../plan/support.ts';

const { plan } = planned();
const target = { ...embedded, embedded: false };
const scopes = scopesOf(project, target);

const selected = (of: string, use: SelectedTests['use'] = {}): SelectedTests => ({
  use,
  groups: plan.groups.filter(({ service, spec }) => `${service} ${spec}` === of).slice(0, 2),
});

const looked = (...tested: readonly SelectedTests[]): ReturnType<typeof preflightScope> =>
  preflightScope({ target, scopes }, tested);
const versionsOf = ({ scopes: found }: ReturnType<typeof preflightScope>): readonly string[] =>
  found.map(({ service, version }) => `${service} ${version}`);

test('the versions of the tests that were selected, and what these send', () => {
  const one = looked(selected('student-reporting 4.0.1'), { use: {}, groups: [undefined] });
  expect(versionsOf(one)).toEqual(['student-reporting 4.0.1']);
  expect(one.groups).toHaveLength(2);
  expect(versionsOf(looked(selected('student-reporting 2.1.05'), selected('partner-onboarding 1.0.0')))).toEqual([
    'partner-onboarding 1.0.0',
    'student-reporting 2.1.05',
  ]);
});

test('none that Plumbline starts itself, that is of somebody else’s tests, or that `use` reaches in another way', () => {
  const name = 'partner-onboarding 1.0.0';
  expect(preflightScope({ target: embedded, scopes }, [selected(name)]).scopes).toEqual([]);
  expect(versionsOf(looked({ use: {}, groups: [undefined] }))).toEqual([]);
  expect(versionsOf(looked(selected(name, { baseURL: 'https://test.example' })))).toEqual([]);
  expect(versionsOf(looked(selected(name, { proxy: { server: 'http://proxy.example' } })))).toEqual([]);
  expect(versionsOf(looked(selected(name, { extraHTTPHeaders: { 'x-key': 'a' } })))).toEqual([]);
});
