/** Planning with the rules that the program has. */
import type { Project, Target } from '../load/model.ts';
import type { Plan } from '../plan/model.ts';
import { planWith, scopesOf, sound, type Planned, type Selection } from '../plan/plan.ts';
import type { Scope } from '../plan/scope.ts';
import { RULE_BOOK } from '../rules/book.ts';

/** Plans everything selected; what is wrong with the contracts is returned, not thrown. */
export function planAll(project: Project, target: Target, selection: Selection = {}): Planned {
  return planScopes(scopesOf(project, target, selection), selection.only);
}

/** As `planAll`, of scopes that are there already. */
export function planScopes(scopes: readonly Scope[], only?: string): Planned {
  return planWith(RULE_BOOK, scopes, only);
}

/** Of these scopes one endpoint alone: its groups are those of the whole plan. */
export function planEndpoint(scopes: readonly Scope[], endpoint: string): Plan {
  return planWith(RULE_BOOK, scopes, undefined, endpoint).plan;
}

/** The plan of everything selected, or `BadInput` with everything that is wrong with it. */
export function makePlan(project: Project, target: Target, selection: Selection = {}): Planned {
  return sound(planAll(project, target, selection));
}
