/** Changes of the fields of a resource between two versions. */
import { pluralize } from '../model/text.ts';
import type { Field, Versioned } from '../load/model.ts';
import { openQuestionsOfChanges, openQuestionsOfRange, type Scope } from '../plan/scope.ts';
import type { BreakRuleId } from './break-rules.ts';

import { isAlwaysShown } from '../plan/response-schema.ts';
import { collectOpenQuestions } from '../plan/open-question-uses.ts';
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
export interface FieldSides {
  readonly written: boolean;
  readonly read: boolean;
}

export interface EndpointFields {
  readonly scope: Scope;
  readonly endpoint: string;
  readonly fields: readonly Field[];
  readonly sides: FieldSides;
}

export function diffFields(before: EndpointFields, after: EndpointFields): readonly FieldChange[] {
  const was = new Map(flatFields(before.scope, before.fields).map(({ path, field }) => [path, field]));
  const now = new Map(flatFields(after.scope, after.fields).map(({ path, field }) => [path, field]));
  return [...new Set([...was.keys(), ...now.keys()])].flatMap((path): readonly FieldChange[] => {
    const where = `${after.endpoint}.${path}`;
    const [old, current] = [was.get(path), now.get(path)];
    if (old === undefined && current !== undefined)
      return parentChanged(path, was) ? [] : addedField(where, current, after.sides);
    if (current === undefined && old !== undefined)
      return parentChanged(path, now) ? [] : removedField(where, old, before.sides);
    return old === undefined || current === undefined ? [] : changedField(where, [old, before], [current, after]);
  });
}

/** Fields of a nested object are not reported if the whole object was added or removed. */
function parentChanged(path: string, other: ReadonlyMap<string, Field>): boolean {
  const end = path.lastIndexOf('[]');
  return end !== -1 && !other.has(path.slice(0, end));
}

function inRequests(field: Field, sides: FieldSides): boolean {
  return sides.written && field.readOnly !== true;
}

function inAnswers(field: Field, sides: FieldSides): boolean {
  return sides.read && field.writeOnly !== true;
}

/** A whole field depends on the questions of all its properties. */
function pointsOfField(field: Field): readonly string[] {
  return [...openQuestionsOfRange(field), ...collectOpenQuestions(() => ({ ...field }))];
}

