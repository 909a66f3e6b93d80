/** The faults that follow from the fields: each check left out, each right value refused, each value not kept. */
import { checksOf } from '../../model/checks.ts';
import type { CheckName, Field } from '../../model/field.ts';
import { compareVersions, lifetimeOf, type Lifetime } from '../../model/version.ts';
import type { ServiceName } from '../../services.ts';
import type { Fault, FaultChange, Seeded } from '../fault.ts';
import { strictnessOf, type Strictness } from './strictness.ts';

/** The fields of one family, as they stand in a service. */
export interface FieldsOf<Stages> {
  readonly service: ServiceName;
  readonly family: string;
  /** The family whose operations show the fields; its own, but for what is part of another record. */
  readonly shownBy: string;
  readonly fields: readonly Field[];
  readonly leftOut: (field: Field, check: CheckName) => FaultChange<Stages>;
  readonly stricter: (field: Field, strictness: Strictness) => FaultChange<Stages>;
  readonly kept: (field: Field, what: StorageFault) => FaultChange<Stages>;
}

type FieldKind = 'validation' | 'strictness' | 'storage';

/** A fault of one field, `<service>.<kind>.<family>.<field>.<name>`. */
export function fieldFault<Stages>(
  { service, family }: Pick<FieldsOf<Stages>, 'service' | 'family'>,
  kind: FieldKind,
  field: string,
  name: string,
  fault: Pick<Fault, 'what' | 'breaks' | 'describes' | 'operation' | 'since' | 'until' | 'unobservable'> &
    Pick<Seeded<Stages>, 'change'>,
): Seeded<Stages> {
  return { id: `${service}.${kind}.${family}.${field}.${name}`, service, kind, field, family, ...fault };
}

const checkWords: Readonly<Record<CheckName, string>> = {
  required: 'is required',
  length: 'has a length',
  pattern: 'has a form',
  format: 'has a format',
  'code-list': 'is one of a list of codes',
  size: 'has a number of entries',
  distinct: 'does not repeat an entry',
  date: 'is a calendar date',
  decimals: 'has at most 2 decimals',
  negative: 'is not negative',
  reference: 'refers to a record that exists',
};

/** Every check that a field is subject to, by name. */
function checkNamesOf(field: Field): readonly CheckName[] {
  return [
    ...(field.required ? (['required'] as const) : []),
    ...checksOf(field).map(({ name }) => name),
    ...(field.kind === 'reference' ? (['reference'] as const) : []),
  ];
}

function nameOf({ name, element }: Field): string {
  return element === undefined ? name : `${name} (${element})`;
}

/** Each check of each field left out. */
export function checkFaults<Stages>(of: FieldsOf<Stages>): Seeded<Stages>[] {
  return writableOf(of).flatMap((field) =>
    checkNamesOf(field).map((check) =>
      fieldFault(of, 'validation', field.name, `${check}.off`, {
        what: check,
        ...lifetimeOf(field),
        operation: `${of.shownBy}.create`,
        breaks: `${nameOf(field)} ${checkWords[check]} (assumed unless named in section 2).`,
        describes: `The check "${check}" of ${field.name} is missing.`,
        change: of.leftOut(field, check),
      }),
    ),
  );
}

const writableOf = ({ fields }: Pick<FieldsOf<never>, 'fields'>): readonly Field[] =>
  fields.filter(({ readOnly }) => !readOnly);

/** The one field that a PATCH may change in earlier versions only: later ones refuse it by right. */
const untilFixed = ({ name }: Field): Lifetime => (name === 'unit_of_study_census_date' ? { until: '2.1.06' } : {});

/** Each right value of each field refused. */
export function strictnessFaults<Stages>(of: FieldsOf<Stages>, canUpdate: boolean): Seeded<Stages>[] {
  return of.fields.flatMap((field) =>
    strictnessOf(field)
      .filter(({ ofPatch }) => ofPatch === undefined || canUpdate)
      .map((strictness) => {
        const { name, text } = strictness;
        return fieldFault(of, 'strictness', field.name, name, {
          what: name.startsWith('code-') ? 'code' : name,
          ...lifetimeOf(field),
          ...(name === 'changed' ? untilFixed(field) : {}),
          operation: `${of.shownBy}.${name === 'changed' || name === 'cleared' ? 'update' : 'create'}`,
          breaks: `Values of ${nameOf(field)} that keep the rules are accepted (assumed unless named in section 2).`,
          describes: `A valid value is rejected because the field ${text}.`,
          change: of.stricter(field, strictness),
        });
      }),
  );
}

/** A field that is accepted and not kept as it was given. */
export type StorageFault = 'lost' | 'altered' | 'unasked' | 'patch-ignored' | 'null-kept';

export const storageWords: Readonly<Record<StorageFault, readonly [breaks: string, describes: string]>> = {
  lost: ['is read as it was given', 'is accepted but not stored'],
  altered: ['is read as it was given', 'is shown with another value'],
  unasked: ['is absent from reads while it was not given', 'is shown with a value although none was sent'],
  'null-kept': ['is cleared by a PATCH with null', 'is not cleared by a PATCH with null'],
  'patch-ignored': ['is changed by a PATCH that gives it', 'is not changed by any PATCH'],
};

/** Identifiers of persons, which every record of a run shows by their form alone. */
const personal = ['chessn', 'usi'];
const maskedFirst = 'Identifiers of persons are masked before checks run, so only their format can be compared.';

/** Each value of each field not kept, where that `fits`. */
export function storageFaults<Stages>(
  of: FieldsOf<Stages>,
  fits: (what: StorageFault, field: Field) => boolean,
): Seeded<Stages>[] {
  return writableOf(of).flatMap((field) =>
    (Object.keys(storageWords) as StorageFault[])
      .filter((what) => fits(what, field))
      .map((what) => {
        const [breaks, describes] = storageWords[what];
        return fieldFault(of, 'storage', field.name, what, {
          what,
          ...lifetimeOf(field),
          ...(what === 'patch-ignored' ? untilFixed(field) : {}),
          operation: `${of.shownBy}.${what === 'patch-ignored' || what === 'null-kept' ? 'update' : 'read'}`,
          ...(what === 'altered' && personal.includes(field.name) ? { unobservable: maskedFirst } : {}),
          breaks: `${nameOf(field)} ${breaks} (assumed).`,
          describes: `${nameOf(field)} ${describes}.`,
          change: of.kept(field, what),
        });
      }),
  );
}

/** Faults of a family exist for as long as the family does, and for no longer. */
export function during<Of extends Lifetime>(family: Lifetime, faults: readonly Of[]): readonly Of[] {
  return faults.map((fault) => ({
    ...fault,
    ...lifetimeOf({ since: edge(family.since, fault.since, 1), until: edge(family.until, fault.until, -1) }),
  }));
}

/** The later, or earlier, one of two versions. */
function edge(one: string | undefined, other: string | undefined, sign: 1 | -1): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return sign * compareVersions(one, other) > 0 ? one : other;
}
