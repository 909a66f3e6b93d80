/** Failure groups as a list of work: each item has one assignee who can resolve it. */
import { defined, maybe } from '../../record/defined.ts';
import type { Exchange } from '../../record/exchange.ts';
import { groupBy } from '../../record/group-by.ts';
import { exchangeKey } from '../../report/exchange-key.ts';
import { issueText } from '../../report/issue-text.ts';
import type { Basis, Level, ReportCheck, ReportOpenPoint, ReportWaiver } from '../../report/model.ts';
import { nextStep } from '../../report/next-step.ts';
import type { NextStep } from '../../report/next-step.ts';
import { checkKey } from '../../report/page/data.ts';
import type { Cause } from '../../report/page/data.ts';
import { titleOf } from '../../report/titles.ts';
import { toldOnce } from '../../report/told-once.ts';
import { citation, listOperations, plural } from './format.ts';
import type { ExchangesByKey } from './load.ts';
import { LEVEL_ORDER, unansweredQuestions, versionsOf } from './report-index.ts';
import type { ReportIndex } from './report-index.ts';

/** Most urgent first. */
export const ASSIGNEES = ['service', 'target-owner', 'waiver-owner', 'operator', 'recommendation', 'waived'] as const;
export type Assignee = (typeof ASSIGNEES)[number];

export const ASSIGNEE_TEXT: Readonly<Record<Assignee, { readonly title: string; readonly task: string }>> = {
  service: { title: 'Service team', task: 'Fix the violations of the specification.' },
  'target-owner': {
    title: 'Target owner',
    task: 'The documents do not specify this. Answer the open question, or fix the service.',
  },
  'waiver-owner': { title: 'Waiver owners', task: 'Remove or renew waivers that are out of date.' },
  operator: { title: 'Test operator', task: 'These checks have no verdict. Remove the obstacle and run again.' },
  recommendation: {
    title: 'Recommendations',
    task: 'Good practice that no standard requires. These failures do not block the release.',
  },
  waived: { title: 'Waived', task: 'Known failures. Each has a waiver with an owner and an expiry date.' },
};

/** Waivers with the same reason, owner and expiry date, and the number of checks that they cover. */
export interface WaiverReason {
  readonly waiver: ReportWaiver;
  readonly waivers: number;
  readonly checks: number;
}

export interface FailureItem {
  readonly assignee: Assignee;
  readonly cause: Cause;
  /** Ids of all groups in the item, as the `cause` filter takes them. */
  readonly groupIds: string;
  readonly checks: readonly ReportCheck[];
  /** The example of the item: the first check without a waiver, if there is one. */
  readonly first: ReportCheck;
  /** The highest level of the checks that decide the assignee, and the basis of the first check with it. */
  readonly level: Level;
  readonly basis: Basis;
  /** `student-reporting 4.0.1`, one text per service. */
  readonly versions: readonly string[];
  readonly operations: readonly string[];
  readonly waivedChecks: number;
  readonly newChecks: number;
  /** Checks without a verdict because of this group. */
  readonly blockedChecks: number;
  /** For checks without a verdict: the next command and a hint. */
  readonly next?: NextStep;
  readonly questions: readonly ReportOpenPoint[];
  readonly waiverReasons: readonly WaiverReason[];
}

/** Items with at least one check that matches, most urgent first. */
export function failureItems(
  index: ReportIndex,
  matches: (check: ReportCheck) => boolean = () => true,
): readonly FailureItem[] {
  const checksAt = (positions: readonly number[] = []): readonly ReportCheck[] =>
    positions.flatMap((position) => index.report.checks[position] ?? []);
  return toldOnce(index.data.causes)
    .flatMap((causes): readonly FailureItem[] => {
      const all = causes.flatMap((cause) => checksAt(cause.checks));
      const blocked = causes.flatMap((cause) => checksAt(cause.holdsUp)).filter(matches).length;
      const matching = all.filter(matches);
      const checks = matching.length === 0 && blocked > 0 ? all : matching;
      const first = checks.find(({ disposition }) => disposition !== 'expected-failure') ?? checks[0];
      return first === undefined ? [] : [failureItem(index, causes, checks, first, blocked)];
    })
    .sort(
      (a, b) =>
        ASSIGNEES.indexOf(a.assignee) - ASSIGNEES.indexOf(b.assignee) ||
        Number(b.newChecks > 0) - Number(a.newChecks > 0),
    );
}

