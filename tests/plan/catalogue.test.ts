/** Rows of a catalogue: what they come to, what a service may change of them, and what is told of a misspelt one. */
import { describe, expect, test } from 'vitest';
import {
  MAKER_MEANINGS,
  PARAMETER_MEANINGS,
  SELECTOR_MEANINGS,
  TOKEN_MEANINGS,
} from '../../scripts/docs/case-terms.ts';
import { CAPABILITY_MEANINGS } from '../../src/schema/case-conditions.ts';
import { CATALOGUE_FILE } from '../../src/schema/catalogue.ts';
import { RAW_FAULTS } from '../../src/http/socket-transport.ts';
import { validAssertion, assertionSettings } from '../../src/http/tokens.ts';
import { loadCatalogues } from '../../src/load/load-catalogue.ts';
import { PROPERTIES_BY_TYPE } from '../../src/load/field.ts';
import { loadProject } from '../../src/load/load-project.ts';
import type { ClaimRule, Project, ServiceContracts } from '../../src/load/model.ts';
import { ProblemList } from '../../src/load/problem-list.ts';
import { CAPABILITIES } from '../../src/plan/catalogue/capabilities.ts';
import { passiveRowProblems, serviceRowProblems } from '../../src/plan/catalogue/row-problems.ts';
import { TOKENS } from '../../src/plan/catalogue/credentials.ts';
import { INFERRED_PARAMETERS } from '../../src/plan/catalogue/inferred-parameters.ts';
import { MAKERS } from '../../src/plan/catalogue/makers/index.ts';
import { SELECTORS } from '../../src/plan/catalogue/selectors/index.ts';
import type { Check } from '../../src/plan/model.ts';
import { RULE_BOOK } from '../../src/rules/rule-book.ts';
import { RESPONSE_ROWS, COMMON_ROWS, SCENARIOS } from '../../src/rules/registry.ts';
import { codesOf, problemsOf, projectWith } from '../load/support.ts';
import { casesOf, checksOf, planned, project, target } from './support.ts';
import path from 'node:path';

const SPECS = { specs: ['4.0.1'] } as const;

/** The project with a change to the contracts of student-reporting. */
function changed(change: (contracts: ServiceContracts) => Partial<ServiceContracts>): Project {
  return {
    ...project,
    contracts: project.contracts.map((c) => (c.service === 'student-reporting' ? { ...c, ...change(c) } : c)),
  };
}

function idsOf(of: Project, endpoint: string): readonly string[] {
  const { plan } = planned({ ...SPECS, only: `student-reporting/${endpoint}/**` }, target, of);
  return checksOf(plan).map((check) => check.id);
}

describe('a claim that is added to token.yaml', () => {
  const jti: ClaimRule = { name: 'jti', type: 'string', required: true, value: 'once' };
  const at = { file: 'contracts/student-reporting/bindings.yaml', line: 1, column: 1 };
  const bound = { checks: '*/*/token.claim-*/jti*', requirement: 'student-reporting.token.exp', at };
  const more = changed(({ token, bindings }) =>
    token === undefined ? {} : { token: { ...token, claims: [...token.claims, jti] }, bindings: [...bindings, bound] },
  );

  test('is sent', () => {
    const token = more.contracts.find((c) => c.service === 'student-reporting')?.token;
    const party = { issuer: '1', device: 'd', kid: 'k', privateKey: '' };
    const settings = assertionSettings('RS256', party, { audience: 'a', tokenAudience: 'b' });
    const { claims } = validAssertion(token ?? expect.fail(), settings, 1000);
    expect(claims).toEqual({ sub: 'd', aud: 'a', 'token.aud': 'b', iss: '1', iat: 1000, exp: 1300, jti: 'once' });
  });

  test('is left out, spoilt, emptied, repeated and demanded', () => {
    const known = new Set(idsOf(project, 'identity-provider'));
    const added = idsOf(more, 'identity-provider').filter((id) => !known.has(id));
    const token = 'student-reporting/identity-provider/token';
    const ends = [
      'claim-missing/jti',
      'claim-wrong-type/jti',
      'claim-wrong-type/jti-value',
      'claim-empty/jti',
      'claim-null/jti',
      'duplicate-claim/jti',
    ];
    expect(added).toEqual(ends.flatMap((end) => [`${token}/token.${end}`, `${token}/token.${end}/form`]));
  });
});

const OWN = `off:
  access.in-query: agreed
add:
  books.odd-title:
    when: the title is {title}
    applies: { endpoint: books, operation: create }
    each: { title: [first, second] }
    set: { title: "{title}" }
    expect: { refused: value, field: title }
    requirement: library.books.title
`;

