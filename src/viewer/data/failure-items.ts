/** Failure groups as a list of work: each item has one assignee who can resolve it. */
import { omitUndefined, groupBy, mapOptional } from '../../model/objects.ts';
import type { Exchange } from '../../model/exchange.ts';
import { type Assignee, assigneeOf, isOpenFailure, isRequired, isWaived } from '../../report/assignee.ts';
import { exchangeKey, checkTitle } from '../../report/checks.ts';
import { issueText } from '../../report/issue-text.ts';
import type { Basis, Level, ReportCheck, ReportOpenPoint, ReportWaiver } from '../../report/model.ts';
import { nextStep, type NextStep } from '../../report/next-step.ts';
import { extentText, mergeEqualCauses, strongestCheck } from '../../report/open-causes.ts';
import { type PageCause, checkKey } from '../../report/page/data.ts';
import { hasAnswer } from '../../report/answer-results.ts';
import { citation } from './format.ts';
import type { PageExchanges } from './load.ts';
import type { ReportIndex } from './report-index.ts';

/** Most urgent first. */
export const ASSIGNEES: readonly { readonly id: Assignee; readonly title: string; readonly task: string }[] = [
  { id: 'service', title: 'Service team', task: 'Fix the service: it violates the specification.' },
  {
    id: 'target-owner',
    title: 'Target owner',
    task: 'The specification does not answer these questions. Answer the open question, or fix the service.',
  },
  { id: 'waiver-owner', title: 'Waiver owners', task: 'Remove or renew these waivers: they are out of date.' },
  {
    id: 'operator',
    title: 'Test operator',
    task: 'Plumbline could not judge these checks. Fix the cause and run again.',
  },
  {
    id: 'recommendation',
    title: 'Advisory',
    task: 'Good practice that the specification does not require. The policy of the run does not block these failures.',
  },
  {
    id: 'waived',
    title: 'Waived',
    task: 'Known failures. A waiver with an owner and an expiry date covers each check that blocks.',
  },
];

const ASSUMED_TASK = 'The requirements are drafts and do not block. Confirm them in the contract, or fix the service.';

/** Task of an assignee. It mentions open questions only if an item depends on one. */
export function taskText({ id, task }: (typeof ASSIGNEES)[number], items: readonly FailureItem[]): string {
  return id === 'target-owner' && items.every(({ questions }) => questions.length === 0) ? ASSUMED_TASK : task;
}

export interface FailureItem {
  readonly assignee: Assignee;
  readonly cause: PageCause;
  /** Ids of all groups in the item, as the `cause` filter takes them. */
  readonly groupIds: string;
  readonly checks: readonly ReportCheck[];
  /** The example of the item: the first check that its assignee handles. */
  readonly first: ReportCheck;
  /** Level and basis of the strongest check that decides the assignee. */
  readonly level: Level;
  readonly basis: Basis;
  readonly waivedChecks: number;
  readonly newChecks: number;
  /** Checks without a verdict because of this group. */
  readonly blockedChecks: number;
  /** For checks without a verdict: the next command and a hint. */
  readonly next?: NextStep;
  /** Open questions without an answer that the checks depend on. */
  readonly questions: readonly ReportOpenPoint[];
  /** Waivers of the checks, one for each reason, owner and expiry date. */
  readonly waivers: readonly ReportWaiver[];
}

/** Items with at least one check that matches, most urgent first. */
export function failureItems(
  index: ReportIndex,
  matches: (check: ReportCheck) => boolean = () => true,
): readonly FailureItem[] {
  const checksAt = (positions: readonly number[] = []): readonly ReportCheck[] =>
    positions.flatMap((position) => index.report.checks[position] ?? []);
  const urgency = ({ assignee, newChecks }: FailureItem): number =>
    ASSIGNEES.findIndex(({ id }) => id === assignee) * 2 + (newChecks > 0 ? 0 : 1);
  return mergeEqualCauses(index.data.causes)
    .flatMap((causes): readonly FailureItem[] => {
      const all = causes.flatMap((cause) => checksAt(cause.checks));
      const blocked = causes.flatMap((cause) => checksAt(cause.holdsUp)).filter(matches).length;
      const matching = all.filter(matches);
      const checks = matching.length === 0 && blocked > 0 ? all : matching;
      const [first] = checks;
      return first === undefined ? [] : [failureItem(index, causes, checks, first, blocked)];
    })
    .sort((a, b) => urgency(a) - urgency(b));
}

