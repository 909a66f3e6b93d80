/** One set of words for what may be said of a service, a run and a decision, in every view. */
import { describe, expect, it, test } from 'vitest';
import { PRESETS } from '../../src/gate/policy.ts';
import { badge } from '../../src/report/views/badge.ts';
import { ctrf } from '../../src/report/views/ctrf.ts';
import { githubAnnotations } from '../../src/report/views/github-annotations.ts';
import { junit } from '../../src/report/views/junit.ts';
import { decisionText } from '../../src/explain/rule-text.ts';
import { runOverview } from '../../src/report/merge.ts';
import type { Report } from '../../src/report/model.ts';
import { overviewText } from '../../src/report/views/texts.ts';
import { sarif } from '../../src/report/views/sarif.ts';
import {
  countsText,
  decisionStatus,
  incompleteText,
  runStatus,
  conformanceStatus,
} from '../../src/report/conformance-status.ts';
import { summaryMarkdown } from '../../src/report/views/summary-markdown.ts';
import { terminalSummary } from '../../src/report/views/terminal.ts';
import { type TinyOptions, tinyReport, tinyWaiver } from './tiny.ts';
import { parseXml } from './xml-reader.ts';

const PART = {
  run: { selection: { only: 'students' } },
  more: { sizes: new Map([['student-reporting@4.0.1', 582]]) },
} as const;
const EXCUSED = [tinyWaiver({ checks: '**/0' }), tinyWaiver({ checks: '**/1', expires: '2026-11-30' })];

const CASES: readonly (readonly [
  name: string,
  options: TinyOptions,
  result: string,
  standing: string,
  tone: string,
  decision: string,
])[] = [
  [
    'everything passes',
    { checks: [{ verdict: 'pass' }, { verdict: 'inapplicable' }] },
    'conformant',
    'conformant',
    'good',
    'release approved',
  ],
  [
    'a MUST fails',
    { checks: [{ verdict: 'pass' }, { verdict: 'fail' }] },
    'nonconformant',
    'nonconformant',
    'bad',
    'release blocked',
  ],
  [
    'all failures are excused',
    { checks: [{ verdict: 'fail' }, { verdict: 'fail' }, { verdict: 'pass' }], waivers: EXCUSED },
    'nonconformant',
    'nonconformant, 2 failures waived, the first until 2026-11-30',
    'open',
    'release approved',
  ],
  [
    'one failure is excused and one is not',
    { checks: [{ verdict: 'fail' }, { verdict: 'pass' }, { verdict: 'fail' }], waivers: EXCUSED.slice(0, 1) },
    'nonconformant',
    'nonconformant',
    'bad',
    'release blocked',
  ],
  [
    'a MUST was not judged',
    { checks: [{ verdict: 'pass' }, { verdict: 'inconclusive' }] },
    'incomplete',
    'incomplete',
    'open',
    'run incomplete, release blocked',
  ],
  [
    'a part passes',
    { ...PART, checks: [{ verdict: 'pass' }, { verdict: 'pass' }] },
    'incomplete',
    'partial run: 2 of 582 checks',
    'open',
    'partial run passed',
  ],
  [
    'a part fails',
    { ...PART, checks: [{ verdict: 'pass' }, { verdict: 'fail' }] },
    'nonconformant',
    'nonconformant (partial run: 2 of 582 checks)',
    'bad',
    'release blocked',
  ],
  [
    'a part was not judged',
    { ...PART, checks: [{ verdict: 'pass' }, { verdict: 'inconclusive' }] },
    'incomplete',
    'incomplete (partial run: 2 of 582 checks)',
    'open',
    'run incomplete, release blocked',
  ],
  [
    'a SHOULD fails',
    { checks: [{ verdict: 'pass' }, { verdict: 'fail', level: 'SHOULD' }] },
    'conformant',
    'conformant, 1 recommendation not met',
    'open',
    'release approved, 1 recommendation not met',
  ],
  [
    'an assumption fails',
    { checks: [{ verdict: 'pass' }, { verdict: 'fail', basis: 'assumed' }] },
    'undecided',
    'undecided, 1 failure based on assumptions, 1 of 2 mandatory checks confirmed',
    'open',
    'release approved',
  ],
  [
    'nothing but assumptions passes',
    { checks: [{ verdict: 'pass', basis: 'assumed' }] },
    'undecided',
    'undecided, 0 of 1 mandatory check confirmed',
    'open',
    'run incomplete, release blocked',
  ],
  [
    'an assumption was not judged',
    { checks: [{ verdict: 'pass' }, { verdict: 'inconclusive', basis: 'assumed' }] },
    'incomplete',
    'incomplete',
    'open',
    'release approved',
  ],
  [
    'good practice is not kept',
    { checks: [{ verdict: 'pass' }, { verdict: 'fail', basis: 'practice' }] },
    'conformant',
    'conformant, 1 good practice not met',
    'open',
    'release approved',
  ],
  [
    'a SHOULD was not judged',
    { checks: [{ verdict: 'pass' }, { verdict: 'inconclusive', level: 'SHOULD' }] },
    'conformant',
    'conformant, 1 not judged',
    'open',
    'release approved',
  ],
  [
    'nothing was planned',
    { checks: [], versions: [{ service: 'a', spec: '1' }] },
    'incomplete',
    'incomplete, no check was planned',
    'open',
    'run incomplete, release blocked',
  ],
];

