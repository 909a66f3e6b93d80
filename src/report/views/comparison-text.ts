/** What `plumbline compare` prints: one line in words, then the checks, what is worst first. */
import { counted, number } from '../../record/counted.ts';
import { oneLine } from '../words.ts';

interface ShownCheck {
  readonly id: string;
  readonly spec: string;
  readonly was?: string;
  readonly now?: string;
}

interface Weight {
  readonly level: string;
  readonly basis: string;
}

/** The part of the gate's comparison that is shown; stated here because the report does not know the gate. */
export interface ShownComparison {
  readonly run: { readonly target: string; readonly startedAt: string };
  readonly otherTarget: boolean;
  readonly appeared: readonly ShownCheck[];
  readonly fixed: readonly ShownCheck[];
  readonly stopped: readonly ShownCheck[];
  readonly added: readonly ShownCheck[];
  readonly unasked?: { readonly count: number; readonly of: number };
  readonly reweighed: readonly (ShownCheck & { readonly from: Weight; readonly to: Weight })[];
}

export function comparisonText(comparison: ShownComparison, limit = 20): string {
  const { run, otherTarget } = comparison;
  const since = `Since ${run.startedAt}${otherTarget ? ` (another target: ${oneLine(run.target, 80)})` : ''}`;
  const words = [
    `${number(comparison.appeared.length)} newly failing`,
    `${number(comparison.fixed.length)} fixed`,
    `${number(comparison.stopped.length)} not judged now`,
    `${number(comparison.added.length)} new`,
    `${number(comparison.reweighed.length)} of another level or basis`,
  ];
  const lines = [
    `${since}: ${words.join(', ')}.`,
    ...(comparison.unasked === undefined
      ? []
      : [`But ${unaskedWords(comparison.unasked.of, comparison.unasked.count)}.`]),
    ...list('Fail now and did not then', comparison.appeared, limit, (change) =>
      change.was === undefined ? '(new)' : `(was ${change.was})`,
    ),
    ...list(
      'Not judged now',
      comparison.stopped,
      limit,
      (change) => `(${change.was ?? '?'} then, ${change.now ?? 'not planned'} now)`,
    ),
    ...list('Fixed', comparison.fixed, limit, () => ''),
    ...list(
      'Of another level or basis',
      comparison.reweighed,
      limit,
      ({ from, to }) => `(${from.level} ${from.basis} then, ${to.level} ${to.basis} now)`,
    ),
    ...list('New', comparison.added, limit, (change) => `(${change.now ?? '?'})`),
  ];
  return `${lines.join('\n')}\n`;
}

/** `the later run was asked for 56 of 582 checks: 526 not compared`. */
export function unaskedWords(of: number, unasked: number): string {
  return `the later run was asked for ${number(of - unasked)} of ${counted(of, 'check')}: ${number(unasked)} not compared`;
}

function list<T extends ShownCheck>(
  title: string,
  changes: readonly T[],
  limit: number,
  tail: (change: T) => string,
): readonly string[] {
  if (changes.length === 0) return [];
  const more = changes.length - limit;
  return [
    '',
    title,
    ...changes
      .slice(0, limit)
      .map((change) => `  ${oneLine(change.id)} in ${oneLine(change.spec)} ${tail(change)}`.trimEnd()),
    ...(more > 0 ? [`  and ${counted(more, 'more check', 'more')}`] : []),
  ];
}