describe('the catalogue of a service', () => {
  const ours = loadProject(projectWith({ 'contracts/library/catalogue.yaml': OWN }));
  const [contracts] = ours.contracts;

  test('adds rows, which are judged by rules that there are', () => {
    const own = changed((c) => ({
      catalogue: {
        off: [],
        add: (contracts?.catalogue.add ?? []).map((row) => ({
          ...row,
          needs: [{ endpoint: 'units-of-study', operation: 'create' }],
          requirement: 'student-reporting.input.values',
        })),
      },
      service: c.service,
    }));
    const { plan } = planned({ ...SPECS, only: 'student-reporting/units-of-study/**' }, target, own);
    const cases = casesOf(plan).filter(({ planned }) => planned.id.includes('odd-title'));
    expect(cases.map(({ planned }) => planned.title)).toEqual(['the title is first', 'the title is second']);
    const [first] = cases[0]?.planned.checks ?? [];
    expect(first).toMatchObject({
      id: 'student-reporting/units-of-study/create/outcome.refused/books.odd-title/first',
      rule: 'outcome.refused',
      requirement: 'student-reporting.input.values',
      params: { kind: 'value', field: { name: 'title' } },
      at: { file: 'contracts/library/catalogue.yaml', line: 4 },
    } satisfies Omit<Partial<Check>, 'at'> & { at: object });
    expect(JSON.stringify(cases[1]?.planned.steps[0]?.request.body)).toContain('"title":"second"');
  });

  test('switches a common row off, and nothing else', () => {
    const off = contracts?.catalogue.off ?? [];
    expect(off).toMatchObject([{ row: 'access.in-query', reason: 'agreed', at: { line: 2 } }]);
    const fewer = new Set(
      idsOf(
        changed(({ catalogue }) => ({ catalogue: { ...catalogue, off } })),
        'students',
      ),
    );
    const gone = idsOf(project, 'students').filter((id) => !fewer.has(id));
    expect(gone.length).toBeGreaterThan(5);
    expect(gone.filter((id) => !/\/access\.in-query(\/form)?$/.test(id))).toEqual([]);
  });

  test.each([
    ['off', 'access.in-query: agreed', 'access.in-quary: agreed', 'unknown-row 2:3'],
    ['a selector', '[first, second]', 'claims.requird', 'unknown-selector 7:13'],
    ['a capability', 'endpoint: books', 'endpiont: books', 'unknown-capability 6:16'],
    ['the value of a capability', 'operation: create', 'operation: creat', 'wrong-value 6:33'],
    ['a value maker', '"{title}"', '{ $make: odd-title }', 'unknown-value-maker 8:21'],
    ['what a maker is made of', '"{title}"', '{ $make: claim-of-another-type }', 'case-incomplete 8:21'],
    ['a directive', '"{title}"', '{ $maek: grant-type }', 'unknown-directive 8:21'],
    ['a span', '"{title}"', '{ $now: 1, plus: skw }', 'wrong-value 8:30'],
    ['a name', 'when: the title is {title}', 'when: the title is {titel}', 'unknown-name 5:5'],
    ['a refusal', 'refused: value', 'refused: vlaue', 'unknown-refusal 9:15'],
    ['a rule', 'refused: value, field: title', 'rule: body.hsa', 'unknown-rule 9:15'],
    ['a rule that it is judged as', 'refused: value, field: title', 'as: body.hsa', 'unknown-rule 9:15'],
    ['a parameter', 'refused: value, field: title', 'rule: body.has, with: { pionters: [] }', 'rule-parameters 9:39'],
    ['a token', 'set: { title', 'token: tampred\n    set: { title', 'unknown-token 8:5'],
    [
      'a key parameter',
      'set: { title',
      'assertion: { signature: other-key, key-in-header: jkw }\n    set: { title',
      'unknown-key-parameter 8:40',
    ],
    [
      'an algorithm',
      'set: { title',
      'assertion: { signature: right-key, header: { alg: RS521 } }\n    set: { title',
      'unknown-algorithm 8:50',
    ],
    ['a selector that is narrowed', '[first, second]', '{ from: feilds }', 'unknown-selector 7:22'],
    ['one that gives no fields', '[first, second]', '{ from: claims }', 'wrong-value 7:22'],
    [
      'the token of a page',
      'set: { title: "{title}" }',
      'collection: { probe: { token: oter } }',
      'unknown-token 8:28',
    ],
    ['a name in a page', 'set: { title: "{title}" }', 'collection: { probe: { page: "{tite}" } }', 'unknown-name 8:28'],
    ['the id of a scenario', 'books.odd-title:', 'lifecycle.gone:', 'duplicate-id 4:3'],
  ])('%s that is misspelt is told at its place', (_what, right, wrong, told) => {
    const root = projectWith({ 'contracts/library/catalogue.yaml': OWN.replace(right, wrong) });
    const problems = loadProject(root).contracts.flatMap((c) => serviceRowProblems(RULE_BOOK, c.catalogue));
    expect(problems.map(({ code, line = 0, column = 0 }) => `${code} ${line}:${column}`)).toEqual([told]);
    expect(problems[0]?.file).toBe('contracts/library/catalogue.yaml');
  });

  const STEPS = `add:
  books.left-behind:
    when: it is deleted
    applies: { operation: delete }
    steps:
      create: { make: least }
      delete: { on: create }
      read: { read: create }
    expect:
      - { refused: not-found, step: read, given: { delete: success } }
      - { rule: lifecycle.empties, with: { members: [notes] }, given: { delete: success } }
    requirement: library.books.title
`;

  test.each([
    ['the step that one is done to', 'on: create', 'on: craete', 'unknown-step 7:17'],
    ['a step that comes later', 'make: least', 'read: read', 'unknown-step 6:17'],
    ['a step sent at the same time', 'make: least', 'make: least, together: read', 'unknown-step 6:30'],
    ['a step that is two things', 'on: create', 'on: create, read: create', 'wrong-value 7:7'],
    ['a word that changes nothing there', 'make: least', 'make: least, passive: false', 'wrong-value 6:30'],
    ['another', 'read: create', 'read: create, set: { title: A }', 'wrong-value 8:29'],
    [
      'one that is for records alone',
      'delete: { on: create',
      'odd: { items: [{}, {}] }\n      delete: { on: create',
      'wrong-value 7:14',
    ],
    ['the step that is judged', 'step: read', 'step: raed', 'unknown-step 10:31'],
    [
      'what a check rests on',
      '{ delete: success } }\n      - {',
      '{ deleted: success } }\n      - {',
      'unknown-step 10:52',
    ],
    ['a parameter that is left out', 'with: { members: [notes] }, ', '', 'rule-parameters 11:9'],
    ['a member', 'make: least', 'make: least, set: { title: "{titel}" }', 'unknown-name 6:37'],
  ])('%s that is wrong is told at its place', (_what, right, wrong, told) => {
    const file = STEPS.replace(right, wrong);
    expect(file).not.toBe(STEPS);
    const root = projectWith({ 'contracts/library/catalogue.yaml': file });
    const problems = loadProject(root).contracts.flatMap((c) => serviceRowProblems(RULE_BOOK, c.catalogue));
    expect(problems.map(({ code, line = 0, column = 0 }) => `${code} ${line}:${column}`)).toEqual([told]);
  });

  test.each([
    ['a word', 'when: the', 'whn: the', ['unknown-key']],
    ['no requirement', '    requirement: library.books.title\n', '', ['missing-key']],
    ['a requirement', 'library.books.title', 'library.books.titel', ['unknown-requirement']],
    ['the id of a common row', 'books.odd-title', 'access.none', ['duplicate-id']],
    ['a type of a field', '[first, second]', '{ from: fields, type: strign }', ['wrong-value']],
    ['a property of a field', '[first, second]', '{ from: fields, has: [maxLenght] }', ['wrong-value']],
    ['nothing expected', 'expect: { refused: value, field: title }', 'undo: false', ['missing-key']],
    ['a word of a step', 'set: { title: "{title}" }', 'steps: { one: { empty: create } }', ['unknown-key']],
    ['a step on pages', 'set: { title: "{title}" }', 'collection: { fill: 7 }', ['wrong-type']],
    ['a word of such a step', 'set: { title: "{title}" }', 'collection: { fill: { ad: 7 } }', ['unknown-key']],
    ['a law that the file does not have', '{ refused: value, field: title }', '[complete]', ['unknown-law']],
  ])('%s is a mistake of the file', (_what, right, wrong, codes) => {
    const root = projectWith({ 'contracts/library/catalogue.yaml': OWN.replace(right, wrong) });
    expect(codesOf(problemsOf(() => loadProject(root)))).toEqual(codes);
  });
});

