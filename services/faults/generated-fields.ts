import { channelFields, partnerFields } from '../partner-onboarding/partner.ts';
import { checkNamesOf } from '../model/checks.ts';
import type { CheckName, Field } from '../model/field.ts';
import { strictnessOf } from '../model/strictness.ts';
import type { ServiceName } from '../services.ts';
import type { Family } from '../student-reporting/families/family.ts';
import { families } from '../student-reporting/families/index.ts';
import type { Fault } from './fault.ts';
import { storageFault, strictnessFault, validationFault, type StorageFault } from './ids.ts';

// The faults that follow from the fields: each check left out, each right value refused, each value not kept.

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

function checkFaults(service: ServiceName, family: string, fields: readonly Field[]): Fault[] {
  return fields
    .filter(({ readOnly }) => !readOnly)
    .flatMap((field) =>
      checkNamesOf(field).map((check) => ({
        id: validationFault(service, family, field.name, check),
        service,
        kind: 'validation' as const,
        what: check,
        field: field.name,
        family,
        ...(field.since === undefined ? {} : { since: field.since }),
        ...(field.until === undefined ? {} : { until: field.until }),
        operation: `${service === 'partner-onboarding' ? 'partners' : family}.create`,
        breaks: `${field.name}${field.element === undefined ? '' : ` (${field.element})`} ${checkWords[check]} (assumed unless named in section 2).`,
        describes: `The check "${check}" of ${field.name} is left out.`,
      })),
    );
}

function recordFaults(family: Family): Fault[] {
  const service = 'student-reporting';
  const rules = (family.rules ?? []).filter(({ underFault }) => underFault === undefined);
  const ofRules = rules.map(({ name, field, text }): Fault => {
    const known = family.fields.find((each) => each.name === field);
    return {
      id: validationFault(service, family.name, field, name),
      service,
      kind: 'validation',
      what: name,
      field,
      family: family.name,
      ...(known?.since === undefined ? {} : { since: known.since }),
      ...(name === 'fixed' ? { since: '3.0.8' } : {}),
      operation: `${family.name}.${name === 'fixed' ? 'update' : 'create'}`,
      breaks: `${field} ${text} (assumed unless named in section 7).`,
      describes: `The rule "${name}" of ${field} is left out.`,
    };
  });
  if (!family.unique) return ofRules;
  const unique: Fault = {
    id: validationFault(service, family.name, 'record', 'unique'),
    service,
    kind: 'validation',
    what: 'unique',
    family: family.name,
    operation: `${family.name}.create`,
    breaks: `Records of ${family.name} are not reported twice (assumed).`,
    describes: 'A duplicate is accepted.',
  };
  return [...ofRules, unique];
}

type Lifetime = Pick<Fault, 'since' | 'until'>;

function lifetimeOf({ since, until }: Field): Lifetime {
  return { ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) };
}

function nameOf({ name, element }: Field): string {
  return element === undefined ? name : `${name} (${element})`;
}

function operationOf(service: ServiceName, family: string, action: 'create' | 'update' | 'read'): string {
  return `${service === 'partner-onboarding' ? 'partners' : family}.${action}`;
}

/** The one field that a PATCH may change in earlier versions only. */
const fixedLater = 'unit_of_study_census_date';
const lastBeforeFixed = '2.1.06';

/** A field with one value is not told apart from one whose only code is refused. */
function strictnessFaults(service: ServiceName, family: string, fields: readonly Field[], canUpdate = true): Fault[] {
  return fields.flatMap((field) =>
    strictnessOf(field)
      .filter(({ ofPatch }) => ofPatch === undefined || canUpdate)
      .map(({ name, text }): Fault => ({
        id: strictnessFault(service, family, field.name, name),
        service,
        kind: 'strictness',
        what: name.startsWith('code-') ? 'code' : name,
        field: field.name,
        family,
        ...lifetimeOf(field),
        // Later versions refuse it by right.
        ...(name === 'changed' && field.name === fixedLater ? { until: lastBeforeFixed } : {}),
        operation: operationOf(service, family, name === 'changed' || name === 'cleared' ? 'update' : 'create'),
        breaks: `Values of ${nameOf(field)} that keep the rules are accepted (assumed unless named in section 2).`,
        describes: `The field is refused because it ${text}.`,
      })),
  );
}

function strictRuleFaults(family: Family): Fault[] {
  return (family.rules ?? []).flatMap(({ field, strict }): readonly Fault[] => {
    if (!strict) return [];
    const known = family.fields.find((each) => each.name === field);
    return [
      {
        id: strictnessFault('student-reporting', family.name, field, strict.name),
        service: 'student-reporting',
        kind: 'strictness',
        what: strict.name,
        field,
        family: family.name,
        ...(known === undefined ? {} : lifetimeOf(known)),
        operation: `${family.name}.create`,
        breaks: `The boundary of the rule of ${field} is still right (assumed unless named in section 7).`,
        describes: `The field is refused because it ${strict.text}.`,
      },
    ];
  });
}

