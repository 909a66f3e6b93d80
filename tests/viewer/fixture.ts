/** A morning after: one night's report with a handful of causes, a baseline and three weeks of history. */
import type { Exchange } from '../../src/record/exchange.ts';
import type { BaselineSummary, HistoryPoint, HtmlData, IndexData, Proof } from '../../src/report/page/html.ts';
import { citedExchanges, timingsOf } from '../../src/report/page/html.ts';
import type {
  Disposition,
  Finding,
  Report,
  ReportCheck,
  ReportRequirement,
  ReportWaiver,
  Verdict,
} from '../../src/report/model.ts';
import { REPORT_SCHEMA } from '../../src/report/model.ts';
import { withSeen } from '../../src/report/points-seen.ts';
import { summarise } from '../../src/report/tally.ts';
import { rollUp } from '../../src/verdict/roll-up.ts';
import { ENDPOINTS, OPEN_POINTS, REQUIREMENTS, RULES, STUDENT, VERSIONS } from './fixture-catalogue.ts';
import type { FixtureEndpoint, FixtureRequirement, FixtureRule } from './fixture-catalogue.ts';
import { CAUSES, exchangeOf, WAIVERS } from './fixture-causes.ts';
import type { Cause } from './fixture-causes.ts';

export const STARTED = Date.parse('2026-11-19T18:00:00.000Z');
const NIGHT = 86_400_000;

export interface Planned {
  readonly check: ReportCheck;
  readonly endpoint: FixtureEndpoint;
  readonly rule: FixtureRule;
  readonly field?: string;
}

export function morning(): HtmlData {
  const planned = VERSIONS.flatMap(({ service, spec }) =>
    ENDPOINTS.filter((one) => one.service === service && (one.specs?.includes(spec) ?? true)).flatMap((endpoint) =>
      checksOf(endpoint, spec),
    ),
  );
  const exchanges: Exchange[] = [];
  const appeared: ReportCheck[] = [];
  const checks = planned.map((one): ReportCheck => {
    const cause = CAUSES.find((other) => other.hits(one));
    const exchange = exchangeOf(one, cause, STARTED + exchanges.length * 4);
    exchanges.push(exchange);
    const check = judge(one.check, cause, exchange.id);
    if (cause?.appeared === true) appeared.push(check);
    return check;
  });
  const report = reportOf(checks, exchanges.length);
  return {
    report,
    exchanges: citedExchanges(report, exchanges),
    baseline: baselineOf(appeared, checks),
    history: historyOf(checks, appeared),
    proof: proofOf(checks),
    timings: timingsOf(exchanges),
  };
}

function checksOf(endpoint: FixtureEndpoint, spec: string): Planned[] {
  return endpoint.operations.flatMap((operation) =>
    RULES.filter(
      (rule) => (rule.on?.includes(operation) ?? true) && (rule.endpoints?.includes(endpoint.name) ?? true),
    ).flatMap((rule) => {
      const requirement = REQUIREMENTS.find((one) => one.id === rule.requirement);
      if (requirement === undefined || !inVersion(requirement, spec)) return [];
      const fields = rule.perField === true ? endpoint.fields : [undefined];
      return fields.map((field): Planned => ({
        endpoint,
        rule,
        ...(field === undefined ? {} : { field }),
        check: {
          id: [endpoint.service, endpoint.name, operation, rule.id, ...(field === undefined ? [] : [field])].join('/'),
          service: endpoint.service,
          spec,
          endpoint: endpoint.name,
          operation,
          aspect: rule.aspect,
          rule: rule.id,
          title: field === undefined ? rule.title : `${field} ${rule.done ?? 'is sent'}`,
          requirement: requirement.id,
          level: requirement.level,
          basis: requirement.basis,
          verdict: 'pass',
          disposition: 'conforming',
          findings: [],
          ...(requirement.openPoints === undefined ? {} : { restsOn: requirement.openPoints }),
          evidence: [],
          contract: `contracts/${endpoint.service}/${endpoint.name}.yaml:${20 + rule.id.length}`,
        },
      }));
    }),
  );
}

function inVersion(requirement: FixtureRequirement, spec: string): boolean {
  const order = VERSIONS.map((one) => one.spec as string);
  if (requirement.since !== undefined && order.indexOf(spec) < order.indexOf(requirement.since)) return false;
  return requirement.until === undefined || order.indexOf(spec) <= order.indexOf(requirement.until);
}

