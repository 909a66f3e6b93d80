/**
 * One cause is one item. Failing checks are put together by what they found, not by what they checked:
 *
 * 1. where the service broke down (5xx, or no whole answer), by what it said: one broken operation turns many rules red;
 * 2. otherwise by rule and the shape of the finding, with ids, numbers and times blanked out: the same departure on many
 *    operations, fields and versions is one, with a list of places; a declared case, whose rule says little, by its own
 *    sentence too.
 *
 * A check that could not be judged because another fails belongs to that one's cause; the others are put together by
 * what they say of why. Every view tells these causes, in this order.
 */
import type { Exchange } from '../record/exchange.ts';
import { checkRef } from './checks.ts';
import { groupBy } from './group-by.ts';
import type { CauseKind, Finding, Report, ReportCause, ReportCheck } from './model.ts';
import { failureText } from './phrase.ts';
import { isSentence, titleOf } from './titles.ts';

/** As the report tells it, with places in `report.checks` where that has references. */
export interface Cause extends Omit<ReportCause, 'checks' | 'holdsUp'> {
  /** Worst first. */
  readonly checks: readonly number[];
  /** Those that could not be judged because of it. */
  readonly holdsUp?: readonly number[];
}

interface Told {
  readonly kind: CauseKind;
  readonly service: string;
  readonly key: string;
  /** Absent where the checks that are put together say it. */
  readonly title?: string;
}

type Judged = Pick<Report, 'checks' | 'rules'>;

export function clusterChecks(report: Judged, exchanges: readonly Exchange[]): Cause[] {
  const byId = new Map(exchanges.map((exchange) => [exchangeKey(exchange), exchange]));
  const told = report.checks.flatMap((check, index) => {
    const one = toldOf(check, report, byId);
    return one === undefined ? [] : [{ ...one, index }];
  });
  const blockers = new Set(
    report.checks.flatMap((check) => (check.blockedBy ?? []).map((id) => `${id}@${check.spec}`)),
  );
  // The check that others wait for says best what is wrong, then one that is about the status.
  const telling = (check: ReportCheck | undefined): number =>
    check === undefined ? 2 : blockers.has(checkRef(check)) ? 0 : check.findings[0]?.where === 'status' ? 1 : 2;
  const groups = groupBy(told, ({ kind, service, key }) => `${kind} ${service} ${key}`);
  const causes = [...groups].flatMap(([key, own]): Cause[] => {
    const [first] = own;
    if (first === undefined) return [];
    const checks = own
      .map(({ index }) => index)
      .sort(
        (a, b) =>
          weightOf(report.checks[a]) - weightOf(report.checks[b]) ||
          telling(report.checks[a]) - telling(report.checks[b]) ||
          a - b,
      );
    return [
      {
        id: shortHash(key),
        kind: first.kind,
        service: first.service,
        title: first.title ?? titleOfAll(checks, report),
        checks,
      },
    ];
  });
  const reach = ({ checks, holdsUp = [] }: Cause): number => checks.length + holdsUp.length;
  return withHeldUp(causes, report).sort(
    (a, b) => causeWeight(a, report) - causeWeight(b, report) || reach(b) - reach(a) || (a.id < b.id ? -1 : 1),
  );
}

/** The report with its causes, as `report.json` has them. */
export function withCauses<T extends Judged>(
  report: T,
  exchanges: readonly Exchange[],
): T & { readonly causes: readonly ReportCause[] } {
  const refs = (indices: readonly number[]): readonly string[] =>
    indices.flatMap((index) => report.checks[index] ?? []).map(checkRef);
  const causes = clusterChecks(report, exchanges).map(({ holdsUp, ...cause }): ReportCause => ({
    ...cause,
    checks: refs(cause.checks),
    ...(holdsUp === undefined ? {} : { holdsUp: refs(holdsUp) }),
  }));
  return { ...report, causes };
}

function titleOfAll(indices: readonly number[], report: Judged): string {
  const checks = indices.flatMap((index) => report.checks[index] ?? []);
  const [first] = checks;
  if (first === undefined) return '';
  const fails = report.rules[first.rule]?.fails;
  const shared = sharedDeparture(first, fails);
  if (shared !== undefined && new Set(checks.map(({ rule }) => rule)).size > 1) return shared;
  return fails === undefined ? titleOf(first, report.rules).main : failureText(fails, checks);
}

