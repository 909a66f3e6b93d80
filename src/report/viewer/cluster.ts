/**
 * One cause is one item. Failing checks are put together by what they found, not by what they checked:
 *
 * 1. where the service broke down (5xx, or no whole answer), by what it said: one broken operation turns many rules red;
 * 2. otherwise by rule and finding, with ids, numbers and times blanked out, within one endpoint; a declared case, whose
 *    rule says little, by its own sentence too;
 * 3. and across endpoints, where most endpoints that have the rule show the same finding: then it is the service's habit.
 *
 * All of it across spec versions. A check that could not be judged because another fails belongs to that one's cause; the
 * others are put together by what they say of why.
 */
import type { Exchange } from '../../exchange/model.ts';
import type { Finding, Report, ReportCheck } from '../model.ts';
import { isSentence, titleOf } from './titles.ts';

export type CauseKind = 'finding' | 'breakdown' | 'undetermined' | 'unexpected-pass';

export interface Cause {
  /** Short and stable from run to run as long as the cause is the same: links hold. */
  readonly id: string;
  readonly kind: CauseKind;
  readonly service: string;
  /** In a line, what is wrong. */
  readonly title: string;
  /** Indices into `report.checks`, worst first. */
  readonly checks: readonly number[];
  /** Indices of the checks that could not be judged because of it. */
  readonly holdsUp?: readonly number[];
}

interface Draft {
  readonly kind: CauseKind;
  readonly service: string;
  readonly key: string;
  readonly title: string;
  readonly rule: string;
  readonly endpoint: string;
  readonly checks: number[];
}

/** A habit of the service: at least this many endpoints, and at least half of those that have the rule. */
const HABIT_ENDPOINTS = 3;

export function clusterChecks(report: Report, exchanges: readonly Exchange[]): Cause[] {
  const byId = new Map(exchanges.map((exchange) => [exchangeKey(exchange), exchange]));
  const drafts = new Map<string, Draft>();
  report.checks.forEach((check, index) => {
    const draft = draftOf(check, report, byId);
    if (draft === undefined) return;
    const key = `${draft.kind} ${draft.service} ${draft.endpoint} ${draft.key}`;
    const known = drafts.get(key);
    if (known === undefined) drafts.set(key, { ...draft, checks: [index] });
    else known.checks.push(index);
  });
  const blockers = new Set(report.checks.flatMap((check) => (check.blockedBy ?? []).map((id) => `${id}@${check.spec}`)));
  // The check that others wait for says best what is wrong, then one that is about the status.
  const telling = (check: ReportCheck | undefined): number =>
    check === undefined ? 2 : blockers.has(`${check.id}@${check.spec}`) ? 0 : check.findings[0]?.where === 'status' ? 1 : 2;
  const causes = joinHabits([...drafts.values()], report)
    .map((draft): Cause => {
      const checks = [...draft.checks].sort((a, b) => weightOf(report.checks[a]) - weightOf(report.checks[b]) || telling(report.checks[a]) - telling(report.checks[b]) || a - b);
      return {
        id: shortHash(`${draft.kind} ${draft.service} ${draft.endpoint} ${draft.key}`),
        kind: draft.kind,
        service: draft.service,
        title: draft.title,
        checks,
      };
    })
    .sort((a, b) => causeWeight(a, report) - causeWeight(b, report) || b.checks.length - a.checks.length || (a.id < b.id ? -1 : 1));
  return withHeldUp(causes, report);
}

export function exchangeKey(exchange: { readonly service: string; readonly spec: string; readonly id: string }): string {
  return `${exchange.service}@${exchange.spec} ${exchange.id}`;
}

function draftOf(check: ReportCheck, report: Report, exchanges: ReadonlyMap<string, Exchange>): Omit<Draft, 'checks'> | undefined {
  const base = { service: check.service, rule: check.rule, endpoint: check.endpoint };
  const title = titleOf(check, report.rules).main;
  const own = isSentence(check.title) && check.title === title ? ` ${title}` : '';
  if (check.disposition === 'unexpected-pass') {
    return { ...base, kind: 'unexpected-pass', key: check.id, title };
  }
  if (check.verdict === 'inconclusive' || check.verdict === 'untested') {
    const why = check.cause ?? (check.verdict === 'untested' ? 'Planned, but never judged.' : 'No cause was recorded.');
    return { ...base, kind: 'undetermined', endpoint: '', key: blank(why), title: why };
  }
  if (check.verdict !== 'fail') return undefined;
  const breakdown = check.findings.map((finding) => breakdownOf(check, finding, exchanges)).find((found) => found !== undefined);
  if (breakdown !== undefined) return { ...base, kind: 'breakdown', endpoint: '', ...breakdown };
  const finding = check.findings[0];
  if (finding === undefined) return { ...base, kind: 'finding', key: check.rule + own, title };
  return { ...base, kind: 'finding', key: `${check.rule}${own} ${signature(finding)}`, title };
}

