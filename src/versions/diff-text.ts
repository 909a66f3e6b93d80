/** Terminal text of a version diff. */
import { alignColumns, oneLine } from '../report/text.ts';
import { pluralize } from '../model/text.ts';
import type { Breaks } from './break-rules.ts';
import { type ContractChange, type ChangeGround, type DiffOutcome, CHANGE_GROUNDS, type VersionDiff } from './diff.ts';

const TITLES: Readonly<Record<Breaks, string>> = {
  yes: 'Breaks clients',
  perhaps: 'May break clients',
  no: 'Does not break clients',
};
/** Mark of changes that depend on open questions. */
const MARKS: Readonly<Record<ChangeGround, string>> = { documented: '', confirmed: ' +', assumed: ' *' };
const MAX_CHECKS = 10;
const CELL = 70;

export function diffText(diff: VersionDiff): string {
  const { checks } = diff;
  const parts = [
    ...headline(diff),
    ...(['yes', 'perhaps', 'no'] as const).flatMap((breaks) =>
      section(
        TITLES[breaks],
        diff.changes.filter((change) => change.breaks === breaks),
      ),
    ),
    '',
    `Checks: ${checks.added.length} added, ${checks.removed.length} removed, ${checks.changed.length} with changed expectations`,
    ...list('+', checks.added),
    ...list('-', checks.removed),
    ...list('~', checks.changed),
    ...restText(diff),
  ];
  return `${parts.join('\n')}\n`;
}

/** Documented and assumed changes have separate results, since an assumption breaks no client yet. */
function headline({ service, from, to, breaks, changes, grounds }: VersionDiff): readonly string[] {
  const title = `${service} ${from} to ${to}`;
  if (breaks === 'same') return [`${title}: nothing changed`];
  if (changes.length === 0) return [`${title}: breaks no clients, only checks differ`];
  const told = CHANGE_GROUNDS.filter((ground) => ground !== 'confirmed' || grounds.confirmed.breaks !== 'same');
  return [`${title}:`, ...told.map((ground) => `  ${`${ground}:`.padEnd(12)}${verdict(grounds[ground])}`)];
}

function verdict({ breaks, counts }: DiffOutcome): string {
  const numbers = `${pluralize(counts.yes, 'breaking change')}, ${counts.perhaps} possibly breaking, ${counts.no} compatible`;
  switch (breaks) {
    case 'same':
      return 'no change';
    case 'yes':
      return `BREAKS CLIENTS (${numbers})`;
    case 'perhaps':
      return `may break clients (${numbers})`;
    case 'no':
      return `breaks no clients (${numbers})`;
  }
}

function section(title: string, changes: readonly ContractChange[]): readonly string[] {
  if (changes.length === 0) return [];
  const rows = changes.map((change) => [
    change.where,
    `${change.title}${change.basis === undefined ? '' : ` (${change.basis})`}${MARKS[change.ground]}`,
    values(change),
  ]);
  return [
    '',
    `${title} (${changes.length})`,
    ...alignColumns([['where', 'what', 'before → after'], ...rows]),
    ...reasons(changes),
  ];
}

function values({ was, now }: ContractChange): string {
  if (was !== undefined && now !== undefined) return `${oneLine(was, CELL)} → ${oneLine(now, CELL)}`;
  return oneLine(now ?? was ?? '', 2 * CELL);
}

/** Explanation of each kind of change, once. */
function reasons(changes: readonly ContractChange[]): readonly string[] {
  return [...new Map(changes.map(({ title, why }) => [title, why]))].map(([title, why]) => `    ${title}: ${why}`);
}

function list(mark: string, ids: readonly string[]): readonly string[] {
  const more = ids.length - MAX_CHECKS;
  return [
    ...ids.slice(0, MAX_CHECKS).map((id) => `  ${mark} ${id}`),
    ...(more > 0 ? [`  ${mark} and ${pluralize(more, 'more', 'more')} (--json)`] : []),
  ];
}

function restText({ openPoints, changes }: VersionDiff): readonly string[] {
  const questionLines = (isAnswered: boolean, heading: string): readonly string[] => {
    const points = openPoints.filter((point) => point.answered === isAnswered);
    return points.length === 0
      ? []
      : ['', heading, ...points.flatMap(({ id, question }) => [`    ${id}`, `      ${question}`])];
  };
  const assumed = changes.some(({ ground }) => ground === 'assumed');
  const open = questionLines(false, '* Assumption. It depends on these open questions without an answer:');
  return [
    ...(assumed && open.length === 0 ? ['', '* Assumption: the source documents do not specify it.'] : open),
    ...questionLines(true, '+ Confirmed by the answers of the target to:'),
  ];
}
