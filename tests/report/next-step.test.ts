/** What a person does next about what could not be judged, the same in every view. */
import { describe, expect, it } from 'vitest';
import { openCauses } from '../../src/report/open-causes.ts';
import type { PreflightStop, Report, RunInfo } from '../../src/report/model.ts';
import { parseReport, serializeReport } from '../../src/report/serialize.ts';
import { summaryMarkdown } from '../../src/report/views/summary-markdown.ts';
import { terminalSummary } from '../../src/report/views/terminal.ts';
import { tinyReport, type TinyCheck } from './tiny.ts';

const REFUSED = 'http://127.0.0.1:4999 refused the connection';
const HINT = 'Nothing listens there: check the port, and whether the service is up.';
const VERSIONS = [
  { service: 'partner-onboarding', spec: '1.0.0' },
  { service: 'student-reporting', spec: '4.0.1' },
] as const;
const asked = { target: 'acme', out: 'reports/acme', policy: 'release' };

/** Two services of which nothing could be judged, for the same cause. */
function unjudged(cause: string, stop: Partial<PreflightStop> | undefined, run: Partial<RunInfo> = {}): Report {
  const checks = VERSIONS.map((version): TinyCheck => ({ ...version, verdict: 'inconclusive', cause }));
  const stops = VERSIONS.map(({ service, spec }) => ({ service, specs: [spec], cause, hint: HINT, ...stop }));
  return tinyReport({
    checks,
    run: { asked, exchanges: 0, ...(stop === undefined ? {} : { preflight: { stops } }), ...run },
  });
}
function withoutAsked(report: Report): Report {
  const { asked: _asked, ...run } = report.run;
  return { ...report, run };
}
const nextOf = (report: Report): readonly string[] => openCauses(report).map(({ next }) => next.command);

describe('what could not be judged', () => {
  it('stands once, whichever services it keeps from being judged, with what to look at and the run again', () => {
    const report = unjudged(REFUSED, {});
    const [cause, ...others] = openCauses(report);
    expect(others).toEqual([]);
    expect(cause?.checks).toHaveLength(2);
    const text = terminalSummary(report);
    expect(text.match(/Not judged/g)).toHaveLength(1);
    expect(text).toContain(
      [
        `  1. Not judged: ${REFUSED}`,
        '     2 checks on 2 operations (partner-onboarding 1.0.0; student-reporting 4.0.1, MUST documented); assignee: test operator',
        `     ${HINT}`,
        '     npx @plumbline/harness run --target acme --policy release --out reports/acme',
      ].join('\n'),
    );
    expect(summaryMarkdown(report)).toContain(
      `partner-onboarding 1.0.0; student-reporting 4.0.1; assignee test operator: ${HINT}`,
    );
  });

  it('for want of a sign-in leads to the sign-in alone', () => {
    expect(nextOf(unjudged('the sign-in failed: 400 invalid_grant', { signIn: true }))).toEqual([
      'npx @plumbline/harness token --target acme --service partner-onboarding --spec 1.0.0',
    ]);
  });

  it('is run again as it was narrowed', () => {
    const selection = { only: 'students/**', spec: ['3.0.8', '4.0.1'], service: 'student-reporting' };
    expect(nextOf(unjudged(REFUSED, {}, { selection, asked: { target: 'acme', out: 'reports/latest' } }))).toEqual([
      "npx @plumbline/harness run --target acme --service student-reporting --spec 3.0.8,4.0.1 --only 'students/**'",
    ]);
  });

  it.each([
    ['when the others were judged', unjudged(REFUSED, {}, { exchanges: 7 })],
    ['when the run was stopped', tinyReport({ checks: [{}], run: { asked } })],
    [
      'when its time was over',
      unjudged('the run reached its time limit: limits.minutes of the target is 3', undefined),
    ],
  ])('is gone on with %s', (_when, report) => {
    expect(nextOf(report)).toEqual(['npx @plumbline/harness run --resume reports/acme']);
  });

  it.each([
    ['for another reason', unjudged('the record that it is about could not be made', undefined)],
    ['in a run of Playwright’s', withoutAsked(unjudged(REFUSED, {}))],
  ])('%s is explained', (_why, report) => {
    expect(nextOf(report).every((command) => command.includes('harness explain '))).toBe(true);
  });

  it('keeps what the preflight saw when a report is read again', () => {
    const report = unjudged(REFUSED, { signIn: true });
    const { preflight } = parseReport(serializeReport(report), 'report.json').run;
    expect(preflight).toEqual(report.run.preflight);
  });
});
