/**
 * A report of any size, made of the same parts as a real one: for the tests of the views and of the viewer.
 * Deterministic: the same options give the same report, byte for byte.
 */
import type { Exchange } from '../../src/model/exchange.ts';
import { decide } from '../../src/gate/decide.ts';
import { DEFAULT_POLICY } from '../../src/gate/policy.ts';
import type { Check } from '../../src/plan/model.ts';
import { buildReport, type RequirementInput } from '../../src/report/build.ts';
import type { Finding, Report, ReportCheck, Verdict } from '../../src/report/model.ts';
import { wrongStatus } from './found.ts';
import type { CheckResult } from '../../src/verdict/model.ts';
import type { WaiverEntry } from '../../src/verdict/waivers.ts';
import {
  SAMPLE_ENDPOINTS,
  SAMPLE_OPEN_POINTS,
  SAMPLE_REQUIREMENTS,
  SAMPLE_RULES,
  SAMPLE_VERSIONS,
  type SampleEndpoint,
  type SampleRule,
} from './sample-catalogue.ts';

export interface SampleOptions {
  /** Up to 50,000; the default is 600. */
  readonly checks?: number;
  /** Failing checks among them; the default is 14. With 0 nothing is undetermined either, and the report admits. */
  readonly failing?: number;
  readonly seed?: number;
}

const STARTED = Date.parse('2026-11-19T18:00:00.000Z');

/** mulberry32: small, good enough, and the same everywhere. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

interface Slot {
  readonly endpoint: SampleEndpoint;
  readonly operation: string;
  readonly rule: SampleRule;
  readonly key?: string;
}

/** Every check that an operation can have, in a fixed order; field checks repeat with a number as long as asked. */
function slots(endpoint: SampleEndpoint, operation: string, atLeast: number): Slot[] {
  const bound = SAMPLE_RULES.filter((rule) => rule.on === undefined || rule.on.includes(operation));
  const found: Slot[] = bound.filter((rule) => rule.perField !== true).map((rule) => ({ endpoint, operation, rule }));
  const perField = bound.filter((rule) => rule.perField === true);
  const repeated = perField.length > 0 ? perField : bound;
  for (let round = 0; found.length < atLeast; round += 1) {
    for (const field of endpoint.fields) {
      for (const rule of repeated) {
        const key = round === 0 ? field : `${field}-${round + 1}`;
        found.push({ endpoint, operation, rule, key });
      }
    }
  }
  return found.slice(0, Math.max(atLeast, 1));
}

function requirementOf(slot: Slot): string {
  if (slot.rule.requirement !== 'fields') return slot.rule.requirement;
  return `${slot.endpoint.service}.${slot.endpoint.name}.fields`;
}

const FIELD_REQUIREMENTS = SAMPLE_ENDPOINTS.map((endpoint) => ({
  id: `${endpoint.service}.${endpoint.name}.fields`,
  text: `Every field of a ${endpoint.singular.replaceAll('_', ' ')} has its declared type, length and presence.`,
  level: 'MUST' as const,
  basis: endpoint.name === 'students' ? ('documented' as const) : ('assumed' as const),
  section: `${endpoint.service} §2`,
  openPoints:
    endpoint.name === 'students' || endpoint.service !== 'student-reporting'
      ? []
      : ['student-reporting.envelope.members'],
}));

const ALL_REQUIREMENTS = [...SAMPLE_REQUIREMENTS, ...FIELD_REQUIREMENTS];
const REQUIREMENT_BY_ID = new Map(ALL_REQUIREMENTS.map((requirement) => [requirement.id, requirement]));

function toCheck(slot: Slot, spec: string, line: number): Check {
  const { service, name } = slot.endpoint;
  const id = [service, name, slot.operation, slot.rule.id, ...(slot.key === undefined ? [] : [slot.key])].join('/');
  const requirement = REQUIREMENT_BY_ID.get(requirementOf(slot));
  return {
    id,
    service,
    spec,
    endpoint: name,
    operation: slot.operation,
    aspect: slot.rule.aspect,
    rule: slot.rule.id,
    title: slot.key === undefined ? slot.rule.title : `${slot.rule.title}: ${slot.key}`,
    requirement: requirementOf(slot),
    level: requirement?.level ?? 'MUST',
    basis: requirement?.basis ?? 'assumed',
    restsOn: [],
    params: {},
    given: [],
    at: { file: `contracts/${service}/${name}.yaml`, line, column: 3 },
  };
}

function result(check: Check, verdict: Verdict, cause?: string): CheckResult {
  const key = check.id.split('/')[4] ?? 'positive';
  const evidence = `${check.service}/${check.endpoint}/${check.operation}/${check.aspect}/${key}#call`;
  const rule = SAMPLE_RULES.find((one) => one.id === check.rule);
  const { where = 'status', expected = '200', actual = '500' } = rule ?? {};
  const finding: Finding = {
    ...(where === 'status' ? wrongStatus(Number(actual), expected.match(/\d+/g)?.map(Number) ?? []) : {}),
    ...(actual === 'absent' ? { kind: 'absent' } : {}),
    where,
    expected,
    actual,
    evidence,
  };
  return {
    check: check.id,
    spec: check.spec,
    verdict,
    findings: verdict === 'fail' ? [finding] : [],
    evidence: [evidence],
    ...(cause === undefined ? {} : { cause }),
  };
}

