/** What differs from a version on is folded into one contract a version: what is planned sees nothing else. */
import { describe, expect, test } from 'vitest';
import type { BadInput } from '../../src/errors.ts';
import type { Json } from '../../src/model/json.ts';
import { loadProject } from '../../src/load/load-project.ts';
import type { Field } from '../../src/load/model.ts';
import type { PlanResult } from '../../src/plan/plan.ts';
import { makePlan } from '../../src/project/make-plan.ts';
import type { Scope } from '../../src/plan/scope.ts';
import { wholeTarget } from '../../src/project/planning.ts';
import { library } from '../cli/library.ts';
import { casesOf, checksOf } from './support.ts';

const VERSIONS = ['1.8', '1.9', '1.10'] as const;

const project = loadProject(
  library(
    {
      'specs/library/versions.yaml': `service: library
title: Library
source: The library handbook
versions: [{ id: "1.8" }, { id: "1.9" }, { id: "1.10" }]
`,
      'specs/library/open-points.yaml': `openPoints:
  library.titles-since:
    question: In which version did titles grow?
    default: "1.9"
    reason: The release notes name it.
    section: "§5"
  library.edition:
    question: What does every call say?
    default: second
    reason: The handbook shows it.
    section: "§6"
`,
      'specs/library/requirements/books.yaml': `requirements:
  library.all: { text: The library does what its contract says., level: MUST, basis: standard, section: "§1" }
`,
      'contracts/library/envelope.yaml': `correlation: { member: correlation_id, maxLength: 64 }
success: success
result: result
messages: messages
headers: { x-edition: { openPoint: library.edition } }
methods: partial
`,
      'contracts/library/errors.yaml': `families:
  plain: { schema: { type: object, required: [code] }, code: code }
  listed: { schema: { type: array }, entries: "", code: code }
refusals:
  value: { statuses: [422], family: plain, changes: [{ in: "1.10", statuses: [400], family: listed, codes: [bad] }] }
  not-found: { statuses: [404], family: plain, changes: [{ in: "1.9", remove: [family] }] }
  malformed: { statuses: [400], since: "1.9" }
  shape: { statuses: [400], until: "1.9" }
  assertion: { statuses: [400] }
`,
      'contracts/library/token.yaml': `carrier: { header: authorization, scheme: Bearer }
grantType: "urn:ietf:params:oauth:grant-type:jwt-bearer"
algorithm: RS256
header:
  alg: { type: string, required: true, value: { $setting: algorithm } }
  typ: { type: string, value: JWT, since: "1.10" }
claims:
  iss: { type: digits, required: true, value: { $setting: issuer }, changes: [{ in: "1.9", type: string }] }
  sub: { type: string, value: { $setting: device }, changes: [{ in: "1.10", required: true }] }
  nonce: { type: string, required: true, value: once, until: "1.8" }
skew: 60
maximumLifetime: 600
`,
      'contracts/library/tokens.yaml': `endpoint: tokens
title: Tokens
base: identity-provider
operations:
  token: { method: POST, path: "", request: plain, response: plain, success: [200], access: public }
`,
      'contracts/library/books.yaml': `endpoint: books
title: Books
singular: book
uid: id
nested: { loans: loans }
fields:
  id: { type: uid, readOnly: true }
  title:
    type: string
    required: true
    maxLength: 30
    changes:
      - { in: "1.10", maxLength: 40 }
      - { in: { openPoint: library.titles-since }, maxLength: 60 }
  isbn:
    type: string
    pattern: "^\\\\d{10}$"
    example: "9780000000"
    changes:
      - { in: "1.9", pattern: "^\\\\d{13}$", example: "9780000000000" }
      - { in: "1.10", remove: [pattern], maxLength: 20 }
  kind: { type: code, values: [a, b], changes: [{ in: "1.9", values: [a, b, c] }, { in: "1.10", type: boolean }] }
  pages: { type: integer, minimum: 1, until: "1.9", changes: [{ in: "1.9", minimum: 5, required: true }] }
  bound: { type: boolean, changes: [{ in: "1.9", patchable: false }] }
  parts:
    type: objects
    fields:
      name: { type: string, maxLength: 5, changes: [{ in: "1.10", maxLength: 9 }] }
      size: { type: integer, since: "1.10" }
operations:
  create:
    method: POST
    path: /books
    request: items
    response: items
    success: [200]
    access: public
    changes: [{ in: "1.9", success: [200, 201] }, { in: "1.10", request: item, response: item }]
  read: { method: GET, path: "/books/{id}", response: single, success: [200], access: public }
  update: { method: PATCH, path: "/books/{id}", request: item, response: item, success: [200], access: public }
`,
      'contracts/library/loans.yaml': `endpoint: loans
title: Loans
singular: loan
uid: loan_id
since: "1.9"
parents: { id: books }
fields:
  loan_id: { type: uid, readOnly: true }
  lent_on: { type: date, required: true }
operations:
  create: { method: POST, path: "/books/{id}/loans", request: item, response: item, success: [201], access: public }
`,
    },
    false,
  ),
);

