import { defined } from '../../model/defined.ts';
import { families } from '../../student-reporting/families/index.ts';
import type { Draft, Family, Rule, Scene } from '../../student-reporting/families/family.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import { isLater } from '../../student-reporting/rules/dates.ts';
import type { Field, Value } from '../../model/field.ts';
import { lifetimeOf } from '../../model/version.ts';
import { inArea, type FaultChange, type Seeded } from '../fault.ts';
import { otherValue, unaskedValue } from '../fields/other-value.ts';
import { strictnessOf, type Strictness } from '../fields/strictness.ts';
import {
  checkFaults,
  during,
  storageFaults,
  strictnessFaults,
  validationId,
  type FieldsOf,
  type StorageFault,
} from '../fields/words.ts';
import { leftOut } from './changes.ts';

type Change = FaultChange<StudentReportingStages>;

const service = 'student-reporting';

const stricter =
  ({ name: family }: Family) =>
  (field: Field, { name }: Strictness): Change =>
    inArea('judgement', (inner) => ({
      field: (bound, { given, value }, circumstances) => {
        const reasons = inner.field(bound, { given, value }, circumstances);
        const { existing, kind } = circumstances;
        if (kind.family.name !== family || bound.field.name !== field.name) return reasons;
        if (existing && given === undefined) return reasons;
        const strict = strictnessOf(bound.field).find((each) => each.name === name);
        if (!strict) return reasons;
        const { text, refuses, ofPatch } = strict;
        const isRefused = refuses(given ?? undefined) || (existing && ofPatch?.(given ?? null) === true);
        return isRefused ? [...reasons, { name, digits: '19021', text }] : reasons;
      },
    }));

const showing = (
  family: string,
  { name }: Field,
  shown: (value: Value | undefined, field: Field) => Value | undefined,
): Change =>
  inArea('results', ({ show }) => ({
    show: (asked, record, kind) =>
      kind.family.name === family && asked.name === name
        ? shown(record.values[name], asked)
        : show(asked, record, kind),
  }));

/** What is given of some fields does not arrive. */
export const ungiven = (
  family: string,
  isDropped: (name: string, value: Value | null) => boolean,
  isOfUpdates: boolean,
): Change =>
  inArea('judgement', ({ merge }) => ({
    merge: (item, circumstances) => {
      const { kind, existing } = circumstances;
      if (kind.family.name !== family || (isOfUpdates && !existing)) return merge(item, circumstances);
      const given = new Map([...item.given].filter(([name, value]) => !isDropped(name, value)));
      return merge({ ...item, given }, circumstances);
    },
  }));

const kept =
  ({ name: family }: Family) =>
  (field: Field, what: StorageFault): Change => {
    switch (what) {
      case 'lost':
        return showing(family, field, () => undefined);
      case 'altered':
        return showing(family, field, (value, shown) => (value === undefined ? undefined : otherValue(shown, value)));
      case 'unasked':
        return showing(family, field, (value, shown) => value ?? unaskedValue(shown));
      case 'patch-ignored':
        return ungiven(family, (name) => name === field.name, true);
      case 'null-kept':
        return ungiven(family, (name, value) => name === field.name && value === null, false);
    }
  };

function recordFaults(family: Family): Seeded<StudentReportingStages>[] {
  const ofRules = (family.rules ?? []).map(({ name, field, text }): Seeded<StudentReportingStages> => {
    const known = family.fields.find((each) => each.name === field);
    return {
      id: validationId(service, family.name, field, name),
      service,
      kind: 'validation',
      what: name,
      field,
      family: family.name,
      ...defined({ since: name === 'fixed' ? '3.0.8' : known?.since }),
      operation: `${family.name}.${name === 'fixed' ? 'update' : 'create'}`,
      breaks: `${field} ${text} (assumed unless named in section 7).`,
      describes: `The rule "${name}" of ${field} is left out.`,
      change: inArea('judgement', ({ rules }) => ({
        rules: (kind) =>
          kind.family.name === family.name
            ? rules(kind).filter((rule) => rule.name !== name || rule.field !== field)
            : rules(kind),
      })),
    };
  });
  if (!family.unique) return ofRules;
  const unique: Seeded<StudentReportingStages> = {
    id: validationId(service, family.name, 'record', 'unique'),
    service,
    kind: 'validation',
    what: 'unique',
    family: family.name,
    operation: `${family.name}.create`,
    breaks: `Records of ${family.name} are not reported twice (assumed).`,
    describes: 'A duplicate is accepted.',
    change: inArea('judgement', ({ isTaken }) => ({
      isTaken: (asked, values, circumstances) =>
        circumstances.kind.family.name !== family.name && isTaken(asked, values, circumstances),
    })),
  };
  return [...ofRules, unique];
}