function judge(check: ReportCheck, cause: Cause | undefined, evidence: string): ReportCheck {
  if (cause === undefined) return { ...check, evidence: [evidence] };
  const findings: Finding[] = cause.verdict === 'fail' ? [{ ...cause.finding, evidence }] : [];
  const disposition: Disposition =
    cause.disposition ??
    (cause.verdict === 'fail' ? 'nonconforming' : cause.verdict === 'inapplicable' ? 'conforming' : 'undetermined');
  return {
    ...check,
    verdict: cause.verdict,
    disposition,
    findings,
    evidence: [evidence],
    ...(cause.cause === undefined ? {} : { cause: cause.cause }),
    ...(cause.blockedBy === undefined ? {} : { blockedBy: cause.blockedBy }),
  };
}

function reportOf(checks: readonly ReportCheck[], exchanges: number): Report {
  const keys = (test: (check: ReportCheck) => boolean): string[] =>
    checks.filter(test).map((check) => `${check.id}@${check.spec}`);
  const blocking = keys(
    (check) => check.disposition === 'nonconforming' && check.level === 'MUST' && check.basis !== 'assumed',
  );
  const open = keys((check) => check.verdict === 'inconclusive' || check.verdict === 'untested');
  const unexpected = keys((check) => check.disposition === 'unexpected-pass');
  return {
    schema: REPORT_SCHEMA,
    run: {
      id: '2026-11-19T18-00-00Z-a41c',
      target: 'acme-vendor-test',
      startedAt: new Date(STARTED).toISOString(),
      finishedAt: new Date(STARTED + 96_400).toISOString(),
      planHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      plumbline: '0.1.0',
      exchanges,
      off: [{ service: 'partner-onboarding', row: 'raw.chunked', reason: 'The gateway closes such connections.' }],
      environment: {
        node: 'v20.20.2',
        platform: 'linux x64',
        'partner-onboarding@1.0.0': 'https://vendor-test.example/einv',
        'student-reporting@4.0.1': 'https://vendor-test.example/b2g/v1',
      },
    },
    summaries: VERSIONS.map(({ service, spec }) =>
      summarise(
        service,
        spec,
        checks.filter((check) => check.service === service && check.spec === spec),
      ),
    ),
    requirements: VERSIONS.flatMap(({ service, spec }) =>
      REQUIREMENTS.filter(
        (one) => (one.id.startsWith('http.') || one.id.startsWith(service)) && inVersion(one, spec),
      ).map((one) => requirementOf(one, service, spec, checks)),
    ),
    openPoints: withSeen(
      OPEN_POINTS.map((point) => ({
        ...point,
        checks: checks.filter(({ restsOn = [] }) => restsOn.includes(point.id)).length,
      })),
      checks,
      {},
    ),
    waivers: WAIVERS.map((waiver): ReportWaiver => ({
      ...waiver,
      excuses:
        waiver.state === 'used'
          ? keys((check) => check.disposition === 'expected-failure' && check.endpoint === waiver.checks.split('/')[1])
          : [],
    })),
    checks,
    rules: Object.fromEntries(RULES.map((rule) => [rule.id, { title: rule.title, explain: rule.explain }])),
    decision: {
      decision: 'block',
      exitCode: 1,
      reasons: [
        {
          code: 'nonconforming',
          text: `${blocking.length} checks of level MUST fail on what the documents or a standard say.`,
          checks: blocking,
        },
        {
          code: 'waiver-expired',
          text: 'The waiver for student-reporting/students/*/input.type/gender_code expired 2 days ago.',
          checks: [],
        },
        { code: 'unexpected-pass', text: 'A check passes that a waiver says would fail.', checks: unexpected },
        { code: 'undetermined', text: `${open.length} checks could not be judged.`, checks: open },
      ],
      policy: 'nightly',
    },
  };
}

