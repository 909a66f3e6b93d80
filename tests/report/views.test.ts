import { execFileSync } from 'node:child_process';
import { describe, expect, it, test } from 'vitest';
import type { Exchange } from '../../src/model/exchange.ts';
import { badge } from '../../src/report/views/badge.ts';
import { ctrf } from '../../src/report/views/ctrf.ts';
import { githubAnnotations } from '../../src/report/views/github-annotations.ts';
import { junit } from '../../src/report/views/junit.ts';
import { runOverview } from '../../src/report/merge.ts';
import type { Report } from '../../src/report/model.ts';
import { overviewText } from '../../src/report/views/texts.ts';
import { sarif } from '../../src/report/views/sarif.ts';
import { summaryMarkdown } from '../../src/report/views/summary-markdown.ts';
import { terminalSummary } from '../../src/report/views/terminal.ts';
import { HOSTILE, UNPRINTABLE } from './hostile.ts';
import { sampleReport } from './sample-report.ts';
import { tinyReport, tinyWaiver } from './tiny.ts';
import { parseXml } from './xml-reader.ts';

/** One exchange for each check, of a quarter of a second. */
function exchangesFor(report: Report): readonly Exchange[] {
  return report.checks.map((check) => ({
    id: `${check.id}#call`,
    group: 'group',
    service: check.service,
    spec: check.spec,
    operation: 'students/create',
    step: 'call',
    at: Date.parse('2026-11-20T18:00:00.000Z'),
    durationMs: 250,
    request: {
      method: 'POST',
      url: 'http://service.test/students',
      headers: [['authorization', 'Bearer top-secret']],
      body: '{}',
    },
    response: { status: 201, headers: [], body: '', bytes: 0 },
  }));
}

/** One check of every fate. */
const everyFate = tinyReport({
  checks: [
    { verdict: 'pass' },
    { verdict: 'fail' },
    {
      verdict: 'fail',
      level: 'SHOULD',
      basis: 'standard',
      operation: 'read',
      rule: 'errors.no-leak',
      title: 'No stack trace leaks',
      findings: [
        { where: 'body', expected: 'no stack trace', actual: 'at x.y' },
        { where: 'body', expected: 'no stack trace', actual: 'at z' },
      ],
    },
    { verdict: 'fail', operation: 'list' },
    { verdict: 'pass', operation: 'update' },
    { verdict: 'inconclusive', cause: 'The target did not answer.' },
    { verdict: 'inapplicable', cause: 'There is no second organisation.' },
    {},
    { verdict: 'pass', service: 'partner-onboarding', spec: '1.0.0', endpoint: 'partners' },
  ],
  versions: [
    { service: 'partner-onboarding', spec: '1.0.0' },
    { service: 'student-reporting', spec: '4.0.1' },
  ],
  waivers: [tinyWaiver({ checks: '**/list/**' }), tinyWaiver({ checks: '**/update/**' })],
});

/** Hostile text wherever a service or a target's owner may have put it. */
const hostile = tinyReport({
  checks: HOSTILE.flatMap((text) => [
    {
      verdict: 'fail' as const,
      rule: 'errors.no-leak',
      title: text,
      findings: [{ where: text, expected: text, actual: text }],
    },
    { verdict: 'inconclusive' as const, cause: text },
    { verdict: 'fail' as const, operation: 'list', findings: [{ where: text, actual: text }] },
  ]),
  waivers: [
    tinyWaiver({ checks: '**/list/**', reason: HOSTILE.join(''), owner: HOSTILE.join('') }),
    tinyWaiver({ checks: HOSTILE[5], owner: HOSTILE[3] }),
  ],
  run: { target: HOSTILE.slice(0, 11).join(' ') },
});

const VIEWS: Readonly<Record<string, (report: Report) => string>> = {
  'junit.xml': (report) => junit(report),
  'ctrf.json': ctrf,
  'sarif.json': (report) => sarif(report),
  'summary.md': (report) => summaryMarkdown(report),
  'badge.svg': (report) => badge(report),
  'terminal.txt': (report) =>
    terminalSummary(report, { paths: ['reports/latest/index.html', 'reports/latest/report.json'] }),
  'annotations.txt': (report) => githubAnnotations(report),
};

