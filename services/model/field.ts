import { compareVersions, type Lifetime } from './version.ts';

/** What the services hold and give back. Dates and codes are strings, uids and money numbers. */
export type Value = string | number | boolean | readonly string[];
export type Values = Readonly<Record<string, Value>>;

/** The judgements on the value of a field. */
export type CheckName =
  | 'required'
  | 'length'
  | 'pattern'
  | 'format'
  | 'code-list'
  | 'size'
  | 'distinct'
  | 'date'
  | 'decimals'
  | 'negative'
  | 'reference';

export interface FieldTraits extends Lifetime {
  readonly name: string;
  /** Number of the data element, for example `E313`; absent where none is known. */
  readonly element?: string | undefined;
  readonly required?: boolean;
  /** Carried by reads, an unknown member of requests. */
  readonly readOnly?: boolean;
  /** Accepted by requests, never carried by reads. */
  readonly writeOnly?: boolean;
  /** The five digits of the error identifier where a rule is known by its number. */
  readonly digits?: Partial<Record<CheckName, string>>;
}

/** What a version makes of a field, from then on. */
export type FieldChange<Changed> = { readonly in: string; readonly required?: boolean } & Partial<
  Omit<Changed, keyof FieldTraits | 'kind' | 'changes'>
>;

export interface TextField extends FieldTraits {
  readonly kind: 'text';
  readonly changes?: readonly FieldChange<TextField>[];
  readonly minLength: number;
  readonly maxLength: number;
  readonly pattern?: RegExp;
  readonly format?: 'email' | 'uri';
}
export interface CodeField extends FieldTraits {
  readonly kind: 'code';
  readonly changes?: readonly FieldChange<CodeField>[];
  readonly codes: readonly string[];
}
export interface CodesField extends FieldTraits {
  readonly kind: 'codes';
  readonly changes?: readonly FieldChange<CodesField>[];
  readonly codes: readonly string[];
}
export interface DateField extends FieldTraits {
  readonly kind: 'date';
}
export interface MoneyField extends FieldTraits {
  readonly kind: 'money';
}
export interface IndicatorField extends FieldTraits {
  readonly kind: 'indicator';
}
export interface ReferenceField extends FieldTraits {
  readonly kind: 'reference';
  /** Name of the family whose record is referred to. */
  readonly to: string;
}

export type Field = TextField | CodeField | CodesField | DateField | MoneyField | IndicatorField | ReferenceField;

type Extra = Omit<FieldTraits, 'name' | 'element'>;

/** A field as one version has it. */
export function fieldIn(version: string, field: Field): Field {
  if (!('changes' in field) || !field.changes) return field;
  const { changes, ...first } = field;
  const made = changes.filter((change) => compareVersions(version, change.in) >= 0);
  return Object.assign({}, first, ...made.map(({ in: _version, ...change }) => change)) as Field;
}

export function text(
  name: string,
  element: string | undefined,
  maxLength: number,
  extra: Extra & Pick<Partial<TextField>, 'pattern' | 'format' | 'minLength' | 'changes'> = {},
): TextField {
  return { kind: 'text', name, element, minLength: 1, maxLength, ...extra };
}

/** A text of exactly so many decimal digits, such as a postcode. */
export function numerals(
  name: string,
  element: string,
  count: number,
  extra: Extra & Pick<TextField, 'changes'> = {},
): TextField {
  const pattern = new RegExp(`^[0-9]{${String(count)}}$`);
  return { kind: 'text', name, element, minLength: count, maxLength: count, pattern, ...extra };
}

export function code(
  name: string,
  element: string | undefined,
  codes: readonly string[],
  extra: Extra & Pick<CodeField, 'changes'> = {},
): CodeField {
  return { kind: 'code', name, element, codes, ...extra };
}

export function codes(
  name: string,
  element: string | undefined,
  list: readonly string[],
  extra: Extra & Pick<CodesField, 'changes'> = {},
): CodesField {
  return { kind: 'codes', name, element, codes: list, ...extra };
}

export function date(name: string, element: string | undefined, extra: Extra = {}): DateField {
  return { kind: 'date', name, element, ...extra };
}

export function money(name: string, element: string | undefined, extra: Extra = {}): MoneyField {
  return { kind: 'money', name, element, ...extra };
}

export function indicator(name: string, element: string, extra: Extra = {}): IndicatorField {
  return { kind: 'indicator', name, element, ...extra };
}

export function reference(name: string, to: string, extra: Extra = {}): ReferenceField {
  return { kind: 'reference', name, to, ...extra };
}