const storageWords: Readonly<Record<StorageFault, { readonly breaks: string; readonly describes: string }>> = {
  lost: { breaks: 'is read as it was given', describes: 'is accepted and never shown again' },
  altered: { breaks: 'is read as it was given', describes: 'is shown with another value' },
  unasked: {
    breaks: 'is absent from reads while it was not given',
    describes: 'is shown with a value that nobody gave',
  },
  'null-kept': { breaks: 'is cleared by a PATCH with null', describes: 'is left as it was by a PATCH with null' },
  'patch-ignored': { breaks: 'is changed by a PATCH that gives it', describes: 'is left as it was by every PATCH' },
};

/** Identifiers of persons, which every record of a run shows by their form alone. */
const personal = ['chessn', 'usi'];
const maskedFirst =
  'Identifiers of persons are masked before anything is judged, so that only their form can be compared.';

function storageFaults(
  service: ServiceName,
  family: string,
  fields: readonly Field[],
  fits: (what: StorageFault, field: Field) => boolean,
): Fault[] {
  return fields
    .filter(({ readOnly }) => !readOnly)
    .flatMap((field) =>
      (Object.keys(storageWords) as StorageFault[])
        .filter((what) => fits(what, field))
        .map((what): Fault => ({
          id: storageFault(service, family, field.name, what),
          service,
          kind: 'storage',
          what,
          field: field.name,
          family,
          ...lifetimeOf(field),
          ...(what === 'patch-ignored' && field.name === fixedLater ? { until: lastBeforeFixed } : {}),
          operation: operationOf(service, family, what === 'patch-ignored' || what === 'null-kept' ? 'update' : 'read'),
          ...(what === 'altered' && personal.includes(field.name) ? { unobservable: maskedFirst } : {}),
          breaks: `${nameOf(field)} ${storageWords[what].breaks} (assumed).`,
          describes: `${nameOf(field)} ${storageWords[what].describes}.`,
        })),
    );
}

/** A write-only field is never read, so nobody sees what becomes of it. */
function fitsFamily({ actions }: Family): (what: StorageFault, field: Field) => boolean {
  return (what, { required, writeOnly, kind }) => {
    if (writeOnly) return false;
    if (what === 'unasked') return !required && kind !== 'reference';
    if (what === 'patch-ignored') return actions.includes('update');
    if (what === 'null-kept') return actions.includes('update') && !required;
    return true;
  };
}

const ofPartner = (what: StorageFault, { required }: Field): boolean =>
  !required || (what !== 'unasked' && what !== 'null-kept');
const ofChannel = (what: StorageFault): boolean => what === 'lost' || what === 'altered';

/** What can be done to the channels of a partner as a whole. */
const channelsLost: readonly Fault[] = (['lost', 'patch-ignored'] as const).map((what) => ({
  id: storageFault('partner-onboarding', 'partners', 'channels', what),
  service: 'partner-onboarding',
  kind: 'storage',
  what,
  field: 'channels',
  family: 'partners',
  operation: what === 'lost' ? 'partners.read' : 'partners.update',
  breaks: `channels ${storageWords[what].breaks} (assumed).`,
  describes: `channels ${storageWords[what].describes}.`,
}));

const channelSize: Fault = {
  id: validationFault('partner-onboarding', 'partners', 'channels', 'size'),
  service: 'partner-onboarding',
  kind: 'validation',
  what: 'size',
  field: 'channels',
  family: 'partners',
  operation: 'partners.create',
  breaks: 'A partner has at most 20 channels (assumed).',
  describes: 'More channels are accepted.',
};

export const fieldFaults: readonly Fault[] = [
  ...checkFaults('partner-onboarding', 'partners', partnerFields),
  ...checkFaults('partner-onboarding', 'channels', channelFields),
  channelSize,
  ...strictnessFaults('partner-onboarding', 'partners', partnerFields),
  // A channel is written with its partner, never by a PATCH of its own.
  ...strictnessFaults('partner-onboarding', 'channels', channelFields, false),
  ...storageFaults('partner-onboarding', 'partners', partnerFields, ofPartner),
  ...storageFaults('partner-onboarding', 'channels', channelFields, ofChannel),
  ...channelsLost,
  ...families.flatMap((family) => [
    ...checkFaults('student-reporting', family.name, family.fields),
    ...recordFaults(family),
    ...strictnessFaults('student-reporting', family.name, family.fields, family.actions.includes('update')),
    ...strictRuleFaults(family),
    ...storageFaults('student-reporting', family.name, family.fields, fitsFamily(family)),
  ]),
];