/** The next stricter rule: it refuses what the boundary of a rule still allows. */
interface StrictRule {
  readonly name: string;
  readonly text: string;
  readonly isBroken: (draft: Draft, scene: Scene) => boolean;
}

const day = 86_400_000;

function daysBefore(today: string, days: number): string {
  return new Date(Date.parse(today) - days * day).toISOString().slice(0, 10);
}

function strictOf({ name, field, start }: Rule): StrictRule | undefined {
  if (start !== undefined)
    return {
      name: 'same-day',
      text: `must be after ${start}`,
      isBroken: ({ values }) => values[start] !== undefined && values[start] === values[field],
    };
  if (name === 'not-before-birth')
    return {
      name: 'birthday',
      text: 'must be after the date of birth of the student',
      isBroken: ({ values, parent }) => values[field] !== undefined && parent['date_of_birth'] === values[field],
    };
  if (name !== 'not-in-future') return undefined;
  if (field === 'citizenship_effective_from_date')
    return {
      name: 'recent',
      text: 'must be a week ago',
      isBroken: ({ values }, { today }) => isLater(values[field], daysBefore(today, 7)),
    };
  return {
    name: 'today',
    text: 'must be in the past',
    isBroken: ({ values }, { today }) => values[field] === today,
  };
}

function strictRuleFaults(family: Family): Seeded<StudentReportingStages>[] {
  return (family.rules ?? []).flatMap((meant): readonly Seeded<StudentReportingStages>[] => {
    const strict = strictOf(meant);
    if (!strict) return [];
    const { field } = meant;
    const known = family.fields.find((each) => each.name === field);
    return [
      {
        id: `${service}.strictness.${family.name}.${field}.${strict.name}`,
        service,
        kind: 'strictness',
        what: strict.name,
        field,
        family: family.name,
        ...(known === undefined ? {} : lifetimeOf(known)),
        operation: `${family.name}.create`,
        breaks: `The boundary of the rule of ${field} is still right (assumed unless named in section 7).`,
        describes: `The field is refused because it ${strict.text}.`,
        change: inArea('judgement', (inner) => ({
          rule: (rule, draft, isSound, circumstances) => {
            const reasons = inner.rule(rule, draft, isSound, circumstances);
            const isMeant = circumstances.kind.family.name === family.name && rule === meant;
            return isMeant && strict.isBroken(draft, circumstances.scene)
              ? [...reasons, { ...rule, text: strict.text }]
              : reasons;
          },
        })),
      },
    ];
  });
}

/** A write-only field is never read, so nobody sees what becomes of it. */
function fits({ actions }: Family): (what: StorageFault, field: Field) => boolean {
  return (what, { required, writeOnly, kind }) => {
    if (writeOnly) return false;
    if (what === 'unasked') return !required && kind !== 'reference';
    if (what === 'patch-ignored') return actions.includes('update');
    if (what === 'null-kept') return actions.includes('update') && !required;
    return true;
  };
}

export const studentFieldFaults: readonly Seeded<StudentReportingStages>[] = families.flatMap((family) => {
  const of: FieldsOf<StudentReportingStages> = {
    service,
    family: family.name,
    shownBy: family.name,
    fields: family.fields,
    leftOut: (field, check) => leftOut(family.name, field.name, check),
    stricter: stricter(family),
    kept: kept(family),
  };
  return during(family, [
    ...checkFaults(of),
    ...recordFaults(family),
    ...strictnessFaults(of, family.actions.includes('update')),
    ...strictRuleFaults(family),
    ...storageFaults(of, fits(family)),
  ]);
});