describe('a common catalogue', () => {
  const FILE = `catalogue: odd
expect: { refused: value }
cases:
  odd.row:
    title: What is odd is refused
    when: it is odd
    why: It is odd, and nobody wants it.
    fails: "takes it: {status}"
    undo: true
`;
  const told = (text: string): readonly string[] => {
    const root = projectWith({ 'contracts/odd/odd.yaml': text });
    const problems = new ProblemList();
    loadCatalogues(root, path.join(root, 'contracts', 'odd'), problems);
    return problemsOf(() => problems.throwIfAny()).map(({ code, file, line = 0 }) => `${code} ${file ?? ''}:${line}`);
  };

  test('is sound', () => {
    expect(told(FILE)).toEqual([]);
    expect(told(FILE.replace('undo: true', 'tries: { a: { set: { a: 1 } }, b: { set: { b: 1 } } }'))).toEqual([]);
  });

  test.each(['title', 'why', 'fails'])('has a row that is a rule without its %s', (word) => {
    const without = FILE.replace(new RegExp(`^ {4}${word}: .*\\n`, 'm'), '');
    expect(told(without)).toEqual(['missing-key contracts/odd/odd.yaml:4']);
    expect(told(without.replace('undo: true', 'expect: { rule: body.has, with: { pointers: [/a] } }'))).toEqual([]);
  });

  test('has a row that is accepted in one try and refused in another', () => {
    const mixed = FILE.replace('undo: true', 'tries: { a: { set: { a: 1 } }, b: { set: { b: 1 }, expect: accepted } }');
    expect(told(mixed)).toEqual(['case-mixed contracts/odd/odd.yaml:4']);
    expect(told(mixed.replace('expect: accepted', 'expect: { as: method.offered }'))).toEqual([
      'case-mixed contracts/odd/odd.yaml:4',
    ]);
  });
});

