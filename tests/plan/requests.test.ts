/** What the generated cases send, where a request that is nearly right would prove nothing. */
import { expect, test } from 'vitest';
import { buildBody } from '../../src/http/request-body.ts';
import { claimSelectors } from '../../src/plan/catalogue/selectors/claims.ts';
import type { Body, Case } from '../../src/plan/model.ts';
import { bookContract, casesOfBooks } from './books.ts';
import { casesOf, planned } from './support.ts';

const { plan } = planned({ only: 'student-reporting/students/{create,delete}/**', specs: ['4.0.1'] });

function caseOf(end: string): Case {
  const found = casesOf(plan).find(({ planned: { id } }) => id.endsWith(end));
  if (found === undefined) throw new Error(`no case ${end}`);
  return found.planned;
}

const probeOf = ({ steps }: Case): Case['steps'][number] => {
  const found = steps.find(({ name }) => name === 'probe');
  if (found === undefined) throw new Error('no probe');
  return found;
};

async function sentBy(body: Body): Promise<string> {
  const built = await buildBody({ body }, {} as never, { seed: '', now: 0, next: () => 1 } as never);
  return (built?.bytes ?? Buffer.of()).toString();
}

test('no DELETE with another token is sent to the record that the valid request deleted', () => {
  const probes = casesOf(plan).filter(
    ({ planned: one }) => one.id.includes('/delete/access/') && /access\.(doubled|garbage|in-query)$/.test(one.id),
  );
  expect(probes).toHaveLength(3);
  for (const { group, planned: one } of probes) {
    const control = group.setup.find(({ name }) => name === 'control');
    expect(probeOf(one).request.parameters).not.toEqual(control?.request.parameters);
    expect(one.steps.map(({ name }) => name)).toContain('own');
  }
});

test.each([
  ['{}', '{'],
  ['{"title":"a"}', '{"title":"a'],
])('the body %s ends early as %s', async (whole, early) => {
  expect(await sentBy({ kind: 'json', value: JSON.parse(whole) as never, mutation: 'truncated' })).toBe(early);
});

test('a huge body is the valid body with white space in it', async () => {
  const { body } = probeOf(caseOf('/create/input/input.huge-body')).request;
  if (body?.kind !== 'json') throw new Error('no JSON');
  expect(body.fill?.times).toBeGreaterThan(1000);
  const sent = await sentBy({ ...body, value: [{ title: 'a' }] });
  expect(sent.length).toBeGreaterThan(body.fill?.times ?? 0);
  expect(JSON.parse(sent)).toEqual([{ title: 'a' }]);
});

const OPERATIONS = `  create: { method: POST, path: /books, request: plain, response: plain, success: [201], access: public }
  read: { method: GET, path: "/books/{id}", response: plain, success: [200], access: public }
  list: { method: GET, path: /books, response: list, success: [200], access: public, pagination: enforced }`;
const ask = (maximum: number): string =>
  `style: page-number\nask: { page: { query: page }, size: { query: size, default: 10, maximum: ${maximum}, over: refuse } }\ntotal: { header: page-total, counts: pages }\nends: total\n`;

test.each([10, 1000])('a size above a maximum of %i is tried', (maximum) => {
  const all = casesOfBooks(bookContract({ operations: OPERATIONS }), { pagination: ask(maximum) });
  expect([...all.keys()].filter((id) => id.endsWith(`page.refused/size-${maximum + 1}`))).toHaveLength(1);
});

test('fields that no contract names are not judged where answers may have them', () => {
  const paramsIn = (envelope: string): unknown => {
    const contract = bookContract({ fields: '  note: { type: string }', operations: OPERATIONS });
    const all = casesOfBooks(contract, { pagination: ask(10), envelope });
    return all.get('create/lifecycle/lifecycle.nothing-added')?.checks[0]?.params['known'];
  };
  expect(paramsIn('headers: {}\nopenAnswers: true\n')).toEqual(['id', 'title', 'note']);
  expect(paramsIn('headers: {}\n')).toBeUndefined();
});

test('a token request without scope is not expected to be rejected', () => {
  const security = { type: 'oauth2', client: 'private-key-jwt', scopes: ['notes.read'] };
  const context = { scope: { contracts: { security } } } as never;
  const namesOf = (selector: string): readonly string[] =>
    (claimSelectors[selector]?.items(context, new Map()) ?? []).map(({ key }) => key);
  expect(namesOf('form.parameters')).toContain('scope');
  expect(namesOf('form.required')).toEqual(['grant_type', 'client_assertion_type', 'client_assertion']);
});

const NESTED = `  create: { method: POST, path: "/shelves/{shelf}/books", request: plain, response: plain, success: [201], access: public }
  read: { method: GET, path: "/books/{id}", response: plain, success: [200], access: public }
  replace: { method: PUT, path: "/books/{id}", request: plain, response: plain, success: [200], access: public }
  delete: { method: DELETE, path: "/books/{id}", success: [204], access: public }
  list: { method: GET, path: "/shelves/{shelf}/books", response: list, success: [200], access: public }`;
const nested = casesOfBooks(bookContract({ more: 'parents: { shelf: shelves }', operations: NESTED }));
const stepsOf = (end: string): readonly string[] =>
  [...nested].find(([id]) => id.endsWith(end))?.[1].steps.map(({ name }) => name) ?? [];

test.each([
  ['input.no-trace', ['parent', 'before', 'probe', 'list']],
  ['lifecycle.stored-once', ['parent', 'before', 'create', 'list']],
  ['lifecycle.replaced', ['parent', 'create', 'before', 'replace', 'after', 'bare', 'left']],
  ['lifecycle.gone', ['parent', 'create', 'before', 'delete', 'read', 'again']],
])('%s looks before it writes', (row, steps) => {
  expect(stepsOf(`/${row}`)).toEqual(steps);
});

test('records of a list are created below the parent that is listed, and known by their address', () => {
  const fields = (uid: string): string =>
    `fields:\n  ${uid}: { type: string, readOnly: true, pattern: "^[a-z0-9]{8}$" }\n`;
  const put = 'method: PUT, request: plain, response: none, success: [201], access: public';
  const shelves = `endpoint: shelves
title: Shelves
base: service
uid: name
${fields('name')}operations:
  create: { path: "/shelves/{name}", ${put} }
`;
  const things = `endpoint: books
title: Books
base: service
uid: name
parents: { shelf: shelves }
${fields('name')}  title: { type: string, required: true, maxLength: 20 }
operations:
  create: { path: "/books/{shelf}/{name}", ${put} }
  list: { method: GET, path: "/books/{shelf}", response: list, success: [200], access: public, pagination: enforced }
`;
  const all = [...casesOfBooks(things, { shelves, pagination: ask(10) }).values()];
  const filled = all.filter(({ steps }) => steps.some(({ name }) => name === 'fill') && steps.length > 2);
  expect(filled.length).toBeGreaterThan(5);
  for (const { steps, checks } of filled) {
    const shelvesOf = new Set(steps.flatMap(({ request }) => JSON.stringify(request.parameters?.['shelf']) ?? []));
    expect([...shelvesOf]).toEqual(['{"$path":"parent#name"}']);
    const complete = checks.find(({ rule }) => rule === 'page.walk-complete');
    if (complete !== undefined) expect(complete.params['filledSegment']).toBe(0);
  }
});