function plannedWith(answers: Readonly<Record<string, Json>> = {}): PlanResult {
  return makePlan(project, wholeTarget(project, answers));
}

const planned = plannedWith();

function scope(version: string, of: PlanResult = planned): Scope {
  const found = of.scopes.find((one) => one.version === version);
  if (found === undefined) throw new Error(version);
  return found;
}

function field(version: string, name: string, of: PlanResult = planned): Field | undefined {
  return scope(version, of)
    .endpoint('books')
    .fields.find((one) => one.name === name);
}

function eachVersion<T>(what: (version: string) => T): readonly T[] {
  return VERSIONS.map(what);
}

describe('a contract of one version', () => {
  test('has each member as it is then, and the changes are applied in the order of the versions', () => {
    expect(eachVersion((v) => field(v, 'title')?.maxLength)).toEqual([30, 60, 40]);
    expect(eachVersion((v) => field(v, 'isbn')?.pattern)).toEqual(['^\\d{10}$', '^\\d{13}$', undefined]);
    expect(eachVersion((v) => field(v, 'isbn')?.maxLength)).toEqual([undefined, undefined, 20]);
    expect(eachVersion((v) => field(v, 'bound')?.patchable)).toEqual([undefined, false, false]);
    expect(eachVersion((v) => field(v, 'pages')?.required)).toEqual([false, true, undefined]);
    expect(eachVersion((v) => scope(v).operation(scope(v).endpoint('books'), 'create')?.success)).toEqual([
      [200],
      [200, 201],
      [200, 201],
    ]);
    expect(eachVersion((v) => planned.plan.operations[`library@${v}/books/create`]?.request)).toEqual([
      'items',
      'items',
      'item',
    ]);
  });

  test('leaves nothing of the old type behind', () => {
    expect(eachVersion((v) => [field(v, 'kind')?.type, field(v, 'kind')?.values])).toEqual([
      ['code', ['a', 'b']],
      ['code', ['a', 'b', 'c']],
      ['boolean', undefined],
    ]);
  });

  test('has the members of nested objects, and the nested records, that the version has', () => {
    const parts = (v: string): unknown => field(v, 'parts')?.fields?.map(({ name, maxLength }) => [name, maxLength]);
    expect(eachVersion(parts)).toEqual([
      [['name', 5]],
      [['name', 5]],
      [
        ['name', 9],
        ['size', undefined],
      ],
    ]);
    expect(eachVersion((v) => Object.keys(scope(v).endpoint('books').nested))).toEqual([[], ['loans'], ['loans']]);
    expect(
      eachVersion((v) =>
        JSON.stringify(planned.plan.operations[`library@${v}/books/read`]?.responseSchema).includes('size'),
      ),
    ).toEqual([false, false, true]);
  });

  test('is frozen, and the others stay to be seen', () => {
    const { contracts, declared } = scope('1.8');
    expect(contracts.endpoints.map((e) => e.endpoint)).toEqual(['books', 'tokens']);
    expect(declared.endpoints.map((e) => e.endpoint)).toEqual(['books', 'loans', 'tokens']);
    for (const part of [contracts, contracts.endpoints, contracts.endpoints[0], contracts.endpoints[0]?.fields])
      expect(Object.isFrozen(part)).toBe(true);
    expect(Object.isFrozen(field('1.9', 'title'))).toBe(true);
  });

  test('follows what a target answers', () => {
    const later = plannedWith({ 'library.titles-since': '1.10' });
    expect(eachVersion((v) => field(v, 'title', later)?.maxLength)).toEqual([30, 30, 60]);
    const first = plannedWith({ 'library.titles-since': '1.8' });
    expect(eachVersion((v) => field(v, 'title', first)?.maxLength)).toEqual([60, 60, 40]);
  });
});

