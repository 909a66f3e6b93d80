/** The words of verdicts, in one place. */
import type { Disposition, RunInfo, Summary, Verdict } from '../../report/model.ts';
import { countsInWords } from '../../report/standing.ts';
import type { Tone } from '../../report/standing.ts';
import { plural } from './format.ts';

/** What a mark stands for: the verdict, and what a waiver makes of it. */
export type MarkKind = Verdict | 'waived' | 'unexpected-pass';

export function markOf(check: { readonly verdict: Verdict; readonly disposition: Disposition }): MarkKind {
  if (check.disposition === 'expected-failure') return 'waived';
  return check.disposition === 'unexpected-pass' ? 'unexpected-pass' : check.verdict;
}

export const MARK_TEXT: Readonly<Record<MarkKind, string>> = {
  fail: 'fail',
  waived: 'fail, excused',
  'unexpected-pass': 'pass, though excused',
  inconclusive: 'not judged',
  untested: 'not judged, no verdict',
  pass: 'pass',
  inapplicable: 'does not apply',
};

/** From worst to best; a cell of the matrix shows the worst it holds. */
export const MARK_ORDER: readonly MarkKind[] = [
  'fail',
  'unexpected-pass',
  'inconclusive',
  'untested',
  'waived',
  'pass',
  'inapplicable',
];

export const TONE_MARK = { good: 'pass', open: 'inconclusive', bad: 'fail' } as const satisfies Readonly<
  Record<Tone, MarkKind>
>;

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

/** What became of the checks of one service in one version, in a sentence. */
export function summarySentence({ counts }: Summary, requirements: number): string {
  if (counts.checks === 0) return 'Nothing was planned.';
  return `${countsInWords(counts)}${requirements === 0 ? '' : `; what fails is asked by ${plural(requirements, 'requirement')}`}.`;
}
