/** What an action says that it makes has to be in its answer, as far as the contract says what stands there, and of an endpoint that there is. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadProject } from '../../src/load/load-project.ts';
import { makePlan } from '../../src/project/make-plan.ts';
import { wholeTarget } from '../../src/project/planning.ts';
import { problemsOf } from '../load/support.ts';
import { ROOT } from './support.ts';
import path from 'node:path';
import { temporary } from '../temporary.ts';

const root = temporary();
cpSync(path.join(ROOT, 'examples', 'orders'), root, { recursive: true });
const contract = (name: string): string => path.join(root, 'contracts', 'orders', `${name}.yaml`);
const imports = readFileSync(contract('imports'), 'utf8');
const orders = readFileSync(contract('orders'), 'utf8');

function told(): readonly string[] {
  return problemsOf(() => {
    const project = loadProject(root);
    makePlan(project, wholeTarget(project));
  }).map(({ message, file = '', line, column }) => `${path.basename(file)}:${line}:${column} ${message}`);
}

const SCHEMA = /schema:[^]*?(?=cases:)/;

test.each([
  ['/results/*/id', undefined, []],
  ['/results/*/nr', undefined, ['has no field "nr" at /results/*']],
  ['/result/*/id', undefined, ['has no field "result" at the root']],
  ['/results/id', undefined, ['has a list at /results: use * for each item']],
  ['/results', undefined, ['has array instead of an ID']],
  ['/results/0/id', undefined, []],
  ['/*/id', undefined, ['has no list at the root']],
  ['/results/*/id/number', undefined, ['has integer at /results/*/id, which has no fields']],
  ['later', undefined, []],
  // Where nothing is said of a place, it may be there.
  ['/anything/*/id', 'schema: { type: object }', []],
  ['/made/*', 'schema: { type: object, required: [made], properties: { results: {} } }', []],
  ['/made/*', 'schema: { type: object, properties: { results: {} }, additionalProperties: true }', []],
  ['/made/*', 'schema: { anyOf: [{ type: object, properties: { results: {} } }] }', []],
  [
    '/data/*',
    'schema: { type: object, properties: { data: { $ref: "#/$defs/list" } }, $defs: { list: { type: array } } }',
    [],
  ],
  ['/made', 'schema: { type: object, properties: { made: { type: [string, "null"] } } }', []],
] as const)('ids: %s, %s', (ids, schema, problems) => {
  const answered = schema === undefined ? imports : imports.replace(SCHEMA, `${schema}\n`);
  writeFileSync(contract('imports'), answered.replace('ids: "/results/*/id"', `ids: "${ids}"`));
  writeFileSync(contract('orders'), orders);
  expect(told()).toEqual(
    problems.map((problem) => `imports.yaml:21:32 the success response of import ${problem} (${ids})`),
  );
});

test('by the fields of its own endpoint, where no schema says what stands in its answer', () => {
  writeFileSync(contract('imports'), imports);
  const shown = orders.replace(
    'response: none\n    success: [201]\n    makes: { endpoint: orders }',
    'response: plain\n    success: [201]\n    makes: { endpoint: orders, ids: /nr }',
  );
  expect(shown).not.toBe(orders);
  writeFileSync(contract('orders'), shown);
  expect(told()).toEqual([
    expect.stringMatching(/^orders\.yaml:\d+:\d+ the success response of copy has no field "nr" at the root \(\/nr\)$/),
  ]);
});

test('an endpoint that the version does not have', () => {
  writeFileSync(contract('imports'), imports);
  writeFileSync(contract('orders'), orders);
  const versions = path.join(root, 'specs', 'orders', 'versions.yaml');
  const before = readFileSync(versions, 'utf8');
  writeFileSync(versions, before.replace('[{ id: "1.0" }]', '[{ id: "1.0" }, { id: "1.1" }]'));
  writeFileSync(
    contract('later'),
    'endpoint: later\ntitle: Later\nsince: "1.1"\nuid: id\nfields: { id: { type: integer, readOnly: true } }\noperations: { read: { method: GET, path: "/later/{id}", response: plain, success: [200] }, create: { method: POST, path: /later, response: plain, success: [201] } }\n',
  );
  writeFileSync(contract('imports'), imports.replace('makes: { endpoint: orders', 'makes: { endpoint: later'));
  try {
    expect(told()).toEqual([
      expect.stringMatching(
        /^imports\.yaml:\d+:\d+ import creates records of later, which version 1\.0 does not have$/,
      ),
    ]);
  } finally {
    writeFileSync(versions, before);
    rmSync(contract('later'));
  }
});