describe('the blocks of one version', () => {
  test('refuse as the version does', () => {
    const refusals = (v: string): unknown =>
      Object.entries(scope(v).contracts.errors.refusals).map(([kind, { statuses, family, codes }]) =>
        [kind, ...statuses, family ?? '', ...(codes ?? [])].join(' '),
      );
    expect(eachVersion(refusals)).toEqual([
      ['value 422 plain', 'not-found 404 plain', 'shape 400 ', 'assertion 400 '],
      ['value 422 plain', 'not-found 404 ', 'malformed 400 ', 'shape 400 ', 'assertion 400 '],
      ['value 400 listed bad', 'not-found 404 ', 'malformed 400 ', 'assertion 400 '],
    ]);
  });

  test('sign in as the version does', () => {
    const parts = (v: string): unknown => {
      const { header = [], claims = [] } = scope(v).contracts.token ?? {};
      return [...header, ...claims].map(({ name, type, required }) => `${name} ${type}${required ? '' : '?'}`);
    };
    expect(eachVersion(parts)).toEqual([
      ['alg string', 'iss digits', 'sub string?', 'nonce string'],
      ['alg string', 'iss string', 'sub string?'],
      ['alg string', 'typ string?', 'iss string', 'sub string'],
    ]);
  });

  test('are what is tried and judged', () => {
    const params = (v: string): unknown => {
      const own = casesOf(planned.plan).filter(({ group }) => group.spec === v && group.endpoint === 'books');
      const check = own
        .flatMap(({ planned: one }) => one.checks)
        .find(({ id }) => id.endsWith('create/input.too-long/title'));
      return [check?.params['statuses'], check?.params['codes']];
    };
    expect(eachVersion(params)).toEqual([
      [[422], undefined],
      [[422], undefined],
      [[400], ['bad']],
    ]);
    const missing = (v: string): unknown =>
      casesOf(planned.plan)
        .filter(({ group }) => group.spec === v)
        .flatMap(({ planned: one }) => one.checks.map(({ id }) => id))
        .filter((id) => id.includes('/token.claim-missing/') && !id.endsWith('/form'))
        .map((id) => id.slice(id.lastIndexOf('/') + 1));
    expect(eachVersion(missing)).toEqual([['iss', 'nonce'], ['iss'], ['iss', 'sub']]);
  });

  test('are told where a change cannot be', () => {
    const told = (refusal: string): readonly string[] => {
      const root = library(
        {
          'contracts/library/errors.yaml': `families: { plain: { schema: true, code: code } }\nrefusals:\n  value: ${refusal}\n`,
        },
        false,
      );
      try {
        loadProject(root);
        return [];
      } catch (error) {
        return (error as BadInput).problems.map(({ code, line = 0 }) => `${code} ${line}`);
      }
    };
    expect(told('{ statuses: [422], changes: [{ in: "1.10", statuses: [400] }] }')).toEqual([]);
    expect(told('{ statuses: [422], changes: [{ in: "1.10", family: plian }] }')).toEqual(['unknown-family 3']);
    expect(told('{ statuses: [422], changes: [{ in: "1.10", statuses: [422] }] }')).toEqual([
      'change-without-effect 3',
    ]);
    expect(told('{ statuses: [422], changes: [{ in: "1.10", remove: [codes] }] }')).toEqual([
      'change-without-effect 3',
    ]);
    expect(told('{ statuses: [422], changes: [{ in: "1.11", statuses: [400] }] }')).toEqual(['unknown-version 3']);
    expect(told('{ statuses: [422], until: "1.9", changes: [{ in: "1.10", statuses: [400] }] }')).toEqual([
      'version-range 3',
    ]);
  });
});

