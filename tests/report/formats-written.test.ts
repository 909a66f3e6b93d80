/** Files that are written beside a report. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { BadInput } from '../../src/errors.ts';
import { runCommand } from '../../src/cli/run.ts';
import { omitUndefined } from '../../src/model/objects.ts';
import type { ChosenFormats } from '../../src/report/views/formats.ts';
import { writeReport } from '../../src/run/artifacts.ts';
import { EVIDENCE_SCHEMA, type EvidenceRun } from '../../src/run/evidence.ts';
import { policyOf } from '../../src/run/decision-inputs.ts';
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
const DEFAULT = [...ALWAYS, 'badge.svg', 'index.html', 'junit.xml', 'results.sarif', 'summary.md'].toSorted();

async function written(...formats: readonly (ChosenFormats | undefined)[]): Promise<readonly string[]> {
  const out = path.join(temporary(), 'out');
  for (const chosen of formats) await writeReport(out, made, evidence, omitUndefined({ formats: chosen }));
  return readdirSync(out).toSorted();
}

describe('a report', () => {
  test('has the default formats', async () => {
    expect(await written(undefined)).toEqual(DEFAULT);
  });

  test('has the formats that were added', async () => {
    expect(await written(['ctrf', 'allure'])).toEqual([...DEFAULT, 'allure-results', 'ctrf.json'].toSorted());
  });

  test('has none, and keeps none of an earlier run', async () => {
    expect(await written(['ctrf', 'allure'], 'none')).toEqual(ALWAYS);
  });

  test('has compressed evidence', async () => {
    const out = path.join(temporary(), 'out');
    await writeReport(out, made, evidence, { formats: 'none' });
    const files = readdirSync(path.join(out, 'evidence')).filter((name) => name !== 'run.json');
    expect(files.length).toBeGreaterThan(0);
    for (const name of files) expect(name).toMatch(/^checks\.ndjson\.gz$|@[\d.]+\.ndjson\.gz$/);
  });
});

const parsed = (words: readonly string[]): Readonly<Record<string, unknown>> => {
  const command = runCommand().exitOverride();
  command.parseOptions([...words]);
  return command.opts();
};

test.each<[string, ChosenFormats]>([
  ['allure,ctrf', ['ctrf', 'allure']],
  [' ctrf ', ['ctrf']],
  ['none', 'none'],
])('--formats %j', (value, formats) => {
  expect(parsed(['--formats', value])['formats']).toEqual(formats);
});

test.each([['--formats', 'html'], ['--formats', 'ctrf,none'], ['--formats', ''], ['--views', 'none'], ['--compact']])(
  '%s %j is rejected',
  (...words) => {
    expect(() => parsed(words)).toThrow(BadInput);
  },
);

test('a list may be given several times', () => {
  expect(parsed(['--fault', 'a', '--fault', 'b,c'])['fault']).toEqual(['a', 'b', 'c']);
});