describe('fields', () => {
  /** What a row of ours sends to make a partner, by the end of the check's id. */
  function sent(row: string): Readonly<Record<string, unknown>> {
    const root = projectWith({
      'contracts/library/catalogue.yaml': `add:\n  books.odd:\n    when: "{field} is odd"\n${row}`,
    });
    const own = loadProject(root).contracts[0]?.catalogue.add ?? [];
    const add = own.map((one) => ({ ...one, requirement: 'partner-onboarding.input.values' }));
    const contracts = project.contracts.map((c) =>
      c.service === 'partner-onboarding' ? { ...c, catalogue: { off: [], add } } : c,
    );
    const { plan } = planned({ only: 'partner-onboarding/partners/**' }, target, { ...project, contracts });
    const cases = casesOf(plan).filter(({ planned }) => planned.id.includes('partners/create/books/'));
    return Object.fromEntries(
      cases.map(({ planned }) => {
        const body = planned.steps[0]?.request.body;
        return [planned.id.split('books.odd/')[1] ?? '', body?.kind === 'json' ? body : undefined] as const;
      }),
    );
  }
  const rest =
    '    expect: { refused: value, field: "{field}" }\n    requirement: library.books.title\n    applies: { operation: create }\n';

  test('are narrowed by what the contract says of them', () => {
    const set = `    set: { "{field}": odd }\n${rest}`;
    const names = (narrowed: string): readonly string[] =>
      Object.keys(sent(`    each: { field: ${narrowed} }\n${set}`));
    expect(names('{ from: fields, type: [uri, email] }')).toEqual(['contact_email', 'channels.endpoint']);
    expect(names('{ from: fields.outer, has: [required] }')).toEqual(['name', 'abn']);
    expect(names('{ from: fields.outer, type: string, lacks: [pattern] }')).toEqual(['name']);
    expect(names('{ from: fields, type: string, at-least: { maxLength: 101 } }')).toEqual(['channels.description']);
    expect(names('{ from: fields, first: true }')).toEqual(['name']);
  });

  test('inside a record are changed in the one entry that holds them', () => {
    const bodies = sent(`    each: { field: { from: fields, type: code } }\n    remove: ["{field}"]\n${rest}`);
    expect(bodies).toMatchObject({
      'channels.channel_type': {
        value: { channels: [{ endpoint: expect.any(String) as string, description: expect.any(String) as string }] },
      },
    });
    expect(JSON.stringify(bodies)).not.toContain('{"channel_type":');
  });

  test('can be written as no serialiser would', () => {
    const bodies = sent(
      `    each: { field: { from: fields, first: true } }\n    set: { "{field}": { $raw: "1e400" } }\n${rest}`,
    );
    expect(bodies).toMatchObject({ name: { raw: { text: '1e400' }, value: { name: 'plumbline-number' } } });
  });

  test('that a maker has no value for are not tried', () => {
    const bodies = sent(
      `    each: { field: { from: fields.outer, type: string } }\n    set: { "{field}": { $make: longest } }\n${rest}`,
    );
    expect(Object.keys(bodies)).toEqual(['name']);
  });
});