function failureItem(
  index: ReportIndex,
  causes: readonly [PageCause, ...PageCause[]],
  checks: readonly ReportCheck[],
  any: ReportCheck,
  blockedChecks: number,
): FailureItem {
  const [cause] = causes;
  const blocks = (check: ReportCheck): boolean => index.blocking.has(checkKey(check));
  const assignee = assigneeOf(cause.kind, checks, blocks);
  const open = checks.filter(isOpenFailure);
  const waived = checks.filter(isWaived);
  const own = assignee === 'waived' ? waived : open;
  const deciding =
    assignee === 'service' ? open.filter((check) => isRequired(check) || blocks(check)) : own.length > 0 ? own : checks;
  const first = own[0] ?? any;
  const { level, basis } = strongestCheck(deciding) ?? first;
  const questions = new Set(checks.flatMap((check) => index.questionsOf(check)));
  const waivers = groupBy(
    checks.flatMap((check) => index.waiverFor(check) ?? []),
    ({ owner, reason, expires }) => JSON.stringify([owner, reason, expires]),
  );
  return {
    assignee,
    cause,
    groupIds: causes.map(({ id }) => id).join(','),
    checks,
    first,
    level,
    basis,
    waivedChecks: waived.length,
    newChecks: checks.filter((check) => index.changes.get(checkKey(check)) === 'appeared').length,
    blockedChecks,
    ...(assignee === 'operator' && { next: nextStep(index.report.run, { kind: cause.kind, example: first }) }),
    questions: [...questions].flatMap((id) => index.questions.get(id) ?? []).filter((one) => !hasAnswer(one)),
    waivers: [...waivers.values()].flatMap(([waiver]) => waiver ?? []),
  };
}

/** Waivers that are not in effect. `used` and `untried` need no action, and an unexpected pass is an item already. */
export function outdatedWaivers(index: ReportIndex, items: readonly FailureItem[]): readonly ReportWaiver[] {
  const reported = new Set(
    items
      .filter(({ assignee }) => assignee === 'waiver-owner')
      .flatMap(({ checks }) => checks.flatMap((check) => index.waiverFor(check) ?? [])),
  );
  return index.report.waivers.filter(
    (waiver) => waiver.state !== 'used' && waiver.state !== 'untried' && !reported.has(waiver),
  );
}

/** The failure group of a check as the text of an issue. The reader of the issue does not need Plumbline. */
export function issueOf(index: ReportIndex, check: ReportCheck, exchanges: PageExchanges | undefined): string {
  const cause = index.groupOf.get(checkKey(check));
  const checks = (cause?.checks ?? []).flatMap((position) => index.report.checks[position] ?? []);
  return issueText({
    check,
    title: cause?.title ?? checkTitle(check, index.report.rules).main,
    ...omitUndefined({
      reach: checks.length < 2 ? undefined : extentText({ checks, holdsUp: 0 }),
      requirement: mapOptional(index.requirementOf(check), (it) => ({ text: it.text, source: citation(it) })),
    }),
    requests: exchanges?.requestsOf(check) ?? [],
  });
}

/** The exchange of the first finding; undefined until the exchanges are unpacked, or if only the evidence folder has it. */
export function findingExchange(check: ReportCheck, exchanges: PageExchanges | undefined): Exchange | undefined {
  const id = check.findings[0]?.evidence ?? check.evidence.at(-1) ?? '';
  return exchanges?.get(exchangeKey({ ...check, id }));
}
