/** Changes between two versions of a service, and whether they break clients. */
import { omitUndefined } from '../model/objects.ts';
import type { EndpointContract, Operation, Requirement } from '../load/model.ts';
import type { Check, OwnedOperation } from '../plan/model.ts';
import { openQuestionsOfRange, type Scope } from '../plan/scope.ts';
import { BREAK_RULES, type BreakRuleId, type Breaks } from './break-rules.ts';
import { diffFields, questionsBetween, type FieldSides } from './diff-fields.ts';

import { collectOpenQuestions } from '../plan/open-question-uses.ts';
import { markText } from './shape.ts';

export const DIFF_SCHEMA = 'plumbline.diff/1';

export interface ContractChange {
  readonly breaks: Breaks;
  readonly rule: BreakRuleId;
  readonly title: string;
  readonly why: string;
  /** `<endpoint>/<operation>`, `<endpoint>.<field>`, or a requirement ID. */
  readonly where: string;
  readonly was?: string;
  readonly now?: string;
  /** Basis of a requirement. */
  readonly basis?: Requirement['basis'];
  /** Open questions that the change depends on. */
  readonly restsOn: readonly string[];
  /** Whether documents, a target owner or only assumptions specify the change. */
  readonly ground: ChangeGround;
}

export const CHANGE_GROUNDS = ['documented', 'confirmed', 'assumed'] as const;
export type ChangeGround = (typeof CHANGE_GROUNDS)[number];

/** Summary of changes. */
export interface DiffOutcome {
  /** The worst effect; `same` without changes. */
  readonly breaks: Breaks | 'same';
  readonly counts: Readonly<Record<Breaks, number>>;
}

/** An open question that changes depend on. */
export interface DependentQuestion {
  readonly id: string;
  readonly question: string;
  readonly answered: boolean;
}

export interface VersionDiff {
  readonly schema: typeof DIFF_SCHEMA;
  readonly service: string;
  readonly from: string;
  readonly to: string;
  /** Summary of all changes. */
  readonly breaks: DiffOutcome['breaks'];
  readonly counts: DiffOutcome['counts'];
  /** Summaries by source. */
  readonly grounds: Readonly<Record<ChangeGround, DiffOutcome>>;
  /** Changes sorted by effect, breaking ones first. */
  readonly changes: readonly ContractChange[];
  /** Open questions sorted by ID. */
  readonly openPoints: readonly DependentQuestion[];
  /** Check IDs; `changed` checks have the same ID and another expectation. */
  readonly checks: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly changed: readonly string[];
  };
}

/** A change without its source. */
type UnsourcedChange = Omit<ContractChange, 'ground'>;

export interface DiffedVersion {
  readonly scope: Scope;
  /** Checks of this version. */
  readonly checks: readonly Check[];
}