describe.each(Object.entries(VIEWS))('%s', (name, view) => {
  // JSON is for programs: its fields are asserted below.
  it.skipIf(name.endsWith('.json'))('looks like this', async () => {
    await expect(view(everyFate)).toMatchFileSnapshot(`golden/${name}`);
  });

  it('is the same every time', () => {
    expect(view(sampleReport({ checks: 300 }))).toBe(view(sampleReport({ checks: 300 })));
  });

  it('survives hostile text', () => {
    const text = view(hostile);
    if (name.endsWith('.json')) expect(() => JSON.parse(text) as unknown).not.toThrow();
    else expect(UNPRINTABLE.exec(text)?.[0]).toBeUndefined();
    expect(text).not.toMatch(/\p{Surrogate}/u);
  });

  it('stands an empty report', () => {
    expect(view(tinyReport({ checks: [], versions: [] }))).not.toBe('');
  });
});

describe('junit', () => {
  it('is XML that gives every text back, but for what XML cannot hold', () => {
    const root = parseXml(junit(hostile));
    const messages = root.all('failure').map(({ attributes }) => attributes['message'] ?? '');
    expect(messages.some((message) => message.includes('</failure></testcase><script>alert(1)</script>'))).toBe(true);
    expect(root.all('script')).toEqual([]);
    expect(root.all('testcase')).toHaveLength(hostile.checks.length);
  });

  it('is read by another parser too', () => {
    const python =
      'import sys,xml.dom.minidom as m; d=m.parseString(sys.stdin.buffer.read()); print(len(d.getElementsByTagName("testcase")))';
    let count: string;
    try {
      count = execFileSync('python3', ['-c', python], { input: junit(hostile), encoding: 'utf8' }).trim();
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
      throw error;
    }
    expect(count).toBe(String(hostile.checks.length));
  });

  it('counts what it holds, and has one case for each check', () => {
    for (const report of [everyFate, sampleReport({ checks: 900, failing: 60 })]) {
      const root = parseXml(junit(report));
      const suites = root.all('testsuite');
      expect(suites).toHaveLength(report.summaries.length);
      // What was not judged is no pass, and not skipped either: a CI system would be green.
      expect(root.all('error')).toHaveLength(
        report.checks.filter(({ disposition }) => disposition === 'undetermined').length,
      );
      for (const suite of suites) {
        expect(Number(suite.attributes['tests'])).toBe(suite.all('testcase').length);
        expect(Number(suite.attributes['failures'])).toBe(suite.all('failure').length);
        expect(Number(suite.attributes['skipped'])).toBe(suite.all('skipped').length);
        expect(Number(suite.attributes['errors'])).toBe(suite.all('error').length);
      }
      const cases = root.all('testcase').map(({ attributes }) => `${attributes['classname']} ${attributes['name']}`);
      expect(new Set(cases).size).toBe(report.checks.length);
    }
  });

  it('is one error where preflight stopped the run', () => {
    const report = tinyReport({
      checks: Array.from({ length: 582 }, () => ({ verdict: 'inconclusive' as const, cause: 'refused' })),
    });
    const stopped = {
      ...report,
      decision: {
        ...report.decision,
        reasons: [
          { code: 'preflight', text: 'Preflight stopped the run: refused.', checks: [] },
          ...report.decision.reasons,
        ],
      },
    };
    const root = parseXml(junit(stopped));
    expect(root.attributes).toMatchObject({ tests: '1', errors: '1', failures: '0', skipped: '0' });
    expect(root.all('testcase')).toHaveLength(1);
    expect(root.all('error').map(({ attributes }) => attributes['message'])).toEqual([
      'Preflight stopped the run: refused.',
    ]);
  });

  it('tells times, what was expected and received, and the command that sends it again', () => {
    const report = tinyReport({ checks: [{ verdict: 'fail' }, { verdict: 'pass' }] });
    const root = parseXml(junit(report, { exchanges: exchangesFor(report) }));
    expect(root.all('testcase').map(({ attributes }) => attributes['time'])).toEqual(['0.250', '0.250']);
    expect(root.all('testsuite').map(({ attributes }) => attributes['time'])).toEqual(['0.500']);
    const [failure] = root.all('failure');
    expect(failure?.attributes['message']).toBe(
      'Answers without a Date that can be read: absent; header date: expected an IMF-fixdate, received absent',
    );
    expect(failure?.text).toContain('expected: an IMF-fixdate\nreceived: absent\n');
    expect(failure?.text).toContain(
      "curl --include --globoff --path-as-is --request 'POST' 'http://service.test/students'",
    );
    expect(failure?.text).not.toContain('top-secret');
    const { results } = JSON.parse(ctrf(report, exchangesFor(report))) as {
      results: { tests: { duration: number; extra: { curl?: string; findings?: unknown[] } }[] };
    };
    expect(results.tests[0]).toMatchObject({
      duration: 250,
      extra: { findings: [{ where: 'header date', expected: 'an IMF-fixdate', received: 'absent' }] },
    });
    expect(results.tests[0]?.extra.curl).toContain('/students');
    const alert = JSON.parse(sarif(report, { exchanges: exchangesFor(report) })) as {
      runs: { results: { properties: { curl: string } }[] }[];
    };
    expect(alert.runs[0]?.results[0]?.properties.curl).toContain('/students');
  });

  it('can leave red to what blocks', () => {
    const text = junit(everyFate, { failures: 'blocking', blocks: (check) => check.level === 'MUST' });
    expect(parseXml(text).all('failure')).toHaveLength(2);
    expect(parseXml(junit(everyFate)).all('failure')).toHaveLength(3);
  });
});