describe('what is planned', () => {
  const sent = (version: string, ending: string): unknown =>
    casesOf(planned.plan)
      .filter(({ group, planned: one }) => group.spec === version && one.id.endsWith(ending))
      .map(({ planned: one }) => {
        const body = one.steps.find((step) => step.name === 'probe')?.request.body;
        return body?.kind === 'json' ? body.value : undefined;
      })[0];
  const ids = (version: string, part: string): readonly string[] =>
    [...new Set(casesOf(planned.plan).flatMap(({ group, planned: one }) => (group.spec === version ? one.checks : [])))]
      .map((check) => check.id)
      .filter((id) => id.includes(part));

  test('is one character longer than the version allows, in the form of the version', () => {
    expect(eachVersion((v) => JSON.stringify(sent(v, 'books/create/input/input.too-long/title')))).toEqual([
      expect.stringMatching(/^\[.*"title":"a{31}"/),
      expect.stringMatching(/^\[.*"title":"a{61}"/),
      expect.stringMatching(/^\{.*"title":"a{41}"/),
    ]);
  });

  test('has the checks that the members of the version bring', () => {
    expect(eachVersion((v) => ids(v, 'create/input.pattern/isbn').length > 0)).toEqual([true, true, false]);
    expect(eachVersion((v) => ids(v, 'create/input.too-long/isbn').length > 0)).toEqual([false, false, true]);
    expect(eachVersion((v) => ids(v, 'create/input.not-in-list/kind').length > 0)).toEqual([true, true, false]);
    expect(eachVersion((v) => ids(v, 'create/input.missing/pages').length > 0)).toEqual([false, true, false]);
    expect(eachVersion((v) => ids(v, 'update/input.not-patchable/bound').length > 0)).toEqual([false, true, true]);
    expect(eachVersion((v) => ids(v, 'loans/create/').length > 0)).toEqual([false, true, true]);
  });

  test('takes a success of the version for one, and judges answers by its schema', () => {
    expect(eachVersion((v) => planned.plan.operations[`library@${v}/books/create`]?.success)).toEqual([
      [200],
      [200, 201],
      [200, 201],
    ]);
    const kinds = eachVersion((v) =>
      JSON.stringify(planned.plan.operations[`library@${v}/books/read`]?.responseSchema),
    );
    expect(kinds.map((schema) => /"kind":(\{[^}]*\})/.exec(schema)?.[1])).toEqual([
      '{"type":"string","enum":["a","b"]}',
      '{"type":"string","enum":["a","b","c"]}',
      '{"type":"boolean"}',
    ]);
  });
});

test('what every call has in its head is an answer that its calls rest on until one succeeds', () => {
  const checks = checksOf(planned.plan).filter((check) => check.spec === '1.10');
  const resting = (endpoint: string): readonly (readonly [string, boolean])[] =>
    checks
      .filter((check) => check.endpoint === endpoint && check.id.endsWith('/outcome.accepted'))
      .map((check) => [check.id, check.restsOn.includes('library.edition')]);
  expect(resting('books').length).toBeGreaterThan(1);
  for (const [id, rests] of [...resting('books'), ...resting('loans')]) expect(rests, id).toBe(true);
  for (const [id, rests] of resting('tokens')) expect(rests, id).toBe(false);
});
