/** What a run does to a service of somebody else: nothing but reading, until a contract says otherwise. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseLeftovers, LEFTOVERS } from '../../src/cleanup/leftovers-file.ts';
import { openStrangeService, writesOf, type StrangeService } from './strange-service.ts';
import { atOnce } from '../cli/support.ts';
import { killTree, playwright, plumbline, reportOf, temporary, withoutRateLimit } from './support.ts';

let service: StrangeService;

beforeEach(async () => {
  service = await openStrangeService();
});
afterEach(() => service.close());

const stored = (): readonly (readonly [string, string])[] => [...service.records];

describe('a draft', () => {
  it.each(['/things', '/things/1'])('of one address, %s, does nothing but read there', async (address) => {
    const folder = path.join(temporary(), 'draft');
    const before = stored();
    const made = await atOnce(['init', folder, '--endpoint', `${service.url}${address}`, '--service', 'strange']);
    expect(made.code, made.stderr).toBe(0);
    withoutRateLimit(folder);
    const run = await atOnce(['run', '--target', 'test'], { cwd: folder });
    expect([0, 1, 3], run.stdout + run.stderr).toContain(run.code);
    const report = reportOf(path.join(folder, 'reports', 'latest'));
    expect(report.run.exchanges).toBeGreaterThan(10);
    expect(service.received.length).toBeGreaterThan(10);
    expect(writesOf(service.received)).toEqual([]);
    expect(stored()).toEqual(before);
    expect(report.checks.filter((c) => c.rule === 'method.unsupported' || c.rule === 'method.trace')).toEqual([]);
  });
});

describe('a production target', () => {
  const target = (): string => {
    const file = path.join(temporary(), 'production.yaml');
    writeFileSync(
      file,
      `target: somewhere\nenvironment: production\nservices:\n  partner-onboarding: { baseUrl: "${service.url}", spec: ["1.0.0"], bearer: { env: SOME_TOKEN } }\nlimits: { concurrency: 4, timeoutMs: 5000 }\n`,
    );
    return file;
  };
  const env = { SOME_TOKEN: 'a-token-of-somebody' };

  it('gets no writes of a run, and no watching record where nothing writes', async () => {
    const out = temporary();
    const whole = await atOnce(['run', '--target', target(), '--out', out], { env });
    expect(whole.code).toBe(3);
    expect(whole.stderr).toContain('somewhere is a production target, and this run changes data');
    const reads = await atOnce(
      [
        'run',
        '--target',
        target(),
        '--only',
        'partner-onboarding/service-description/read/outcome.accepted',
        '--out',
        out,
      ],
      { env },
    );
    expect(reads.code, reads.stdout + reads.stderr).not.toBe(4);
    expect(service.received.length).toBeGreaterThan(0);
    expect(writesOf(service.received)).toEqual([]);
  });

  it('gets none of a bare "npx playwright test" either', async () => {
    // Without our reporters each test sends its own group.
    for (const more of [
      ['--workers=1', '--grep', 'partners.*(create|update).*@(success|methods)'],
      ['--workers=1', '--grep', 'partners.*create.*@success', '--reporter=line'],
    ]) {
      const out = temporary();
      const ended = await playwright(more, out, { ...env, PLUMBLINE_TARGET: target() });
      expect(ended.stdout + ended.stderr).toContain('production');
      expect(writesOf(service.received)).toEqual([]);
      if (more.includes('--reporter=line')) continue;
      const { checks } = reportOf(out);
      expect(
        checks.filter(
          (c) => c.verdict === 'fail' && c.operation === 'create' && /^(outcome|input|lifecycle)\./.test(c.rule),
        ),
      ).toEqual([]);
      expect(checks.find((c) => c.id === 'partner-onboarding/partners/create/outcome.accepted')).toMatchObject({
        verdict: 'inconclusive',
        cause: expect.stringContaining(
          'the target is a production environment, and it does not allow writes (POST)',
        ) as string,
      });
    }
  });
});

/** A project of its own for the strange service, drafted from a document that says what it keeps. */
async function project(paths: string): Promise<string> {
  const folder = path.join(temporary(), 'things');
  const document = path.join(temporary(), 'things.yaml');
  const thing =
    '{ type: object, required: [name], properties: { id: { type: string, readOnly: true }, name: { type: string, maxLength: 60 } } }';
  const content = `content: { application/json: { schema: ${thing} } }`;
  writeFileSync(
    document,
    [
      'openapi: 3.1.0',
      'info: { title: Strange, version: "1.0" }',
      `servers: [{ url: "${service.url}" }]`,
      'paths:',
      `  /things: { post: { requestBody: { required: true, ${content} }, responses: { "201": { description: made, ${content} } } } }`,
      '  /things/{id}:',
      '    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]',
      `    get: { responses: { "200": { description: one, ${content} } } }`,
      paths,
    ].join('\n'),
  );
  const made = await atOnce(['init', folder, '--openapi', document, '--service', 'strange']);
  expect(made.code, made.stderr).toBe(0);
  const target = path.join(folder, 'targets', 'test', 'target.yaml');
  writeFileSync(target, readFileSync(target, 'utf8').replace(/limits: .*/, 'limits: { concurrency: 1 }'));
  return folder;
}

