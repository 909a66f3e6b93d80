/** Members and fields that are called like what every object inherits are judged as any others are. */
import { expect, test } from 'vitest';
import type { Json } from '../../src/model/json.ts';
import { schemaFailures } from '../../src/rules/schema.ts';
import { differences, isSameStored } from '../../src/rules/compare.ts';
import { caseRule, PASS, passive, where } from './judging.ts';
import { evidence, probe, SUCCESS } from './support.ts';

const NAMES = ['constructor', 'toString', 'valueOf'];

test.each(NAMES)('a schema knows whether %s was sent', (name) => {
  const schema = { type: 'object', properties: { [name]: { type: 'string' } } };
  expect(schemaFailures(schema, {})).toEqual([]);
  expect(schemaFailures(schema, { [name]: 'a' })).toEqual([]);
  expect(schemaFailures({ ...schema, required: [name] }, {})).toMatchObject([{ kind: 'absent', member: name }]);
});

test.each(NAMES)('an answer without %s does not have it', (name) => {
  const params = { step: 'probe', pointers: [`/${name}`] };
  expect(where(caseRule('body.has', params, probe({ body: {} })))).toEqual([`body#/${name}`]);
  expect(caseRule('body.has', params, probe({ body: { [name]: 'a' } }))).toEqual(PASS);
});

test.each(NAMES)('%s that was not shown is one that is lost, or never there', (name) => {
  expect(differences({ [name]: 'a' }, {})).toEqual([`/${name}`]);
  expect(differences({}, { [name]: 'a' })).toEqual([`/${name}`]);
  expect(isSameStored({ [name]: null }, {})).toBe(true);
  expect(isSameStored({ [name]: 'a' }, {})).toBe(false);
});

test.each(NAMES)('an update that leaves %s as it was, or not', (name) => {
  const params = { before: 'before', update: 'update', after: 'after', shown: '', sent: '' };
  const seen = (was: Json, sent: Json, is: Json): ReturnType<typeof evidence> =>
    evidence({ before: [{ body: was }], update: [{ method: 'PATCH', sent }], after: [{ body: is }] });
  for (const rule of ['lifecycle.update-alone', 'lifecycle.update-only-named']) {
    const with_ = { ...params, own: [], success: SUCCESS };
    expect(caseRule(rule, with_, seen({ a: 1 }, { a: 2 }, { a: 2 }))).toEqual(PASS);
    expect(where(caseRule(rule, with_, seen({ a: 1, [name]: 'x' }, { a: 2 }, { a: 2 })))).toEqual([`body#/${name}`]);
    expect(where(caseRule(rule, with_, seen({ a: 1 }, { a: 2 }, { a: 2, [name]: 'x' })))).toEqual([`body#/${name}`]);
  }
});

test.each(NAMES)('%s that nobody gave is seen', (name) => {
  const params = { written: 'create', read: 'read', sent: '', shown: '', own: [] };
  const seen = evidence({ create: [{ method: 'POST', sent: { a: 1 } }], read: [{ body: { a: 1, [name]: 'x' } }] });
  expect(where(caseRule('lifecycle.nothing-added', params, seen))).toEqual([`body#/${name}`]);
});

test.each(NAMES)('a list that leaves %s out shows less, and nothing else', (name) => {
  const params = { create: 'create', read: 'read', list: 'list', uidSent: '/id', shown: '', records: '' };
  const seen = evidence({
    create: [{ method: 'POST', body: { id: 1 } }],
    read: [{ body: { id: 1, [name]: 'x' } }],
    list: [{ body: [{ id: 1 }] }],
  });
  const entry = { ...params, record: '', uid: '/id' };
  expect(where(caseRule('lifecycle.listed-whole', entry, seen))).toEqual([`body#/0/${name}`]);
  expect(caseRule('lifecycle.listed-as-read', entry, seen)).toEqual(PASS);
});

test.each([...NAMES, '__proto__'])('a header %s has no grammar', (name) => {
  const headers = { vary: '*', [name.toLowerCase()]: 'x', [name]: 'x' };
  expect(passive('http.field-grammar', { headers })).toEqual(PASS);
});
