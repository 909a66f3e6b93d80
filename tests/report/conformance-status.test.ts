/** One set of words for what may be said of a service, a run and a decision, in every view. */
import { describe, expect, it, test } from 'vitest';
import { PRESETS } from '../../src/gate/policy.ts';
import { badge } from '../../src/report/views/badge.ts';
import { ctrf } from '../../src/report/views/ctrf.ts';
import { githubAnnotations } from '../../src/report/views/github-annotations.ts';
import { junit } from '../../src/report/views/junit.ts';
import { decisionText } from '../../src/report/views/decision.ts';
import { runOverview } from '../../src/report/merge.ts';
import { isBinding } from '../../src/report/tally.ts';
import type { Report } from '../../src/report/model.ts';
import { overviewText } from '../../src/report/views/texts.ts';
import { sarif } from '../../src/report/views/sarif.ts';
import {
  countsText,
  releaseStatus,
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
    'nonconformant, 2 failing checks waived, the first until 2026-11-30',
    'open',
    'release approved, but nonconformant, 2 failing checks waived',
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
    'undecided, 1 assumed check fails, 1 of 2 mandatory checks is assumed',
    'open',
    'release approved, but undecided, 1 assumed check fails',
  ],
  [
    'nothing but assumptions passes',
    { checks: [{ verdict: 'pass', basis: 'assumed' }] },
    'undecided',
    'undecided, 1 of 1 mandatory check is assumed',
    'open',
    'run incomplete, release blocked',
  ],
  [
    'an assumption was not judged',
    { checks: [{ verdict: 'pass' }, { verdict: 'inconclusive', basis: 'assumed' }] },
    'incomplete',
    'incomplete',
    'open',
    'release approved, but incomplete, 1 not judged',
  ],
  [
    'good practice is not kept',
    { checks: [{ verdict: 'pass' }, { verdict: 'fail', basis: 'practice' }] },
    'conformant',
    'conformant, 1 good practice not met',
    'open',
    'release approved, 1 good practice not met',
  ],
  [
    'a SHOULD was not judged',
    { checks: [{ verdict: 'pass' }, { verdict: 'inconclusive', level: 'SHOULD' }] },
    'conformant',
    'conformant, 1 not judged',
    'open',
    'release approved, 1 not judged',
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

/** Why a run is incomplete, by the name of the case; otherwise a check that can block has no verdict. */
const OBSTACLES: Readonly<Record<string, string>> = {
  'nothing but assumptions passes': 'no check that can block was judged',
  'nothing was planned': 'no check was planned',
};

describe.each(CASES)('%s', (name, options, result, standing, tone, decision) => {
  const obstacle = `no check fails, but ${OBSTACLES[name] ?? 'checks that can block have no verdict'}`;
  const report = tinyReport(options);
  const [summary] = report.summaries;

  it('has one result, one standing and one decision', () => {
    expect(summary?.result).toBe(result);
    expect(summary === undefined ? undefined : conformanceStatus(summary)).toEqual({ text: standing, tone });
    expect(runStatus(report)).toEqual({ text: standing, tone });
    expect(releaseStatus(report).text).toBe(decision);
  });

  it('says them in every view', () => {
    const [word = '', ...rest] = decision.split(', ');
    const loud = [word.toUpperCase(), ...rest].join(', ');
    expect(terminalSummary(report)).toContain(`  ${standing}  `);
    expect(terminalSummary(report)).toContain(`Decision (policy nightly): ${loud}`);
    expect(summaryMarkdown(report)).toContain(standing);
    expect(summaryMarkdown(report).split('\n')[0]?.toLowerCase()).toContain(` ${decision}: `);
    expect(parseXml(badge(report)).all('title')[0]?.text).toBe(`conformance: ${standing}`);
    const because = report.decision.exitCode === 3 ? obstacle : standing;
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
      expect(text.toLowerCase().split(obstacle)).toHaveLength(isIncomplete ? 2 : 1);
      if (isIncomplete) expect(text).not.toMatch(/(?<!can(?:not)? )\bblock\b/i);
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

test('an approval names the allowed defects and the selection', () => {
  const checks = [{ verdict: 'pass' }, { verdict: 'fail' }] as const;
  const explored = tinyReport({ checks, policy: PRESETS.explore });
  expect(explored.decision.exitCode).toBe(0);
  expect(releaseStatus(explored)).toEqual({ text: 'release approved, but nonconformant', tone: 'open' });
  const run = { selection: { service: 'student-reporting' } };
  const selected = tinyReport({ checks: checks.slice(0, 1), run, policy: PRESETS.release });
  expect(releaseStatus(selected)).toEqual({ text: 'release approved, for student-reporting only', tone: 'open' });
  expect(decisionText(selected, selected.decision, isBinding)).toContain(
    'Decision (policy release): RELEASE APPROVED, for student-reporting only, exit 0',
  );
  const versions = { ...selected, run: { ...selected.run, selection: { spec: ['3.0.8', '4.0.1'] } } };
  expect(releaseStatus(versions).text).toBe('release approved, for 3.0.8 and 4.0.1 only');
});

test('what fails and does not block is not told as if nothing were wrong', () => {
  const { decision, summaries } = tinyReport({
    checks: [{ verdict: 'pass' }, { verdict: 'fail', level: 'SHOULD' }, { verdict: 'inconclusive' }],
  });
  expect(incompleteText(decision, summaries)).toBe(
    'no failure blocks the release, but checks that can block have no verdict',
  );
});

test('a selection is the only obstacle if all of its checks were judged', () => {
  const run = { selection: { service: 'student-reporting', spec: ['4.0.1'] } };
  const { decision, summaries } = tinyReport({ checks: [{ verdict: 'pass' }], run, policy: PRESETS.release });
  expect(decision.exitCode).toBe(3);
  expect(incompleteText(decision, summaries)).toBe('no check fails, but the run covers only a selection');
  expect(decision.reasons.map(({ text }) => text)).toEqual([
    'The run covers only a selection (--service student-reporting --spec 4.0.1); policy release needs a complete run.',
  ]);
});

describe('every decision', () => {
  const point = { service: 'student-reporting', question: '?', reason: '', section: '', default: 1, checks: 1 };
  const report = tinyReport({
    checks: [{ verdict: 'pass' }, { verdict: 'fail', basis: 'assumed' }],
    more: { openPoints: [{ ...point, id: 'q.one' }] },
  });

  it.each([
    ['terminal', terminalSummary(report)],
    ['gate', decisionText(report, report.decision, isBinding)],
    ['summary.md', summaryMarkdown(report)],
  ])('names target, version, result, date and open questions: %s', (_, text) => {
    for (const part of ['acme-vendor-test', '2026-11-20 18:00 UTC', 'undecided, 1 assumed check fails'])
      expect(text).toContain(part);
    expect(text).toMatch(/student-reporting[ |]+4\.0\.1/);
    expect(text).toContain('1 of 2 mandatory checks is assumed and cannot block. 1 open question has no answer.');
  });

  it('says how many checks of a failure group block, and who acts on it', () => {
    const mixed = tinyReport({
      checks: [{ verdict: 'fail' }, { verdict: 'fail', basis: 'assumed' }, { verdict: 'fail', operation: 'update' }],
    });
    expect(terminalSummary(mixed)).toContain(
      '3 checks on 2 operations, 2 block (student-reporting 4.0.1, MUST documented); assignee: service team',
    );
    expect(summaryMarkdown(mixed)).toMatch(/: 3 checks on 2 operations, 2 block\n.*; assignee service team: /);
    const assumed = tinyReport({ checks: [{ verdict: 'pass' }, { verdict: 'fail', basis: 'assumed' }] });
    expect(terminalSummary(assumed)).toContain('Open items that do not block\n');
    expect(terminalSummary(assumed)).toContain('MUST assumed, does not block); assignee: target owner');
  });

  it('names the answers that unwaived failing checks depend on', () => {
    const openPoints = ['q.a', 'q.b', 'q.c', 'q.d', 'q.e'].map((id) => ({ ...point, id, answer: 1 }));
    const summary = (basis: 'confirmed' | 'documented', waivers: TinyOptions['waivers'] = []): string =>
      summaryMarkdown(
        tinyReport({
          checks: [{ verdict: 'pass' }, { verdict: 'fail', basis, restsOn: ['q.a', 'q.b', 'q.c', 'q.d'] }],
          more: { openPoints },
          waivers,
        }),
      );
    expect(summary('confirmed')).toContain('depend on answers to open questions: `q.a`, `q.b`, `q.c`, 1 more. Fix');
    expect(summary('documented')).not.toContain('depend on answers');
    expect(summary('confirmed', [tinyWaiver({ checks: '**/1' })])).not.toContain('depend on answers');
  });

  it('lists the waivers in use', () => {
    const waived = tinyReport({ checks: [{ verdict: 'fail' }, { verdict: 'fail' }], waivers: EXCUSED });
    const line = 'integration team until 2026-11-30: known issue (1 failing check)';
    expect(decisionText(waived, waived.decision, isBinding)).toContain(`  waiver      ${line}\n`);
    expect(summaryMarkdown(waived)).toContain(`2 waivers, 2 in use; 1 of them expires within 14 days: ${line}; `);
  });
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
      '3 of 3 mandatory checks can block: 1 passes, 1 waived, 1 does not apply.',
    );
  });

  it('name checks that wait for a waived failure', () => {
    const id = 'student-reporting/students/create/known';
    const checks = [
      { verdict: 'pass' as const },
      { verdict: 'fail' as const, id },
      { verdict: 'inconclusive' as const, blockedBy: [id] },
      { verdict: 'inconclusive' as const, blockedBy: [id] },
    ];
    const all = reasons({ checks, waivers: [tinyWaiver({ checks: '**/known' })] });
    expect(all[0]).toBe(
      '4 of 4 mandatory checks can block: 1 passes, 1 waived, 2 not judged because of waived failures.',
    );
    expect(all).toContain(
      'student-reporting 4.0.1: 2 checks could not be judged because of a waived failure, and do not block.',
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
    ).toContain('student-reporting 4.0.1: 1 failure does not block: 2 checks (1 MUST assumed, 1 SHOULD standard).');
  });

  it('count failures and checks', () => {
    const all = reasons({
      checks: [{ verdict: 'fail' }, { verdict: 'fail', operation: 'update' }, { verdict: 'fail', operation: 'delete' }],
    });
    expect(all).toContain('student-reporting 4.0.1: 1 failure blocks: 3 checks (3 MUST documented).');
  });

  it('report a failure with checks that block and checks that do not in one line', () => {
    const mixed: TinyOptions = { checks: [{ verdict: 'fail' }, { verdict: 'fail', basis: 'assumed' }] };
    expect(reasons(mixed)).toEqual([
      'student-reporting 4.0.1: 1 failure blocks: 2 checks, 1 blocks (1 MUST documented).',
      '1 of 2 mandatory checks is assumed and cannot block.',
    ]);
    expect(tinyReport(mixed).decision.reasons[0]?.checks).toHaveLength(1);
    expect(reasons({ ...mixed, waivers: [tinyWaiver({ checks: '**/0' })] })).toEqual([
      '1 of 2 mandatory checks can block: 0 pass, 1 waived.',
      '1 of 2 mandatory checks is assumed and cannot block.',
      'student-reporting 4.0.1: 1 failure is waived: 2 checks, 1 is waived (1 MUST documented).',
    ]);
  });

  it('count assumed checks in every decision, also without open questions', () => {
    const checks = [{ verdict: 'pass' as const }, { verdict: 'pass' as const, basis: 'assumed' as const }];
    expect(tinyReport({ checks }).summaries[0]?.result).toBe('conformant');
    expect(reasons({ checks })).toEqual([
      '1 of 2 mandatory checks can block: 1 passes.',
      '1 of 2 mandatory checks is assumed and cannot block.',
    ]);
    expect(reasons({ checks: checks.slice(0, 1) })).toEqual(['1 of 1 mandatory check can block: 1 passes.']);
    expect(reasons({ checks, policy: PRESETS.explore })).toContain(
      '1 of 2 mandatory checks is assumed and cannot block.',
    );
    const failing = [{ levels: ['MUST', 'SHOULD'], bases: ['documented', 'assumed'] } as const];
    expect(
      reasons({ checks: [...checks, { verdict: 'pass', level: 'SHOULD' }], policy: { ...PRESETS.nightly, failing } }),
    ).toEqual(['2 of 2 mandatory checks and 1 other can block: 3 pass.']);
  });

  it('let no practice block', () => {
    const practice = tinyReport({ checks: [{ verdict: 'pass' }, { verdict: 'fail', basis: 'practice' }] });
    expect(practice.decision.exitCode).toBe(0);
    expect(practice.decision.reasons.map(({ text }) => text)).toContain(
      'student-reporting 4.0.1: 1 failure does not block: 1 check (1 MUST practice).',
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
