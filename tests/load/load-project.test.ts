import { describe, expect, test } from 'vitest';
import { loadProject } from '../../src/load/load-project.ts';
import { lintPaths } from '../../src/load/lint-paths.ts';
import type { EndpointContract, Field, ServiceContracts, Spec } from '../../src/load/model.ts';
import { BASE, ROOT, codesOf, problemsOf, projectWith } from './support.ts';

const project = loadProject(BASE);

function only<T>(list: readonly T[]): T {
  const [first] = list;
  if (first === undefined || list.length !== 1) throw new TypeError(`one was expected → ${list.length}`);
  return first;
}

const spec: Spec = only(project.specs);
const contracts: ServiceContracts = only(project.contracts);

function endpoint(name: string): EndpointContract {
  return only(contracts.endpoints.filter((candidate) => candidate.endpoint === name));
}

function field(of: string, name: string): Field {
  return only(endpoint(of).fields.filter((candidate) => candidate.name === name));
}

describe('a specification', () => {
  test('keeps the versions in the order of the file', () => {
    expect(spec.versions).toEqual([{ id: '1.9' }, { id: '1.10', note: 'Loans came with it.' }, { id: '2.0' }]);
  });

  test('has its own requirements, then those of standards, which come with the program, then its contracts', () => {
    const ids = spec.requirements.map(({ id }) => id);
    const own = ids.filter((id) => !id.startsWith('http.'));
    expect(own).toEqual([
      'library.books.create',
      'library.books.title',
      'library.books.shelf',
      'library.loans.create',
      'library.contract.books',
      'library.contract.loans',
    ]);
    expect(ids.indexOf('http.date')).toBeGreaterThan(ids.indexOf('library.loans.create'));
    expect(spec.requirements.find(({ id }) => id === 'http.date')).toMatchObject({
      shared: true,
      at: { file: 'specs/http/requirements.yaml' },
    });
    expect(spec.requirements.at(-1)).toMatchObject({ ofContract: 'loans', level: 'MUST', basis: 'assumed' });
  });

  test('a requirement knows where it stands, and what it does not say is empty', () => {
    expect(spec.requirements[0]).toEqual({
      id: 'library.books.create',
      text: 'A book that is complete is stored.',
      level: 'MUST',
      basis: 'documented',
      section: '§4',
      holds: [],
      openPoints: [],
      changes: [],
      at: { file: 'specs/library/requirements/books.yaml', line: 2, column: 3 },
    });
  });

  test('an open point stands by its default, and is known to be one', () => {
    expect(spec.requirements.find(({ id }) => id === 'library.loans.create')?.since).toEqual({
      openPoint: 'library.loans.since',
    });
    expect(spec.openPoints.map(({ id, default: value }) => [id, value])).toEqual([
      ['library.paging.page-header', 'page'],
      ['library.loans.since', '1.10'],
      ['library.token.skew', 60],
    ]);
    expect(contracts.pagination?.ask.page).toEqual({ header: 'page' });
    expect(contracts.open.find(({ place }) => place === '/pagination/ask/page/header')).toMatchObject({
      point: 'library.paging.page-header',
      at: { file: 'contracts/library/pagination.yaml' },
    });
  });
});

