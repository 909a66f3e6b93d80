import type { Field } from '../../../services/model/field.ts';
import type { Family } from '../../../services/student-reporting/families/family.ts';
import { families } from '../../../services/student-reporting/families/index.ts';
import { tomorrow, type Answer } from '../support.ts';
import type { Recorder } from './recorder.ts';
import { checksFor, elsewhen, familyOf, fieldsOf, invalid, listPath, Stage, uidIn, type Fields } from './stage.ts';

/** The life of the records of one family. */
export async function familyScript(recorder: Recorder, name: string): Promise<void> {
  const family = familyOf(name);
  const stage = new Stage(recorder);
  const list = await listPath(stage, family);
  await recorder.call('GET', list);
  const full = await stage.fields(family, 'all');
  const created = await stage.create(family, full);
  const uid = uidIn(created, family) ?? 1;
  const collection = await stage.path(family);
  const path = family.isSingle ? collection : `${collection}/${String(uid)}`;
  await recorder.call('GET', path);
  await recorder.call('GET', path, undefined, {}, 'device-3');
  await followLocation(recorder, created);
  await stage.create(family, full);
  if (family.parent !== undefined)
    await recorder.call('GET', `${await otherParent(stage, family)}${family.isSingle ? '' : `/${String(uid)}`}`);
  await recorder.call('GET', list);
  if (family.actions.includes('update')) await changes(recorder, stage, family, path, full);
  await recorder.call('DELETE', path);
  await recorder.call('GET', path);
  await recorder.call('GET', list);
  await refusals(recorder, stage, family, list);
  await batches(recorder, stage, family, list);
  await recorder.call('GET', path);
  await dependants(recorder, stage, family);
}

export async function followLocation(recorder: Recorder, created: Answer): Promise<void> {
  const location = created.headers.get('location');
  if (location !== null) await recorder.call('GET', location);
}

async function otherParent(stage: Stage, family: Family): Promise<string> {
  const parent = familyOf(family.parent ?? 'students');
  const other =
    uidIn(
      await stage.create(parent, { ...(await stage.fields(parent, 'required')), ...elsewhen(parent, '2034-01-01') }),
      parent,
    ) ?? 1;
  return stage.path(family, other);
}

async function changes(recorder: Recorder, stage: Stage, family: Family, path: string, full: Fields): Promise<void> {
  const fields = fieldsOf(family, recorder.spec);
  const optional = fields.filter(({ required, writeOnly }) => !required && !writeOnly);
  const patch = (given: Fields): Promise<Answer> => recorder.call('PATCH', path, stage.item(family, given));
  const [first] = optional.length > 1 ? optional : fields;
  if (first) {
    const other =
      first.kind === 'code' ? first.codes.at(-1) : first.kind === 'date' ? '2020-01-05' : await stage.sample(first);
    await patch({ [first.name]: other });
    await recorder.call('GET', path);
  }
  // A required field with a new value, so that a lost change shows.
  const text =
    fields.find((field) => field.kind === 'text' && field.pattern === undefined && field.maxLength > 30) ??
    fields.find(({ kind }) => kind === 'code');
  if (text) {
    await patch({ [text.name]: text.kind === 'code' ? text.codes.at(-1) : 'changed' });
    await recorder.call('GET', path);
  }
  const cleared = optional.at(-1);
  if (cleared) {
    await patch({ [cleared.name]: null });
    await recorder.call('GET', path);
  }
  for (const field of fields) {
    const [check] = checksFor(field).filter((name) => name !== 'required' && name !== 'reference');
    if (check) await patch({ [field.name]: invalid(field, check)[0] });
    if (field.kind === 'date') await patch({ [field.name]: '2021-05-05' });
  }
  await recorder.call('GET', path);
  await patch({ ...full, nonsense: 1 });
}

async function refusals(recorder: Recorder, stage: Stage, family: Family, list: string): Promise<void> {
  const fields = fieldsOf(family, recorder.spec);
  for (const field of fields) {
    for (const check of checksFor(field)) {
      for (const value of invalid(field, check)) {
        const base = await stage.fields(family, 'required');
        await stage.create(family, { ...base, [field.name]: value });
        await clean(recorder, family, stage);
      }
    }
    if (field.kind === 'date') await dates(recorder, stage, family, field);
  }
  await recorder.call('GET', list);
}

async function dates(recorder: Recorder, stage: Stage, family: Family, field: Field): Promise<void> {
  for (const date of ['2026-03-10', tomorrow, '1910-01-01']) {
    const base = await stage.fields(family, 'all');
    await stage.create(family, { ...base, [field.name]: date });
    await clean(recorder, family, stage);
  }
}

/** Only one record of a single family can be there at a time; of the others all may stay. */
async function clean(recorder: Recorder, family: Family, stage: Stage): Promise<void> {
  if (family.isSingle) await recorder.call('DELETE', await stage.path(family));
}

async function batches(recorder: Recorder, stage: Stage, family: Family, list: string): Promise<void> {
  if (family.form(recorder.spec) !== 'array') {
    await stage.create(family, {});
    const isOffer = family.name === 'courses-on-campus-tac-offers';
    for (const more of isOffer ? [{ tac_offer_code: 'V' }, { tac_offer_code: 'S' }] : [{}]) {
      await stage.create(family, { ...(await stage.fields(family, 'required')), ...more });
    }
    await recorder.call('GET', list);
    return;
  }
  const good = async (date: string): Promise<Fields> => ({
    ...(await stage.fields(family, 'required')),
    ...elsewhen(family, date),
  });
  const other = family.name === 'courses-on-campus-tac-offers' ? { tac_offer_code: 'V' } : await good('2031-01-01');
  await stage.create(family, await good('2031-01-02'), {}, other);
  await recorder.call('GET', list);
}

/** Records that have children, or that others refer to, and their deletion. */
async function dependants(recorder: Recorder, stage: Stage, family: Family): Promise<void> {
  for (const dependant of families) {
    const refers = dependant.fields.some((field) => field.kind === 'reference' && field.to === family.name);
    if (!refers && dependant.parent !== family.name) continue;
    const uid = await stage.uid(family.name);
    await stage.create(dependant, { ...(await stage.fields(dependant, 'all')), ...elsewhen(dependant, '2032-01-01') });
    if (refers) await recorder.call('DELETE', `${family.path}/${String(uid)}`);
    await recorder.call('GET', `${family.path}/${String(uid)}`);
  }
  const hasChildren = families.some(({ parent }) => parent === family.name);
  if (!hasChildren) return;
  const fresh =
    uidIn(
      await stage.create(family, { ...(await stage.fields(family, 'required')), ...elsewhen(family, '2033-01-01') }),
      family,
    ) ?? 1;
  for (const child of families.filter(({ parent }) => parent === family.name)) {
    const body = stage.item(child, await stage.fields(child, 'required'));
    await recorder.call('POST', await stage.path(child, fresh), child.form(recorder.spec) === 'array' ? [body] : body);
  }
  await recorder.call('DELETE', `${family.path}/${String(fresh)}`);
  await recorder.call('GET', `${family.path}/${String(fresh)}`);
}
