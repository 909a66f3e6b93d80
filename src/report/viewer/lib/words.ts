/** The words of verdicts, in one place. */
import type { Disposition, Result, RunInfo, Summary, Verdict } from '../../model.ts';
import { count, plural } from './format.ts';

/** What a mark stands for: the verdict, and what a waiver makes of it. */
export type MarkKind = Verdict | 'waived' | 'unexpected-pass';

export function markOf(check: { readonly verdict: Verdict; readonly disposition: Disposition }): MarkKind {
  if (check.disposition === 'expected-failure') return 'waived';
  return check.disposition === 'unexpected-pass' ? 'unexpected-pass' : check.verdict;
}

export const MARK_TEXT: Readonly<Record<MarkKind, string>> = {
  fail: 'fail',
  waived: 'fail, waived',
  'unexpected-pass': 'pass, though waived',
  inconclusive: 'inconclusive',
  untested: 'untested',
  pass: 'pass',
  inapplicable: 'inapplicable',
};

/** From worst to best; a cell of the matrix shows the worst it holds. */
export const MARK_ORDER: readonly MarkKind[] = ['fail', 'unexpected-pass', 'inconclusive', 'untested', 'waived', 'pass', 'inapplicable'];

export const RESULT_MARK: Readonly<Record<Result, MarkKind>> = { conformant: 'pass', nonconformant: 'fail', incomplete: 'inconclusive' };

/** What the run was narrowed to, if it was: the rest of the plan was not asked for. */
export function selectionWords({ selection }: RunInfo): string[] {
  if (selection === undefined) return [];
  const { only, shard, service, spec } = selection;
  return [
    ...(service === undefined ? [] : [`only ${service}`]),
    ...(spec === undefined ? [] : [`only ${spec.join(', ')}`]),
    ...(only === undefined ? [] : [`only ${only}`]),
    ...(shard === undefined ? [] : [`shard ${shard}`]),
  ];
}

/** The verdict on one service in one version, in a sentence. */
export function summarySentence(summary: Summary, requirements: number): string {
  const { counts } = summary;
  const failing = counts.dispositions.nonconforming;
  const open = counts.verdicts.inconclusive + counts.verdicts.untested;
  const waived = counts.dispositions['expected-failure'];
  const parts: string[] = [];
  if (failing > 0) parts.push(`${plural(failing, 'check')} of ${count(counts.checks)} ${failing === 1 ? 'fails' : 'fail'} on ${plural(requirements, 'requirement')}`);
  if (open > 0) parts.push(`${count(open)} could not be judged`);
  if (waived > 0) parts.push(`${count(waived)} ${waived === 1 ? 'is' : 'are'} waived`);
  if (counts.checks === 0) return 'Nothing was planned.';
  if (parts.length === 0) return `All ${count(counts.checks)} checks hold.`;
  return `${parts.join(', ')}.`;
}