export function diffVersions(before: DiffedVersion, after: DiffedVersion): VersionDiff {
  const changes = [
    ...operationChanges(before.scope, after.scope),
    ...fieldChanges(before.scope, after.scope),
    ...requirementChanges(before.scope, after.scope),
  ].map((change): ContractChange => ({ ...change, ground: groundOf(change, before.scope, after.scope) }));
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
    counts: outcomeOf(changes).counts,
    grounds: {
      documented: outcomeOf(changes.filter(({ ground }) => ground === 'documented')),
      confirmed: outcomeOf(changes.filter(({ ground }) => ground === 'confirmed')),
      assumed: outcomeOf(changes.filter(({ ground }) => ground === 'assumed')),
    },
    changes: sorted,
    openPoints: after.scope.spec.openPoints
      .filter(({ id }) => changes.some(({ restsOn }) => restsOn.includes(id)))
      .map(({ id, question }) => ({ id, question, answered: isAnswered(id, before.scope, after.scope) }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
    checks,
  };
}

/** A question about a change needs an answer for both versions. */
function isAnswered(point: string, before: Scope, after: Scope): boolean {
  return before.isAnswered(point) && after.isAnswered(point);
}

function groundOf({ basis, restsOn }: UnsourcedChange, before: Scope, after: Scope): ChangeGround {
  if (restsOn.some((point) => !isAnswered(point, before, after))) return 'assumed';
  if (restsOn.length > 0) return 'confirmed';
  return basis === 'assumed' ? 'assumed' : 'documented';
}

function outcomeOf(changes: readonly ContractChange[]): DiffOutcome {
  const counts = { yes: count(changes, 'yes'), perhaps: count(changes, 'perhaps'), no: count(changes, 'no') };
  const worst = (['yes', 'perhaps', 'no'] as const).find((breaks) => counts[breaks] > 0);
  return { breaks: worst ?? 'same', counts };
}

function count(changes: readonly ContractChange[], breaks: Breaks): number {
  return changes.filter((change) => change.breaks === breaks).length;
}

function changeOf(
  rule: BreakRuleId,
  where: string,
  more: {
    readonly was?: string;
    readonly now?: string;
    readonly restsOn?: readonly string[];
    readonly basis?: Requirement['basis'];
  } = {},
): UnsourcedChange {
  const { breaks, title, why } = BREAK_RULES[rule];
  const { was, now, basis, restsOn = [] } = more;
  return {
    breaks,
    rule,
    title,
    why,
    where,
    ...omitUndefined({ was, now, basis }),
    restsOn: [...new Set(restsOn)],
  };
}

function placedOperations(scope: Scope): ReadonlyMap<string, OwnedOperation> {
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

function operationChanges(before: Scope, after: Scope): readonly UnsourcedChange[] {
  const [was, now] = [placedOperations(before), placedOperations(after)];
  return [...new Set([...was.keys(), ...now.keys()])].flatMap((where): readonly UnsourcedChange[] => {
    const [old, current] = [was.get(where), now.get(where)];
    if (current === undefined)
      return old === undefined
        ? []
        : [
            changeOf('operation-removed', where, {
              was: call(old.operation),
              restsOn: pointsOfPlaced(old),
            }),
          ];
    if (old === undefined)
      return [
        changeOf('operation-added', where, {
          now: call(current.operation),
          restsOn: pointsOfPlaced(current),
        }),
      ];
    return operationChange(where, [before, old.operation], [after, current.operation]);
  });
}

/** A whole operation depends on the questions of all its properties. */
function pointsOfPlaced({ endpoint, operation }: OwnedOperation): readonly string[] {
  return [
    ...openQuestionsOfRange(endpoint),
    ...openQuestionsOfRange(operation),
    ...collectOpenQuestions(() => call(operation)),
  ];
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
  form: 'the fields of a form',
  multipart: 'the parts of a multipart form',
  content: 'content other than JSON',
  none: 'no body',
} as const;

function operationChange(
  where: string,
  [before, old]: readonly [Scope, Operation],
  [after, current]: readonly [Scope, Operation],
): readonly UnsourcedChange[] {
  const changes: UnsourcedChange[] = [];
  /** `members` are the contract properties that specify the change. */
  const addChange = (
    rule: BreakRuleId,
    members: readonly string[],
    more: { readonly was?: string; readonly now?: string } = {},
  ): void => {
    const questions = collectOpenQuestions(() =>
      [old, current].map((one) => members.map((name) => one[name as keyof Operation])),
    );
    changes.push(
      changeOf(rule, where, { ...more, restsOn: [...questionsBetween(before, after, current, members), ...questions] }),
    );
  };
  if (call(old) !== call(current))
    addChange('operation-moved', ['method', 'path'], { was: call(old), now: call(current) });
  for (const side of ['request', 'response'] as const)
    if (old[side] !== current[side])
      addChange(`${side}-form`, [side], { was: FORM_WORDS[old[side]], now: FORM_WORDS[current[side]] });
  const [added, removed] = [
    current.success.filter((s) => !old.success.includes(s)),
    old.success.filter((s) => !current.success.includes(s)),
  ];
  const statuses = { was: old.success.join(', '), now: current.success.join(', ') };
  if (added.length > 0) addChange('success-added', ['success'], statuses);
  if (removed.length > 0) addChange('success-removed', ['success'], statuses);
  if (old.access !== current.access)
    addChange(current.access === 'token' ? 'access-needed' : 'access-freed', ['access'], {
      was: old.access,
      now: current.access,
    });
  if (old.pagination !== current.pagination) {
    const rule =
      current.pagination === 'enforced'
        ? 'pages-enforced'
        : current.pagination === 'none'
          ? 'pages-dropped'
          : 'pages-offered';
    addChange(rule, ['pagination'], { was: old.pagination, now: current.pagination });
  }
  const empties = (operation: Operation): string => (operation.empties ?? []).join(', ');
  const leavesText = ({ leaves }: Operation): string => (leaves === undefined ? '' : markText(leaves));
  if (leavesText(old) !== leavesText(current))
    addChange('leaves-changed', ['leaves'], { was: leavesText(old), now: leavesText(current) });
  if (empties(old) !== empties(current))
    addChange('empties-changed', ['empties'], { was: empties(old), now: empties(current) });
  return changes;
}

function fieldChanges(before: Scope, after: Scope): readonly UnsourcedChange[] {
  return after.endpoints().flatMap((endpoint) => {
    const old = before.endpoints().find((e) => e.endpoint === endpoint.endpoint);
    // Added and removed endpoints are reported by their operations.
    if (old === undefined) return [];
    const changes = diffFields(
      { scope: before, endpoint: old.endpoint, fields: old.fields, sides: sidesOf(before, old) },
      { scope: after, endpoint: endpoint.endpoint, fields: endpoint.fields, sides: sidesOf(after, endpoint) },
    );
    return changes.map(({ rule, where, ...more }) => changeOf(rule, where, more));
  });
}

function sidesOf(scope: Scope, endpoint: EndpointContract): FieldSides {
  const operations = scope.operations(endpoint);
  return {
    written: operations.some((o) => (o.kind === 'create' || o.kind === 'update') && o.request !== 'none'),
    read: operations.some((o) => o.kind !== 'delete' && o.kind !== 'token' && o.response !== 'none'),
  };
}

function requirementChanges(before: Scope, after: Scope): readonly UnsourcedChange[] {
  const was = new Map(
    before
      .requirements()
      .filter(isWritten)
      .map((r) => [r.id, r]),
  );
  const now = new Map(
    after
      .requirements()
      .filter(isWritten)
      .map((r) => [r.id, r]),
  );
  return [...new Set([...was.keys(), ...now.keys()])].flatMap((id): readonly UnsourcedChange[] => {
    const [old, current] = [was.get(id), now.get(id)];
    if (old !== undefined && current !== undefined)
      return changesBetween(before, after, current).map(({ text, breaking }) =>
        changeOf(changedRule(breaking), id, {
          now: text,
          restsOn: after.openQuestionsOf(current),
          basis: current.basis,
        }),
      );
    const one = current ?? old;
    if (one === undefined) return [];
    const more = { restsOn: (current === undefined ? before : after).openQuestionsOf(one), basis: one.basis };
    if (one.excluded !== undefined) {
      const rule = changesBetween(before, after, one).length > 0 ? 'change-not-shown' : 'requirement-excluded';
      return [changeOf(rule, id, { ...(current === undefined ? { was: one.text } : { now: one.text }), ...more })];
    }
    if (current === undefined) return [changeOf('requirement-removed', id, { was: one.text, ...more })];
    const breaking = changesBetween(before, after, current).some((change) => change.breaking === true);
    return [changeOf(breaking ? 'requirement-added-breaking' : 'requirement-added', id, { now: one.text, ...more })];
  });
}

/** Generated requirements of an endpoint are not compared, since its operations are. */
function isWritten({ ofContract }: Requirement): boolean {
  return ofContract === undefined;
}

function changedRule(breaking: boolean | undefined): BreakRuleId {
  return breaking === undefined
    ? 'requirement-changed'
    : breaking
      ? 'requirement-changed-breaking'
      : 'requirement-changed-harmless';
}

/** Changes of a requirement that the specification lists between the versions. */
function changesBetween(before: Scope, after: Scope, { changes }: Requirement): Requirement['changes'] {
  const known = before.changes(changes);
  return after.changes(changes).filter((change) => !known.includes(change));
}

function checkChanges(before: readonly Check[], after: readonly Check[]): VersionDiff['checks'] {
  const expectationOf = (check: Check): string =>
    JSON.stringify([check.requirement, check.level, check.title, check.params]);
  const was = new Map(before.map((check) => [check.id, expectationOf(check)]));
  const now = new Map(after.map((check) => [check.id, expectationOf(check)]));
  return {
    added: [...now.keys()].filter((id) => !was.has(id)),
    removed: [...was.keys()].filter((id) => !now.has(id)),
    changed: [...now.keys()].filter((id) => was.has(id) && was.get(id) !== now.get(id)),
  };
}
