/** What is written beside a report where somebody says what they look at. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { BadInput } from '../../src/errors.ts';
import { runCommand } from '../../src/cli/run.ts';
import { VIEWS, type View } from '../../src/report/views/formats.ts';
import { writeReport } from '../../src/run/artifacts.ts';
import { EVIDENCE_SCHEMA, type EvidenceRun } from '../../src/run/evidence.ts';
import { policyOf } from '../../src/run/policy-of.ts';
import { temporary } from '../run/support.ts';
import { sampleExchanges, sampleReport } from './sample-report.ts';

const report = sampleReport({ checks: 40, failing: 4, seed: 3 });
const made = { report, exchanges: sampleExchanges(report) };
const evidence: EvidenceRun = {
  schema: EVIDENCE_SCHEMA,
  services: {},
  answers: {},
  selection: {},
  policy: policyOf('nightly', undefined),
};
const ALWAYS = ['evidence', 'report.json'];
const FILES: Readonly<Record<View, string>> = {
  page: 'index.html',
  summary: 'summary.md',
  junit: 'junit.xml',
  ctrf: 'ctrf.json',
  sarif: 'results.sarif',
  badge: 'badge.svg',
  allure: 'allure-results',
};

describe('a report', () => {
  test('has all its views where nobody says anything', async () => {
    const out = path.join(temporary(), 'out');
    await writeReport(out, made, evidence);
    expect(readdirSync(out).toSorted()).toEqual([...ALWAYS, ...Object.values(FILES)].toSorted());
  });

  test.each(VIEWS.map((view) => [view] as const))('has %s alone, and none of an earlier run', async (view) => {
    const out = path.join(temporary(), 'out');
    await writeReport(out, made, evidence, { views: VIEWS.filter((other) => other !== view) });
    await writeReport(out, made, evidence, { views: [view] });
    expect(readdirSync(out).toSorted()).toEqual([...ALWAYS, FILES[view]].toSorted());
  });

  test('has none', async () => {
    const out = path.join(temporary(), 'out');
    await writeReport(out, made, evidence, { views: [] });
    expect(readdirSync(out).toSorted()).toEqual(ALWAYS);
  });
});

test.each([
  ['page,junit', ['page', 'junit']],
  [' junit , page', ['page', 'junit']],
  ['none', []],
  ['all', VIEWS],
])('--views %j asks for %j', (value, views) => {
  const command = runCommand().exitOverride();
  expect(command.parseOptions(['--views', value]).unknown).toEqual([]);
  expect(command.opts()['views']).toEqual(views);
});

test('what may be a list may be given several times', () => {
  const command = runCommand().exitOverride();
  command.parseOptions(['--views', 'page', '--views', 'junit', '--fault', 'a', '--fault', 'b,c']);
  expect(command.opts()).toMatchObject({ views: ['page', 'junit'], fault: ['a', 'b', 'c'] });
});

test.each(['html', 'page,none', 'all,page', '', ','])('--views %j is refused', (value) => {
  expect(() => runCommand().exitOverride().parseOptions(['--views', value])).toThrow(BadInput);
});
