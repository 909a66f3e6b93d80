/** Results for Allure: one for each check, excused ones as known issues, and a gate that admits what Plumbline admits. */
import fc from 'fast-check';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { allureFiles } from '../../src/report/views/allure.ts';
import { checkRef } from '../../src/report/checks.ts';
import type { Report } from '../../src/report/model.ts';
import { VERDICTS } from '../../src/verdict/model.ts';
import { temporary } from '../run/support.ts';
import { HOSTILE } from './hostile.ts';
import { type TinyCheck, tinyReport, tinyWaiver } from './tiny.ts';
import { runs } from '../properties.ts';

interface Result {
  readonly uuid: string;
  readonly name: string;
  readonly status: string;
  readonly fullName: string;
  readonly titlePath: readonly string[];
  readonly statusDetails?: { readonly message: string; readonly trace?: string; readonly known?: boolean };
  readonly labels: readonly { readonly name: string; readonly value: string }[];
  readonly links?: readonly { readonly url: string; readonly type: string }[];
}

const ID = 'student-reporting/students/create';
const CHECKS: readonly TinyCheck[] = [
  { id: `${ID}/passes`, verdict: 'pass' },
  { id: `${ID}/fails`, verdict: 'fail' },
  { id: `${ID}/is-excused`, verdict: 'fail' },
  { id: `${ID}/passes-excused`, verdict: 'pass' },
  { id: `${ID}/waits`, verdict: 'inconclusive', cause: 'maintenance' },
  { id: `${ID}/is-not-there`, verdict: 'inapplicable', cause: 'no such header' },
  { id: `${ID}/is-left` },
];
const WAIVERS = [
  tinyWaiver({ checks: `${ID}/is-excused`, owner: 'team-a', link: 'https://issues.example/7' }),
  tinyWaiver({ checks: `${ID}/passes-excused` }),
];

const filesOf = (report: Report): ReadonlyMap<string, string> =>
  new Map([...allureFiles(report, [])].map(({ name, text }) => [name, text]));
const resultsOf = (files: ReadonlyMap<string, string>): readonly Result[] =>
  [...files].flatMap(([name, text]) => (name.endsWith('-result.json') ? [JSON.parse(text) as Result] : []));
const valueOf = ({ labels }: Result, name: string): string | undefined =>
  labels.find((label) => label.name === name)?.value;

const report = tinyReport({ checks: CHECKS, waivers: WAIVERS });
const files = filesOf(report);
const results = resultsOf(files).filter(({ fullName }) => fullName.startsWith(ID));
const named = (name: string): Result => {
  const found = results.find(({ fullName }) => fullName.startsWith(`${ID}/${name}@`));
  if (found === undefined) throw new Error(`no result of ${name}`);
  return found;
};

test('each check is one result, in its place, under a name of its own for ever', () => {
  expect(results.map(({ fullName }) => fullName).toSorted()).toEqual(report.checks.map(checkRef).toSorted());
  expect(new Set(results.map(({ uuid }) => uuid)).size).toBe(CHECKS.length);
  expect(named('passes').titlePath).toEqual(['student-reporting', '4.0.1', 'students', 'create']);
  expect(['service', 'version', 'endpoint', 'operation'].map((name) => valueOf(named('passes'), name))).toEqual(
    named('passes').titlePath,
  );
  expect(filesOf(report)).toEqual(files);
});

test('what came of it is said in the words of Allure', () => {
  expect(
    Object.fromEntries(results.map(({ fullName, status }) => [fullName.slice(ID.length + 1).split('@')[0], status])),
  ).toEqual({
    passes: 'passed',
    fails: 'failed',
    'is-excused': 'failed',
    'passes-excused': 'failed',
    waits: 'broken',
    'is-not-there': 'skipped',
    'is-left': 'broken',
  });
  expect(named('waits').statusDetails?.message).toContain('maintenance');
});

