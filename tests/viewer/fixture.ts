/** Reports for the tests of the page: one with failures and everything that a report can have, and others for one purpose each. */
import type { Exchange } from '../../src/model/exchange.ts';
import {
  citedExchanges,
  type HistoryPoint,
  type HtmlData,
  type IndexData,
  timingsOf,
} from '../../src/report/page/html.ts';
import type { CheckRef } from '../../src/report/page/data.ts';
import type { Report, ReportCheck, ReportOpenPoint, Verdict } from '../../src/report/model.ts';
import { sampleExchanges, sampleReport } from '../report/sample-report.ts';
import { tinyReport } from '../report/tiny.ts';

const DAY = 86_400_000;

/** A response that tries to run code, load files and mislead the reader. */
export const HOSTILE = `<html></script><script>window.__broken = true</script><img src="https://evil.example/x.png" onerror="window.__broken = true"><iframe src="javascript:parent.__broken=true"></iframe><style>body{display:none}</style>\u202egnp.exe\u202c\u0000\u001b[31m <!-- ]]> \u2028 {{constructor}} $& $\`</html>`;

/** The only check of the red report with a hostile response. */
export const HOSTILE_CHECK = { id: 'student-reporting/students/list/errors.no-leak', spec: '2.1.06' };
/** Fails at a JSON pointer. */
export const POINTER_CHECK = { id: 'student-reporting/course-admissions/update/lifecycle.round-trip', spec: '2.1.06' };
/** Fails because of a missing header, together with other checks. */
export const HEADER_CHECK = { id: 'student-reporting/token/request/http.date-present', spec: '3.0.8' };
export const WAIVED_CHECK = {
  id: 'student-reporting/course-admissions/delete/http.date-present/courses_uid',
  spec: '2.1.05',
};
export const INCONCLUSIVE_CHECK = {
  id: 'student-reporting/student-citizenships/delete/status.documented/citizen_resident_code',
  spec: '2.1.05',
};

export function addressOf({ id, spec }: { readonly id: string; readonly spec: string }): string {
  return `#/check?id=${id}&spec=${spec}`;
}

const isHostile = ({ id, spec }: { readonly id: string; readonly spec: string }): boolean =>
  spec === HOSTILE_CHECK.spec && id.startsWith('student-reporting/students/list/errors');

/** 600 checks, 14 of them fail: with baseline, history, waivers, open questions and proof. */
export function redReport(): HtmlData {
  const sample = sampleReport();
  const checks = sample.checks.map((check): ReportCheck => {
    const findings = isHostile(check)
      ? check.findings.map((finding) => ({ ...finding, actual: HOSTILE.slice(0, 120) }))
      : check.findings;
    const depends = check.rule === 'pagination.partition' || check.id === POINTER_CHECK.id;
    return { ...check, findings, ...(depends && { restsOn: ['student-reporting.pagination.order'] }) };
  });
  const report: Report = {
    ...sample,
    checks,
    openPoints: sample.openPoints.map((question): ReportOpenPoint =>
      question.answer === undefined ? question : { ...question, state: 'agrees' },
    ),
    run: {
      ...sample.run,
      asked: { target: 'acme-vendor-test', out: 'reports/latest' },
      preflight: { warnings: ['The clock of student-reporting 4.0.1 is 70 s behind.'] },
      leftovers: [
        {
          service: 'student-reporting',
          spec: '4.0.1',
          endpoint: 'students',
          count: 3,
          why: 'DELETE returned 500',
          ids: ['7', '8'],
        },
      ],
      off: [{ service: 'partner-onboarding', row: 'raw.chunked', reason: 'The gateway closes such connections.' }],
    },
  };
  const exchanges = sampleExchanges(report).map((exchange) => (isHostile(exchange) ? hostile(exchange) : exchange));
  const failing = checks.filter(({ verdict }) => verdict === 'fail');
  return {
    report,
    exchanges: citedExchanges(report, exchanges),
    timings: timingsOf(exchanges),
    baseline: {
      run: { id: 'night-1', startedAt: new Date(Date.parse(sample.run.startedAt) - DAY).toISOString() },
      appeared: failing.filter(({ rule }) => rule === 'lifecycle.round-trip').map(refOf('pass')),
      fixed: checks.filter(({ rule }) => rule === 'pagination.cap').map(refOf('fail')),
      stopped: [
        { id: 'student-reporting/loans/read/removed', service: 'student-reporting', spec: '3.0.8', was: 'pass' },
      ],
      added: [],
    },
    history: historyOf(report),
    proof: {
      checks: checks
        .filter(({ rule }) => rule !== 'pagination.headers')
        .map(({ id, spec, rule }) => ({ id, spec, faults: [`${rule}.off`] })),
      faults: Object.fromEntries(checks.map(({ rule, title }) => [`${rule}.off`, `Violates: ${title}.`])),
      survivors: ['body.schema.off'],
    },
  };
}

