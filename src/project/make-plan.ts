/** Planning with the rules that the program has. */
import type { Project, Target } from '../load/model.ts';
import type { Plan } from '../plan/model.ts';
import { matcher, planWith, scopesOf, sound, type Outline, type Planned, type Selection } from '../plan/plan.ts';
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

/** As `planScopes`, where it is known which checks there are: only endpoints that have a matching one are planned. */
export function planPart(scopes: readonly Scope[], only: string, outline: Outline): Planned {
  const matches = matcher(only);
  const isWanted = ({ service, version }: Scope, endpoint: string): boolean =>
    outline.get(`${service}@${version}`)?.[endpoint]?.some(matches) === true;
  return { ...planWith(RULE_BOOK, scopes, only, isWanted), outline };
}

/**
 * As `planPart`, where the pattern names its endpoint (`service/endpoint/**`), so that it is known which one is meant; `before` tells
 * what the others had. Undefined for any other pattern.
 */
export function planEndpointAlone(scopes: readonly Scope[], only: string, before: Outline): Planned | undefined {
  const [, service, endpoint] = NAMED.exec(only) ?? [];
  const isKnown = scopes.every((scope) => before.has(`${scope.service}@${scope.version}`));
  if (service === undefined || endpoint === undefined || !isKnown) return undefined;
  const made = planWith(RULE_BOOK, scopes, only, (scope, one) => scope.service === service && one === endpoint);
  const outline = [...before].map(
    ([version, others]) => [version, { ...others, ...made.outline.get(version) }] as const,
  );
  return { ...made, outline: new Map(outline) };
}

const NAMED = /^([\w-]+)\/([\w-]+)\//;

/** Of these scopes one endpoint alone: its groups are those of the whole plan. */
export function planEndpoint(scopes: readonly Scope[], endpoint: string): Plan {
  return planWith(RULE_BOOK, scopes, undefined, (_, one) => one === endpoint).plan;
}

/** The plan of everything selected, or `BadInput` with everything that is wrong with it. */
export function makePlan(project: Project, target: Target, selection: Selection = {}): Planned {
  return sound(planAll(project, target, selection));
}