test('what a waiver excuses is a known issue, with its owner and link, and nothing else is', () => {
  expect(named('is-excused').statusDetails?.trace).toMatch(/^waiver: known issue\nowner: team-a, until 2026-12-31\n/);
  expect(named('is-excused').links).toEqual([{ name: 'team-a', url: 'https://issues.example/7', type: 'issue' }]);
  expect(results.filter(({ statusDetails }) => statusDetails?.known === true)).toEqual([named('is-excused')]);
});

test('a link of hostile words, or none, breaks nothing', () => {
  const checks = HOSTILE.map((text, index): TinyCheck => ({
    id: `${ID}/r${index}`,
    title: text,
    verdict: 'fail',
    findings: [{ where: 'body', expected: text, actual: text }],
  }));
  expect(resultsOf(filesOf(tinyReport({ checks, run: { target: HOSTILE.join(' ') } })))).toHaveLength(checks.length);
});

// ------------------------------------------------------------------------------------------------ the gate

interface Configuration {
  readonly plugins: { readonly awesome: { readonly options: { readonly groupBy: readonly string[] } } };
  readonly qualityGate: {
    readonly rules: readonly {
      readonly minTestsCount?: number;
      readonly maxFailures?: number;
      readonly filter?: (result: Result) => boolean;
    }[];
  };
}

const folder = temporary();
let written = 0;

/** As Allure reads it. */
async function configurationOf(all: ReadonlyMap<string, string>): Promise<Configuration> {
  const place = path.join(folder, String((written += 1)));
  mkdirSync(place);
  const file = path.join(place, 'allurerc.mjs');
  writeFileSync(file, all.get('allurerc.mjs') ?? '');
  return ((await import(pathToFileURL(file).href)) as { readonly default: Configuration }).default;
}

/** As Allure counts: what is known counts nowhere. */
async function admits(all: ReadonlyMap<string, string>): Promise<boolean> {
  const { qualityGate } = await configurationOf(all);
  const found = resultsOf(all);
  return qualityGate.rules.every(({ minTestsCount = 0, maxFailures = Infinity, filter = () => true }) => {
    const counted = found.filter(filter).filter(({ statusDetails }) => statusDetails?.known !== true);
    const failures = counted.filter(({ status }) => /failed|broken/.test(status));
    return counted.length >= minTestsCount && failures.length <= maxFailures;
  });
}

test('its configuration groups by labels that each result has', async () => {
  const { plugins } = await configurationOf(files);
  const { groupBy } = plugins.awesome.options;
  expect(groupBy).toEqual(['service', 'version', 'endpoint', 'operation']);
  for (const result of results) expect(groupBy.filter((name) => valueOf(result, name) === undefined)).toEqual([]);
});

test('its gate admits what Plumbline admits, and nothing else', async () => {
  const checks = fc.array(
    fc.record({
      verdict: fc.option(fc.constantFrom(...VERDICTS), { nil: undefined }),
      level: fc.constantFrom('MUST' as const, 'SHOULD' as const),
      basis: fc.constantFrom('documented' as const, 'assumed' as const),
    }),
    { maxLength: 6 },
  );
  let admitted = 0;
  await fc.assert(
    fc.asyncProperty(checks, fc.boolean(), async (given, waived) => {
      const one = tinyReport({
        checks: given.map(({ verdict, ...rest }, index) => ({
          ...rest,
          id: `${ID}/r${index}`,
          ...(verdict === undefined ? {} : { verdict }),
        })),
        waivers: waived ? [tinyWaiver({ checks: `${ID}/r0` })] : [],
      });
      if (one.decision.exitCode === 0) admitted += 1;
      expect(await admits(filesOf(one))).toBe(one.decision.exitCode === 0);
    }),
    { ...runs(150), examples: [[[{ verdict: 'pass', level: 'MUST', basis: 'documented' }], false]] },
  );
  expect(admitted).toBeGreaterThan(0);
});
