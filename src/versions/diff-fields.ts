/** Changes of the fields of a resource between two versions. */
import { counted } from '../model/text.ts';
import type { Field, Versioned } from '../load/model.ts';
import type { Scope } from '../plan/scope.ts';
import type { BreakRuleId } from './break-rules.ts';
import { pointsOfChanges, pointsOfRange } from '../plan/bounds.ts';
import { isAlwaysShown } from '../plan/response-schema.ts';
import { pointsSeen } from '../plan/uses.ts';
import { flatFields, isPatchable } from './shape.ts';

export interface FieldChange {
  readonly rule: BreakRuleId;
  /** `students.chessn`. */
  readonly where: string;
  readonly was?: string;
  readonly now?: string;
  /** Open questions that the change depends on. */
  readonly restsOn: readonly string[];
}

/** Whether the fields of an endpoint are in its requests and in its responses. */
export interface Sides {
  readonly written: boolean;
  readonly read: boolean;
}

export interface FieldsOf {
  readonly scope: Scope;
  readonly endpoint: string;
  readonly fields: readonly Field[];
  readonly sides: Sides;
}

export function diffFields(before: FieldsOf, after: FieldsOf): readonly FieldChange[] {
  const was = new Map(flatFields(before.scope, before.fields).map(({ path, field }) => [path, field]));
  const now = new Map(flatFields(after.scope, after.fields).map(({ path, field }) => [path, field]));
  return [...new Set([...was.keys(), ...now.keys()])].flatMap((path): readonly FieldChange[] => {
    const where = `${after.endpoint}.${path}`;
    const [old, young] = [was.get(path), now.get(path)];
    if (old === undefined && young !== undefined)
      return parentChanged(path, was) ? [] : appeared(where, young, after.sides);
    if (young === undefined && old !== undefined)
      return parentChanged(path, now) ? [] : vanished(where, old, before.sides);
    return old === undefined || young === undefined ? [] : changed(where, [old, before], [young, after]);
  });
}

/** Fields of a nested object are not reported if the whole object was added or removed. */
function parentChanged(path: string, other: ReadonlyMap<string, Field>): boolean {
  const end = path.lastIndexOf('[]');
  return end !== -1 && !other.has(path.slice(0, end));
}

function inRequests(field: Field, sides: Sides): boolean {
  return sides.written && field.readOnly !== true;
}

function inAnswers(field: Field, sides: Sides): boolean {
  return sides.read && field.writeOnly !== true;
}

/** A whole field depends on the questions of all its properties. */
function pointsOfField(field: Field): readonly string[] {
  return [...pointsOfRange(field), ...pointsSeen(() => ({ ...field }))];
}

function appeared(where: string, field: Field, sides: Sides): readonly FieldChange[] {
  const now = limitsOf(field);
  const restsOn = pointsOfField(field);
  return [
    ...(inRequests(field, sides)
      ? [
          {
            rule: field.required ? ('request-member-required' as const) : ('request-member-added' as const),
            where,
            now,
            restsOn,
          },
        ]
      : []),
    ...(inAnswers(field, sides) ? [{ rule: 'response-member-added' as const, where, now, restsOn }] : []),
  ];
}

function vanished(where: string, field: Field, sides: Sides): readonly FieldChange[] {
  const was = limitsOf(field);
  const restsOn = pointsOfField(field);
  return [
    ...(inRequests(field, sides) ? [{ rule: 'request-member-removed' as const, where, was, restsOn }] : []),
    ...(inAnswers(field, sides) ? [{ rule: 'response-member-removed' as const, where, was, restsOn }] : []),
  ];
}