function addedField(where: string, field: Field, sides: FieldSides): readonly FieldChange[] {
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

function removedField(where: string, field: Field, sides: FieldSides): readonly FieldChange[] {
  const was = limitsOf(field);
  const restsOn = pointsOfField(field);
  return [
    ...(inRequests(field, sides) ? [{ rule: 'request-member-removed' as const, where, was, restsOn }] : []),
    ...(inAnswers(field, sides) ? [{ rule: 'response-member-removed' as const, where, was, restsOn }] : []),
  ];
}

function changedField(
  where: string,
  [old, before]: readonly [Field, EndpointFields],
  [current, after]: readonly [Field, EndpointFields],
): readonly FieldChange[] {
  const changes: FieldChange[] = [];
  /** `members` are the contract properties that specify the change. */
  const add = (rule: BreakRuleId, was: string, now: string, ...members: readonly string[]): void =>
    void changes.push({
      rule,
      where,
      was,
      now,
      restsOn: [
        ...questionsBetween(before.scope, after.scope, current, members),
        ...collectOpenQuestions(() =>
          [old, current].map((field) => ['name', ...members].map((name) => field[name as keyof Field])),
        ),
      ],
    });
  const written = [inRequests(old, before.sides), inRequests(current, after.sides)] as const;
  const read = [inAnswers(old, before.sides), inAnswers(current, after.sides)] as const;
  if (written[0] && !written[1]) add('request-member-removed', 'in requests', 'in responses only', 'readOnly');
  if (!written[0] && written[1])
    add(
      current.required ? 'request-member-required' : 'request-member-added',
      'in responses only',
      'in requests',
      'readOnly',
    );
  if (read[0] && !read[1]) add('response-member-removed', 'in responses', 'in requests only', 'writeOnly');
  if (!read[0] && read[1]) add('response-member-added', 'in requests only', 'in responses', 'writeOnly');
  if (old.type !== current.type) add('type-changed', old.type, current.type, 'type');
  const rule = obligationRule([old.required, current.required], written[1], read[1]);
  if (rule !== undefined) add(rule, obligationText(old.required), obligationText(current.required), 'required');
  const [wasAlways, isAlways] = [isAlwaysShown(old), isAlwaysShown(current)];
  // A changed obligation is reported instead.
  if (wasAlways !== isAlways && old.required === current.required && read[0] && read[1])
    add(
      isAlways ? 'response-member-certain' : 'became-optional',
      presenceText(wasAlways),
      presenceText(isAlways),
      'inAnswers',
    );
  const [wasPatchable, isNowPatchable] = [isPatchable(old), isPatchable(current)];
  if (wasPatchable !== isNowPatchable && written[1])
    add(
      isNowPatchable ? 'patch-allowed' : 'patch-refused',
      patchText(wasPatchable),
      patchText(isNowPatchable),
      'patchable',
    );
  if (old.element !== current.element)
    add('element-changed', old.element ?? 'none', current.element ?? 'none', 'element');
  if (JSON.stringify(old.codes ?? {}) !== JSON.stringify(current.codes ?? {}))
    add('codes-changed', JSON.stringify(old.codes ?? {}), JSON.stringify(current.codes ?? {}), 'codes');
  for (const { direction, was, now, member } of limitChanges(old, current)) {
    if (written[1]) add(`input-${direction}`, was, now, member);
    if (read[1]) add(`output-${direction}`, was, now, member);
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

function obligationText(required: boolean): string {
  return required ? 'required' : 'optional';
}

function presenceText(isAlways: boolean): string {
  return isAlways ? 'in every response' : 'in some responses';
}

function patchText(can: boolean): string {
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
function limitWords(words: (value: string | number) => string, none: string): Words {
  return (value) => (value === undefined ? none : words(value));
}

/** Limits that are narrower with a higher value, and those that are narrower with a lower one. */
const AT_LEAST = {
  minLength: limitWords((n) => `at least ${pluralize(Number(n), 'character')}`, 'no minimum length'),
  minimum: limitWords((n) => `minimum ${n}`, 'no minimum'),
  minItems: limitWords((n) => `at least ${pluralize(Number(n), 'entry', 'entries')}`, 'no minimum number of entries'),
} as const;
const AT_MOST = {
  maxLength: limitWords((n) => `at most ${pluralize(Number(n), 'character')}`, 'no maximum length'),
  maximum: limitWords((n) => `maximum ${n}`, 'no maximum'),
  maxItems: limitWords((n) => `at most ${pluralize(Number(n), 'entry', 'entries')}`, 'no maximum number of entries'),
  decimals: limitWords((n) => `at most ${pluralize(Number(n), 'decimal')}`, 'any number of decimals'),
} as const;
/** Conditions that are narrower when present. */
const CONDITIONS = {
  uniqueItems: limitWords(() => 'unique entries', 'duplicate entries allowed'),
  unique: limitWords(() => 'unique among records', 'not unique among records'),
  distinct: limitWords(() => 'unique within a request', 'not unique within a request'),
  notAfterToday: limitWords(() => 'not after today', 'future dates allowed'),
  notBefore: limitWords((field) => `not before ${field}`, 'independent of other dates'),
  references: limitWords((endpoint) => `refers to ${endpoint}`, 'refers to no record'),
  pattern: limitWords((pattern) => `matches ${pattern}`, 'no pattern'),
} as const;

function limitChanges(old: Field, current: Field): readonly LimitChange[] {
  const nulls = nullChanges(old.nullable === true, current.nullable === true);
  // Limits of different types cannot be compared.
  if (old.type !== current.type) return nulls;
  return [
    ...nulls,
    ...bounds(AT_LEAST, old, current, (was = -Infinity, now = -Infinity) => now > was),
    ...bounds(AT_MOST, old, current, (was = Infinity, now = Infinity) => now < was),
    ...conditionChanges(old, current),
    ...listChanges(old.values ?? [], current.values ?? []),
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
  current: Field,
  isNarrower: (was: number | undefined, now: number | undefined) => boolean,
): readonly LimitChange[] {
  return Object.entries(table).flatMap(([name, words]) => {
    const member = name as keyof typeof AT_LEAST | keyof typeof AT_MOST;
    const [was, now] = [old[member], current[member]];
    if (was === now) return [];
    const direction = isNarrower(was, now) ? 'narrower' : 'wider';
    return [{ member, direction, was: words(was), now: words(now) }];
  });
}

function conditionChanges(old: Field, current: Field): readonly LimitChange[] {
  return Object.entries(CONDITIONS).flatMap(([name, words]) => {
    const member = name as keyof typeof CONDITIONS;
    const [was, now] = [old, current].map((field) => (field[member] === true ? 'yes' : field[member] || undefined));
    if (was === now) return [];
    const direction = now === undefined ? 'wider' : was === undefined ? 'narrower' : 'changed';
    return [{ member, direction, was: words(was), now: words(now) }];
  });
}

function listChanges(was: readonly string[], now: readonly string[]): readonly LimitChange[] {
  const limitChange = (direction: 'narrower' | 'wider', codes: readonly string[]): readonly LimitChange[] => {
    const [withThem, without] = [`with ${codes.join(', ')}`, `without ${codes.join(', ')}`];
    const [before, after] = direction === 'narrower' ? [withThem, without] : [without, withThem];
    return codes.length === 0 ? [] : [{ member: 'values', direction, was: before, now: after }];
  };
  return [
    ...limitChange(
      'narrower',
      was.filter((code) => !now.includes(code)),
    ),
    ...limitChange(
      'wider',
      now.filter((code) => !was.includes(code)),
    ),
  ];
}

function limitsOf(field: Field): string {
  return `${field.type}${field.required ? ', required' : ''}`;
}

/** Open questions in the changes between two versions, in either direction, that affect one of the contract properties. */
export function questionsBetween(
  before: Scope,
  after: Scope,
  { changes = [] }: Versioned,
  members: readonly string[],
): readonly string[] {
  const [was, now] = [before.changes(changes), after.changes(changes)];
  const between = [...was.filter((change) => !now.includes(change)), ...now.filter((change) => !was.includes(change))];
  return openQuestionsOfChanges(between, members);
}