describe('rows over every answer', () => {
  const [row = expect.fail()] = RESPONSE_ROWS;

  test('apply to the operations that they say', () => {
    const { plan } = planned(SPECS);
    const judged = plan.groups.filter(({ passive }) => passive.some(({ rule }) => rule === 'http.cache-control'));
    const operations = plan.groups.map((g) => plan.operations[`${g.service}@${g.spec}/${g.endpoint}/${g.operation}`]);
    expect(new Set(operations.map((o) => o?.access))).toEqual(new Set(['token', 'public']));
    expect(judged.length).toBe(operations.filter((o) => o?.access === 'token').length);
  });

  test('can be switched off', () => {
    const off = [{ row: row.id, reason: 'agreed', at: row.places[''] ?? expect.fail() }];
    const fewer = new Set(
      idsOf(
        changed(({ catalogue }) => ({ catalogue: { ...catalogue, off } })),
        'students',
      ),
    );
    const gone = idsOf(project, 'students').filter((id) => !fewer.has(id));
    expect(gone.length).toBeGreaterThan(0);
    expect(gone.filter((id) => !id.endsWith(`/${row.id}`))).toEqual([]);
  });

  test('name a judge that there is, and capabilities', () => {
    const told = passiveRowProblems(RULE_BOOK, [{ ...row, id: 'http.dat', applies: { acess: 'token' } }]);
    expect(told.map(({ code }) => code)).toEqual(['unknown-rule', 'unknown-capability']);
    expect(told[0]).toMatchObject({ file: 'contracts/common/responses.yaml', line: row.places['']?.line });
  });
});

test('fields are narrowed by the types and properties that a contract can give them', () => {
  const { $defs } = CATALOGUE_FILE as {
    readonly $defs: {
      readonly fields: { readonly properties: { readonly type: { readonly then: { readonly enum: string[] } } } };
      readonly property: { readonly enum: string[] };
    };
  };
  expect($defs.fields.properties.type.then.enum.toSorted()).toEqual(Object.keys(PROPERTIES_BY_TYPE).toSorted());
  // Not what a selector is for, and what holds fields, or what an entry is.
  const typed = Object.values(PROPERTIES_BY_TYPE).flat();
  const other = ['required', 'usual', 'writeOnly', 'sensitive', 'nullable'];
  const all = new Set<string>([
    ...typed.filter((name) => name !== 'sumOf' && name !== 'fields' && name !== 'of'),
    ...other,
  ]);
  expect($defs.property.enum.toSorted()).toEqual([...all].toSorted());
});

describe('the reference of case templates', () => {
  test.each([
    ['conditions', CAPABILITIES, CAPABILITY_MEANINGS],
    ['selectors', SELECTORS, SELECTOR_MEANINGS],
    ['makers', MAKERS, MAKER_MEANINGS],
    ['tokens', TOKENS, TOKEN_MEANINGS],
    ['parameters', INFERRED_PARAMETERS, PARAMETER_MEANINGS],
  ])('explains all %s, and no others', (_what, table, meanings) => {
    expect(Object.keys(meanings).toSorted()).toEqual(Object.keys(table).toSorted());
  });

  test('what can be wrong with a raw text is what the socket can do', () => {
    const schema = CATALOGUE_FILE as {
      readonly $defs: {
        readonly step: { readonly properties: { readonly raw: { readonly enum: readonly string[] } } };
      };
    };
    expect(schema.$defs.step.properties.raw.enum).toEqual(RAW_FAULTS);
    expect(RAW_FAULTS.filter((name) => !COMMON_ROWS.some(({ tries }) => tries?.[name]?.raw === name))).toEqual([]);
  });

  test('and every name of a table is used by some row', () => {
    const own = project.contracts.flatMap(({ catalogue }) => catalogue.add);
    const rows = [...COMMON_ROWS, ...RESPONSE_ROWS, ...own].map(({ places: _places, ...row }) => row);
    const used = JSON.stringify(rows);
    const named = (name: string): boolean => used.includes(`"${name}"`) || /^(scheme-|endpoint$|other$)/.test(name);
    for (const table of [CAPABILITIES, SELECTORS, MAKERS])
      expect(Object.keys(table).filter((name) => !named(name))).toEqual([]);
    const tokens = JSON.stringify(SCENARIOS);
    expect(Object.keys(TOKENS).filter((name) => !named(name) && !tokens.includes(`"${name}"`))).toEqual([]);
  });
});
