/** Faults that follow from the fields and rules of each family. */
import { defined } from '../../model/objects.ts';
import type { Field, Value } from '../../model/field.ts';
import { lifetimeOf } from '../../model/version.ts';
import type { Draft, Family, Rule, Scene } from '../../student-reporting/families/family.ts';
import { isLater } from '../../student-reporting/rules.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import { inArea, type Seeded } from '../fault.ts';
import { otherValue, unaskedValue } from '../fields/other-value.ts';
import { strictnessOf, type Strictness } from '../fields/strictness.ts';
import {
  checkFaults,
  fieldFault,
  storageFaults,
  strictnessFaults,
  type FieldsOf,
  type StorageFault,
} from '../fields/words.ts';
import { leftOut, ofFamily, ungiven, type StudentChange } from './changes.ts';

const stricter = (field: Field, { name }: Strictness): StudentChange =>
  inArea('judgement', (inner) => ({
    field: (bound, { given, value }, circumstances) => {
      const reasons = inner.field(bound, { given, value }, circumstances);
      const { existing } = circumstances;
      if (bound.field.name !== field.name || (existing && given === undefined)) return reasons;
      const strict = strictnessOf(bound.field).find((each) => each.name === name);
      if (!strict) return reasons;
      const { text, refuses, ofPatch } = strict;
      const isRefused = refuses(given ?? undefined) || (existing && ofPatch?.(given ?? null) === true);
      return isRefused ? [...reasons, { name, digits: '19021', text }] : reasons;
    },
  }));

const showing = (
  { name }: Field,
  shown: (value: Value | undefined, field: Field) => Value | undefined,
): StudentChange =>
  inArea('results', ({ show }) => ({
    show: (asked, record, kind) =>
      asked.name === name ? shown(record.values[name], asked) : show(asked, record, kind),
  }));

function kept(field: Field, what: StorageFault): StudentChange {
  switch (what) {
    case 'lost':
      return showing(field, () => undefined);
    case 'altered':
      return showing(field, (value, shown) => (value === undefined ? undefined : otherValue(shown, value)));
    case 'unasked':
      return showing(field, (value, shown) => value ?? unaskedValue(shown));
    case 'patch-ignored':
      return ungiven((name) => name === field.name, true);
    case 'null-kept':
      return ungiven((name, value) => name === field.name && value === null, false);
  }
}

/** Each rule of a family left out, and the uniqueness of its records. */
function ruleFaults(of: FieldsOf<StudentReportingStages>, family: Family): Seeded<StudentReportingStages>[] {
  const { name: owner, rules = [], unique } = family;
  const ofRules = rules.map(({ name, field, text }) => {
    const without: StudentChange = inArea('judgement', (inner) => ({
      rules: (kind) => inner.rules(kind).filter((rule) => rule.name !== name || rule.field !== field),
    }));
    return fieldFault(of, 'validation', field, `${name}.off`, {
      what: name,
      ...defined({ since: name === 'fixed' ? '3.0.8' : fieldOf(family, field)?.since }),
      operation: `${owner}.${name === 'fixed' ? 'update' : 'create'}`,
      breaks: `${field} ${text} (assumed unless named in section 7).`,
      describes: `The rule "${name}" of ${field} is left out.`,
      change: ofFamily(owner, without),
    });
  });
  if (!unique) return ofRules;
  const accepting: StudentChange = inArea('judgement', () => ({ isTaken: () => false }));
  // It is a fault of the record, and of none of its fields.
  const { field: _field, ...duplicates } = fieldFault(of, 'validation', 'record', 'unique.off', {
    what: 'unique',
    operation: `${owner}.create`,
    breaks: `Records of ${owner} are not reported twice (assumed).`,
    describes: 'A duplicate is accepted.',
    change: ofFamily(owner, accepting),
  });
  return [...ofRules, duplicates];
}

const fieldOf = ({ fields }: Family, name: string): Field | undefined => fields.find((each) => each.name === name);

/** The next stricter rule: it refuses what the boundary of a rule still allows. */
interface StrictRule {
  readonly name: string;
  readonly text: string;
  readonly isBroken: (draft: Draft, scene: Scene) => boolean;
}

const weekBefore = (today: string): string => new Date(Date.parse(today) - 7 * 86_400_000).toISOString().slice(0, 10);

function strictOf({ name, field }: Rule): StrictRule | undefined {
  if (name === 'not-before-birth')
    return {
      name: 'birthday',
      text: 'must be after the date of birth of the student',
      isBroken: ({ values, parent }) => values[field] !== undefined && parent['date_of_birth'] === values[field],
    };
  if (name !== 'not-in-future') return undefined;
  return field === 'citizenship_effective_from_date'
    ? {
        name: 'recent',
        text: 'must be a week ago',
        isBroken: ({ values }, { today }) => isLater(values[field], weekBefore(today)),
      }
    : {
        name: 'today',
        text: 'must be in the past',
        isBroken: ({ values }, { today }) => values[field] === today,
      };
}

function strictRuleFaults(of: FieldsOf<StudentReportingStages>, family: Family): Seeded<StudentReportingStages>[] {
  return (family.rules ?? []).flatMap((meant) => {
    const strict = strictOf(meant);
    if (!strict) return [];
    const { field } = meant;
    const stricterRule: StudentChange = inArea('judgement', (inner) => ({
      rule: (rule, draft, isSound, circumstances) => {
        const reasons = inner.rule(rule, draft, isSound, circumstances);
        const isBroken = rule === meant && strict.isBroken(draft, circumstances.scene);
        return isBroken ? [...reasons, { ...rule, text: strict.text }] : reasons;
      },
    }));
    return [
      fieldFault(of, 'strictness', field, strict.name, {
        what: strict.name,
        ...lifetimeOf(fieldOf(family, field) ?? {}),
        operation: `${family.name}.create`,
        breaks: `The boundary of the rule of ${field} is still right (assumed unless named in section 7).`,
        describes: `A valid value is rejected because the field ${strict.text}.`,
        change: ofFamily(family.name, stricterRule),
      }),
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

export function fieldFaultsOf(family: Family): readonly Seeded<StudentReportingStages>[] {
  const { name } = family;
  const of: FieldsOf<StudentReportingStages> = {
    service: 'student-reporting',
    family: name,
    shownBy: name,
    fields: family.fields,
    leftOut: (field, check) => ofFamily(name, leftOut(field.name, check)),
    stricter: (field, strictness) => ofFamily(name, stricter(field, strictness)),
    kept: (field, what) => ofFamily(name, kept(field, what)),
  };
  return [
    ...checkFaults(of),
    ...ruleFaults(of, family),
    ...strictnessFaults(of, family.actions.includes('update')),
    ...strictRuleFaults(of, family),
    ...storageFaults(of, fits(family)),
  ];
}
