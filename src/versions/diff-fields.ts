/** What changed in the members of a resource between two versions. Pure. */
import type { Field, VersionBound, VersionRange } from '../load/model.ts';
import type { Scope } from '../plan/scope.ts';
import type { BreakRuleId } from './break-rules.ts';
import { flatFields, isPatchable } from './shape.ts';

export interface FieldChange {
  readonly rule: BreakRuleId;
  /** `students.chessn`. */
  readonly where: string;
  readonly was?: string;
  readonly now?: string;
  /** Open points that decide in which version the change is. */
  readonly restsOn: readonly string[];
}

/** Which side of the exchanges of an endpoint its members are seen on. */
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

/** A member of a nested object that came or went as a whole is told by the object. */
function parentChanged(path: string, other: ReadonlyMap<string, Field>): boolean {
  const end = path.lastIndexOf('[].');
  return end !== -1 && !other.has(path.slice(0, end));
}

function inRequests(field: Field, sides: Sides): boolean {
  return sides.written && field.readOnly !== true;
}

function inAnswers(field: Field, sides: Sides): boolean {
  return sides.read && field.writeOnly !== true;
}

function appeared(where: string, field: Field, sides: Sides): readonly FieldChange[] {
  const now = limitsOf(field);
  const restsOn = openPointsOf(field);
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
  const restsOn = openPointsOf(field);
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
  const restsOn = [...new Set([...openPointsOf(old), ...openPointsOf(young)])];
  const told = (rule: BreakRuleId, was: string, now: string): FieldChange => ({ rule, where, was, now, restsOn });
  const written = [inRequests(old, before.sides), inRequests(young, after.sides)] as const;
  const read = [inAnswers(old, before.sides), inAnswers(young, after.sides)] as const;
  const changes: FieldChange[] = [];
  if (written[0] && !written[1]) changes.push(told('request-member-removed', 'in requests', 'in answers only'));
  if (!written[0] && written[1])
    changes.push(
      told(young.required ? 'request-member-required' : 'request-member-added', 'in answers only', 'in requests'),
    );
  if (read[0] && !read[1]) changes.push(told('response-member-removed', 'in answers', 'in requests only'));
  if (!read[0] && read[1]) changes.push(told('response-member-added', 'in requests only', 'in answers'));
  if (old.type !== young.type) changes.push(told('type-changed', old.type, young.type));
  if (!old.required && young.required && written[1]) changes.push(told('became-required', 'optional', 'required'));
  if (old.required && !young.required && read[1]) changes.push(told('became-optional', 'required', 'optional'));
  const [could, can] = [isPatchable(before.scope, old), isPatchable(after.scope, young)];
  if (could !== can && written[1])
    changes.push(
      told(
        can ? 'patch-allowed' : 'patch-refused',
        could ? 'can be changed' : 'cannot be changed',
        can ? 'can be changed' : 'cannot be changed',
      ),
    );
  if (old.element !== young.element)
    changes.push(told('element-changed', old.element ?? 'none', young.element ?? 'none'));
  if (JSON.stringify(old.codes ?? {}) !== JSON.stringify(young.codes ?? {}))
    changes.push(told('codes-changed', JSON.stringify(old.codes ?? {}), JSON.stringify(young.codes ?? {})));
  for (const limit of limitChanges(old, young)) {
    if (written[1]) changes.push(told(`input-${limit.direction}`, limit.was, limit.now));
    if (read[1]) changes.push(told(`output-${limit.direction}`, limit.was, limit.now));
  }
  return changes;
}

interface LimitChange {
  readonly direction: 'narrower' | 'wider' | 'changed';
  readonly was: string;
  readonly now: string;
}

/** Limits by which less is let through as they grow, and those by which more is. */
const AT_LEAST = ['minLength', 'minimum', 'minItems'] as const;
const AT_MOST = ['maxLength', 'maximum', 'maxItems', 'decimals'] as const;
/** Conditions that narrow by being there. */
const CONDITIONS = ['unique', 'distinct', 'notAfterToday', 'notBefore', 'references'] as const;

function limitChanges(old: Field, young: Field): readonly LimitChange[] {
  const changes: LimitChange[] = [];
  const told = (direction: LimitChange['direction'], name: string, was: unknown, now: unknown): void => {
    changes.push({ direction, was: `${name} ${words(was)}`, now: `${name} ${words(now)}` });
  };
  for (const name of [...AT_LEAST, ...AT_MOST]) {
    const [was, now] = [old[name], young[name]];
    if (was === now) continue;
    const grows = (AT_LEAST as readonly string[]).includes(name)
      ? (now ?? -Infinity) > (was ?? -Infinity)
      : (now ?? Infinity) < (was ?? Infinity);
    told(grows ? 'narrower' : 'wider', name, was, now);
  }
  for (const name of CONDITIONS) {
    const [was, now] = [old[name], young[name]];
    if (was === now) continue;
    told(
      now === undefined || now === false ? 'wider' : was === undefined || was === false ? 'narrower' : 'changed',
      name,
      was,
      now,
    );
  }
  if (old.pattern !== young.pattern)
    told(
      young.pattern === undefined ? 'wider' : old.pattern === undefined ? 'narrower' : 'changed',
      'pattern',
      old.pattern,
      young.pattern,
    );
  const [was, now] = [old.values ?? [], young.values ?? []];
  const gone = was.filter((value) => !now.includes(value));
  const added = now.filter((value) => !was.includes(value));
  if (gone.length > 0) told('narrower', 'value', gone.join(', '), undefined);
  if (added.length > 0) told('wider', 'value', undefined, added.join(', '));
  return changes;
}

function words(value: unknown): string {
  return value === undefined ? 'none' : String(value);
}

function limitsOf(field: Field): string {
  return `${field.type}${field.required ? ', required' : ''}`;
}

/** Open points that bound the versions of a member. */
export function openPointsOf(range: VersionRange & { readonly patchable?: VersionRange | false }): readonly string[] {
  const bounds: readonly (VersionBound | undefined)[] = [
    range.since,
    range.until,
    ...(range.patchable === undefined || range.patchable === false
      ? []
      : [range.patchable.since, range.patchable.until]),
  ];
  return bounds.flatMap((bound) => (typeof bound === 'object' ? [bound.openPoint] : []));
}
