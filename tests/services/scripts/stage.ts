import type { CheckName, Field } from '../../../services/model/field.ts';
import { existsIn } from '../../../services/model/version.ts';
import type { Family } from '../../../services/student-reporting/families/family.ts';
import { families } from '../../../services/student-reporting/families/index.ts';
import type { Answer } from '../support.ts';
import type { Recorder } from './recorder.ts';

export type Fields = Record<string, unknown>;

export const familyOf = (name: string): Family => {
  const family = families.find((known) => known.name === name);
  if (!family) throw new Error(name);
  return family;
};

export const fieldsOf = (family: Family, spec: string): Field[] =>
  family.fields.filter((field) => !field.readOnly && existsIn(spec, field));

/** A record of a family that others can stand on, with its parents and the records it refers to. */
export class Stage {
  readonly #recorder: Recorder;
  readonly #uids = new Map<string, number>();

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
  }

  async sample(field: Field): Promise<unknown> {
    switch (field.kind) {
      case 'text':
        if (field.name.endsWith('_code') && field.minLength === 1 && field.maxLength >= 7)
          return this.#recorder.serial('X');
        return '1'.repeat(field.minLength);
      case 'code':
        return field.codes[0];
      case 'codes':
        return ['HEP', 'VET'];
      case 'date':
        return field.name.endsWith('to_date') ? '2040-02-02' : '2020-01-01';
      case 'money':
        return 10.25;
      case 'indicator':
        return true;
      case 'reference':
        return this.uid(field.to);
    }
  }

  async fields(family: Family, which: 'required' | 'all'): Promise<Fields> {
    const fields: Fields = {};
    for (const field of fieldsOf(family, this.#recorder.spec)) {
      if (field.required || which === 'all') fields[field.name] = await this.sample(field);
    }
    return fields;
  }

  /** The uid of the one record of a family that stands for all of its kind. */
  async uid(name: string): Promise<number> {
    const known = this.#uids.get(name);
    if (known !== undefined) return known;
    const family = familyOf(name);
    const answer = await this.create(family, await this.fields(family, 'required'));
    const uid = uidIn(answer, family) ?? 0;
    this.#uids.set(name, uid);
    return uid;
  }

  async path(family: Family, parent?: number): Promise<string> {
    if (family.parent === undefined) return family.path;
    return family.path.replace(/\{[^}]*\}/, String(parent ?? (await this.uid(family.parent))));
  }

  item(family: Family, fields: Fields): Fields {
    return { correlation_id: this.#recorder.serial('c'), [family.singular]: fields };
  }

  async create(family: Family, ...all: Fields[]): Promise<Answer> {
    const items = all.map((fields) => this.item(family, fields));
    const body = family.form(this.#recorder.spec) === 'array' ? items : items[0];
    return this.#recorder.call('POST', await this.path(family), body);
  }
}

export function uidIn({ body }: Answer, family: Family): number | undefined {
  const first = (Array.isArray(body) ? body[0] : body) as { result?: Record<string, unknown> } | undefined;
  const uid = first?.result?.[family.uid];
  return typeof uid === 'number' ? uid : undefined;
}

/** Values that fail one check and pass the others of the field. */
export function invalid(field: Field, check: CheckName): readonly unknown[] {
  const longest = field.kind === 'text' ? field.maxLength : 0;
  const least = field.kind === 'text' ? field.minLength : 0;
  switch (check) {
    case 'required':
      return [null];
    case 'length':
      return ['a'.repeat(longest + 1), ''];
    case 'pattern':
    case 'format':
      return ['!'.repeat(Math.max(least, 1))];
    case 'code-list':
      return field.kind === 'codes' ? [['XYZ']] : ['ZZ'];
    case 'size':
      return [[]];
    case 'distinct':
      return [['HEP', 'HEP']];
    case 'date':
      return ['2020-02-30'];
    case 'decimals':
      return [1.005];
    case 'negative':
      return [-1];
    case 'reference':
      return [999_999];
  }
}

const everyCheck: readonly CheckName[] = [
  'required',
  'length',
  'pattern',
  'format',
  'code-list',
  'size',
  'distinct',
  'date',
  'decimals',
  'negative',
  'reference',
];

export const checksFor = (field: Field): readonly CheckName[] => {
  const byKind: Readonly<Record<Field['kind'], readonly CheckName[]>> = {
    text: ['length', 'pattern', 'format'],
    code: ['code-list'],
    codes: ['size', 'distinct', 'code-list'],
    date: ['date'],
    money: ['decimals', 'negative'],
    indicator: [],
    reference: ['reference'],
  };
  return everyCheck.filter((check) => byKind[field.kind].includes(check) || (check === 'required' && field.required));
};

export async function listPath(stage: Stage, family: Family): Promise<string> {
  if (!family.listedBelow) return stage.path(family);
  return family.listedBelow.path.replace(/\{[^}]*\}/, String(await stage.uid('students')));
}

/** Keeps a record of a family with a date in its key from being a duplicate. */
export function elsewhen({ name }: Family, date: string): Fields {
  if (name === 'courses-on-campus') return { course_on_campus_effective_from_date: date };
  return name === 'unit-enrolments' ? { unit_of_study_census_date: date } : {};
}
