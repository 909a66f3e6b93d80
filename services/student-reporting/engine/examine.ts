import type { Value, Values } from '../../model/field.ts';
import type { Draft, Scene, Uniqueness } from '../families/family.ts';
import type { BoundCheck, BoundField, Kind } from './model.ts';
import type { Item } from './shape.ts';
import { keyOf, type Dataset, type StoredRecord } from './store.ts';

/** A value fault: refuses its item, and is reported with all the others of the item. */
export interface Finding {
  readonly kind: Kind;
  readonly field: string;
  readonly digits: string;
  readonly text: string;
}

export interface FoundWarning {
  readonly kind: Kind;
  readonly field: string;
  readonly digits: string;
  readonly text: string;
  readonly pointer: string;
}

/** An item judged: what would be stored, and what speaks against it. */
export interface Examined {
  readonly item: Item;
  readonly kind: Kind;
  readonly values: Values;
  readonly findings: readonly Finding[];
  readonly warnings: readonly FoundWarning[];
  readonly children: readonly { readonly member: string; readonly examined: readonly Examined[] }[];
}

export interface Circumstances {
  readonly scene: Scene;
  readonly dataset: Dataset;
  /** The record that a PATCH is for. */
  readonly existing?: StoredRecord;
  readonly parent: Pick<StoredRecord, 'uid' | 'values'> | undefined;
  /** Items of the same list that come before, for an item within the POST of its parent. */
  readonly before?: readonly Examined[];
}

export function examine(item: Item, kind: Kind, circumstances: Circumstances): Examined {
  const { scene, existing } = circumstances;
  const values = merge(item, kind, circumstances);
  const findings: Finding[] = [];
  const report = (field: string, { digits, text }: { readonly digits: string; readonly text: string }): void => {
    findings.push({ kind, field, digits, text });
  };
  for (const [name, bound] of kind.writable) {
    for (const check of failedChecks(bound, item.given.get(name), values[name], circumstances)) report(name, check);
    if (existing && !item.given.has(name)) continue;
    const given = item.given.get(name) ?? undefined;
    for (const strictness of bound.strictness) {
      if (!scene.on(strictness.fault)) continue;
      const isRefused = existing && strictness.ofPatch?.(given ?? null);
      if (isRefused || strictness.refuses(given)) report(name, strictness);
    }
  }
  const isSound = (field: string): boolean => findings.every((finding) => finding.field !== field);
  for (const unique of kind.family.unique ?? []) {
    if (
      unique.fields.every((field) => values[field] !== undefined && isSound(field)) &&
      isTaken(unique, values, kind, circumstances)
    ) {
      report(unique.names, { digits: unique.digits, text: 'is already reported' });
    }
  }
  const draft = draftOf(item, kind, values, circumstances);
  for (const rule of kind.rules) {
    const inForce = rule.underFault === undefined ? !scene.on(rule.fault) : scene.on(rule.underFault);
    if (inForce && isSound(rule.field) && rule.isBroken(draft, scene)) report(rule.field, rule);
    const { strict, strictFault } = rule;
    if (strict && strictFault && scene.on(strictFault) && strict.isBroken(draft, scene))
      report(rule.field, { ...rule, text: strict.text });
  }
  const warnings = (kind.family.warnings?.(draft, scene) ?? []).map((warning) => ({
    ...warning,
    kind,
    pointer: kind.writable.has(warning.field) ? `${item.pointer}/${warning.field}` : item.pointer,
  }));
  const children = existing === undefined ? examineChildren(item, values, circumstances) : [];
  if (children.length > 0 && scene.on('student-reporting.nested.refused'))
    report(children[0]?.member ?? '', { digits: '19022', text: 'must not be given' });
  for (const { examined } of children) findings.push(...examined.flatMap((child) => child.findings));
  return { item, kind, values, findings, warnings, children };
}

function examineChildren(item: Item, values: Values, { scene, dataset }: Circumstances): Examined['children'] {
  return item.children.map(({ member, kind, items }) => {
    const examined: Examined[] = [];
    // One by one, because each is judged against those before it as against records that exist.
    for (const child of items) {
      examined.push(examine(child, kind, { scene, dataset, parent: { uid: 0, values }, before: examined }));
    }
    return { member, examined };
  });
}

/** The values as they would be stored: those given over those there are. */
function merge({ given }: Item, kind: Kind, { existing, scene }: Circumstances): Values {
  const values: Record<string, Value> = { ...(existing ? existing.values : kind.family.initial) };
  if (existing && scene.on(kind.faults['patch-clears-others'])) {
    for (const [name, { required }] of kind.writable) if (!required) Reflect.deleteProperty(values, name);
  }
  for (const [name, value] of given) {
    const bound = kind.writable.get(name);
    if (existing && bound && scene.on(bound.patchIgnored)) continue;
    if (value !== null) values[name] = value;
    else if (!scene.on(kind.faults['patch-null-kept']) && !(bound && scene.on(bound.nullKept)))
      Reflect.deleteProperty(values, name);
  }
  return values;
}

function failedChecks(
  { checks, required, reference, field }: BoundField,
  given: Value | null | undefined,
  value: Value | undefined,
  { scene, dataset }: Circumstances,
): readonly BoundCheck[] {
  const inForce = ({ fault }: BoundCheck): boolean => !scene.on(fault);
  if (required && (given === null || value === undefined)) return inForce(required) ? [required] : [];
  if (given === undefined || given === null) return [];
  const failed = checks.filter((check) => !check.passes(given) && inForce(check));
  if (field.kind === 'reference' && reference && inForce(reference)) {
    const exists = typeof given === 'number' && dataset.has(field.to, given);
    if (!exists) failed.push(reference);
  }
  return failed;
}

function isTaken(unique: Uniqueness, values: Values, kind: Kind, circumstances: Circumstances): boolean {
  const { scene, dataset, existing, parent, before } = circumstances;
  if (scene.on(kind.duplicatesAccepted)) return false;
  const key = keyOf(unique, { parent: parent?.uid ?? 0, values });
  if (before) return before.some((other) => keyOf(unique, { parent: parent?.uid ?? 0, values: other.values }) === key);
  const holder = dataset.table(kind.family.name).holder(key);
  return holder !== undefined && holder !== existing?.uid;
}

function draftOf({ given }: Item, kind: Kind, values: Values, circumstances: Circumstances): Draft {
  const { dataset, existing, parent, before } = circumstances;
  return {
    purpose: existing ? 'update' : 'create',
    values,
    gives: (field) => (given.get(field) ?? null) !== null,
    changes: (field) => given.has(field) && existing?.values[field] !== values[field],
    parent: parent?.values ?? {},
    *siblings() {
      if (before) {
        for (const sibling of before) yield sibling.values;
        return;
      }
      const table = dataset.table(kind.family.name);
      for (const uid of table.below(parent?.uid ?? 0)) {
        const record = uid === existing?.uid ? undefined : table.records.get(uid);
        if (record) yield record.values;
      }
    },
  };
}