const RIGHT = 'no check fails, but mandatory checks have no verdict';

describe.each(CASES)('%s', (_name, options, result, standing, tone, decision) => {
  const report = tinyReport(options);
  const [summary] = report.summaries;

  it('has one result, one standing and one decision', () => {
    expect(summary?.result).toBe(result);
    expect(summary === undefined ? undefined : conformanceStatus(summary)).toEqual({ text: standing, tone });
    expect(runStatus(report)).toEqual({ text: standing, tone });
    expect(decisionStatus({ exitCode: report.decision.exitCode, summaries: report.summaries }).text).toBe(decision);
  });

  it('says them in every view', () => {
    const [word = '', ...rest] = decision.split(', ');
    const loud = [word.toUpperCase(), ...rest].join(', ');
    expect(terminalSummary(report)).toContain(`  ${standing}  `);
    expect(terminalSummary(report)).toContain(`Decision (policy nightly): ${loud}`);
    expect(summaryMarkdown(report)).toContain(standing);
    expect(summaryMarkdown(report).split('\n')[0]?.toLowerCase()).toContain(` ${decision}: `);
    expect(parseXml(badge(report)).all('title')[0]?.text).toBe(`conformance: ${standing}`);
    const because = report.decision.exitCode === 3 ? RIGHT : standing;
    expect(githubAnnotations(report)).toContain(
      `${decision}; ${because}`.replaceAll(':', '%3A').replaceAll(',', '%2C'),
    );
    const properties = parseXml(junit(report)).all('property');
    expect(properties.find(({ attributes }) => attributes['name'] === 'standing')?.attributes['value']).toBe(standing);
    expect(JSON.parse(ctrf(report))).toMatchObject({
      results: { summary: { extra: { decisionInWords: decision, standing, results: [{ result, standing }] } } },
    });
    expect(JSON.parse(sarif(report))).toMatchObject({ runs: [{ properties: { decision, standing } }] });
    const many = overviewText(runOverview([{ file: 'report.json', report }]));
    expect(many).toContain(standing);
    expect(many.toLowerCase()).toContain(decision);
  });

  it('says in every view alike what is behind a run that is incomplete, once', () => {
    const isIncomplete = report.decision.exitCode === 3;
    for (const text of [
      terminalSummary(report),
      summaryMarkdown(report),
      githubAnnotations(report).replaceAll('%2C', ','),
      decisionText(report, report.decision, () => true),
    ]) {
      expect(text.toLowerCase().split(RIGHT)).toHaveLength(isIncomplete ? 2 : 1);
      if (isIncomplete) expect(text).not.toMatch(/\bblock\b/i);
    }
  });

  it('is green only where everything that applies passes', () => {
    const green = standing === 'conformant';
    expect(badge(report).includes('#2a7f3e')).toBe(green);
    expect(summaryMarkdown(report).includes('✅')).toBe(green);
    // eslint-disable-next-line no-control-regex -- green, as terminals spell it
    expect(/\u001b\[32m/.test(terminalSummary(report, { color: true }))).toBe(green);
  });
});

test('what fails and does not block is not told as if nothing were wrong', () => {
  const { summaries } = tinyReport({ checks: [{ verdict: 'fail', level: 'SHOULD' }, { verdict: 'inconclusive' }] });
  expect(incompleteText({ exitCode: 3, summaries })).toBe(
    'no failure blocks the release, but mandatory checks have no verdict',
  );
});

describe('the reasons of a decision', () => {
  const reasons = (options: TinyOptions): readonly string[] =>
    tinyReport(options).decision.reasons.map(({ text }) => text);

  it('count what could block, each check once', () => {
    const checks = [
      { verdict: 'pass' as const },
      { verdict: 'fail' as const },
      { verdict: 'inapplicable' as const },
      { verdict: 'pass' as const, level: 'SHOULD' as const },
    ];
    expect(reasons({ checks, waivers: [tinyWaiver({ checks: '**/1' })] })[0]).toBe(
      '3 checks can block the release: 1 passes, 1 waived, 1 does not apply.',
    );
  });

  it('mark a partial run, with an unchanged exit code', () => {
    const report = tinyReport({ ...PART, checks: [{ verdict: 'pass' }] });
    expect(report.decision).toMatchObject({ decision: 'admit', exitCode: 0, part: { planned: 1, of: 582 } });
    expect(reasons({ ...PART, checks: [{ verdict: 'pass' }] })).toContain(
      'Partial run (--only students): 1 of 582 checks. A partial run makes no statement about conformance.',
    );
    expect(tinyReport({ ...PART, checks: [{ verdict: 'pass' }], policy: PRESETS.release }).decision.exitCode).toBe(3);
  });

  it('list failures that do not block', () => {
    expect(
      reasons({
        checks: [
          { verdict: 'pass' },
          { verdict: 'fail', level: 'SHOULD', basis: 'standard' },
          { verdict: 'fail', basis: 'assumed' },
        ],
      }),
    ).toContain(
      'student-reporting 4.0.1: 1 failure (2 checks, MUST assumed 1, SHOULD standard 1), not blocked by the policy.',
    );
  });

  it('count failures and checks', () => {
    const all = reasons({
      checks: [{ verdict: 'fail' }, { verdict: 'fail', operation: 'update' }, { verdict: 'fail', operation: 'delete' }],
    });
    expect(all).toContain('student-reporting 4.0.1: 1 failure (3 checks, MUST documented 3).');
  });

  it('let no practice block', () => {
    const practice = tinyReport({ checks: [{ verdict: 'pass' }, { verdict: 'fail', basis: 'practice' }] });
    expect(practice.decision.exitCode).toBe(0);
    expect(practice.decision.reasons.map(({ text }) => text)).toContain(
      'student-reporting 4.0.1: 1 failure (MUST practice 1), not blocked by the policy.',
    );
  });
});

test('what does not apply is not counted among what holds', () => {
  const report: Report = tinyReport({
    checks: [
      { verdict: 'pass' },
      { verdict: 'inapplicable' },
      { verdict: 'fail' },
      { verdict: 'inconclusive' },
      { verdict: 'fail', operation: 'list' },
    ],
    waivers: [tinyWaiver({ checks: '**/list/**' })],
  });
  expect(report.summaries.map(({ counts }) => countsText(counts))).toEqual([
    '1 passes, 1 waived, 1 failing, 1 not judged, 1 does not apply',
  ]);
});

test('several versions are told together', () => {
  const several = (...checks: TinyOptions['checks']): string =>
    runStatus(tinyReport({ checks, waivers: [tinyWaiver({ checks: '**/list/**' })] })).text;
  const excused = { verdict: 'fail', operation: 'list' } as const;
  expect(several({ verdict: 'pass' }, { verdict: 'pass', spec: '3.0.8' })).toBe('2 of 2 conformant');
  expect(several({ verdict: 'fail' }, { ...excused, spec: '3.0.8' })).toBe('1 of 2 nonconformant');
  expect(several(excused, { verdict: 'pass', spec: '3.0.8' })).toBe('1 of 2 nonconformant, waived');
  expect(several({ verdict: 'pass' }, { verdict: 'inconclusive', spec: '3.0.8' })).toBe(
    'incomplete, 1 of 2 conformant',
  );
  expect(
    several(
      { verdict: 'pass' },
      { verdict: 'pass', spec: '3.0.8' },
      { verdict: 'fail', spec: '3.0.8', level: 'SHOULD' },
    ),
  ).toBe('2 of 2 conformant, 1 with remarks');
});