function failureItem(
  index: ReportIndex,
  causes: readonly [Cause, ...Cause[]],
  checks: readonly ReportCheck[],
  first: ReportCheck,
  blockedChecks: number,
): FailureItem {
  const [cause] = causes;
  const assignee = assigneeOf(cause, checks);
  const open = checks.filter(isOpenFailure);
  const deciding = assignee === 'service' ? open.filter(isRequired) : open.length > 0 ? open : checks;
  const level = LEVEL_ORDER.find((one) => deciding.some((check) => check.level === one)) ?? first.level;
  const next = assignee === 'operator' ? nextStep(index.report.run, { kind: cause.kind, example: first }) : undefined;
  return {
    assignee,
    cause,
    groupIds: causes.map(({ id }) => id).join(','),
    checks,
    first,
    level,
    basis: deciding.find((check) => check.level === level)?.basis ?? first.basis,
    versions: versionTexts(index, checks),
    operations: operationsOf(checks),
    waivedChecks: checks.filter(({ disposition }) => disposition === 'expected-failure').length,
    newChecks: checks.filter((check) => index.changes.get(checkKey(check)) === 'appeared').length,
    blockedChecks,
    ...defined({ next }),
    questions: unansweredQuestions(index, checks),
    waiverReasons: cause.kind === 'unexpected-pass' || assignee === 'waived' ? waiverReasons(index, checks) : [],
  };
}

function assigneeOf({ kind }: Cause, checks: readonly ReportCheck[]): Assignee {
  if (kind === 'unexpected-pass') return 'waiver-owner';
  if (kind === 'undetermined') return 'operator';
  const open = checks.filter(isOpenFailure);
  if (open.length === 0) return 'waived';
  if (open.some(isRequired)) return 'service';
  return open.some(({ basis }) => basis === 'assumed') ? 'target-owner' : 'recommendation';
}

function isOpenFailure({ disposition }: ReportCheck): boolean {
  return disposition === 'nonconforming';
}

function isRequired({ basis }: ReportCheck): boolean {
  return basis !== 'assumed' && basis !== 'practice';
}

function operationsOf(checks: readonly ReportCheck[]): readonly string[] {
  return [...new Set(checks.map(({ endpoint, operation }) => `${endpoint}/${operation}`))];
}

function versionTexts(index: ReportIndex, checks: readonly ReportCheck[]): readonly string[] {
  return [...groupBy(checks, ({ service }) => service)].map(([service, own]) => {
    const specs = versionsOf(index, service, own);
    const all = index.services.find((one) => one.service === service)?.specs.length ?? 0;
    return `${service} ${specs.length > 1 && specs.length === all ? 'in all versions' : specs.join(', ')}`;
  });
}

function waiverReasons(index: ReportIndex, checks: readonly ReportCheck[]): readonly WaiverReason[] {
  const waivers = checks.flatMap((check) => index.waiverFor(check) ?? []);
  const groups = groupBy(waivers, ({ owner, reason, expires }) => JSON.stringify([owner, reason, expires]));
  return [...groups.values()].flatMap((all) =>
    all[0] === undefined ? [] : [{ waiver: all[0], waivers: new Set(all).size, checks: all.length }],
  );
}

/** Waivers that are not in effect. `used` and `untried` need no action, and an unexpected pass is an item already. */
export function outdatedWaivers(index: ReportIndex, items: readonly FailureItem[]): readonly ReportWaiver[] {
  const reported = new Set(
    items
      .filter(({ cause }) => cause.kind === 'unexpected-pass')
      .flatMap(({ checks }) => checks.flatMap((check) => index.waiverFor(check) ?? [])),
  );
  return index.report.waivers.filter(
    (waiver) => waiver.state !== 'used' && waiver.state !== 'untried' && !reported.has(waiver),
  );
}

/** The failure group of a check as the text of an issue. The reader of the issue does not need Plumbline. */
export function issueOf(index: ReportIndex, check: ReportCheck, exchanges: ExchangesByKey | undefined): string {
  const cause = index.groupOf.get(checkKey(check));
  const requirement = index.requirementOf(check);
  const checks = (cause?.checks ?? []).flatMap((position) => index.report.checks[position] ?? []);
  const operations = operationsOf(checks);
  const reach = `${plural(checks.length, 'check')} on ${plural(operations.length, 'operation')}: ${listOperations(operations, 12)}`;
  return issueText({
    check,
    title: cause?.title ?? titleOf(check, index.report.rules).main,
    ...defined({
      reach: checks.length < 2 ? undefined : reach,
      requirement: maybe(requirement, (it) => ({ text: it.text, source: citation(it) })),
      exchange: findingExchange(check, exchanges),
    }),
  });
}

/** The exchange of the first finding; undefined until the exchanges are unpacked, or if only the evidence folder has it. */
export function findingExchange(check: ReportCheck, exchanges: ExchangesByKey | undefined): Exchange | undefined {
  const id = check.findings[0]?.evidence ?? check.evidence.at(-1) ?? '';
  return exchanges?.get(exchangeKey({ ...check, id }));
}