function changed(
  where: string,
  [old, before]: readonly [Field, FieldsOf],
  [young, after]: readonly [Field, FieldsOf],
): readonly FieldChange[] {
  /** `members` are the contract properties that specify the change. */
  const told = (rule: BreakRuleId, was: string, now: string, ...members: readonly string[]): FieldChange => ({
    rule,
    where,
    was,
    now,
    restsOn: [
      ...pointsBetween(before.scope, after.scope, young, members),
      ...pointsSeen(() => [old, young].map((field) => ['name', ...members].map((name) => field[name as keyof Field]))),
    ],
  });
  const written = [inRequests(old, before.sides), inRequests(young, after.sides)] as const;
  const read = [inAnswers(old, before.sides), inAnswers(young, after.sides)] as const;
  const changes: FieldChange[] = [];
  if (written[0] && !written[1])
    changes.push(told('request-member-removed', 'in requests', 'in answers only', 'readOnly'));
  if (!written[0] && written[1])
    changes.push(
      told(
        young.required ? 'request-member-required' : 'request-member-added',
        'in answers only',
        'in requests',
        'readOnly',
      ),
    );
  if (read[0] && !read[1]) changes.push(told('response-member-removed', 'in answers', 'in requests only', 'writeOnly'));
  if (!read[0] && read[1]) changes.push(told('response-member-added', 'in requests only', 'in answers', 'writeOnly'));
  if (old.type !== young.type) changes.push(told('type-changed', old.type, young.type, 'type'));
  const rule = obligationRule([old.required, young.required], written[1], read[1]);
  if (rule !== undefined) changes.push(told(rule, obligation(old.required), obligation(young.required), 'required'));
  const [wasAlways, isAlways] = [isAlwaysShown(old), isAlwaysShown(young)];
  // A changed obligation is reported instead.
  if (wasAlways !== isAlways && old.required === young.required && read[0] && read[1])
    changes.push(
      told(isAlways ? 'response-member-certain' : 'became-optional', shown(wasAlways), shown(isAlways), 'inAnswers'),
    );
  const [could, can] = [isPatchable(old), isPatchable(young)];
  if (could !== can && written[1])
    changes.push(told(can ? 'patch-allowed' : 'patch-refused', changeable(could), changeable(can), 'patchable'));
  if (old.element !== young.element)
    changes.push(told('element-changed', old.element ?? 'none', young.element ?? 'none', 'element'));
  if (JSON.stringify(old.codes ?? {}) !== JSON.stringify(young.codes ?? {}))
    changes.push(told('codes-changed', JSON.stringify(old.codes ?? {}), JSON.stringify(young.codes ?? {}), 'codes'));
  for (const { direction, was, now, member } of limitChanges(old, young)) {
    if (written[1]) changes.push(told(`input-${direction}`, was, now, member));
    if (read[1]) changes.push(told(`output-${direction}`, was, now, member));
  }
  return changes;
}

function obligationRule(
  [was, now]: readonly [boolean, boolean],
  isWritten: boolean,
  isRead: boolean,
): BreakRuleId | undefined {
  if (was === now) return undefined;
  if (now) return isWritten ? 'became-required' : isRead ? 'response-member-certain' : undefined;
  return isRead ? 'became-optional' : isWritten ? 'request-member-optional' : undefined;
}

function obligation(required: boolean): string {
  return required ? 'required' : 'optional';
}

function shown(isAlways: boolean): string {
  return isAlways ? 'in every answer' : 'in some answers';
}

function changeable(can: boolean): string {
  return can ? 'can be changed' : 'cannot be changed';
}

interface LimitChange {
  readonly member: string;
  readonly direction: 'narrower' | 'wider' | 'changed';
  readonly was: string;
  readonly now: string;
}

type Words = (value: string | number | undefined) => string;

/** Describes a limit or its absence. */
function limited(words: (value: string | number) => string, none: string): Words {
  return (value) => (value === undefined ? none : words(value));
}

