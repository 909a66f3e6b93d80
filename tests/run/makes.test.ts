/** What is made by something else than a create, such as a copy or an import: it is removed, or told, where the contract says that it `makes` it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Ended } from '../ended.ts';
import { parseLeftovers, LEFTOVERS } from '../../src/cleanup/leftovers-file.ts';
import { openStrangeService, writesOf, type StrangeService } from './strange-service.ts';
import { atOnce } from '../cli/support.ts';
import { reportOf, temporary } from './support.ts';

let service: StrangeService;

beforeEach(async () => {
  service = await openStrangeService();
});
afterEach(() => service.close());

const THING =
  'things: { type: objects, required: true, fields: { name: { type: string, required: true, maxLength: 60, unique: true }, size: { type: integer, example: 3 } } }';
const CASES = `cases:
  copied-twice:
    title: A copy can be copied
    on: copy
    aspect: copies
    steps:
      made: { on: create }
      first: { on: copy }
      second: { on: copy, parameters: { id: { $ref: "first#/id" } } }
    checks: [{ rule: outcome.status, requirement: strange.things, with: { statuses: [201] } }]
`;

interface Contract {
  /** What the contract says of the copy, and of the import, after their success. */
  readonly copies?: string;
  readonly imports?: string;
  readonly removes?: boolean;
  readonly environment?: string;
}

