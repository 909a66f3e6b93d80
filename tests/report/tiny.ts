/** The smallest real reports: a few checks with given verdicts, built and decided as a run does it. */
import { decide } from '../../src/gate/decide.ts';
import { DEFAULT_POLICY, type Policy } from '../../src/gate/policy.ts';
import type { Check } from '../../src/plan/model.ts';
import { type BuildInput, buildReport, type ServiceVersion } from '../../src/report/build.ts';
import type { Basis, Finding, Level, Report, RunInfo, Verdict } from '../../src/report/model.ts';
import type { CheckResult } from '../../src/verdict/model.ts';
import type { WaiverEntry } from '../../src/verdict/waivers.ts';

export interface TinyCheck {
  readonly id?: string;
  readonly service?: string;
  readonly spec?: string;
  readonly endpoint?: string;
  readonly operation?: string;
  readonly rule?: string;
  readonly title?: string;
  readonly requirement?: string;
  readonly level?: Level;
  readonly basis?: Basis;
  /** Absent: planned and never judged. */
  readonly verdict?: Verdict;
  readonly findings?: readonly Partial<Finding>[];
  readonly cause?: string;
  readonly unsettled?: true;
  readonly blockedBy?: readonly string[];
  readonly restsOn?: readonly string[];
}

export interface TinyOptions {
  readonly checks: readonly TinyCheck[];
  readonly waivers?: readonly WaiverEntry[];
  readonly versions?: readonly ServiceVersion[];
  readonly policy?: Policy;
  readonly baseline?: Report;
  readonly run?: Partial<RunInfo>;
  readonly more?: Partial<BuildInput>;
}

export const STARTED_AT = '2026-11-20T18:00:00.000Z';

export function tinyCheck(given: TinyCheck, index = 0): Check {
  const service = given.service ?? 'student-reporting';
  const endpoint = given.endpoint ?? 'students';
  const operation = given.operation ?? 'create';
  const rule = given.rule ?? 'http.date-present';
  return {
    id: given.id ?? `${service}/${endpoint}/${operation}/${rule}/${index}`,
    service,
    spec: given.spec ?? '4.0.1',
    endpoint,
    operation,
    aspect: 'http',
    rule,
    requirement: given.requirement ?? 'http.date-present',
    level: given.level ?? 'MUST',
    basis: given.basis ?? 'documented',
    title: given.title ?? 'Date header is present',
    restsOn: given.restsOn ?? [],
    params: {},
    given: [],
    at: { file: `contracts/${service}/${endpoint}.yaml`, line: 10 + index, column: 1 },
  };
}

export function tinyResult(check: Check, given: TinyCheck): CheckResult | undefined {
  if (given.verdict === undefined) return undefined;
  const evidence = `${check.id}#call`;
  const findings = given.verdict === 'fail' ? (given.findings ?? [{}]) : [];
  return {
    check: check.id,
    spec: check.spec,
    verdict: given.verdict,
    findings: findings.map((finding) => ({
      where: 'header date',
      expected: 'an IMF-fixdate',
      actual: 'absent',
      evidence,
      ...finding,
    })),
    evidence: [evidence],
    ...(given.cause === undefined ? {} : { cause: given.cause }),
    ...(given.blockedBy === undefined ? {} : { blockedBy: given.blockedBy }),
    ...(given.unsettled === undefined ? {} : { unsettled: given.unsettled }),
  };
}

export function tinyReport(options: TinyOptions): Report {
  const checks = options.checks.map(tinyCheck);
  const results = options.checks.flatMap((given, index) => tinyResult(checks[index] ?? tinyCheck(given), given) ?? []);
  const versions = options.versions ?? [
    ...new Map(checks.map(({ service, spec }) => [`${service} ${spec}`, { service, spec }])).values(),
  ];
  return buildReport({
    checks,
    results,
    versions,
    requirements: versions.map((version) => ({
      id: 'http.date-present',
      ...version,
      text: 'An answer carries a Date header.',
      level: 'MUST',
      basis: 'standard',
      section: 'RFC 9110 §6.6.1',
      openPoints: [],
    })),
    openPoints: [],
    waivers: options.waivers ?? [],
    rules: {
      'http.date-present': {
        title: 'Date header is present',
        explain: 'An origin server with a clock dates its answers.',
        fails: 'answers without a Date that can be read: {actual}',
      },
    },
    run: {
      id: 'run-1',
      target: 'acme-vendor-test',
      startedAt: STARTED_AT,
      finishedAt: '2026-11-20T18:00:02.500Z',
      planHash: 'a'.repeat(64),
      plumbline: '0.1.0',
      exchanges: 7,
      environment: { node: 'v20.19.5' },
      ...options.run,
    },
    decide: (report) => decide(report, options.policy ?? DEFAULT_POLICY, options.baseline),
    ...options.more,
  });
}

export function tinyWaiver(more: Partial<WaiverEntry> = {}): WaiverEntry {
  return {
    checks: 'student-reporting/**',
    symptom: { where: 'header date' },
    reason: 'known issue',
    owner: 'integration team',
    expires: '2026-12-31',
    ...more,
  };
}
