import { checksOf, type Check } from '../../model/checks.ts';
import { fieldIn, type Field } from '../../model/field.ts';
import { existsIn } from '../../model/version.ts';
import type { Family, Form } from '../families/family.ts';
import { families } from '../families/index.ts';

/** A check with everything needed to report it. */
export interface BoundCheck extends Check {
  readonly digits: string;
}

export interface BoundField {
  readonly field: Field;
  readonly checks: readonly BoundCheck[];
  readonly required: BoundCheck | undefined;
  readonly reference: BoundCheck | undefined;
}

/** A family as one specification version has it. */
export interface Kind {
  readonly family: Family;
  readonly version: string;
  readonly form: Form;
  /** Fields of requests, by name. */
  readonly writable: ReadonlyMap<string, BoundField>;
  /** The fields of reads, in their order. */
  readonly readable: readonly Field[];
  readonly references: readonly { readonly name: string; readonly to: string }[];
  readonly children: readonly Kind[];
  readonly nested: ReadonlyMap<string, Kind>;
}

export interface Model {
  readonly version: string;
  readonly kind: (name: string) => Kind;
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
  const model = compileModel(version, families);
  models.set(version, model);
  return model;
}

export function compileModel(version: string, of: readonly Family[]): Model {
  const kinds = new Map<string, Kind>();
  const kind = (name: string): Kind => {
    const compiled = kinds.get(name);
    if (!compiled) throw new Error(`There is no family ${name} in ${version}.`);
    return compiled;
  };
  const living = of.filter((family) => existsIn(version, family));
  const names = new Set(living.map(({ name }) => name));
  for (const { parent, nested } of living) {
    if (parent !== undefined && !names.has(parent)) kind(parent);
    // A family that is nested in another may come later than it, but it has to come.
    for (const name of Object.values(nested ?? {})) if (of.every((family) => family.name !== name)) kind(name);
  }
  // Children first, because a kind holds those of its children.
  const childrenFirst = living.sort((a, b) => Number(b.parent !== undefined) - Number(a.parent !== undefined));
  for (const family of childrenFirst) kinds.set(family.name, compile(family, version, [...kinds.values()]));
  return { version, kind };
}

function compile(family: Family, version: string, compiled: readonly Kind[]): Kind {
  const fields = family.fields.filter((field) => existsIn(version, field)).map((field) => fieldIn(version, field));
  return {
    family,
    version,
    form: family.form(version),
    writable: new Map(fields.filter(({ readOnly }) => !readOnly).map((field) => [field.name, bind(field)])),
    readable: fields.filter(({ writeOnly }) => !writeOnly),
    references: fields.flatMap((field) => (field.kind === 'reference' ? [{ name: field.name, to: field.to }] : [])),
    children: compiled.filter((child) => child.family.parent === family.name),
    nested: new Map(
      Object.entries(family.nested ?? {}).flatMap(([member, name]) => {
        const child = compiled.find((each) => each.family.name === name);
        return child ? [[member, child] as const] : [];
      }),
    ),
  };
}

function bind(field: Field): BoundField {
  const bound = (check: Check): BoundCheck => ({
    ...check,
    digits: field.digits?.[check.name] ?? inventedDigits[check.name],
  });
  const always = (name: Check['name'], text: string): BoundCheck => bound({ name, text, passes: () => false });
  return {
    field,
    checks: checksOf(field).map(bound),
    required: field.required ? always('required', 'is required') : undefined,
    reference: field.kind === 'reference' ? always('reference', `refers to no record of ${field.to}`) : undefined,
  };
}