export function exchangeKey(exchange: {
  readonly service: string;
  readonly spec: string;
  readonly id: string;
}): string {
  return `${exchange.service}@${exchange.spec} ${exchange.id}`;
}

function toldOf(check: ReportCheck, report: Judged, exchanges: ReadonlyMap<string, Exchange>): Told | undefined {
  const base = { service: check.service };
  const own = isSentence(check.title) && check.title !== report.rules[check.rule]?.title ? ` ${check.title}` : '';
  if (check.disposition === 'unexpected-pass') {
    return { ...base, kind: 'unexpected-pass', key: check.id, title: titleOf(check, report.rules).main };
  }
  if (check.verdict === 'inconclusive' || check.verdict === 'untested') {
    const why = check.cause ?? (check.verdict === 'untested' ? 'Planned, but never judged.' : 'No cause was recorded.');
    return { ...base, kind: 'undetermined', key: blank(why), title: why };
  }
  if (check.verdict !== 'fail') return undefined;
  const breakdown = check.findings
    .map((finding) => breakdownOf(check, finding, exchanges))
    .find((found) => found !== undefined);
  if (breakdown !== undefined) return { ...base, kind: 'breakdown', ...breakdown };
  const finding = check.findings[0];
  const shared = sharedDeparture(check, report.rules[check.rule]?.fails);
  if (shared !== undefined) return { ...base, kind: 'finding', key: shared };
  return {
    ...base,
    kind: 'finding',
    key: `${check.rule}${own} ${finding === undefined ? '' : signature(finding, report.rules[check.rule]?.fails)}`,
  };
}

/** What a service did wrong on a connection that stood; the other kinds are about reaching it at all. */
const SERVICE_FAILURES: ReadonlySet<string> = new Set(['reset', 'truncated', 'protocol']);

/** What the service said when it broke down, if that is what the finding rests on. */
function breakdownOf(
  check: ReportCheck,
  finding: Finding,
  exchanges: ReadonlyMap<string, Exchange>,
): { readonly key: string; readonly title: string } | undefined {
  const exchange = exchanges.get(exchangeKey({ service: check.service, spec: check.spec, id: finding.evidence }));
  if (exchange === undefined) return undefined;
  if (exchange.failure !== undefined) {
    if (!SERVICE_FAILURES.has(exchange.failure.kind)) return undefined;
    return {
      key: `${exchange.failure.kind} ${blank(exchange.failure.message)}`,
      title: `Breaks its answers off: ${exchange.failure.message}`,
    };
  }
  const { response } = exchange;
  if (response === undefined || response.status < 500) return undefined;
  const said = messageOf(response.body);
  return said === ''
    ? { key: `${response.status}`, title: `Answers ${response.status} with an empty body` }
    : { key: `${response.status} ${blank(said)}`, title: `Answers ${response.status}: ${said}` };
}