function requirementOf(
  one: FixtureRequirement,
  service: string,
  spec: string,
  checks: readonly ReportCheck[],
): ReportRequirement {
  const own = checks.filter(
    (check) => check.requirement === one.id && check.service === service && check.spec === spec,
  );
  const change = one.changes?.[spec];
  const { id, text, level, basis, section } = one;
  const end =
    one.excluded === undefined ? { verdict: rollUp(own.map((check) => check.verdict)) } : { excluded: one.excluded };
  return {
    id,
    service,
    spec,
    text,
    level,
    basis,
    section,
    openPoints: one.openPoints ?? [],
    checks: own.length,
    ...end,
    ...(change === undefined ? {} : { change }),
  };
}

function baselineOf(appeared: readonly ReportCheck[], checks: readonly ReportCheck[]): BaselineSummary {
  const ref = ({ id, service, spec }: ReportCheck): { id: string; service: string; spec: string } => ({
    id,
    service,
    spec,
  });
  const fixed = checks.filter(
    (check) => check.endpoint === 'campuses' && check.rule === 'pagination.headers' && check.spec !== '2.1.05',
  );
  return {
    run: { id: '2026-11-18T18-00-00Z-77b0', startedAt: new Date(STARTED - NIGHT).toISOString(), decision: 'block' },
    appeared: appeared.map((check) => ({ ...ref(check), was: 'pass' as Verdict })),
    fixed: fixed.map((check) => ({ ...ref(check), was: 'fail' as Verdict })),
    stopped: [{ id: `${STUDENT}/loans/read/body.schema/loan_status`, service: STUDENT, spec: '3.0.8', was: 'pass' }],
    added: [],
  };
}

function historyOf(checks: readonly ReportCheck[], appeared: readonly ReportCheck[]): HistoryPoint[] {
  const fresh = new Set(appeared);
  const old = checks
    .filter((check) => check.verdict === 'fail' && !fresh.has(check))
    .map((check) => `${check.id}@${check.spec}`);
  const flipping = checks
    .filter((check) => check.rule === 'pagination.partition' && check.endpoint === 'students')
    .map((check) => `${check.id}@${check.spec}`);
  return Array.from({ length: 20 }, (_, index): HistoryPoint => {
    const age = 20 - index;
    const share = age > 12 ? 0.3 : age > 5 ? 0.8 : 1;
    const failing = [...old.filter((_one, at) => at % 10 < share * 10), ...(age % 3 === 0 ? flipping : [])];
    const inconclusive = age === 9 ? 140 : age % 4;
    return {
      id: `night-${age}`,
      startedAt: new Date(STARTED - age * NIGHT).toISOString(),
      decision: age > 15 ? 'admit' : 'block',
      verdicts: {
        fail: age > 15 ? 6 : failing.length,
        inconclusive,
        untested: 0,
        pass: checks.length - failing.length - inconclusive,
        inapplicable: 0,
      },
      failing,
    };
  });
}

function proofOf(checks: readonly ReportCheck[]): Proof {
  return {
    checks: checks
      .filter((check) => check.rule !== 'input.boundary')
      .map((check) => ({ id: check.id, spec: check.spec, faults: [`${check.rule}.off`] })),
    faults: Object.fromEntries(
      RULES.map((rule) => [`${rule.id}.off`, `The service no longer does it: ${rule.title.toLowerCase()}.`]),
    ),
    survivors: [],
  };
}

/** The same morning with an aspect for each rule: more columns than fit side by side. */
export function manyAspects(): HtmlData {
  const data = morning();
  return {
    ...data,
    report: {
      ...data.report,
      checks: data.report.checks.map((check) => ({ ...check, aspect: check.rule.replace('.', '-') })),
    },
  };
}

/** Three targets, some nights each. */
export function runs(): IndexData {
  const { report } = morning();
  const targets = ['acme-vendor-test', 'borealis-vendor-test', 'reference'];
  return {
    runs: targets.flatMap((target, index) =>
      Array.from({ length: 6 }, (_, night) => {
        const admit = index === 2 || (index === 1 && night > 1);
        const at = STARTED - night * NIGHT + index * 600_000;
        return {
          id: `${target}-${night}`,
          target,
          startedAt: new Date(at).toISOString(),
          finishedAt: new Date(at + 90_000).toISOString(),
          decision: admit ? ('admit' as const) : ('block' as const),
          exitCode: admit ? (0 as const) : (1 as const),
          summaries: report.summaries.map((summary) =>
            admit ? { ...summary, result: 'conformant' as const } : summary,
          ),
          href: `${target}/${night}/index.html`,
        };
      }),
    ),
  };
}
