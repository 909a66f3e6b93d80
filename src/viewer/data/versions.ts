/** Versions side by side: the matrix of results, and requirements that differ between versions. */
import { defined } from '../../record/defined.ts';
import { groupBy } from '../../record/group-by.ts';
import type { ReportCheck, ReportRequirement, Verdict } from '../../report/model.ts';
import { BADGE_ORDER, badgeOf } from './format.ts';
import type { BadgeKind } from './format.ts';
import type { ReportIndex } from './report-index.ts';

/** Worst result of the checks in one cell of the matrix. */
export interface CellResult {
  readonly checks: number;
  readonly worst: BadgeKind;
  /** Checks with the worst result. */
  readonly worstCount: number;
}

export type MatrixField = 'endpoint' | 'aspect' | 'operation' | 'rule' | 'spec';

export interface Matrix {
  /** Values of the row field, in the order of the report. */
  readonly rows: readonly string[];
  /** Values of the column field, in the order of the report. */
  readonly columns: readonly string[];
  readonly cell: (row: string, column: string) => CellResult | undefined;
}

/** Counts the checks of one service by two fields. */
export function buildMatrix(checks: readonly ReportCheck[], rowField: MatrixField, columnField: MatrixField): Matrix {
  const badges = new Map<string, Map<BadgeKind, number>>();
  const rows = new Set<string>();
  const columns = new Set<string>();
  for (const check of checks) {
    const [row, column] = [check[rowField], check[columnField]];
    rows.add(row);
    columns.add(column);
    const key = JSON.stringify([row, column]);
    const counts = badges.get(key) ?? new Map<BadgeKind, number>();
    counts.set(badgeOf(check), (counts.get(badgeOf(check)) ?? 0) + 1);
    badges.set(key, counts);
  }
  return {
    rows: [...rows],
    columns: [...columns],
    cell: (row, column) => {
      const counts = badges.get(JSON.stringify([row, column]));
      const worst = BADGE_ORDER.find((badge) => counts?.has(badge));
      if (counts === undefined || worst === undefined) return undefined;
      const all = [...counts.values()].reduce((sum, one) => sum + one, 0);
      return { checks: all, worst, worstCount: counts.get(worst) ?? 0 };
    },
  };
}

export interface RequirementCell {
  readonly spec: string;
  readonly requirement?: ReportRequirement;
  readonly change?: 'new' | 'changed' | 'removed';
}

/** One requirement in all versions of its service. */
export interface RequirementRow {
  readonly id: string;
  readonly service: string;
  /** The newest version of the requirement. */
  readonly latest: ReportRequirement;
  readonly cells: readonly RequirementCell[];
  /** The requirement or the verdict is not the same in every version. */
  readonly differs: boolean;
  readonly verdicts: readonly Verdict[];
}

export function requirementRows({ report, services }: ReportIndex): readonly RequirementRow[] {
  const groups = groupBy(report.requirements, ({ service, id }) => `${service} ${id}`);
  return [...groups.values()].flatMap((group): readonly RequirementRow[] => {
    const specs = services.find(({ service }) => service === group[0]?.service)?.specs ?? [];
    const cells = specs.map((spec, at): RequirementCell => {
      const requirement = group.find((one) => one.spec === spec);
      const previous = group.find((one) => one.spec === specs[at - 1]);
      return { spec, ...defined({ requirement, change: at === 0 ? undefined : changeOf(requirement, previous) }) };
    });
    const latest = cells.flatMap(({ requirement }) => requirement ?? []).at(-1) ?? group[0];
    if (latest === undefined) return [];
    const verdicts = cells.flatMap(({ requirement }) => requirement?.verdict ?? []);
    const differs = cells.some(({ change }) => change !== undefined) || new Set(verdicts).size > 1;
    return [{ id: latest.id, service: latest.service, latest, cells, differs, verdicts }];
  });
}

function changeOf(
  current: ReportRequirement | undefined,
  previous: ReportRequirement | undefined,
): RequirementCell['change'] {
  if (current === undefined) return previous === undefined ? undefined : 'removed';
  if (previous === undefined) return 'new';
  return current.change === undefined ? undefined : 'changed';
}
