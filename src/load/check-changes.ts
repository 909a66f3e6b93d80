/**
 * `changes:` of a field, an operation, a rejection or a claim. Every version needs a valid contract, so the changes are applied one after
 * the other, in the order of the versions by the defaults of the open questions.
 */
import { type Json, type JsonMap, isSameJson } from '../model/json.ts';
import { exampleFault, REQUIRED_BY_TYPE, PROPERTIES_BY_TYPE } from './field.ts';
import type { FieldType, VersionBound, VersionChange, VersionRange } from './model.ts';
import { literalVersion, type References } from './references.ts';
import type { YamlDocument } from './yaml-document.ts';

/** A change as written: `in`, `remove`, and the properties with a new value. */
export interface WrittenChange {
  readonly in: VersionBound;
  readonly remove?: readonly string[];
}

export type ChangeParts = Omit<VersionChange, 'in'>;

export function changeParts({ in: _in, remove = [], ...set }: WrittenChange): ChangeParts {
  return { set: set as JsonMap, remove };
}

/** Likewise for a field: a new type removes the properties that it cannot have. */
export function fieldChangeParts(change: WrittenChange): ChangeParts {
  const { set, remove } = changeParts(change);
  const left = 'type' in set ? [...foreignProperties(set['type'] as FieldType), 'example'] : [];
  return { set, remove: [...new Set([...remove, ...left])].filter((member) => !(member in set)) };
}

const ALL_TYPED: readonly string[] = [...new Set(Object.values(PROPERTIES_BY_TYPE).flat())];

/** Properties that a field of the type cannot have. */
export function foreignProperties(type: FieldType): readonly string[] {
  const own: readonly string[] = PROPERTIES_BY_TYPE[type];
  return ALL_TYPED.filter((member) => !own.includes(member));
}

export function buildChanges(
  changes: readonly WrittenChange[] | undefined,
  parts: (change: WrittenChange) => ChangeParts = changeParts,
): { readonly changes?: readonly VersionChange[] } {
  return changes === undefined ? {} : { changes: changes.map((change) => ({ in: change.in, ...parts(change) })) };
}

/** A document, and the names that it may refer to. */
export interface ChangeContext {
  readonly document: YamlDocument;
  readonly references: References;
}

interface Holder extends VersionRange {
  readonly changes?: readonly WrittenChange[];
}

/** One change, with the properties before and after it. */
interface ChangeStep {
  readonly change: WrittenChange;
  readonly parts: ChangeParts;
  readonly before: JsonMap;
  readonly after: JsonMap;
}

/** Values of absent properties; an absent flag is false. */
const ABSENT: JsonMap = { patchable: true, request: 'none', response: 'none', pagination: 'none', access: 'token' };

/** Pairs of properties of a field: minimum and maximum. */
export const LIMIT_PAIRS = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['minItems', 'maxItems'],
] as const;

/** @param around version ranges of everything that contains the field */
export function checkFieldChanges(reading: ChangeContext, field: Holder, around: readonly VersionRange[]): void {
  for (const step of stepsOf(reading, field, around, fieldChangeParts)) {
    checkFieldProperties(reading, step.change, step.parts.set, step.after);
    checkLimits(reading, step);
    checkExample(reading, step);
  }
}

/** @param around version ranges of everything that contains the thing */
export function checkChanges(reading: ChangeContext, holder: Holder, around: readonly VersionRange[]): void {
  stepsOf(reading, holder, around);
}

/** Reports properties that the type cannot have, and properties that it needs. */
export function checkFieldProperties(reading: ChangeContext, written: object, members: object, field: object): void {
  const { type } = field as { readonly type: FieldType };
  const own = PROPERTIES_BY_TYPE[type];
  const foreign = foreignProperties(type);
  for (const member of Object.keys(members).filter((name) => foreign.includes(name)))
    reading.document.report(
      'member-of-other-type',
      `a field of type ${type} has no ${member}`,
      written,
      member,
      'key',
      own.length === 0 ? undefined : `it can have: ${own.join(', ')}`,
    );
  // The schema requires them of the field itself, so this is about changes.
  const needed = Object.entries(REQUIRED_BY_TYPE).find(([item]) => item === type)?.[1];
  if (needed !== undefined && !(needed in field) && 'type' in members)
    reading.document.report(
      'missing-key',
      `${JSON.stringify(needed)} is missing: a field of type ${type} needs it`,
      written,
      'type',
      'key',
      needed === 'fields' ? 'a change cannot give it: declare another field, with `since`' : undefined,
    );
}

