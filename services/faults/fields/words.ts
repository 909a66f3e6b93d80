import { checksOf } from '../../model/checks.ts';
import type { CheckName, Field } from '../../model/field.ts';
import { compareVersions, lifetimeOf, type Lifetime } from '../../model/version.ts';
import type { ServiceName } from '../../services.ts';
import type { FaultChange, Seeded } from '../fault.ts';
import { strictnessOf, type Strictness } from './strictness.ts';

// The faults that follow from the fields: each check left out, each right value refused, each value not kept.

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

/** Every judgement that a field is subject to, by name. */
function checkNamesOf(field: Field): readonly CheckName[] {
  return [
    ...(field.required ? (['required'] as const) : []),
    ...checksOf(field).map(({ name }) => name),
    ...(field.kind === 'reference' ? (['reference'] as const) : []),
  ];
}

export const validationId = (service: ServiceName, family: string, field: string, check: string): string =>
  `${service}.validation.${family}.${field}.${check}.off`;

/** Each check of each field left out. */
export function checkFaults<Stages>(of: FieldsOf<Stages>): Seeded<Stages>[] {
  const { service, family, shownBy, fields } = of;
  return fields
    .filter(({ readOnly }) => !readOnly)
    .flatMap((field) =>
      checkNamesOf(field).map((check) => ({
        id: validationId(service, family, field.name, check),
        service,
        kind: 'validation' as const,
        what: check,
        field: field.name,
        family,
        ...lifetimeOf(field),
        operation: `${shownBy}.create`,
        breaks: `${nameOf(field)} ${checkWords[check]} (assumed unless named in section 2).`,
        describes: `The check "${check}" of ${field.name} is left out.`,
        change: of.leftOut(field, check),
      })),
    );
}

/** Faults of a family exist for as long as the family does, and for no longer. */
export function during<Of extends Lifetime>(family: Lifetime, faults: readonly Of[]): readonly Of[] {
  return faults.map((fault) => ({
    ...fault,
    ...lifetimeOf({ since: later(family.since, fault.since), until: earlier(family.until, fault.until) }),
  }));
}

function later(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return compareVersions(one, other) > 0 ? one : other;
}

function earlier(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return compareVersions(one, other) < 0 ? one : other;
}

function nameOf({ name, element }: Field): string {
  return element === undefined ? name : `${name} (${element})`;
}

/** The one field that a PATCH may change in earlier versions only. */
const fixedLater = 'unit_of_study_census_date';
const lastBeforeFixed = '2.1.06';

/** A field with one value is not told apart from one whose only code is refused. */
export function strictnessFaults<Stages>(of: FieldsOf<Stages>, canUpdate: boolean): Seeded<Stages>[] {
  const { service, family, shownBy, fields } = of;
  return fields.flatMap((field) =>
    strictnessOf(field)
      .filter(({ ofPatch }) => ofPatch === undefined || canUpdate)
      .map((strictness): Seeded<Stages> => {
        const { name, text } = strictness;
        return {
          id: `${service}.strictness.${family}.${field.name}.${name}`,
          service,
          kind: 'strictness',
          what: name.startsWith('code-') ? 'code' : name,
          field: field.name,
          family,
          ...lifetimeOf(field),
          // Later versions refuse it by right.
          ...(name === 'changed' && field.name === fixedLater ? { until: lastBeforeFixed } : {}),
          operation: `${shownBy}.${name === 'changed' || name === 'cleared' ? 'update' : 'create'}`,
          breaks: `Values of ${nameOf(field)} that keep the rules are accepted (assumed unless named in section 2).`,
          describes: `The field is refused because it ${text}.`,
          change: of.stricter(field, strictness),
        };
      }),
  );
}

/** A field that is accepted and not kept as it was given. */
export type StorageFault = 'lost' | 'altered' | 'unasked' | 'patch-ignored' | 'null-kept';

export const storageWords: Readonly<Record<StorageFault, { readonly breaks: string; readonly describes: string }>> = {
  lost: { breaks: 'is read as it was given', describes: 'is accepted and never shown again' },
  altered: { breaks: 'is read as it was given', describes: 'is shown with another value' },
  unasked: {
    breaks: 'is absent from reads while it was not given',
    describes: 'is shown with a value that nobody gave',
  },
  'null-kept': { breaks: 'is cleared by a PATCH with null', describes: 'is left as it was by a PATCH with null' },
  'patch-ignored': { breaks: 'is changed by a PATCH that gives it', describes: 'is left as it was by every PATCH' },
};

export const storageId = (service: ServiceName, family: string, field: string, what: StorageFault): string =>
  `${service}.storage.${family}.${field}.${what}`;

/** Identifiers of persons, which every record of a run shows by their form alone. */
const personal = ['chessn', 'usi'];
const maskedFirst =
  'Identifiers of persons are masked before anything is judged, so that only their form can be compared.';

export function storageFaults<Stages>(
  of: FieldsOf<Stages>,
  fits: (what: StorageFault, field: Field) => boolean,
): Seeded<Stages>[] {
  const { service, family, shownBy, fields } = of;
  return fields
    .filter(({ readOnly }) => !readOnly)
    .flatMap((field) =>
      (Object.keys(storageWords) as StorageFault[])
        .filter((what) => fits(what, field))
        .map((what): Seeded<Stages> => ({
          id: storageId(service, family, field.name, what),
          service,
          kind: 'storage',
          what,
          field: field.name,
          family,
          ...lifetimeOf(field),
          ...(what === 'patch-ignored' && field.name === fixedLater ? { until: lastBeforeFixed } : {}),
          operation: `${shownBy}.${what === 'patch-ignored' || what === 'null-kept' ? 'update' : 'read'}`,
          ...(what === 'altered' && personal.includes(field.name) ? { unobservable: maskedFirst } : {}),
          breaks: `${nameOf(field)} ${storageWords[what].breaks} (assumed).`,
          describes: `${nameOf(field)} ${storageWords[what].describes}.`,
          change: of.kept(field, what),
        })),
    );
}