/** Limits that are narrower with a higher value, and those that are narrower with a lower one. */
const AT_LEAST = {
  minLength: limited((n) => `at least ${counted(Number(n), 'character')}`, 'no least length'),
  minimum: limited((n) => `${n} or more`, 'no least value'),
  minItems: limited((n) => `at least ${counted(Number(n), 'entry', 'entries')}`, 'no least number of entries'),
} as const;
const AT_MOST = {
  maxLength: limited((n) => `at most ${counted(Number(n), 'character')}`, 'no greatest length'),
  maximum: limited((n) => `${n} or less`, 'no greatest value'),
  maxItems: limited((n) => `at most ${counted(Number(n), 'entry', 'entries')}`, 'no greatest number of entries'),
  decimals: limited((n) => `at most ${counted(Number(n), 'decimal')}`, 'no limit of decimals'),
} as const;
/** Conditions that are narrower when present. */
const CONDITIONS = {
  uniqueItems: limited(() => 'no entry twice', 'any entry any number of times'),
  unique: limited(() => 'of one record only', 'of any number of records'),
  distinct: limited(() => 'different in each record of a batch', 'the same in several records of a batch'),
  notAfterToday: limited(() => 'not after today', 'any date, later ones too'),
  notBefore: limited((field) => `not before ${field}`, 'not bound to another date'),
  references: limited((endpoint) => `names one of the ${endpoint}`, 'names no record'),
  pattern: limited((pattern) => `matches ${pattern}`, 'no pattern'),
} as const;

function limitChanges(old: Field, young: Field): readonly LimitChange[] {
  const nulls = nullChanges(old.nullable === true, young.nullable === true);
  // Limits of different types cannot be compared.
  if (old.type !== young.type) return nulls;
  return [
    ...nulls,
    ...bounds(AT_LEAST, old, young, (was = -Infinity, now = -Infinity) => now > was),
    ...bounds(AT_MOST, old, young, (was = Infinity, now = Infinity) => now < was),
    ...conditionChanges(old, young),
    ...listChanges(old.values ?? [], young.values ?? []),
  ];
}

function nullChanges(was: boolean, now: boolean): readonly LimitChange[] {
  const words = (may: boolean): string => (may ? 'may be null' : 'never null');
  return was === now
    ? []
    : [{ member: 'nullable', direction: now ? 'wider' : 'narrower', was: words(was), now: words(now) }];
}

function bounds(
  table: typeof AT_LEAST | typeof AT_MOST,
  old: Field,
  young: Field,
  isNarrower: (was: number | undefined, now: number | undefined) => boolean,
): readonly LimitChange[] {
  return Object.entries(table).flatMap(([name, words]) => {
    const member = name as keyof typeof AT_LEAST | keyof typeof AT_MOST;
    const [was, now] = [old[member], young[member]];
    if (was === now) return [];
    const direction = isNarrower(was, now) ? 'narrower' : 'wider';
    return [{ member, direction, was: words(was), now: words(now) }];
  });
}

function conditionChanges(old: Field, young: Field): readonly LimitChange[] {
  return Object.entries(CONDITIONS).flatMap(([name, words]) => {
    const member = name as keyof typeof CONDITIONS;
    const [was, now] = [old, young].map((field) => (field[member] === true ? 'yes' : field[member] || undefined));
    if (was === now) return [];
    const direction = now === undefined ? 'wider' : was === undefined ? 'narrower' : 'changed';
    return [{ member, direction, was: words(was), now: words(now) }];
  });
}

function listChanges(was: readonly string[], now: readonly string[]): readonly LimitChange[] {
  const told = (direction: 'narrower' | 'wider', codes: readonly string[]): readonly LimitChange[] => {
    const [withThem, without] = [`with ${codes.join(', ')}`, `without ${codes.join(', ')}`];
    const [before, after] = direction === 'narrower' ? [withThem, without] : [without, withThem];
    return codes.length === 0 ? [] : [{ member: 'values', direction, was: before, now: after }];
  };
  return [
    ...told(
      'narrower',
      was.filter((code) => !now.includes(code)),
    ),
    ...told(
      'wider',
      now.filter((code) => !was.includes(code)),
    ),
  ];
}

function limitsOf(field: Field): string {
  return `${field.type}${field.required ? ', required' : ''}`;
}

/** Open questions in the changes between two versions, in either direction, that affect one of the contract properties. */
export function pointsBetween(
  before: Scope,
  after: Scope,
  { changes = [] }: Versioned,
  members: readonly string[],
): readonly string[] {
  const [was, now] = [before.changes(changes), after.changes(changes)];
  const between = [...was.filter((change) => !now.includes(change)), ...now.filter((change) => !was.includes(change))];
  return pointsOfChanges(between, members);
}