/** One waiver of each common fate: in use, expired, stale, and written for a check that does not exist. */
function sampleWaivers(
  checks: readonly Check[],
  failed: ReadonlySet<number>,
  undetermined: ReadonlyMap<number, UndeterminedEntry>,
): readonly WaiverEntry[] {
  const failing = [...failed].flatMap((index) => checks[index] ?? []);
  const passing = checks.filter((_, index) => !failed.has(index) && !undetermined.has(index));
  const waiver = (check: Check, more: Partial<WaiverEntry>): WaiverEntry => ({
    checks: check.id,
    service: check.service,
    spec: [check.spec],
    symptom: { where: SAMPLE_RULES.find((one) => one.id === check.rule)?.where ?? 'status' },
    reason: 'Known issue of the vendor test environment; a fix is announced for the next deployment.',
    owner: 'integration team',
    expires: '2026-12-19',
    ...more,
  });
  return [
    ...failing.slice(0, 1).map((check) => waiver(check, { link: 'https://tracker.example/ISSUE-1042' })),
    ...failing.slice(1, 2).map((check) =>
      waiver(check, {
        expires: '2026-11-01',
        owner: 'gateway team',
        reason: 'The gateway drops the header until it is upgraded.',
      }),
    ),
    ...passing.slice(7, 8).map((check) => waiver(check, { reason: 'Fixed in the deployment of last week, perhaps.' })),
    ...passing.slice(0, 1).map((check) =>
      waiver(check, {
        checks: 'student-reporting/units-of-study/*/body.schema',
        service: 'student-reporting',
        spec: ['3.0.8', '4.0.1'],
      }),
    ),
  ];
}

/** A realistic report. `failing` checks fall into a few clusters, as real ones do: most share a rule. */
export function sampleReport(options: SampleOptions = {}): Report {
  const total = Math.min(options.checks ?? 600, 50_000);
  const failing = Math.min(options.failing ?? 14, total);
  const next = random(options.seed ?? 1);
  const checks = planned(total);

  const failed = new Set(chooseFailing(checks, failing, next));
  const undetermined =
    failing === 0 ? new Map<number, UndeterminedEntry>() : chooseUndetermined(checks.length, failed, next);
  const results = checks.flatMap((check, index): readonly CheckResult[] => {
    if (failed.has(index)) return [result(check, 'fail')];
    const entry = undetermined.get(index);
    if (entry === undefined) return [result(check, 'pass')];
    // A check without a result is what `untested` means.
    return entry[0] === 'untested' ? [] : [result(check, entry[0], entry[1])];
  });
  const waivers = failing < 10 ? [] : sampleWaivers(checks, failed, undetermined);

  return buildReport({
    checks,
    results,
    versions: SAMPLE_VERSIONS,
    requirements: requirements(),
    openPoints: SAMPLE_OPEN_POINTS.map((point) => ({ ...point, service: 'student-reporting' })),
    waivers,
    rules: Object.fromEntries(SAMPLE_RULES.map((rule) => [rule.id, { title: rule.title, explain: rule.explain }])),
    run: {
      id: `sample-${options.seed ?? 1}`,
      target: 'acme-vendor-test',
      startedAt: new Date(STARTED).toISOString(),
      finishedAt: new Date(STARTED + 4_200 + total).toISOString(),
      planHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      plumbline: '0.1.0',
      exchanges: new Set(results.flatMap((one) => one.evidence.map((id) => `${one.spec} ${id}`))).size,
      environment: { node: 'v20.19.5', platform: 'linux x64', 'student-reporting@4.0.1': 'http://127.0.0.1:40401' },
    },
    decide: (report) => decide(report, DEFAULT_POLICY),
  });
}

/** The recorded exchanges that the findings and passes of a sample report rest on. */
export function sampleExchanges(report: Report): readonly Exchange[] {
  const exchanges = new Map<string, Exchange>();
  for (const check of report.checks) {
    const rule = SAMPLE_RULES.find((one) => one.id === check.rule);
    const endpoint = SAMPLE_ENDPOINTS.find((one) => one.name === check.endpoint);
    for (const id of check.evidence) {
      const key = `${check.service}@${check.spec} ${id}`;
      // A failing check decides what the exchange looks like; a pass only fills the gap.
      if (exchanges.has(key) && check.verdict !== 'fail') continue;
      exchanges.set(key, exchange(check, id, endpoint, check.verdict === 'fail' ? rule : undefined, exchanges.size));
    }
  }
  return [...exchanges.values()];
}

