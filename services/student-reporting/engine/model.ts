import { checksOf, type Check } from '../../model/checks.ts';
import { strictnessOf, type Strictness } from '../../model/strictness.ts';
import type { Field } from '../../model/field.ts';
import { existsIn } from '../../model/version.ts';
import { lifecycleFault, storageFault, strictnessFault, validationFault, type StorageFault } from '../../faults/ids.ts';
import { lifecycleFaults, type LifecycleFault } from '../../faults/lifecycle.ts';
import type { FaultId } from '../../faults/switches.ts';
import type { Family, FamilyName, Form, Rule } from '../families/family.ts';
import { families } from '../families/index.ts';

/** A check with everything needed to report it or to switch it off. */
export interface BoundCheck extends Check {
  readonly digits: string;
  readonly fault: FaultId;
}

export interface BoundField {
  readonly field: Field;
  readonly checks: readonly BoundCheck[];
  readonly required: BoundCheck | undefined;
  readonly reference: BoundCheck | undefined;
  /** In force only under their faults. */
  readonly strictness: readonly BoundStrictness[];
  readonly patchIgnored: FaultId;
  readonly nullKept: FaultId;
}

export interface BoundStrictness extends Strictness {
  readonly digits: string;
  readonly fault: FaultId;
}

export interface BoundRule extends Rule {
  readonly fault: FaultId;
  readonly strictFault: FaultId | undefined;
}

/** A field of reads, with the faults of keeping it. */
export interface Shown {
  readonly name: string;
  readonly field: Field;
  readonly storage: Readonly<Record<Exclude<StorageFault, 'patch-ignored' | 'null-kept'>, FaultId>>;
}

/** A family as one specification version has it. */
export interface Kind {
  readonly family: Family;
  readonly version: string;
  readonly form: Form;
  /** Fields of requests, by name. */
  readonly writable: ReadonlyMap<string, BoundField>;
  /** The fields of reads, in their order. */
  readonly readable: readonly Shown[];
  readonly references: readonly { readonly name: string; readonly to: FamilyName }[];
  readonly rules: readonly BoundRule[];
  readonly children: readonly Kind[];
  readonly nested: ReadonlyMap<string, Kind>;
  readonly faults: Readonly<Record<LifecycleFault, FaultId>>;
  readonly duplicatesAccepted: FaultId;
}

export interface Model {
  readonly version: string;
  kind(name: FamilyName): Kind;
}

// Digits of the refusals that no public rule is known for; only their form is contractual.
const inventedDigits: Readonly<Record<Check['name'], string>> = {
  required: '19001',
  length: '19002',
  pattern: '19003',
  format: '19004',
  'code-list': '19005',
  size: '19007',
  distinct: '19008',
  date: '19009',
  decimals: '19011',
  negative: '19012',
  reference: '19013',
};

const models = new Map<string, Model>();

/** The families of one version, compiled once. */
export function modelOf(version: string): Model {
  const known = models.get(version);
  if (known) return known;
  const kinds = new Map<FamilyName, Kind>();
  const kind = (name: FamilyName): Kind => {
    const compiled = kinds.get(name);
    if (!compiled) throw new Error(`There is no family ${name}.`);
    return compiled;
  };
  // Children first, because a kind holds those of its children.
  const childrenFirst = [...families].sort((a, b) => Number(b.parent !== undefined) - Number(a.parent !== undefined));
  for (const family of childrenFirst) kinds.set(family.name, compile(family, version, kind, [...kinds.values()]));
  const model = { version, kind };
  models.set(version, model);
  return model;
}

function compile(family: Family, version: string, kind: (name: FamilyName) => Kind, compiled: readonly Kind[]): Kind {
  const fields = family.fields.filter((field) => existsIn(version, field));
  const names = Object.keys(lifecycleFaults) as LifecycleFault[];
  const faults = Object.fromEntries(
    names.map((what) => [what, lifecycleFault('student-reporting', family.name, what)]),
  );
  return {
    family,
    version,
    form: family.form(version),
    writable: new Map(fields.filter(({ readOnly }) => !readOnly).map((field) => [field.name, bind(family, field)])),
    readable: fields.filter(({ writeOnly }) => !writeOnly).map((field) => show(family, field)),
    references: fields.flatMap((field) =>
      field.kind === 'reference' ? [{ name: field.name, to: field.to as FamilyName }] : [],
    ),
    rules: (family.rules ?? []).map((rule) => ({
      ...rule,
      fault: ruleFault(family, rule),
      strictFault: strictFaultOf(family, rule),
    })),
    children: compiled.filter((child) => child.family.parent === family.name),
    nested: new Map(Object.entries(family.nested ?? {}).map(([member, name]) => [member, kind(name)])),
    faults: faults as Record<LifecycleFault, FaultId>,
    duplicatesAccepted: validationFault('student-reporting', family.name, 'record', 'unique'),
  };
}

function strictFaultOf(family: Family, { field, strict }: Rule): FaultId | undefined {
  return strict && strictnessFault('student-reporting', family.name, field, strict.name);
}

function show(family: Family, field: Field): Shown {
  const fault = (what: StorageFault): FaultId => storageFault('student-reporting', family.name, field.name, what);
  return {
    name: field.name,
    field,
    storage: { lost: fault('lost'), altered: fault('altered'), unasked: fault('unasked') },
  };
}

export function ruleFault(family: Family, rule: Rule): FaultId {
  return validationFault('student-reporting', family.name, rule.field, rule.name);
}

function bind(family: Family, field: Field): BoundField {
  const bound = (check: Check): BoundCheck => ({
    ...check,
    digits: field.digits?.[check.name] ?? inventedDigits[check.name],
    fault: validationFault('student-reporting', family.name, field.name, check.name),
  });
  const always = (name: Check['name'], text: string): BoundCheck => bound({ name, text, passes: () => false });
  return {
    field,
    checks: checksOf(field).map(bound),
    required: field.required ? always('required', 'is required') : undefined,
    reference: field.kind === 'reference' ? always('reference', `refers to no record of ${field.to}`) : undefined,
    strictness: strictnessOf(field).map((strictness) => ({
      ...strictness,
      digits: '19021',
      fault: strictnessFault('student-reporting', family.name, field.name, strictness.name),
    })),
    patchIgnored: storageFault('student-reporting', family.name, field.name, 'patch-ignored'),
    nullKept: storageFault('student-reporting', family.name, field.name, 'null-kept'),
  };
}