interface CtrfTest {
  readonly status: string;
  readonly rawStatus: string;
  readonly message?: string;
}

describe('ctrf', () => {
  it('has the required members and true counts', () => {
    const { reportFormat, results } = JSON.parse(ctrf(everyFate)) as {
      reportFormat: string;
      results: { tool: unknown; summary: Record<string, number>; tests: CtrfTest[] };
    };
    expect(reportFormat).toBe('CTRF');
    expect(results.tool).toEqual({ name: 'plumbline', version: '0.1.0' });
    expect(results.summary).toMatchObject({
      tests: 9,
      passed: 2,
      failed: 3,
      skipped: 2,
      pending: 1,
      other: 1,
      suites: 2,
      start: Date.parse('2026-11-20T18:00:00.000Z'),
      stop: Date.parse('2026-11-20T18:00:02.500Z'),
      extra: {
        decision: 'block',
        exitCode: 1,
        policy: 'nightly',
        standing: '1 of 2 nonconformant',
        results: [{ result: 'conformant' }, { spec: '4.0.1', result: 'nonconformant' }],
        causes: [
          { id: '15cp5st0jv5', kind: 'finding', checks: 2 },
          { id: '0x5fc0q0rlp', kind: 'finding', checks: 1 },
          { kind: 'undetermined', title: 'The target did not answer.' },
          { kind: 'undetermined' },
          { kind: 'unexpected-pass' },
        ],
      },
    });
    expect(results.tests.map(({ rawStatus, message }) => `${rawStatus}: ${message?.split('\n')[0] ?? ''}`)).toEqual([
      'pass, conforming: ',
      'pass, conforming: ',
      'fail, nonconforming: Answers without a Date that can be read: absent',
      'inconclusive, undetermined: not judged: The target did not answer.',
      'inapplicable, conforming: There is no second organisation.',
      'untested, undetermined: not judged: A test group of this check returned no result.',
      'fail, expected-failure: waived: Answers without a Date that can be read: absent',
      'fail, nonconforming: No stack trace leaks',
      'pass, unexpected-pass: passes, but a waiver expects a failure: narrow or remove the waiver',
    ]);
    expect(results.tests[2]).toMatchObject({
      name: 'student-reporting/students/create/http.date-present/1',
      suite: ['student-reporting', '4.0.1', 'students', 'create'],
      tags: ['http', 'http.date-present', 'MUST', 'documented'],
      filePath: 'contracts/student-reporting/students.yaml',
      line: 11,
      extra: { disposition: 'nonconforming', evidence: ['student-reporting/students/create/http.date-present/1#call'] },
    });
    for (const word of ['passed', 'failed', 'skipped', 'pending', 'other'])
      expect(results.tests.filter(({ status }) => status === word)).toHaveLength(results.summary[word] ?? 0);
  });
});