function refOf(was: Verdict): (check: ReportCheck) => CheckRef {
  return ({ id, service, spec }) => ({ id, service, spec, was });
}

function hostile(exchange: Exchange): Exchange {
  const headers = [
    ['content-type', 'text/html'],
    ['x-note', '<b onclick="window.__broken=true">\u202eabc'],
  ] as const;
  return { ...exchange, response: { status: 400, headers, body: HOSTILE, bytes: HOSTILE.length } };
}

/** Nine nights. Older failures fail in all of them, and one check alternates. */
function historyOf({ checks, run }: Report): readonly HistoryPoint[] {
  const keys = (rule: string): readonly string[] =>
    checks.filter((check) => check.rule === rule).map(({ id, spec }) => `${id}@${spec}`);
  const old = checks.filter(({ verdict, rule }) => verdict === 'fail' && rule === 'http.date-present');
  const alternating = keys('pagination.partition').slice(0, 1);
  return Array.from({ length: 9 }, (_, night): HistoryPoint => {
    const failing = [...old.map(({ id, spec }) => `${id}@${spec}`), ...(night % 2 === 0 ? alternating : [])];
    return {
      id: `night-${9 - night}`,
      startedAt: new Date(Date.parse(run.startedAt) - (9 - night) * DAY).toISOString(),
      decision: 'block',
      verdicts: { fail: failing.length, inconclusive: night, untested: 0, pass: 590, inapplicable: 0 },
      failing,
    };
  });
}

export function greenReport(): HtmlData {
  return { report: sampleReport({ checks: 400, failing: 0, seed: 3 }), exchanges: [] };
}

/** No failure, no open question and no assumed check. */
export function provenReport(): HtmlData {
  const { report } = greenReport();
  const reasons = report.decision.reasons.filter(({ code }) => code === 'admitted');
  return { report: { ...report, openPoints: [], decision: { ...report.decision, reasons } }, exchanges: [] };
}

/** No failure, but not every check has a verdict. */
export function incompleteReport(): HtmlData {
  const { report } = greenReport();
  return { report: { ...report, decision: { ...report.decision, decision: 'block', exitCode: 3 } }, exchanges: [] };
}

export function largeReport(checks = 50_000, failing = 600): HtmlData {
  const report = sampleReport({ checks, failing, seed: 7 });
  const exchanges = sampleExchanges(report);
  return { report, exchanges: citedExchanges(report, exchanges), timings: timingsOf(exchanges) };
}

/** One failure. Its title quotes a response that is one long word. */
export function longWordReport(): HtmlData {
  const word = `[{"the_endpoint_that_takes_what_is_handed_over":"sftp://files.partner.example/${'inbox'.repeat(30)}"}]`;
  const findings = [{ where: 'body#/channels', expected: 'none', actual: word }];
  const report = tinyReport({ checks: [{ verdict: 'fail', title: word, findings }, { verdict: 'pass' }] });
  const causes = (report.causes ?? []).map((cause) => ({ ...cause, title: `/channels is ${word}` }));
  return { report: { ...report, causes }, exchanges: [] };
}

/** Three targets with six nights each: the second one is fixed, the third one was always green. */
export function indexOfRuns(): IndexData {
  const { report } = redReport();
  const runs = ['acme-vendor-test', 'borealis-vendor-test', 'reference'].flatMap((target, place) =>
    Array.from({ length: 6 }, (_, night) => {
      const isGreen = place === 2 || (place === 1 && night < 2);
      const at = Date.parse(report.run.startedAt) - night * DAY + place * 600_000;
      return {
        id: `${target}-${night}`,
        target,
        startedAt: new Date(at).toISOString(),
        finishedAt: new Date(at + 90_000).toISOString(),
        decision: isGreen ? ('admit' as const) : ('block' as const),
        exitCode: isGreen ? (0 as const) : (1 as const),
        summaries: isGreen ? greenReport().report.summaries : report.summaries,
        href: `${target}/${night}/index.html`,
      };
    }),
  );
  return { runs };
}
