/** Test data that is cleared in mid-run is recognised, and is not taken for a service that loses records. */
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createWorld, type ServiceName } from '../../services/index.ts';
import { inProcessTransport, type Handler } from '../../src/exchange/in-process-transport.ts';
import { projectOf } from '../../src/project/kept-project.ts';
import { loadTarget } from '../../src/load/load-target.ts';
import { makePlan } from '../../src/project/make-plan.ts';
import { execute } from '../../src/run/execute.ts';
import type { GroupRecord } from '../../src/run/store.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SPEC = '4.0.1';

/** Runs the courses of student-reporting in process; `before` is called with the number of each request. */
async function runCourses(
  faults: readonly string[],
  before: (count: number, clear: () => void) => void,
): Promise<readonly GroupRecord[]> {
  const world = await createWorld({ faults });
  const [own] = world.devices;
  if (own === undefined) throw new Error('the world has no device');
  let count = 0;
  const service = world.handler('student-reporting' as ServiceName, SPEC);
  const counted: Handler = (request) => {
    before((count += 1), () => world.clear());
    return service(request);
  };
  const project = projectOf(ROOT);
  const reference = loadTarget('reference', ROOT, {}, project);
  const target = {
    ...reference,
    services: reference.services.map((s) => ({
      ...s,
      addresses: [{ spec: SPEC, baseUrl: 'http://service.test' }],
      identityProvider: {
        tokenUrl: 'http://idp.test/oauth/token',
        issuer: own.organisation,
        device: own.device,
        kid: own.kid,
        audience: world.audiences.identityProvider,
        tokenAudience: world.audiences.services['student-reporting'],
        key: { env: 'KEY' },
      },
    })),
  };
  const { plan, scopes, sizes } = makePlan(project, target, {
    services: ['student-reporting'],
    specs: [SPEC],
    only: '/courses/update/',
  });
  const transport = inProcessTransport({ 'http://service.test': counted, 'http://idp.test': world.identityProvider() });
  const records: GroupRecord[] = [];
  const session = {
    settings: { runId: 'run', root: ROOT, target: 'reference', out: ROOT, gated: true },
    project,
    target,
    plan,
    scopes,
    sizes,
  };
  await execute(session, plan.groups, {
    transport,
    plain: transport,
    clock: Date.now,
    env: { KEY: own.privateKeyPem },
    done: (record) => records.push(record),
  });
  return records;
}

const verdicts = (records: readonly GroupRecord[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { verdict } of records.flatMap((r) => r.results)) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return counts;
};

describe('test data that is cleared in mid-run', () => {
  test('without it everything passes', async () => {
    const counts = verdicts(await runCourses([], () => undefined));
    expect(counts['fail']).toBeUndefined();
    expect(counts['inconclusive']).toBeUndefined();
    expect(counts['pass']).toBeGreaterThan(5);
  });

  test('what fails meanwhile is inconclusive, with the cause', async () => {
    const records = await runCourses([], (count, clear) => {
      if (count === 20) clear();
    });
    const counts = verdicts(records);
    expect(counts['fail']).toBeUndefined();
    expect(counts['inconclusive']).toBeGreaterThan(0);
    expect(records.flatMap((r) => r.results).map((r) => r.cause)).toContain(
      'the test data was cleared during the run: a record that was made before is gone',
    );
    expect(records.flatMap((r) => r.exchanges).some((e) => e.step === 'sentinel' && e.response?.status === 404)).toBe(
      true,
    );
  });

  test('a service that departs by itself still fails', async () => {
    expect(
      verdicts(await runCourses(['student-reporting.lifecycle.courses.patch-ignored'], () => undefined))['fail'],
    ).toBeGreaterThan(0);
  });
});
