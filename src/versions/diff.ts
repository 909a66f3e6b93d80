/** What changed between two versions of a service, and whether it breaks clients. Pure. */
import { defined } from '../record/defined.ts';
import type { EndpointContract, Operation, Requirement } from '../load/model.ts';
import type { Check } from '../plan/model.ts';
import type { Scope } from '../plan/scope.ts';
import { BREAK_RULES, type Breaks, type BreakRuleId } from './break-rules.ts';
import { diffFields, type Sides } from './diff-fields.ts';
import { openPointsBetween, openPointsOf } from './open-points.ts';

export const DIFF_SCHEMA = 'plumbline.diff/1';

export interface Change {
  readonly breaks: Breaks;
  readonly rule: BreakRuleId;
  /** The rule in words. */
  readonly title: string;
  readonly why: string;
  /** `<endpoint>/<operation>`, `<endpoint>.<member>`, or a requirement id. */
  readonly where: string;
  readonly was?: string;
  readonly now?: string;
  /** Of a requirement: on whose word it stands. */
  readonly basis?: Requirement['basis'];
  /** Open points that decide in which version the change is. */
  readonly restsOn: readonly string[];
}

export interface VersionDiff {
  readonly schema: typeof DIFF_SCHEMA;
  readonly service: string;
  readonly from: string;
  readonly to: string;
  /** The worst of all changes; `same` where there is none. */
  readonly breaks: Breaks | 'same';
  readonly counts: Readonly<Record<Breaks, number>>;
  /** What breaks first. */
  readonly changes: readonly Change[];
  /** Check ids; `changed` ask for something else under the same id. */
  readonly checks: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly changed: readonly string[];
  };
}

export interface Version {
  readonly scope: Scope;
  /** Of this version only. */
  readonly checks: readonly Check[];
}

export function diffVersions(before: Version, after: Version): VersionDiff {
  const changes = [
    ...operationChanges(before.scope, after.scope),
    ...fieldChanges(before.scope, after.scope),
    ...requirementChanges(before.scope, after.scope),
  ];
  const order: readonly Breaks[] = ['yes', 'perhaps', 'no'];
  const sorted = order.flatMap((breaks) => changes.filter((change) => change.breaks === breaks));
  const checks = checkChanges(before.checks, after.checks);
  return {
    schema: DIFF_SCHEMA,
    service: after.scope.service,
    from: before.scope.version,
    to: after.scope.version,
    breaks:
      sorted[0]?.breaks ?? (checks.added.length + checks.removed.length + checks.changed.length > 0 ? 'no' : 'same'),
    counts: { yes: count(changes, 'yes'), perhaps: count(changes, 'perhaps'), no: count(changes, 'no') },
    changes: sorted,
    checks,
  };
}

function count(changes: readonly Change[], breaks: Breaks): number {
  return changes.filter((change) => change.breaks === breaks).length;
}

function told(
  rule: BreakRuleId,
  where: string,
  more: {
    readonly was?: string;
    readonly now?: string;
    readonly restsOn?: readonly string[];
    readonly basis?: Requirement['basis'];
  } = {},
): Change {
  const { breaks, title, why } = BREAK_RULES[rule];
  const { was, now, basis, restsOn = [] } = more;
  return {
    breaks,
    rule,
    title,
    why,
    where,
    ...defined({ was, now, basis }),
    restsOn: [...new Set(restsOn)],
  };
}

interface Placed {
  readonly endpoint: EndpointContract;
  readonly operation: Operation;
}

function placedOperations(scope: Scope): ReadonlyMap<string, Placed> {
  return new Map(
    scope
      .endpoints()
      .flatMap((endpoint) =>
        scope
          .operations(endpoint)
          .map((operation) => [`${endpoint.endpoint}/${operation.name}`, { endpoint, operation }] as const),
      ),
  );
}

function operationChanges(before: Scope, after: Scope): readonly Change[] {
  const [was, now] = [placedOperations(before), placedOperations(after)];
  return [...new Set([...was.keys(), ...now.keys()])].flatMap((where): readonly Change[] => {
    const [old, young] = [was.get(where), now.get(where)];
    if (young === undefined)
      return old === undefined
        ? []
        : [
            told('operation-removed', where, {
              was: call(old.operation),
              restsOn: [...openPointsOf(old.endpoint), ...openPointsOf(old.operation)],
            }),
          ];
    if (old === undefined)
      return [
        told('operation-added', where, {
          now: call(young.operation),
          restsOn: [...openPointsOf(young.endpoint), ...openPointsOf(young.operation)],
        }),
      ];
    return operationChange(where, [before, old.operation], [after, young.operation]);
  });
}

function call({ method, path }: Operation): string {
  return `${method} ${path}`;
}

const FORM_WORDS = {
  plain: 'the resource itself',
  item: 'one object',
  items: 'an array',
  single: 'one record',
  list: 'a list of records',
  none: 'no body',
} as const;

