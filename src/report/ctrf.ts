/**
 * CTRF (Common Test Report Format, ctrf.io): one test per check. Its five words are enough to keep what JUnit loses:
 * `other` is a check that could not be judged, `pending` one that was not tried, `skipped` one that does not apply or
 * is waived.
 */
import { describeFinding } from './failures.ts';
import type { Report, ReportCheck } from './model.ts';
import { contractPlace } from './place.ts';
import { printable } from './printable.ts';
import { oneLine } from './words.ts';

type CtrfWord = 'passed' | 'failed' | 'skipped' | 'pending' | 'other';

export function ctrf(report: Report): string {
  const { run, decision } = report;
  const tests = report.checks.map(test);
  const words = tests.map((one) => one.status);
  const total = (word: CtrfWord): number => words.filter((one) => one === word).length;
  const document = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: run.finishedAt,
    generatedBy: `plumbline ${run.plumbline}`,
    results: {
      tool: { name: 'plumbline', version: run.plumbline },
      summary: {
        tests: tests.length,
        passed: total('passed'),
        failed: total('failed'),
        skipped: total('skipped'),
        pending: total('pending'),
        other: total('other'),
        suites: report.summaries.length,
        start: Date.parse(run.startedAt),
        stop: Date.parse(run.finishedAt),
        extra: { decision: decision.decision, exitCode: decision.exitCode, policy: decision.policy },
      },
      tests,
      environment: { appName: printable(run.target), extra: run.environment },
    },
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

function test(check: ReportCheck) {
  const { file, line } = contractPlace(check);
  const message = messageOf(check);
  return {
    name: check.id,
    status: wordOf(check),
    duration: 0,
    suite: [check.service, check.spec, check.endpoint, check.operation],
    ...(message === undefined ? {} : { message }),
    rawStatus: `${check.verdict}, ${check.disposition}`,
    tags: [check.aspect, check.rule, check.level, check.basis],
    type: 'conformance',
    filePath: file,
    ...(line === undefined ? {} : { line }),
    extra: {
      title: printable(check.title),
      requirement: check.requirement,
      level: check.level,
      basis: check.basis,
      verdict: check.verdict,
      disposition: check.disposition,
      evidence: check.evidence,
    },
  };
}

function wordOf(check: ReportCheck): CtrfWord {
  switch (check.disposition) {
    case 'nonconforming':
    case 'unexpected-pass':
      return 'failed';
    case 'expected-failure':
      return 'skipped';
    case 'undetermined':
      return check.verdict === 'untested' ? 'pending' : 'other';
    case 'conforming':
      return check.verdict === 'inapplicable' ? 'skipped' : 'passed';
  }
}

function messageOf(check: ReportCheck): string | undefined {
  if (check.disposition === 'unexpected-pass') return 'passes although waived';
  const found = check.findings.map((finding) => describeFinding(finding, 500)).join('\n');
  if (found !== '') return check.disposition === 'expected-failure' ? `waived: ${found}` : found;
  return check.cause === undefined ? undefined : oneLine(check.cause, 500);
}