/** The sentence a person would quote from an error body: a short text of it, or its first line. */
function messageOf(whole: string): string {
  const body = whole.slice(0, 4_000);
  const quoted = /"(?:error_description|message|detail|title|error)"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(body)?.[1];
  const text = quoted ?? body.replace(/<(style|script)[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ');
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
}

/**
 * What several rules see of one departure, in words: a request is refused for the fault that it has, with another status
 * than the contract's, whatever the faults are; or calls are served whatever is wrong with their token.
 */
function sharedDeparture({ aspect, findings }: ReportCheck, fails: string | undefined): string | undefined {
  const finding = findings[0];
  if (finding?.where !== 'status' || fails?.startsWith('{accepts}') !== true) return undefined;
  const due = [...new Set(finding.expected.match(/\b[1-5]\d\d\b/g) ?? [])].join(' or ');
  const refused = /^4\d\d\b/.exec(finding.actual)?.[0];
  if (refused !== undefined && due !== '') return `Refuses with ${refused} instead of ${due}`;
  return aspect === 'access' && finding.actual.startsWith('accepted')
    ? 'Accepts calls without a valid token'
    : undefined;
}

/** What a finding has in common with those of the same departure elsewhere. */
function signature(finding: Finding, fails: string | undefined): string {
  const where = finding.where.replace(/\/\d+(?=\/|$)/g, '/*');
  // Refused, and not for its fault: which member the error should have named is the place, and what it says is its own.
  if (fails?.startsWith('{accepts}') === true && where !== 'status')
    return `${where} ${finding.expected.split(' ').slice(0, 3).join(' ')}`;
  // What a service says beside a status differs from one operation to the next.
  if (where === 'status')
    return `${where} ${blank(finding.expected)} ${/^\D*\b[1-5]\d\d\b/.exec(finding.actual)?.[0] ?? blank(finding.actual)}`;
  return `${where} ${blank(finding.expected)} ${blank(finding.actual)}`;
}

/** Takes out what differs from one exchange to the next and says nothing of the cause. An HTTP status has three digits and stays. */
function blank(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '·')
    .replace(/\b(?=[a-z0-9]*\d)[a-z0-9]{12,}\b/gi, '·')
    .replace(/\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?/g, '·')
    .replace(/\d+/g, (digits) => (digits.length > 3 ? '·' : digits));
}

/** Moves every undetermined check whose blocker fails, at however many removes, to the cause of that failure. */
function withHeldUp(causes: readonly Cause[], report: Judged): Cause[] {
  const indexOf = new Map(report.checks.map((check, index) => [`${check.id}@${check.spec}`, index]));
  const failing = new Map<number, Cause>();
  for (const cause of causes)
    if (cause.kind !== 'undetermined') for (const index of cause.checks) failing.set(index, cause);
  const rootOf = (index: number, seen: Set<number>): Cause | undefined => {
    const check = report.checks[index];
    if (check === undefined || seen.has(index)) return undefined;
    seen.add(index);
    const cause = failing.get(index);
    if (cause !== undefined && check.verdict === 'fail') return cause;
    for (const id of check.blockedBy ?? []) {
      const blocker = indexOf.get(`${id}@${check.spec}`);
      const root = blocker === undefined ? undefined : rootOf(blocker, seen);
      if (root !== undefined) return root;
    }
    return undefined;
  };
  const held = new Map<Cause, number[]>();
  const rest = causes.flatMap((cause): Cause[] => {
    if (cause.kind !== 'undetermined') return [cause];
    const own = cause.checks.filter((index) => {
      const root = rootOf(index, new Set());
      if (root !== undefined) {
        const list = held.get(root);
        if (list === undefined) held.set(root, [index]);
        else list.push(index);
      }
      return root === undefined;
    });
    return own.length === 0 ? [] : [{ ...cause, checks: own }];
  });
  return rest.map((cause) => {
    const holdsUp = held.get(cause);
    return holdsUp === undefined ? cause : { ...cause, holdsUp: holdsUp.sort((a, b) => a - b) };
  });
}

const LEVEL_WEIGHT = { MUST: 0, SHOULD: 1, MAY: 2 } as const;
const DISPOSITION_WEIGHT = {
  nonconforming: 0,
  'unexpected-pass': 100,
  undetermined: 200,
  'expected-failure': 300,
  conforming: 400,
} as const;

const BASIS_WEIGHT = { documented: 0, standard: 0, confirmed: 0, practice: 30, assumed: 30 } as const;

/** Less is worse: what blocks first, then by level; what nobody with a say has said after what somebody has. */
export function weightOf(check: ReportCheck | undefined): number {
  if (check === undefined) return 1000;
  return DISPOSITION_WEIGHT[check.disposition] + LEVEL_WEIGHT[check.level] * 10 + BASIS_WEIGHT[check.basis];
}

/** What holds others up weighs as what blocks: among them may be anything. */
function causeWeight({ checks, holdsUp }: Cause, report: Judged): number {
  const first = report.checks[checks[0] ?? -1];
  return first?.disposition === 'nonconforming' && holdsUp !== undefined
    ? DISPOSITION_WEIGHT.nonconforming
    : weightOf(first);
}

/** FNV-1a twice, for eleven characters that are the same on every machine. */
export function shortHash(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let index = 0; index < text.length; index++) {
    a = Math.imul(a ^ text.charCodeAt(index), 0x01000193) >>> 0;
    b = Math.imul(b ^ (text.charCodeAt(index) + index), 0x85ebca6b) >>> 0;
  }
  return (a.toString(36).padStart(7, '0') + b.toString(36).padStart(7, '0').slice(0, 4)).slice(0, 11);
}
