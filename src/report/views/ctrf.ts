/**
 * CTRF (Common Test Report Format, ctrf.io): one test per check. `other` is an unjudged check, `pending` one that was not sent, `skipped`
 * one that does not apply or is waived.
 */
import { omitUndefined } from '../../model/objects.ts';
import type { Exchange } from '../../model/exchange.ts';
import { failureGroupsOf, describeFinding } from '../open-causes.ts';
import type { Report, ReportCheck } from '../model.ts';
import { fileOfCheck, checkTitle } from '../checks.ts';
import { exchangeFacts, type ExchangeFacts } from '../exchange-facts.ts';
import { releaseStatus, runStatus, conformanceStatus } from '../conformance-status.ts';
import { oneLine, printable } from '../text.ts';
import { UNEXPECTED_PASS } from './texts.ts';

type CtrfWord = 'passed' | 'failed' | 'skipped' | 'pending' | 'other';

/** Without exchanges there are no durations and no commands. */
export function ctrf(report: Report, exchanges: readonly Exchange[] = []): string {
  return [...ctrfParts(report, exchanges)].join('');
}

/** CTRF text in parts, since a report may have 100,000 checks. */
export function* ctrfParts(report: Report, exchanges: readonly Exchange[]): Iterable<string> {
  const { run, decision, summaries } = report;
  const known = exchangeFacts(exchanges);
  const words = report.checks.map((check) => wordOf(check));
  const total = (word: CtrfWord): number => words.filter((one) => one === word).length;
  const document = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: run.finishedAt,
    generatedBy: `plumbline ${run.plumbline}`,
    results: {
      tool: { name: 'plumbline', version: run.plumbline },
      summary: {
        tests: words.length,
        passed: total('passed'),
        failed: total('failed'),
        skipped: total('skipped'),
        pending: total('pending'),
        other: total('other'),
        suites: report.summaries.length,
        start: Date.parse(run.startedAt),
        stop: Date.parse(run.finishedAt),
        extra: {
          decision: decision.decision,
          decisionInWords: releaseStatus(report).text,
          exitCode: decision.exitCode,
          policy: decision.policy,
          standing: runStatus(report).text,
          results: summaries.map((summary) => ({
            service: summary.service,
            spec: summary.spec,
            result: summary.result,
            standing: conformanceStatus(summary).text,
          })),
          causes: failureGroupsOf(report).map(({ id, kind, title, checks, holdsUp = [] }) => ({
            id,
            kind,
            title: printable(title),
            checks: checks.length,
            holdsUp: holdsUp.length,
          })),
        },
      },
      tests: [],
      environment: { appName: printable(run.target), extra: run.environment },
    },
  };
  // One test per line. Quotes inside strings are escaped, so only the property itself matches.
  const [before = '', after = ''] = JSON.stringify(document, null, 1).split('"tests": []');
  yield `${before}"tests": [`;
  let between = '\n';
  for (const check of report.checks) {
    yield `${between}${JSON.stringify(test(check, report, known))}`;
    between = ',\n';
  }
  yield `\n]${after}\n`;
}

function test(check: ReportCheck, report: Report, exchanges: ExchangeFacts) {
  const { file, line } = fileOfCheck(report.run, check);
  const message = messageOf(check, report);
  return {
    name: check.id,
    status: wordOf(check),
    duration: Math.round(exchanges.milliseconds(check)),
    suite: [check.service, check.spec, check.endpoint, check.operation],
    ...omitUndefined({ message }),
    rawStatus: `${check.verdict}, ${check.disposition}`,
    tags: [check.aspect, check.rule, check.level, check.basis],
    type: 'conformance',
    ...omitUndefined({ filePath: file, line }),
    ...(check.verdict === 'pass' && check.disposition === 'conforming' ? {} : { extra: more(check, exchanges) }),
  };
}

/** Details of checks that do not simply pass. Thousands do, and the report has their details. */
function more(check: ReportCheck, exchanges: ExchangeFacts) {
  const curl = check.verdict === 'fail' ? exchanges.curl(check) : undefined;
  return {
    title: printable(check.title),
    requirement: check.requirement,
    level: check.level,
    basis: check.basis,
    verdict: check.verdict,
    disposition: check.disposition,
    evidence: check.evidence,
    ...(check.findings.length === 0
      ? {}
      : {
          findings: check.findings.map(({ where, expected, actual }) => ({
            where: printable(where),
            expected: oneLine(expected, 500),
            received: oneLine(actual, 500),
          })),
        }),
    ...omitUndefined({ curl }),
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

function messageOf(check: ReportCheck, report: Report): string | undefined {
  if (check.disposition === 'unexpected-pass') return UNEXPECTED_PASS;
  const found = check.findings.map((finding) => describeFinding(finding, 500)).join('\n');
  if (found !== '')
    return `${check.disposition === 'expected-failure' ? 'waived: ' : ''}${oneLine(checkTitle(check, report.rules).main, 300)}\n${found}`;
  if (check.disposition === 'undetermined') return `not judged: ${oneLine(check.cause ?? check.verdict, 500)}`;
  return check.cause === undefined ? undefined : oneLine(check.cause, 500);
}