function stepsOf(
  reading: ChangeContext,
  holder: Holder,
  around: readonly VersionRange[],
  partsIn: (change: WrittenChange) => ChangeParts = changeParts,
): readonly ChangeStep[] {
  const { references, document } = reading;
  const { changes = [] } = holder;
  for (const change of changes) {
    references.bound(change.in, { document, parent: change, key: 'in' });
    checkPlace(reading, change, [...around, holder]);
  }
  const placed = changes
    .flatMap((change) => {
      const place = references.place(change.in);
      return place === undefined ? [] : [{ change, place }];
    })
    .sort((a, b) => a.place - b.place);
  checkTwice(reading, placed);
  let before = holder as JsonMap;
  return placed.map(({ change }) => {
    const parts = partsIn(change);
    checkEffect(reading, change, before);
    const after = applied(before, parts);
    const step = { change, parts, before, after };
    before = after;
    return step;
  });
}

function applied(state: JsonMap, { set, remove }: ChangeParts): JsonMap {
  return Object.fromEntries(Object.entries({ ...state, ...set }).filter(([member]) => !remove.includes(member)));
}

/** A change must be inside of the version range of its object. Bounds that are answers are not compared. */
function checkPlace(reading: ChangeContext, change: WrittenChange, ranges: readonly VersionRange[]): void {
  const { references, document } = reading;
  const at = literal(references, change.in);
  if (at === undefined) return;
  const report = (message: string, hint?: string): void =>
    document.report(
      'version-range',
      message,
      change,
      'in',
      'value',
      hint ?? `order: ${references.versions().join(', ')}`,
    );
  const from = Math.max(0, ...ranges.flatMap(({ since }) => literal(references, since) ?? []));
  const to = Math.min(...ranges.flatMap(({ until }) => literal(references, until) ?? []));
  const name = (place: number): string => references.versions()[place] ?? '';
  if (at === from)
    report(`${name(from)} is its first version, so it cannot change in it`, 'write the value without a change');
  else if (at < from) report(`it changes in ${name(at)}, before its first version ${name(from)}`);
  if (at > to) report(`it changes in ${name(at)}, but was removed in ${name(to)}`);
}

function literal(references: References, bound: VersionBound | undefined): number | undefined {
  const version = literalVersion(bound);
  return version === undefined ? undefined : references.place(version);
}

function checkTwice(
  { document, references }: ChangeContext,
  placed: readonly { readonly change: WrittenChange; readonly place: number }[],
): void {
  const seen = new Map<string, WrittenChange>();
  for (const { change, place } of placed) {
    for (const member of [...Object.keys(changeParts(change).set), ...(change.remove ?? [])]) {
      const key = `${place} ${member}`;
      const first = seen.get(key);
      seen.set(key, change);
      if (first === undefined) continue;
      const { file, line } = document.at(first, 'in');
      document.report(
        'change-repeated',
        `${member} changes twice in ${references.versions()[place] ?? ''}`,
        member in change ? change : (change.remove ?? []),
        member in change ? member : (change.remove ?? []).indexOf(member),
        'key',
        `also at ${file}:${line}`,
      );
    }
  }
}

/** Every property of a change gets another value. */
function checkEffect({ document }: ChangeContext, change: WrittenChange, before: JsonMap): void {
  const set = Object.entries(changeParts(change).set);
  if (set.length === 0 && change.remove === undefined)
    document.report(
      'change-without-effect',
      'the change has no properties',
      change,
      'in',
      'key',
      'name a property with its new value',
    );
  for (const [member, value] of set) {
    const was = before[member] ?? ABSENT[member] ?? (value === false ? false : undefined);
    if (isSameJson(was, value))
      document.report('change-without-effect', `${member} is already ${shown(value)}`, change, member, 'value');
  }
  change.remove?.forEach((member, index) => {
    if (!(member in before))
      document.report(
        'change-without-effect',
        `${member} cannot be removed: it is not set`,
        change.remove ?? [],
        index,
      );
  });
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}

function checkLimits({ document }: ChangeContext, { change, parts, before, after }: ChangeStep): void {
  for (const [low, high] of LIMIT_PAIRS)
    if (isInverted(after[low], after[high]) && !isInverted(before[low], before[high])) {
      const member = high in parts.set ? high : low;
      document.report(
        'wrong-value',
        `${high} is less than ${low} from this version on: ${shown(after[high] ?? null)} and ${shown(after[low] ?? null)}`,
        change,
        member,
      );
    }
}

function isInverted(low: Json | undefined, high: Json | undefined): boolean {
  return typeof low === 'number' && typeof high === 'number' && low > high;
}

/** An example that a change makes invalid would be sent as a valid value, and its rejection counted against the service. */
function checkExample({ document }: ChangeContext, { change, parts, before, after }: ChangeStep): void {
  const fault = exampleFault(after);
  if (fault === undefined || exampleFault(before) !== undefined) return;
  const member = 'example' in parts.set ? 'example' : Object.keys(parts.set)[0];
  document.report(
    'wrong-value',
    `the example ${shown(after['example'] ?? null)} is not a valid value from this version on: ${fault}`,
    change,
    member ?? 'in',
    'value',
    'give the change an `example` of its own',
  );
}
