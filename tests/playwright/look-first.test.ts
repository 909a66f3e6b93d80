/** What is looked at before Playwright's first test: the services of the projects that are run, as far as the target says how they are reached. */
import type { FullConfig } from '@playwright/test';
import { expect, test } from 'vitest';
import { scopesOf } from '../../src/plan/plan.ts';
import { scopesToLookAt } from '../../src/playwright/look-first.ts';
import { planWhole } from '../../src/project/planning.ts';
import { projectRoot } from '../../src/project/root.ts';

const { project, target: embedded } = planWhole(projectRoot(), { services: ['partner-onboarding'] });
const target = { ...embedded, embedded: false };
const scopes = scopesOf(project, target);

type Project = FullConfig['projects'][number];
const projects = (use: Project['use'] = {}): readonly Project[] =>
  scopes.map(({ service, version }) => ({ name: `${service} ${version}`, use }) as Project);

const looked = (argv: readonly string[], of = projects()): readonly string[] =>
  scopesToLookAt({ target, scopes }, of, argv).map(({ service, version }) => `${service} ${version}`);

test('all of them, or those that --project names', () => {
  expect(looked([])).toHaveLength(scopes.length);
  expect(looked(['--grep', 'x', '--workers=1'])).toHaveLength(scopes.length);
  expect(looked(['--project', 'partner-onboarding 1.0.0', '--headed'])).toEqual(['partner-onboarding 1.0.0']);
  expect(looked(['--project=student-reporting 2.*'])).toEqual(['student-reporting 2.1.05', 'student-reporting 2.1.06']);
  expect(looked(['--project', 'PARTNER-onboarding*', 'student-reporting 4.0.1'])).toEqual([
    'partner-onboarding 1.0.0',
    'student-reporting 4.0.1',
  ]);
});

test('none that Plumbline starts itself, that is of somebody else’s projects, or that `use` reaches in another way', () => {
  expect(scopesToLookAt({ target: embedded, scopes }, projects(), [])).toEqual([]);
  expect(looked([], [{ name: 'chromium', use: {} } as Project])).toEqual([]);
  expect(looked([], projects({ baseURL: 'https://test.example' }))).toEqual([]);
  expect(looked([], projects({ proxy: { server: 'http://proxy.example' } }))).toEqual([]);
  expect(looked([], projects({ extraHTTPHeaders: { 'x-key': 'a' } }))).toEqual([]);
});
