/** Versions side by side: the matrix of results, and requirements in all versions. */
import { omitUndefined, groupBy } from '../../model/objects.ts';
import type { ReportCheck, ReportRequirement } from '../../report/model.ts';
import { BADGE_ORDER, type BadgeKind, badgeOf } from './format.ts';
import type { ReportIndex } from './report-index.ts';

/** Worst result of the checks in one cell of the matrix. */
export interface CellResult {
  readonly checks: number;
  readonly worst: BadgeKind;
  /** Checks with the worst result. */
  readonly worstCount: number;
}

export type MatrixField = 'endpoint' | 'operation' | 'aspect' | 'rule' | 'spec';

export interface ResultMatrix {
  readonly rowField: MatrixField;
  readonly columnField: MatrixField;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly cell: (row: string, column: string) => CellResult | undefined;
}

/**
 * Results of the checks of one service. Rows are the endpoints; if a filter leaves only one, its operations, and so on.
 * Columns are the versions; if only one is left, the aspects.
 */
export function buildMatrix(checks: readonly ReportCheck[]): ResultMatrix {
  const valuesOf = (field: MatrixField): readonly string[] => [...new Set(checks.map((check) => check[field]))];
  const firstDivided = (fields: readonly MatrixField[]): MatrixField =>
    fields.find((field) => valuesOf(field).length > 1) ?? fields[0] ?? 'rule';
  const rowField = firstDivided(['endpoint', 'operation', 'aspect', 'rule']);
  const columnField = firstDivided(rowField === 'aspect' ? ['spec'] : ['spec', 'aspect']);
  const key = (row: string, column: string): string => JSON.stringify([row, column]);
  const cells = groupBy(checks, (check) => key(check[rowField], check[columnField]));
  return {
    rowField,
    columnField,
    rows: valuesOf(rowField),
    columns: columnField === 'aspect' ? [...valuesOf('aspect')].sort() : valuesOf(columnField),
    cell: (row, column) => {
      const badges = (cells.get(key(row, column)) ?? []).map(badgeOf);
      const worst = BADGE_ORDER.find((badge) => badges.includes(badge));
      if (worst === undefined) return undefined;
      return { checks: badges.length, worst, worstCount: badges.filter((badge) => badge === worst).length };
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
}

export function requirementRows({ report, services }: ReportIndex): readonly RequirementRow[] {
  const groups = groupBy(report.requirements, ({ service, id }) => `${service} ${id}`);
  return [...groups.values()].flatMap((group): readonly RequirementRow[] => {
    const specs = services.find(({ service }) => service === group[0]?.service)?.specs ?? [];
    const cells = specs.map((spec, at): RequirementCell => {
      const requirement = group.find((one) => one.spec === spec);
      const previous = group.find((one) => one.spec === specs[at - 1]);
      return {
        spec,
        ...omitUndefined({ requirement, change: at === 0 ? undefined : changeOf(requirement, previous) }),
      };
    });
    const latest = cells.flatMap(({ requirement }) => requirement ?? []).at(-1) ?? group[0];
    if (latest === undefined) return [];
    const verdicts = new Set(cells.flatMap(({ requirement }) => requirement?.verdict ?? []));
    const differs = verdicts.size > 1 || cells.some(({ change }) => change !== undefined);
    return [{ id: latest.id, service: latest.service, latest, cells, differs }];
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