describe('a contract', () => {
  test('has defaults for what it does not say', () => {
    const list = only(endpoint('loans').operations.filter(({ name }) => name === 'list'));
    expect(list).toMatchObject({
      kind: 'list',
      request: 'none',
      response: 'list',
      pagination: 'none',
      access: 'token',
    });
    expect(field('books', 'isbn')).toMatchObject({ required: false, unique: true });
    expect(endpoint('books')).toMatchObject({ service: 'library', base: 'service', parents: {} });
    expect(endpoint('loans').nested).toEqual({});
  });

  test('keeps what is different from a version on, in parts', () => {
    const create = only(endpoint('loans').operations.filter(({ name }) => name === 'create'));
    expect(create).toMatchObject({ request: 'items', changes: [{ in: '2.0', set: { request: 'item' }, remove: [] }] });
  });

  test('knows the line of every field, operation, case, check and binding', () => {
    const file = 'contracts/library/books.yaml';
    expect(endpoint('books').at).toEqual({ file, line: 1, column: 1 });
    expect(field('books', 'title').at).toEqual({ file, line: 8, column: 3 });
    expect(endpoint('books').operations[0]?.at).toEqual({ file, line: 14, column: 3 });
    const declared = only(endpoint('books').cases);
    // oxlint-disable-next-line no-thenable -- the word is the contract's
    expect(declared).toMatchObject({ name: 'untitled', then: [], at: { file, line: 20, column: 3 } });
    expect(only(declared.checks)).toMatchObject({
      with: { kind: 'value', field: 'title' },
      at: { file, line: 26, column: 9 },
    });
    expect(contracts.bindings[1]).toMatchObject({
      checks: 'books/create/outcome.accepted',
      at: { file: 'contracts/library/bindings.yaml', line: 3, column: 5 },
    });
  });

  test('a check without parameters has none', () => {
    expect(only(endpoint('loans').cases).checks[0]?.with).toEqual({});
  });

  test('has the blocks that its endpoints share', () => {
    expect(contracts.envelope).toEqual({
      correlation: { member: 'correlation_id', maxLength: 64 },
      success: 'success',
      result: 'result',
      messages: 'messages',
    });
    expect(contracts.headers).toEqual({ 'x-library': 'main' });
    expect(contracts.errors.families.map(({ name, code }) => [name, code])).toEqual([['gateway', 'code']]);
    expect(contracts.errors.forbiddenTexts).toEqual(['stack trace']);
    expect(contracts.token?.claims).toEqual([
      { name: 'iss', type: 'digits', required: true, value: { $setting: 'issuer' } },
    ]);
  });

  test('a service without wrapping has no envelope', () => {
    const root = projectWith({
      'contracts/library/envelope.yaml': 'headers: {}\n',
      'contracts/library/books.yaml':
        'endpoint: books\ntitle: Books\noperations:\n  list: { method: GET, path: /books, response: plain, success: [200] }\n',
      'contracts/library/loans.yaml':
        'endpoint: loans\ntitle: Loans\noperations:\n  look: { kind: read, method: GET, path: /loans, response: plain, success: [200], access: public }\n',
    });
    const { envelope, headers } = only(loadProject(root).contracts);
    expect(envelope).toBeUndefined();
    expect(headers).toEqual({});
  });
});

describe('what is loaded', () => {
  test('is frozen to the last member', () => {
    const thawed: string[] = [];
    const walk = (value: unknown, where: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if (!Object.isFrozen(value)) thawed.push(where);
      for (const [key, member] of Object.entries(value)) walk(member, `${where}/${key}`);
    };
    walk(project, '');
    expect(thawed).toEqual([]);
  });

  test('is the same each time', () => {
    expect(loadProject(BASE)).toEqual(project);
  });

  test('comes from other folders where they are named', () => {
    const root = projectWith();
    expect(loadProject('/', { specsDir: `${root}/specs`, contractsDir: `${root}/contracts` }).specs).toHaveLength(1);
  });

  test('reads aliases as what they stand for, each with its own members', () => {
    const root = projectWith({
      'contracts/library/errors.yaml':
        'families: { gateway: { schema: true, code: code } }\nrefusals:\n  value: &plain { statuses: [400], family: gateway }\n  not-found: *plain\n',
    });
    expect(only(loadProject(root).contracts).errors.refusals).toEqual({
      value: { statuses: [400], family: 'gateway' },
      'not-found': { statuses: [400], family: 'gateway' },
    });
  });
});

describe('what is wrong', () => {
  test('is told of all files at once, by file and line', () => {
    const root = projectWith({
      'contracts/library/pagination.yaml': 'cap: none\n',
      'specs/library/open-points.yaml': 'openPoints:\n\ta: b\n',
    });
    const problems = problemsOf(() => loadProject(root));
    const places = problems.map(({ file, line }) => [file, line]);
    expect(places).toEqual(
      places.toSorted(([a, b], [c, d]) => String(a).localeCompare(String(c)) || Number(b) - Number(d)),
    );
    expect(new Set(problems.map(({ file }) => file))).toEqual(
      new Set(['contracts/library/pagination.yaml', 'specs/library/open-points.yaml']),
    );
  });

  test('in one file does not make what others say of it look wrong', () => {
    const root = projectWith({
      'specs/library/requirements/books.yaml': 'requirements:\n  library.books.create: [\n',
      'specs/library/open-points.yaml': '}',
      'contracts/library/books.yaml': '"',
    });
    expect(codesOf(problemsOf(() => loadProject(root)))).toEqual(['yaml-syntax', 'yaml-syntax', 'yaml-syntax']);
  });

  test('has a frame with a caret under the column', () => {
    const root = projectWith({
      'specs/library/versions.yaml': 'service: library\ntitle: Library\nsource: A book\nversions: [{ id: 2.10 }]\n',
    });
    const problem = only(problemsOf(() => loadProject(root)).filter(({ code }) => code === 'unquoted'));
    expect(problem).toMatchObject({ line: 4, column: 18, hint: 'quote it: "2.10"' });
    const [line = '', caret = ''] = (problem.frame ?? '').split('\n');
    expect(line[caret.indexOf('^')]).toBe('2');
    expect(line.slice(caret.indexOf('^'))).toBe('2.10 }]');
  });
});

test('the specifications, contracts and targets of this project have no problems', () => {
  expect(lintPaths(ROOT, [])).toEqual([]);
});
