/** A comparison of versions as a table. Pure. */
import { columns } from '../explain/columns.ts';
import { count, oneLine } from '../report/words.ts';
import type { Breaks } from './break-rules.ts';
import type { Change, VersionDiff } from './diff.ts';

const TITLES: Readonly<Record<Breaks, string>> = {
  yes: 'Breaks clients',
  perhaps: 'May break clients',
  no: 'Breaks nobody',
};
const MAX_CHECKS = 10;
const CELL = 70;

export function diffText(diff: VersionDiff): string {
  const { checks } = diff;
  const parts = [
    `${diff.service} ${diff.from} to ${diff.to}: ${verdict(diff)}`,
    ...(['yes', 'perhaps', 'no'] as const).flatMap((breaks) =>
      section(
        TITLES[breaks],
        diff.changes.filter((change) => change.breaks === breaks),
      ),
    ),
    '',
    `Checks: ${checks.added.length} added, ${checks.removed.length} removed, ${checks.changed.length} ask for something else`,
    ...list('+', checks.added),
    ...list('-', checks.removed),
    ...list('~', checks.changed),
    ...restText(diff.changes),
  ];
  return `${parts.join('\n')}\n`;
}

function verdict({ breaks, counts }: VersionDiff): string {
  const numbers = `${count(counts.yes, 'change')} that ${counts.yes === 1 ? 'breaks' : 'break'}, ${counts.perhaps} that may, ${counts.no} harmless`;
  switch (breaks) {
    case 'same':
      return 'nothing changed';
    case 'yes':
      return `BREAKS CLIENTS (${numbers})`;
    case 'perhaps':
      return `may break clients (${numbers})`;
    case 'no':
      return `breaks no client (${numbers})`;
  }
}

function section(title: string, changes: readonly Change[]): readonly string[] {
  if (changes.length === 0) return [];
  const rows = changes.map((change) => [
    change.where,
    `${change.title}${change.basis === undefined ? '' : ` (${change.basis})`}${change.restsOn.length > 0 ? ' *' : ''}`,
    values(change),
  ]);
  return [
    '',
    `${title} (${changes.length})`,
    ...columns([['where', 'what', 'was, now'], ...rows]),
    ...reasons(changes),
  ];
}

function values({ was, now }: Change): string {
  if (was !== undefined && now !== undefined) return `${oneLine(was, CELL)} → ${oneLine(now, CELL)}`;
  return oneLine(now ?? was ?? '', 2 * CELL);
}

/** Why each kind of change does what the heading says, once. */
function reasons(changes: readonly Change[]): readonly string[] {
  return [...new Map(changes.map(({ title, why }) => [title, why]))].map(([title, why]) => `    ${title}: ${why}`);
}

function list(mark: string, ids: readonly string[]): readonly string[] {
  const more = ids.length - MAX_CHECKS;
  return [
    ...ids.slice(0, MAX_CHECKS).map((id) => `  ${mark} ${id}`),
    ...(more > 0 ? [`  ${mark} and ${count(more, 'more', 'more')} (--json)`] : []),
  ];
}

function restText(changes: readonly Change[]): readonly string[] {
  const points = [...new Set(changes.flatMap((change) => change.restsOn))].sort();
  if (points.length === 0) return [];
  return [
    '',
    '* The documents do not say in which version this is; it follows from the default of',
    ...points.map((point) => `    ${point}`),
  ];
}
