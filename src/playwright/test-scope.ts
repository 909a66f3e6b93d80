/**
 * Scope of a Playwright test: the checks of one operation that it judges. A test of a requirement judges its checks in all groups of the operation; a test of
 * an aspect judges one group, except the requirements that have a test of their own.
 */
import type { Group } from '../plan/model.ts';

export interface TestScope {
  readonly service: string;
  readonly endpoint: string;
  readonly operation: string;
  /** The aspect of a test of one group. */
  readonly aspect?: string;
  /** The requirement of a test of its own. */
  readonly requirement?: string;
  /** Requirements of this group with a test of their own. */
  readonly except?: readonly string[];
}

type Place = Pick<Group, 'service' | 'endpoint' | 'operation' | 'aspect'>;

/** One word, for an annotation: `library/books/list/pagination!library.cap`, or `library/books/list#library.cap`. */
export function scopeName({ service, endpoint, operation, aspect, requirement, except = [] }: TestScope): string {
  const place = [service, endpoint, operation].join('/');
  if (requirement !== undefined) return `${place}#${requirement}`;
  return `${place}/${aspect ?? ''}${except.length === 0 ? '' : `!${except.join(',')}`}`;
}

/** Reads a name that `scopeName` made. */
export function scopeFromName(name: string): TestScope {
  const [place = '', requirement] = name.split('#');
  const [path = '', except] = place.split('!');
  const [service = '', endpoint = '', operation = '', aspect] = path.split('/');
  const where = { service, endpoint, operation };
  if (requirement !== undefined) return { ...where, requirement };
  return { ...where, aspect: aspect ?? '', except: except?.split(',') ?? [] };
}

/** Whether a test of this scope judges checks of this group. Groups that must run last have no test of a requirement. */
export function coversGroup(
  scope: TestScope,
  group: Place & { readonly last?: true | undefined },
  hasRequirement: (requirement: string) => boolean,
): boolean {
  if (group.service !== scope.service || group.endpoint !== scope.endpoint || group.operation !== scope.operation)
    return false;
  if (scope.requirement === undefined) return group.aspect === scope.aspect;
  return group.last !== true && hasRequirement(scope.requirement);
}

/** IDs of the checks of a group that a test of this scope judges. Checks of all responses belong to the test of the aspect. */
export function checksInScope(
  { requirement, except = [] }: TestScope,
  { cases, passive }: Pick<Group, 'cases' | 'passive'>,
): ReadonlySet<string> {
  const own = cases.flatMap(({ checks }) =>
    checks.filter((check) =>
      requirement === undefined ? !except.includes(check.requirement) : check.requirement === requirement,
    ),
  );
  return new Set([...own, ...(requirement === undefined ? passive : [])].map(({ id }) => id));
}
