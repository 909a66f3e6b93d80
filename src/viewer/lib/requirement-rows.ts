/** Requirements across the versions of their service: one row for each id. */
import { defined } from '../../record/defined.ts';
import type { ReportRequirement, Verdict } from '../../report/model.ts';
import type { Store } from './store.ts';

export type CellChange = 'new' | 'changed' | 'removed';

export interface RequirementCell {
  readonly spec: string;
  readonly requirement?: ReportRequirement;
  readonly change?: CellChange;
}

export interface RequirementRow {
  readonly id: string;
  readonly service: string;
  /** As the newest version that has it says. */
  readonly latest: ReportRequirement;
  readonly cells: readonly RequirementCell[];
  /** It is not the same in every version, or the service does not do the same in each. */
  readonly differs: boolean;
  readonly verdicts: readonly Verdict[];
}

export function requirementRows(store: Store): RequirementRow[] {
  const groups = new Map<string, ReportRequirement[]>();
  for (const requirement of store.report.requirements) {
    const key = `${requirement.service} ${requirement.id}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [requirement]);
    else group.push(requirement);
  }
  return [...groups.values()].flatMap((group) => {
    const specs = store.services.find((one) => one.service === group[0]?.service)?.specs ?? [];
    const row = rowOf(specs, group);
    return row === undefined ? [] : [row];
  });
}

function rowOf(specs: readonly string[], group: readonly ReportRequirement[]): RequirementRow | undefined {
  const cells = specs.map((spec, index): RequirementCell => {
    const requirement = group.find((one) => one.spec === spec);
    const before = index === 0 ? undefined : group.find((one) => one.spec === specs[index - 1]);
    const change = changeOf(requirement, before, index === 0);
    return { spec, ...defined({ requirement, change }) };
  });
  const latest = cells.flatMap((cell) => cell.requirement ?? []).at(-1) ?? group[0];
  if (latest === undefined) return undefined;
  const verdicts = cells.flatMap((cell) => cell.requirement?.verdict ?? []);
  return {
    id: latest.id,
    service: latest.service,
    latest,
    cells,
    differs: cells.some((cell) => cell.change !== undefined) || new Set(verdicts).size > 1,
    verdicts,
  };
}

function changeOf(
  now: ReportRequirement | undefined,
  before: ReportRequirement | undefined,
  first: boolean,
): CellChange | undefined {
  if (now === undefined) return before === undefined ? undefined : 'removed';
  if (!first && before === undefined) return 'new';
  return now.change === undefined ? undefined : 'changed';
}