function operationChange(
  where: string,
  [before, old]: readonly [Scope, Operation],
  [after, young]: readonly [Scope, Operation],
): readonly Change[] {
  const changes: Change[] = [];
  /** `members` are those of the contract that say so. */
  const tell = (
    rule: BreakRuleId,
    members: readonly string[],
    more: { readonly was?: string; readonly now?: string } = {},
  ): void => {
    changes.push(told(rule, where, { ...more, restsOn: openPointsBetween(before, after, young, members) }));
  };
  if (call(old) !== call(young)) tell('operation-moved', ['method', 'path'], { was: call(old), now: call(young) });
  for (const side of ['request', 'response'] as const)
    if (old[side] !== young[side])
      tell(`${side}-form`, [side], { was: FORM_WORDS[old[side]], now: FORM_WORDS[young[side]] });
  const [added, gone] = [
    young.success.filter((s) => !old.success.includes(s)),
    old.success.filter((s) => !young.success.includes(s)),
  ];
  if (added.length > 0) tell('success-added', ['success'], { now: added.join(', ') });
  if (gone.length > 0) tell('success-removed', ['success'], { was: gone.join(', ') });
  if (old.access !== young.access) tell(young.access === 'token' ? 'access-needed' : 'access-freed', ['access']);
  if (old.pagination !== young.pagination) {
    const rule =
      young.pagination === 'enforced'
        ? 'pages-enforced'
        : young.pagination === 'none'
          ? 'pages-dropped'
          : 'pages-offered';
    tell(rule, ['pagination'], { was: old.pagination, now: young.pagination });
  }
  const empties = (operation: Operation): string => (operation.empties ?? []).join(', ');
  if (empties(old) !== empties(young)) tell('empties-changed', ['empties'], { was: empties(old), now: empties(young) });
  return changes;
}

function fieldChanges(before: Scope, after: Scope): readonly Change[] {
  return after.endpoints().flatMap((endpoint) => {
    const old = before.endpoints().find((e) => e.endpoint === endpoint.endpoint);
    // An endpoint that came or went is told by its operations.
    if (old === undefined) return [];
    const changes = diffFields(
      { scope: before, endpoint: old.endpoint, fields: old.fields, sides: sidesOf(before, old) },
      { scope: after, endpoint: endpoint.endpoint, fields: endpoint.fields, sides: sidesOf(after, endpoint) },
    );
    return changes.map(({ rule, where, ...more }) => told(rule, where, more));
  });
}

function sidesOf(scope: Scope, endpoint: EndpointContract): Sides {
  const operations = scope.operations(endpoint);
  return {
    written: operations.some((o) => (o.kind === 'create' || o.kind === 'update') && o.request !== 'none'),
    read: operations.some((o) => o.kind !== 'delete' && o.kind !== 'token' && o.response !== 'none'),
  };
}

function requirementChanges(before: Scope, after: Scope): readonly Change[] {
  const was = new Map(before.requirements().map((r) => [r.id, r]));
  const now = new Map(after.requirements().map((r) => [r.id, r]));
  return [...new Set([...was.keys(), ...now.keys()])].flatMap((id): readonly Change[] => {
    const [old, young] = [was.get(id), now.get(id)];
    if (old !== undefined && young !== undefined)
      return changesBetween(before, after, young).map(({ text, breaking }) =>
        told(changedRule(breaking), id, { now: text, restsOn: openPointsOf(young), basis: young.basis }),
      );
    const one = young ?? old;
    if (one === undefined) return [];
    const more = { restsOn: openPointsOf(one), basis: one.basis };
    if (one.excluded !== undefined)
      return [
        told('requirement-excluded', id, { ...(young === undefined ? { was: one.text } : { now: one.text }), ...more }),
      ];
    if (young === undefined) return [told('requirement-removed', id, { was: one.text, ...more })];
    const breaking = changesBetween(before, after, young).some((change) => change.breaking === true);
    return [told(breaking ? 'requirement-added-breaking' : 'requirement-added', id, { now: one.text, ...more })];
  });
}

function changedRule(breaking: boolean | undefined): BreakRuleId {
  return breaking === undefined
    ? 'requirement-changed'
    : breaking
      ? 'requirement-changed-breaking'
      : 'requirement-changed-harmless';
}

/** Changes that the specification tells of for versions after the earlier one, up to the later one. */
function changesBetween(before: Scope, after: Scope, { changes }: Requirement): Requirement['changes'] {
  const known = before.changes(changes);
  return after.changes(changes).filter((change) => !known.includes(change));
}

function checkChanges(before: readonly Check[], after: readonly Check[]): VersionDiff['checks'] {
  const asks = (check: Check): string => JSON.stringify([check.requirement, check.level, check.title, check.params]);
  const was = new Map(before.map((check) => [check.id, asks(check)]));
  const now = new Map(after.map((check) => [check.id, asks(check)]));
  return {
    added: [...now.keys()].filter((id) => !was.has(id)),
    removed: [...was.keys()].filter((id) => !now.has(id)),
    changed: [...now.keys()].filter((id) => was.has(id) && was.get(id) !== now.get(id)),
  };
}
