import { dateIn } from '../../model/calendar.ts';
import type { Value, Values } from '../../model/field.ts';
import type { Draft, Rule, Scene, Uniqueness, Warning } from '../families/family.ts';
import type { BoundField, Kind, Model } from './model.ts';
import type { Finding, FoundWarning } from './results.ts';
import type { Item } from './shape.ts';
import { keyOf, type Dataset, type StoredRecord } from './store.ts';

/** An item judged: what would be stored, and what speaks against it. */
export interface Examined {
  readonly item: Item;
  readonly kind: Kind;
  readonly values: Values;
  /** What speaks against the item itself; its children have findings of their own. */
  readonly findings: readonly Finding[];
  readonly warnings: readonly FoundWarning[];
  readonly children: readonly { readonly member: string; readonly examined: readonly Examined[] }[];
}

/** Everything that speaks against an item and those within it: it is refused with all of it together. */
export function findingsOf({ findings, children }: Examined): readonly Finding[] {
  return [...findings, ...children.flatMap(({ examined }) => examined.flatMap(findingsOf))];
}

export interface Circumstances {
  readonly kind: Kind;
  readonly scene: Scene;
  readonly dataset: Dataset;
  /** The record that a PATCH is for. */
  readonly existing?: StoredRecord;
  readonly parent: Pick<StoredRecord, 'uid' | 'values'> | undefined;
  /** Items of the same list that come before, for an item within the POST of its parent. */
  readonly before?: readonly Examined[];
}

/** A reason for refusing a field. */
export interface Reason {
  readonly name: string;
  readonly digits: string;
  readonly text: string;
}

/** A field in an item: what it is given, and the value that it would have. */
export interface Given {
  readonly given: Value | null | undefined;
  readonly value: Value | undefined;
}

/** The stages of judging an item, in their order. */
export interface JudgementStages {
  /** IANA name. The operator is Australian, and "equal to today" (section 7) only makes sense with one agreed today. */
  readonly zone: string;
  readonly scene: () => Scene;
  readonly examine: (item: Item, circumstances: Circumstances) => Examined;
  /** The values as they would be stored: those given over those there are. */
  readonly merge: (item: Item, circumstances: Circumstances) => Values;
  readonly field: (field: BoundField, given: Given, circumstances: Circumstances) => readonly Reason[];
  readonly isTaken: (unique: Uniqueness, values: Values, circumstances: Circumstances) => boolean;
  readonly rules: (kind: Kind) => readonly Rule[];
  /** @param isSound whether nothing speaks against the field of the rule yet */
  readonly rule: (rule: Rule, draft: Draft, isSound: boolean, circumstances: Circumstances) => readonly Reason[];
  readonly warnings: (draft: Draft, circumstances: Circumstances) => readonly Warning[];
}

interface Stages {
  readonly model: Model;
  readonly judgement: JudgementStages;
}

export function judgementStages(stages: Stages, clock: () => Date): JudgementStages {
  return {
    zone: 'Australia/Sydney',
    scene: () => ({ version: stages.model.version, today: dateIn(stages.judgement.zone, clock()) }),
    examine: (item, circumstances) => examine(stages.judgement, item, circumstances),
    merge,
    field: failedChecks,
    isTaken,
    rules: ({ family }) => family.rules ?? [],
    rule: (rule, draft, isSound, { scene }) => (isSound && rule.isBroken(draft, scene) ? [rule] : []),
    warnings: (draft, { kind, scene }) => kind.family.warnings?.(draft, scene) ?? [],
  };
}

function examine(stages: JudgementStages, item: Item, circumstances: Circumstances): Examined {
  const { kind, existing } = circumstances;
  const values = stages.merge(item, circumstances);
  const findings: Finding[] = [];
  const report = (field: string, { digits, text }: Pick<Reason, 'digits' | 'text'>): void => {
    findings.push({ kind, field, digits, text });
  };
  for (const [name, bound] of kind.writable) {
    const given = { given: item.given.get(name), value: values[name] };
    for (const reason of stages.field(bound, given, circumstances)) report(name, reason);
  }
  const isSound = (field: string): boolean => findings.every((finding) => finding.field !== field);
  for (const unique of kind.family.unique ?? []) {
    if (
      unique.fields.every((field) => values[field] !== undefined && isSound(field)) &&
      stages.isTaken(unique, values, circumstances)
    ) {
      report(unique.names, { digits: unique.digits, text: 'is already reported' });
    }
  }
  const draft = draftOf(item, values, circumstances);
  for (const rule of stages.rules(kind)) {
    for (const reason of stages.rule(rule, draft, isSound(rule.field), circumstances)) report(rule.field, reason);
  }
  const warnings = stages.warnings(draft, circumstances).map((warning) => ({
    ...warning,
    kind,
    pointer: kind.writable.has(warning.field) ? `${item.pointer}/${warning.field}` : item.pointer,
  }));
  const children = existing === undefined ? examineChildren(stages, item, values, circumstances) : [];
  return { item, kind, values, findings, warnings, children };
}

function examineChildren(
  stages: JudgementStages,
  item: Item,
  values: Values,
  { scene, dataset }: Circumstances,
): Examined['children'] {
  return item.children.map(({ member, kind, items }) => {
    const examined: Examined[] = [];
    // One by one, because each is judged against those before it as against records that exist.
    for (const child of items) {
      examined.push(stages.examine(child, { kind, scene, dataset, parent: { uid: 0, values }, before: examined }));
    }
    return { member, examined };
  });
}

function merge({ given }: Item, { existing, kind }: Circumstances): Values {
  const values: Record<string, Value> = { ...(existing ? existing.values : kind.family.initial) };
  for (const [name, value] of given) {
    if (value === null) Reflect.deleteProperty(values, name);
    else values[name] = value;
  }
  return values;
}

function failedChecks(
  { checks, required, reference, field }: BoundField,
  { given, value }: Given,
  { dataset }: Circumstances,
): readonly Reason[] {
  if (required && (given === null || value === undefined)) return [required];
  if (given === undefined || given === null) return [];
  const failed = checks.filter((check) => !check.passes(given));
  if (field.kind !== 'reference' || !reference) return failed;
  return typeof given === 'number' && dataset.has(field.to, given) ? failed : [...failed, reference];
}

function isTaken(unique: Uniqueness, values: Values, circumstances: Circumstances): boolean {
  const { kind, dataset, existing, parent, before } = circumstances;
  const key = keyOf(unique, { parent: parent?.uid ?? 0, values });
  if (before) return before.some((other) => keyOf(unique, { parent: parent?.uid ?? 0, values: other.values }) === key);
  const holder = dataset.table(kind.family.name).holder(key);
  return holder !== undefined && holder !== existing?.uid;
}

function draftOf({ given }: Item, values: Values, circumstances: Circumstances): Draft {
  const { kind, dataset, existing, parent, before } = circumstances;
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