function exchange(
  check: ReportCheck,
  id: string,
  endpoint: SampleEndpoint | undefined,
  broken: SampleRule | undefined,
  index: number,
): Exchange {
  const writes = check.operation === 'create' || check.operation === 'update' || check.operation === 'request';
  const method = check.operation.startsWith('delete')
    ? 'DELETE'
    : check.operation === 'update'
      ? 'PATCH'
      : writes
        ? 'POST'
        : 'GET';
  const singular = endpoint?.singular ?? 'record';
  const status = broken?.status ?? (check.operation === 'create' ? 201 : 200);
  const sent = {
    correlation_id: `c-${index}`,
    [singular]: Object.fromEntries((endpoint?.fields ?? []).map((field, n) => [field, `value ${n}`])),
  };
  const html = broken?.id === 'http.content-type';
  const body = html
    ? '<html><body><h1>500 Internal Server Error</h1></body></html>'
    : JSON.stringify(
        status < 300
          ? { success: true, result: { [singular]: { ...(sent[singular] as object), uid: 10_000 + index } } }
          : {
              success: false,
              result: { errors: [{ error_identifier: '10402STULOG', error_description: broken?.actual ?? 'refused' }] },
            },
      );
  return {
    id,
    service: check.service,
    spec: check.spec,
    group: `${check.service}@${check.spec}/${check.endpoint}/${check.operation}/${check.aspect}`,
    operation: `${check.endpoint}/${check.operation}`,
    step: 'call',
    request: {
      method,
      url: `http://127.0.0.1:40401${endpoint?.path ?? '/'}`,
      headers: [
        ['accept', 'application/json'],
        ['access-token', '‹redacted›'],
        ...(writes ? [['content-type', 'application/json'] as const] : []),
      ],
      ...(writes ? { body: JSON.stringify(sent) } : {}),
    },
    response: {
      status,
      headers: [
        ...(broken?.id === 'http.date-present' ? [] : [['date', 'Thu, 19 Nov 2026 18:00:01 GMT'] as const]),
        ['content-type', html ? 'text/html; charset=utf-8' : 'application/json'],
      ],
      body,
      bytes: Buffer.byteLength(body),
    },
    at: STARTED + index * 3,
    durationMs: 2 + (index % 17),
  };
}

function planned(total: number): Check[] {
  const operations = SAMPLE_VERSIONS.flatMap(({ service, spec }) =>
    SAMPLE_ENDPOINTS.filter((endpoint) => endpoint.service === service).flatMap((endpoint, n) =>
      endpoint.operations.map((operation, m) => ({ endpoint, operation, spec, turn: n * 3 + m })),
    ),
  );
  const each = Math.floor(total / operations.length);
  const rest = total % operations.length;
  return operations.flatMap(({ endpoint, operation, spec, turn }, index) => {
    // The remainder goes to operations spread evenly, so that every version gets its share of a small report.
    const wanted =
      each + Math.floor(((index + 1) * rest) / operations.length) - Math.floor((index * rest) / operations.length);
    const all = slots(endpoint, operation, Math.max(wanted, 24));
    // A small report starts at another rule for each operation, so that every rule occurs in it.
    const turned = wanted >= all.length ? all : [...all.slice(turn % all.length), ...all.slice(0, turn % all.length)];
    return turned.slice(0, wanted).map((slot, line) => toCheck(slot, spec, 12 + line));
  });
}

/** Three rules that are broken in many places, and some single failures. */
function chooseFailing(checks: readonly Check[], failing: number, next: () => number): number[] {
  const broken = new Set([
    SAMPLE_RULES[Math.floor(next() * SAMPLE_RULES.length)]?.id,
    'http.date-present',
    'errors.no-leak',
  ]);
  return checks
    .map((check, index) => ({ index, weight: (broken.has(check.rule) ? 0.3 : 0) + next() }))
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
    .slice(0, failing)
    .map(({ index }) => index)
    .sort((a, b) => a - b);
}

type UndeterminedEntry = readonly [verdict: Verdict, cause?: string];

function chooseUndetermined(
  checks: number,
  taken: ReadonlySet<number>,
  next: () => number,
): ReadonlyMap<number, UndeterminedEntry> {
  const entries: readonly UndeterminedEntry[] = [
    ['inconclusive', 'The positive control of this case did not pass, so the refusal proves nothing.'],
    ['inconclusive', 'The target did not answer within 10 s.'],
    ['untested'],
    ['inapplicable', 'The service does not offer conditional requests.'],
    ['inapplicable', 'The target names no second organisation.'],
  ];
  return new Map(
    entries.map((entry) => [Math.floor(next() * checks), entry] as const).filter(([index]) => !taken.has(index)),
  );
}

function requirements(): RequirementInput[] {
  return SAMPLE_VERSIONS.flatMap(({ service, spec }) =>
    ALL_REQUIREMENTS.filter(
      (requirement) => requirement.id.startsWith('http.') || requirement.id.startsWith(`${service}.`),
    ).map((requirement): RequirementInput => {
      const change = 'change' in requirement && requirement.change?.spec === spec ? requirement.change.text : undefined;
      const excluded = 'excluded' in requirement ? requirement.excluded : undefined;
      return {
        id: requirement.id,
        service,
        spec,
        text: requirement.text,
        level: requirement.level,
        basis: requirement.basis,
        section: requirement.section,
        openPoints: requirement.openPoints ?? [],
        ...(excluded === undefined ? {} : { excluded }),
        ...(change === undefined ? {} : { change }),
      };
    }),
  );
}