describe('sarif', () => {
  interface Alert {
    readonly ruleId: string;
    readonly ruleIndex: number;
    readonly level: string;
    readonly message: { readonly text: string };
    readonly occurrenceCount: number;
    readonly relatedLocations?: readonly unknown[];
    readonly suppressions?: readonly unknown[];
    readonly partialFingerprints: Readonly<Record<string, string>>;
    readonly locations: readonly unknown[];
  }
  const runOf = (report: Report) =>
    (
      JSON.parse(sarif(report)) as {
        runs: {
          automationDetails: { id: string };
          properties: object;
          tool: { driver: { name: string; rules: { id: string }[] } };
          results: Alert[];
          invocations: { executionSuccessful: boolean; toolExecutionNotifications?: { message: { text: string } }[] }[];
        }[];
      }
    ).runs[0];

  it('has one result for each cause, at the line of its contract, with a fingerprint of its own', () => {
    const run = runOf(everyFate);
    // One departure of which a waiver excuses a part is two: one that is dismissed, and one that is not.
    expect(
      run?.results.map(({ level, suppressions }) => `${level}${suppressions === undefined ? '' : ', suppressed'}`),
    ).toEqual(['error', 'error, suppressed', 'warning']);
    for (const result of run?.results ?? []) expect(run?.tool.driver.rules[result.ruleIndex]?.id).toBe(result.ruleId);
    expect(new Set(run?.results.map(({ partialFingerprints }) => partialFingerprints['cause/v1'])).size).toBe(3);
    expect(run?.tool.driver).toMatchObject({
      name: 'Plumbline',
      semanticVersion: '0.1.0',
      rules: [
        { id: 'errors.no-leak', shortDescription: { text: 'errors.no-leak' } },
        {
          id: 'http.date-present',
          shortDescription: { text: 'Date header is present' },
          fullDescription: { text: 'An origin server with a clock dates its answers.' },
        },
      ],
    });
    expect(run?.automationDetails.id).toBe('plumbline/acme-vendor-test/');
    expect(run?.properties).toMatchObject({ decision: 'release blocked', exitCode: 1 });
    expect(run?.results[1]?.suppressions).toEqual([
      { kind: 'external', status: 'accepted', justification: 'known issue (integration team, until 2026-12-31)' },
    ]);
    expect(run?.results[2]?.message.text.split('\n')).toEqual([
      'students/read: fails "No stack trace leaks" (1 check)',
      'student-reporting/students/read/errors.no-leak/2 in student-reporting 4.0.1: http.date-present, SHOULD standard',
      'the body: expected no stack trace, received at x.y',
      'the body: expected no stack trace, received at z',
      expect.stringMatching(/^npx @plumbline\/harness explain .*no-leak\/2 --target acme-vendor-test --spec 4\.0\.1$/),
    ]);
    expect(run?.results[0]?.locations).toMatchObject([
      {
        physicalLocation: {
          artifactLocation: { uri: 'contracts/student-reporting/students.yaml' },
          region: { startLine: 11 },
        },
        logicalLocations: [
          { fullyQualifiedName: 'student-reporting/students/create/http.date-present/1@4.0.1', kind: 'member' },
        ],
      },
    ]);
  });

  it('has one result for one cause on many operations, and names the places', () => {
    const run = runOf(
      tinyReport({
        checks: Array.from({ length: 30 }, (_, index) => ({
          verdict: 'fail' as const,
          operation: `operation-${index}`,
        })),
      }),
    );
    expect(run?.results).toHaveLength(1);
    expect(run?.results[0]).toMatchObject({ occurrenceCount: 30 });
    expect(run?.results[0]?.relatedLocations).toHaveLength(29);
    expect(run?.results[0]?.message.text.split('\n')[0]).toBe(
      'students/operation-0: answers without a Date that can be read: absent (30 operations) (30 checks on 30 operations)',
    );
  });

  it('blames nobody for what was not judged, and tells of it', () => {
    const run = runOf(
      tinyReport({ checks: [{ verdict: 'pass' }, { verdict: 'inconclusive', cause: 'The target did not answer.' }] }),
    );
    expect(run?.results).toEqual([]);
    expect(run?.invocations[0]?.toolExecutionNotifications?.[0]?.message.text).toMatch(
      /^Not judged: The target did not answer\. \(1 check; npx @plumbline\/harness explain /,
    );
  });
});

describe('summary.md', () => {
  test.each([0, 14, 2000])('has under 60 lines with %i failures', (failing) => {
    const report = sampleReport({ checks: 5000, failing });
    expect(summaryMarkdown(report).split('\n').length).toBeLessThan(60);
  });

  it('has under 60 lines with many versions, reasons, waivers and rules too', () => {
    const versions = Array.from({ length: 80 }, (_, index) => ({ service: `service-${index}`, spec: '1.0.0' }));
    const checks = versions.flatMap(({ service, spec }, index) => [
      { service, spec, verdict: 'fail' as const, rule: `rule.${index}` },
    ]);
    const waivers = Array.from({ length: 40 }, (_, index) => tinyWaiver({ checks: `nothing/${index}` }));
    expect(summaryMarkdown(tinyReport({ checks, versions, waivers })).split('\n').length).toBeLessThan(60);
    expect(summaryMarkdown(hostile).split('\n').length).toBeLessThan(60);
  });

  it('lets hostile text be nothing but text', () => {
    const text = summaryMarkdown(hostile);
    const outsideCode = text.replace(/(`+)(?!`).*?(?<!`)\1(?!`)/g, '');
    expect(outsideCode).not.toMatch(/(?<!\\)<[a-z/!]/i);
    expect(outsideCode).not.toMatch(/(?<!\\)\]\(/);
    expect(outsideCode).not.toMatch(/@[a-z]/i);
    expect(outsideCode).not.toMatch(/#\d/);
    expect(outsideCode).not.toMatch(/https?:\/\//);
    expect(outsideCode).not.toMatch(/www\.[a-z]/);
    for (const row of text.split('\n').filter((line) => line.startsWith('|')))
      expect(row.match(/(?<!\\)\|/g)).toHaveLength(9);
  });
});

describe('badge', () => {
  test.each<[string, Parameters<typeof tinyReport>[0]['checks'], string]>([
    ['good', [{ verdict: 'pass' }], 'conformance: conformant'],
    ['bad', [{ verdict: 'fail' }, { verdict: 'pass', spec: '3.0.8' }], 'conformance: 1 of 2 nonconformant'],
    [
      'open',
      [{ verdict: 'inconclusive' }, { verdict: 'pass', spec: '3.0.8' }],
      'conformance: incomplete, 1 of 2 conformant',
    ],
    ['nothing', [], 'conformance: incomplete, 0 of 0 conformant'],
  ])('%s', (_, checks, title) => {
    expect(parseXml(badge(tinyReport({ checks }))).all('title')[0]?.text).toBe(title);
  });

  it('takes any label', () => {
    const root = parseXml(badge(everyFate, HOSTILE[0]));
    expect(root.all('script')).toEqual([]);
    expect(root.attributes['aria-label']).toContain(HOSTILE[0]);
  });
});

describe('terminal', () => {
  it('colours only when asked', () => {
    const colored = terminalSummary(everyFate, { color: true });
    expect(colored).toContain('\u001b[');
    // eslint-disable-next-line no-control-regex -- the colours are taken out again
    expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(terminalSummary(everyFate));
  });

  it('fits a screen however much fails', () => {
    expect(terminalSummary(sampleReport({ checks: 5000, failing: 2000 })).split('\n').length).toBeLessThan(60);
    for (const line of terminalSummary(hostile).split('\n')) expect(line.length).toBeLessThan(500);
  });
});

describe('annotations', () => {
  it('forge nothing', () => {
    const lines = githubAnnotations(hostile).trimEnd().split('\n');
    for (const line of lines) expect(line).toMatch(/^::(error|warning|notice) [^:]*::/);
    expect(lines.length).toBeLessThanOrEqual(21);
  });

  it('are at most ten of a kind', () => {
    const checks = Array.from({ length: 30 }, (_, index) => ({
      verdict: 'fail' as const,
      rule: `rule.${index}`,
      level: index % 2 === 0 ? ('MUST' as const) : ('SHOULD' as const),
    }));
    const lines = githubAnnotations(tinyReport({ checks })).split('\n');
    expect(lines.filter((line) => line.startsWith('::error '))).toHaveLength(10);
    expect(lines.filter((line) => line.startsWith('::warning '))).toHaveLength(10);
    expect(lines.filter((line) => line.startsWith('::error ')).at(-1)).toBe(
      '::error title=More failures::6 checks in 6 more failures',
    );
  });
});

describe('the overview of many targets', () => {
  it('has a line for each, what blocks first, and no hostile text', () => {
    const files = [everyFate, hostile, tinyReport({ checks: [{ verdict: 'pass' }], run: { target: 'good' } })].map(
      (report, index) => ({ file: `${index}/report.json`, report }),
    );
    const text = overviewText(runOverview(files));
    expect(text).not.toMatch(UNPRINTABLE);
    expect(text.split('\n')[0]).toBe('3 runs: 2 not approved');
    expect(text.trimEnd().split('\n').at(-1)).toMatch(
      /^ {2}good +release approved +2026-11-20 18:00 {2}student-reporting 4.0.1 conformant$/,
    );
  });

  it('keeps its columns, whatever is decided', () => {
    const files = (['fail', 'inconclusive', 'pass'] as const).map((verdict, index) => ({
      file: `${index}/report.json`,
      report: tinyReport({ checks: [{ verdict }], run: { target: `target-${index}` } }),
    }));
    const lines = overviewText(runOverview(files))
      .split('\n')
      .filter((line) => line.includes('2026-11-20 18:00'));
    expect(lines).toHaveLength(3);
    expect(lines.join('\n')).toContain('RUN INCOMPLETE, release blocked  2026');
    expect(new Set(lines.map((line) => line.indexOf('2026-11-20'))).size).toBe(1);
  });
});