/** A project for the strange service, with things that can be copied and imported. */
function project({ copies = '', imports = '', removes = true, environment = 'test' }: Contract): string {
  const folder = temporary();
  const files: Readonly<Record<string, string>> = {
    'specs/strange/versions.yaml': 'service: strange\ntitle: Strange\nsource: nobody\nversions: [{ id: "1.0" }]\n',
    'specs/strange/open-points.yaml': 'openPoints: {}\n',
    'specs/strange/requirements/things.yaml':
      'requirements:\n  strange.things: { text: Things can be copied., level: MUST, basis: documented, section: "§1" }\n',
    'contracts/strange/errors.yaml': 'families: {}\nrefusals: {}\n',
    'contracts/strange/security.yaml': 'type: none\n',
    'contracts/strange/things.yaml': `endpoint: things
title: Things
uid: id
fields:
  id: { type: string, readOnly: true }
  name: { type: string, required: true, maxLength: 60, unique: true }
  size: { type: integer, required: true, example: 3 }
operations:
  create: { method: POST, path: /things, request: plain, response: plain, success: [201] }
  read: { method: GET, path: "/things/{id}", response: plain, success: [200] }
${removes ? '  delete: { method: DELETE, path: "/things/{id}", success: [204] }\n' : ''}  copy: { kind: action, method: POST, path: "/things/{id}/copy", response: plain, success: [201]${copies} }
${CASES}`,
    'contracts/strange/imports.yaml': `endpoint: imports
title: Imports
fields:
  ${THING}
operations:
  import: { kind: action, method: POST, path: /imports, request: plain, response: plain, success: [200], schema: { type: object, required: [results] }${imports} }
`,
    'targets/test/target.yaml': `target: test
environment: ${environment}
services: { strange: { baseUrl: "${service.url}", spec: ["1.0"] } }
limits: { concurrency: 1 }
`,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

const COPIES = ', makes: { endpoint: things, ids: /id }';
const IMPORTS = ', makes: { endpoint: things, ids: "/results/*/id" }';

const run = (folder: string, only: string): Promise<Ended> =>
  atOnce(['run', '--target', 'test', '--only', only, '--out', 'out'], { cwd: folder });
const made = (): readonly string[] => [...service.records.keys()].filter((record) => record !== '/things/1').toSorted();
const listed = (folder: string): readonly string[] => {
  const file = path.join(folder, 'out', LEFTOVERS);
  return existsSync(file)
    ? parseLeftovers(readFileSync(file, 'utf8'))
        .map(({ endpoint, id }) => `/${endpoint}/${id ?? ''}`)
        .toSorted()
    : [];
};

describe('what an action makes', () => {
  it.each([
    ['a copy', 'things/copy'],
    ['an import', 'imports/import'],
  ])('stays without a word where the contract has none for it: %s', async (_what, only) => {
    const folder = project({});
    const { stdout, stderr } = await run(folder, only);
    expect(made().length, stdout + stderr).toBeGreaterThan(1);
    expect(listed(folder)).toEqual([]);
    expect(stdout + stderr).not.toContain('Orphaned records');
  });

  it.each([
    ['a copy', 'things/copy', { copies: COPIES }],
    ['an import', 'imports/import', { imports: IMPORTS }],
  ])('is removed where the contract says that it makes it: %s', async (_what, only, contract) => {
    const folder = project(contract);
    const { stdout, stderr } = await run(folder, only);
    expect(
      writesOf(service.received).some((line) => /copy|imports/.test(line)),
      stdout + stderr,
    ).toBe(true);
    expect(made()).toEqual([]);
    expect(service.records.size).toBe(1);
    expect(listed(folder)).toEqual([]);
  });

  it('is listed where the service does not remove it, and removed later', async () => {
    const folder = project({ copies: COPIES });
    service.refusesDelete = 500;
    const { stdout } = await run(folder, 'things/copy');
    expect(listed(folder)).toEqual(made());
    expect(stdout).toContain(`Orphaned records: ${made().length} records created and not deleted`);
    service.refusesDelete = undefined;
    const file = path.join('out', LEFTOVERS);
    const cleaned = await atOnce(['run', '--clean', file, '--target', 'test'], { cwd: folder });
    expect(cleaned.code, cleaned.stderr).toBe(0);
    expect(made()).toEqual([]);
  });

  it('is told before it is made, and listed, where the contract declares no DELETE', async () => {
    const folder = project({ imports: IMPORTS, removes: false });
    const { stderr } = await run(folder, 'imports/import');
    const about = Number(/about (\d+) records? that it cannot delete: .* no DELETE for things/.exec(stderr)?.[1]);
    expect(Math.abs(about - made().length), stderr).toBeLessThanOrEqual(2);
    expect(listed(folder)).toEqual(made());
    expect(reportOf(path.join(folder, 'out')).run.leftovers).toMatchObject([
      { endpoint: 'things', count: made().length, why: 'the contract declares no DELETE', byHand: true },
    ]);
  });

  it('is told before where a job makes it, and each is listed', async () => {
    const folder = project({ imports: ', makes: { endpoint: things, ids: later }' });
    const { stderr } = await run(folder, 'imports/import');
    expect(stderr).toMatch(/about \d+ records? that it cannot delete: an action creates things after its response/);
    expect(new Set(listed(folder))).toEqual(new Set(['/things/']));
    expect(reportOf(path.join(folder, 'out')).run.leftovers).toMatchObject([
      { endpoint: 'things', why: 'an action creates it after its response, so its ID is unknown', byHand: true },
    ]);
  });

  it('is not made where the target is production', async () => {
    const folder = project({ copies: COPIES, imports: IMPORTS, environment: 'production' });
    await run(folder, '{things/copy,imports/import}/**');
    expect(writesOf(service.received)).toEqual([]);
  });

  it('is left where the answer names a record that the run did not make, which is told', async () => {
    const folder = project({ copies: COPIES });
    service.lies = 'copies';
    const before = service.records.get('/things/1');
    const { stdout } = await run(folder, 'things/copy');
    expect(writesOf(service.received).filter((line) => / \/things\/1(\/|$)/.test(line))).toEqual([]);
    expect(service.records.get('/things/1')).toBe(before);
    expect(stdout).toContain('an action returned the ID of a record without the sent values, so no record was deleted');
    // What creates made is removed all the same: nothing is wrong with their answers.
    expect(writesOf(service.received).filter((line) => line.startsWith('DELETE')).length).toBeGreaterThan(0);
    await atOnce(['run', '--target', 'test', '--clean', path.join('out', LEFTOVERS)], { cwd: folder });
    expect(service.records.get('/things/1')).toBe(before);
  });
});