const DELETE = '    delete: { responses: { "204": { description: gone } } }';
const made = (): readonly string[] => [...service.records.keys()].filter((record) => record !== '/things/1').toSorted();
const listed = (out: string): readonly string[] =>
  parseLeftovers(readFileSync(path.join(out, LEFTOVERS), 'utf8')).map(({ id }) => `/things/${id ?? ''}`);

describe('what a run made', () => {
  it('is gone after it, where the service removes it, be it when it is asked a second time', async () => {
    const folder = await project(DELETE);
    service.locksOnce = true;
    const run = await atOnce(['run', '--target', 'test', '--only', 'things/create', '--out', 'out'], {
      cwd: folder,
    });
    expect(writesOf(service.received).filter((line) => line.startsWith('POST')).length, run.stderr).toBeGreaterThan(5);
    expect(made()).toEqual([]);
    expect(existsSync(path.join(folder, 'out', LEFTOVERS))).toBe(false);
    expect(reportOf(path.join(folder, 'out')).run.leftovers).toBeUndefined();
    expect(run.stdout).not.toContain('Orphaned records');
    service.locksOnce = false;
  });

  it('is left, and what it was taken for too, where the service answers with the record of somebody else', async () => {
    const patch = DELETE.replace('delete', 'patch').replace(
      'responses: { "204": { description: gone } }',
      'requestBody: { content: { application/json: { schema: { type: object, properties: { name: { type: string, maxLength: 60 } } } } } }, responses: { "200": { description: changed } }',
    );
    const folder = await project(`${DELETE}\n${patch}`);
    service.lies = true;
    const before = service.records.get('/things/1');
    const run = await atOnce(['run', '--target', 'test', '--out', 'out'], { cwd: folder });
    expect(service.records.get('/things/1')).toBe(before);
    expect(writesOf(service.received).filter((line) => line.endsWith('/things/1'))).toEqual([]);
    expect(run.code, run.stdout + run.stderr).toBe(3);
    expect(run.stdout).toContain(
      'POST /things: returns the record of the first create for a second create: /id is "1" again',
    );
    expect(run.stdout).toContain(
      'a create returned the ID of a record that it did not create, so no record was deleted',
    );
    const { checks } = reportOf(path.join(folder, 'out'));
    expect(checks.find((c) => c.verdict === 'fail' && c.operation === 'create')).toBeDefined();
    expect(checks.find((c) => c.id === 'strange/things/delete/outcome.accepted')?.verdict).toBe('inconclusive');
    await atOnce(['run', '--target', 'test', '--clean', path.join('out', LEFTOVERS)], { cwd: folder });
    expect(service.records.get('/things/1')).toBe(before);
  });

  it('and what the service refuses to remove is told, listed, and removed later', async () => {
    const folder = await project(DELETE);
    const out = path.join(folder, 'out');
    service.refusesDelete = 500;
    const run = await atOnce(['run', '--target', 'test', '--only', 'things/create', '--out', 'out'], {
      cwd: folder,
    });
    expect(made().length).toBeGreaterThan(5);
    expect(listed(out).toSorted()).toEqual(made());
    expect(reportOf(out).run.leftovers).toMatchObject([
      { service: 'strange', spec: '1.0', endpoint: 'things', count: made().length, why: 'DELETE returned 500' },
    ]);
    expect(run.stdout).toContain(`Orphaned records: ${made().length} records created and not deleted`);
    expect(run.stdout).toContain('    npx @plumbline/harness run --clean out/leftovers.ndjson\n');

    const refused = await atOnce(['run', '--clean', path.join('out', LEFTOVERS)], { cwd: folder });
    expect(refused.code, refused.stderr).toBe(3);
    expect(refused.stdout).toContain(`deleted 0 of ${made().length} records`);

    service.refusesDelete = undefined;
    const cleaned = await atOnce(['run', '--clean', path.join('out', LEFTOVERS), '--target', 'test'], {
      cwd: folder,
    });
    expect(cleaned.code, cleaned.stderr).toBe(0);
    expect(made()).toEqual([]);
    expect(stored()).toHaveLength(1);
    expect(existsSync(path.join(out, LEFTOVERS))).toBe(false);
  });

  it('stays where there is no DELETE, which is told before the first write', async () => {
    const folder = await project('');
    let writesWhenTold: number | undefined;
    const run = await atOnce(['run', '--target', 'test', '--only', 'things/read', '--out', 'out'], {
      cwd: folder,
      onOutput: (text) => {
        if (text.includes('that it cannot delete')) writesWhenTold ??= writesOf(service.received).length;
      },
    });
    expect(run.stderr).toMatch(
      /strange 1\.0: the run creates about \d+ records that it cannot delete: the contract declares no DELETE for things/,
    );
    expect(writesWhenTold).toBe(0);
    const about = Number(/about (\d+) records/.exec(run.stderr)?.[1]);
    expect(Math.abs(about - made().length)).toBeLessThanOrEqual(2);
    expect(reportOf(path.join(folder, 'out')).run.leftovers).toMatchObject([
      { endpoint: 'things', count: made().length, why: 'the contract declares no DELETE', byHand: true },
    ]);
    expect(run.stdout).toContain('Plumbline cannot clean them up: delete or restore them by hand');
    expect(run.stdout).not.toContain('--clean');
    expect(writesOf(service.received).filter((line) => !line.startsWith('POST '))).toEqual([]);
  });

  it('is known after a kill that nobody could answer, and removed later', async () => {
    const folder = await project(DELETE);
    const out = path.join(folder, 'out');
    let started = 0;
    const killed = new Promise<void>((resolve) => {
      service.hold = {
        nth: 8,
        held: () => {
          killTree(started);
          resolve();
        },
      };
    });
    const ended = plumbline(['run', '--target', 'test', '--only', 'things/create/input', '--out', 'out'], {
      cwd: folder,
      onOutput: (_text, pid) => (started = pid),
    });
    await killed;
    await ended;
    expect(made().length).toBeGreaterThan(0);
    // The last of them was asked for and never answered.
    const known = ['/things/', ...made()];
    expect(listed(out).toSorted()).toEqual(known);
    service.hold = undefined;

    // The next run to the same folder forgets nothing of it.
    const next = await atOnce(['run', '--target', 'test', '--only', 'things/create/outcome.accepted', '--out', 'out'], {
      cwd: folder,
    });
    expect(next.stderr).toContain(`From earlier runs, ${known.length} records may still exist`);
    expect(listed(out).toSorted()).toEqual(known);

    const cleaned = await atOnce(['run', '--clean', path.join(out, LEFTOVERS)], { cwd: folder });
    expect(made()).toEqual([]);
    expect(cleaned.stdout).toContain(`deleted ${known.length - 1} of ${known.length} records`);
    expect(cleaned.stdout).toContain('so it may exist');
    expect(cleaned.stdout).toContain('Delete them manually');
    expect(cleaned.code, cleaned.stderr).toBe(3);
  });
});