/** What a service did wrong on a connection that stood; the other kinds are about reaching it at all. */
const SERVICE_FAILURES: ReadonlySet<string> = new Set(['reset', 'truncated', 'protocol']);

/** What the service said when it broke down, if that is what the finding rests on. */
function breakdownOf(check: ReportCheck, finding: Finding, exchanges: ReadonlyMap<string, Exchange>): Pick<Draft, 'key' | 'title'> | undefined {
  const exchange = exchanges.get(exchangeKey({ service: check.service, spec: check.spec, id: finding.evidence }));
  if (exchange === undefined) return undefined;
  const place = exchange.operation ?? exchange.step;
  if (exchange.failure !== undefined) {
    if (!SERVICE_FAILURES.has(exchange.failure.kind)) return undefined;
    return { key: `${exchange.failure.kind} ${place}`, title: `No whole answer from ${place}: ${exchange.failure.message}` };
  }
  const { response } = exchange;
  if (response === undefined || response.status < 500) return undefined;
  const said = messageOf(response.body);
  return said === ''
    ? { key: `${response.status} ${place}`, title: `${place} answers ${response.status}` }
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

function signature(finding: Finding): string {
  const where = finding.where.replace(/\/\d+(?=\/|$)/g, '/*');
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

function joinHabits(drafts: readonly Draft[], report: Report): Draft[] {
  const endpointsWithRule = new Map<string, Set<string>>();
  for (const check of report.checks) {
    const key = `${check.service} ${check.rule}`;
    const endpoints = endpointsWithRule.get(key) ?? new Set();
    endpointsWithRule.set(key, endpoints.add(check.endpoint));
  }
  const same = new Map<string, Draft[]>();
  const joined: Draft[] = [];
  for (const draft of drafts) {
    if (draft.kind !== 'finding') joined.push(draft);
    else {
      const key = `${draft.service} ${draft.key}`;
      same.set(key, [...(same.get(key) ?? []), draft]);
    }
  }
  for (const group of same.values()) {
    const first = group[0];
    if (first === undefined) continue;
    const having = endpointsWithRule.get(`${first.service} ${first.rule}`)?.size ?? 0;
    if (group.length >= HABIT_ENDPOINTS && group.length * 2 >= having) {
      joined.push({ ...first, endpoint: '', checks: group.flatMap((draft) => draft.checks) });
    } else joined.push(...group);
  }
  return joined;
}

/** Moves every undetermined check whose blocker fails, at however many removes, to the cause of that failure. */
function withHeldUp(causes: readonly Cause[], report: Report): Cause[] {
  const indexOf = new Map(report.checks.map((check, index) => [`${check.id}@${check.spec}`, index]));
  const failing = new Map<number, Cause>();
  for (const cause of causes) if (cause.kind !== 'undetermined') for (const index of cause.checks) failing.set(index, cause);
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
const DISPOSITION_WEIGHT = { nonconforming: 0, 'unexpected-pass': 100, undetermined: 200, 'expected-failure': 300, conforming: 400 } as const;

const BASIS_WEIGHT = { documented: 0, standard: 0, confirmed: 0, practice: 30, assumed: 30 } as const;

/** Less is worse: what blocks first, then by level; what nobody with a say has said after what somebody has. */
export function weightOf(check: ReportCheck | undefined): number {
  if (check === undefined) return 1000;
  return DISPOSITION_WEIGHT[check.disposition] + LEVEL_WEIGHT[check.level] * 10 + BASIS_WEIGHT[check.basis];
}

function causeWeight(cause: Cause, report: Report): number {
  return weightOf(report.checks[cause.checks[0] ?? -1]);
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
