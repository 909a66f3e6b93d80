/** Members that name records of other collections: drafted where their names leave no doubt, and told. */
import { describe, expect, test } from 'vitest';
import type { Draft } from '../../src/init/draft-model.ts';
import { draftFiles } from '../../src/init/files.ts';
import { json, list, object, of } from './small-documents.ts';

const WHOLE = { type: 'integer' };
const TEXT = { type: 'string' };

/** A collection with a create and a read, whose records are sent with these members. */
function collection(path: string, parameter: string, members: object = {}, id: object = WHOLE): object {
  const shown = { ...object({ id: { ...id, readOnly: true }, ...members }), required: ['id'] };
  const made = { requestBody: json(object({ label: TEXT, ...members })), responses: { 201: json(shown) } };
  const own = { name: parameter, in: 'path', required: true, schema: id };
  return {
    [path]: { ...list, post: made },
    [`${path}/{${parameter}}`]: { parameters: [own], get: { responses: { 200: json(shown) } } },
  };
}

const sites = collection('/sites', 'siteId');
const barrels = (members: object): object => collection('/barrels', 'id', members);
const inferred = (draft: Draft): readonly string[] =>
  draft.endpoints.flatMap((endpoint) => endpoint.inferred.map((what) => `${endpoint.name}: ${what}`));
const doubts = (draft: Draft): readonly string[] =>
  draft.unsaid.flatMap(({ why }) => (why.includes(' may refer to a record of ') ? [why] : []));

test.each([
  ['site_id', sites, 'sites'],
  ['siteId', sites, 'sites'],
  ['siteUid', collection('/sites', 'id'), 'sites'],
  ['person_id', collection('/people', 'personId'), 'people'],
  ['meter_point_id', collection('/meter-points', 'id'), 'meter-points'],
  ['currency_id', collection('/currencies', 'id'), 'currencies'],
])('%s refers to a record of a collection that is called so', (member, others, to) => {
  const draft = of({ ...barrels({ [member]: WHOLE }), ...others });
  expect(draft.endpoints[0]?.fields[member]).toEqual({ type: 'integer', references: to });
  expect(inferred(draft)).toEqual([`barrels: ${member} refers to a record of ${to}`]);
  expect(doubts(draft)).toEqual([]);
});

test('what a document shows of it is the id of somebody else’s record, and is sent no more', () => {
  const draft = of({ ...sites, ...barrels({ site_id: { ...WHOLE, example: 17 } }) });
  expect(draft.endpoints[1]?.fields['site_id']).not.toHaveProperty('example');
});

test('a key names a record where it stands in the path of one', () => {
  const code = { in: 'path', name: 'code', required: true, schema: TEXT };
  const shown = object({ code: TEXT });
  const countries = {
    '/countries': { post: { requestBody: json(shown), responses: { 201: json(shown) } } },
    '/countries/{code}': { parameters: [code], get: { responses: { 200: json(shown) } } },
  };
  expect(inferred(of({ ...countries, ...barrels({ country_code: TEXT, country_id: TEXT }) }))).toEqual([
    'barrels: country_code refers to a record of countries',
  ]);
});

describe('is told, and not drafted', () => {
  test.each<[string, object, RegExp]>([
    [
      'where several collections are called so',
      { ...collection('/old/sites', 'id'), ...collection('/new/sites', 'id'), ...barrels({ site_id: WHOLE }) },
      /several match: sites, new-sites$/,
    ],
    [
      'where nothing makes such a record',
      { '/sites': list, '/sites/{id}': list, ...barrels({ site_id: WHOLE }) },
      /no operation creates one$/,
    ],
    ['where the types differ', { ...sites, ...barrels({ site_id: TEXT }) }, /its type differs from their identifier$/],
    [
      'where the forms differ',
      {
        ...collection('/sites', 'id', {}, { ...TEXT, format: 'uuid' }),
        ...barrels({ site_id: { ...TEXT, pattern: '^S-', example: 'S-1' } }),
      },
      /its format differs from their identifier$/,
    ],
    ['where its name says more', { ...sites, ...barrels({ from_site_id: WHOLE }) }, /its name has more words/],
    ['in a list', { ...sites, ...barrels({ site_ids: { type: 'array', items: WHOLE } }) }, /^barrels: site_ids may/],
    [
      'inside',
      { ...sites, ...barrels({ ways: { type: 'array', items: object({ site_id: WHOLE }) } }) },
      /^barrels: ways\/site_id may/,
    ],
  ])('%s', (_where, paths, words) => {
    const draft = of(paths);
    expect(inferred(draft)).toEqual([]);
    expect(doubts(draft)).toEqual([expect.stringMatching(words) as string]);
  });

  test('where each of two would need the other first', () => {
    const draft = of({ ...collection('/sites', 'id', { barrel_id: WHOLE }), ...barrels({ site_id: WHOLE }) });
    expect(inferred(draft)).toEqual(['sites: barrel_id refers to a record of barrels']);
    expect(doubts(draft)[0]).toMatch(/^barrels: site_id .* each of the two needs the other one first$/);
  });
});

test.each([
  ['what only the service sets', { site_id: { ...WHOLE, readOnly: true } }],
  ['a name that somebody gives', { site_name: TEXT }],
  ['the record itself', { barrel_id: WHOLE }],
])('nothing is said of %s', (_what, members) => {
  const draft = of({ ...sites, ...barrels(members) });
  expect([...inferred(draft), ...doubts(draft)]).toEqual([]);
});

test('what was inferred stands in the file of its endpoint', () => {
  const draft = of({ ...sites, ...barrels({ site_id: WHOLE }) });
  const naming = { service: 'cellar', spec: '1', source: 'cellar.yaml', headers: [] };
  const text = draftFiles(draft, naming, { topics: [], bindings: [] }).get('contracts/cellar/barrels.yaml');
  expect(text).toMatch(
    /^# Inferred from names only; correct it if it is wrong:\n# {3}site_id refers to a record of sites\n/,
  );
});
