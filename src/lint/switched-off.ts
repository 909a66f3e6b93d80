/** What is idle, or proves nothing, since a contract switches rows of the common catalogues off. Pure. */
import type { Problem } from '../errors.ts';
import type { Position, Project } from '../load/model.ts';
import type { Plan } from '../plan/model.ts';
import { answerRowOf, rowOf } from '../project/row-of.ts';
import { place } from './plan-problems.ts';

/** What waits for a row may stay: that the row is off is told with its reason at the end of every run, so that nothing of it is silent. */
const MAY_WAIT: ReadonlySet<string> = new Set([
  'binding-unmatched',
  'binding-shadowed',
  'practice-unmet',
  'open-point-unused',
]);

/** The project with all rows on; undefined where none is off. */
export function withRowsOn(project: Project): Project | undefined {
  if (project.contracts.every(({ catalogue }) => catalogue.off.length === 0)) return undefined;
  const contracts = project.contracts.map((one) => ({ ...one, catalogue: { ...one.catalogue, off: [] } }));
  return { ...project, contracts };
}

/** Of problems those that would be there with all rows on too, `others`, and requirements that nothing proves, with the rows that would. */
export function besideRowsOff(
  found: readonly Problem[],
  others: readonly Problem[],
  project: Project,
  on: Plan,
): readonly Problem[] {
  const remaining = new Set(others.map(keyOf));
  const proving = rowsOff(project, on);
  return found.flatMap((problem): readonly Problem[] => {
    if (MAY_WAIT.has(problem.code)) return remaining.has(keyOf(problem)) ? [problem] : [];
    const rows = problem.code === 'unproven-requirement' ? proving.get(keyOf(problem)) : undefined;
    return [rows === undefined ? problem : unproven(problem, rows)];
  });
}

interface RowOff {
  readonly row: string;
  readonly at: Position;
}

/** By the place of a requirement the rows that are off and would prove it. */
function rowsOff(project: Project, on: Plan): ReadonlyMap<string, readonly RowOff[]> {
  const rows = new Map<string, Set<RowOff>>();
  const places = new Map(
    project.specs.flatMap(({ service, requirements }) =>
      requirements.map(({ id, at }) => [`${service} ${id}`, `unproven-requirement ${place(at)}`] as const),
    ),
  );
  const contracts = new Map(project.contracts.map((one) => [one.service, one]));
  const note = (service: string, requirement: string, row: string | undefined): void => {
    const off = contracts.get(service)?.catalogue.off.find((one) => one.row === row);
    const where = places.get(`${service} ${requirement}`);
    if (off !== undefined && where !== undefined) rows.set(where, (rows.get(where) ?? new Set()).add(off));
  };
  for (const { service, passive, cases } of on.groups) {
    for (const check of passive) note(service, check.requirement, answerRowOf(check)?.id);
    for (const one of cases)
      for (const check of one.checks) note(service, check.requirement, rowOf(check, one, contracts.get(service))?.id);
  }
  return new Map([...rows].map(([where, own]) => [where, [...own]]));
}

function unproven(problem: Problem, rows: readonly RowOff[]): Problem {
  const named = rows.map(({ row, at }) => `${row} (${at.file}:${at.line})`).join(', ');
  return {
    ...problem,
    message: `${problem.message}: what would is switched off, ${named}`,
    hint: 'Say `excluded:` with the reason and remove the bindings to it, or take the row out of `off:` again.',
  };
}

function keyOf({ code, file = '', line = 0, column = 0 }: Problem): string {
  return `${code} ${place({ file, line, column })}`;
}
