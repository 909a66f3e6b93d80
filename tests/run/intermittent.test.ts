/** A service that fails only at times is reported with the number of failed tries; one that always fails, with all of them. */
import { expect, test } from 'vitest';
import type { RequestHandler } from '../../src/http/in-process-transport.ts';
import { runInProcess } from './in-process.ts';

const ONLY = 'student-reporting/courses/update/lifecycle.update-each*';

/** Responds to some updates as if it had stored them. */
const losesUpdates =
  (isLost: (count: number) => boolean) =>
  (answer: RequestHandler): RequestHandler => {
    let count = 0;
    return (request) =>
      request.method === 'PATCH' && isLost((count += 1))
        ? answer(new Request(request.url, { headers: request.headers }))
        : answer(request);
  };

test.each([
  ['every second update', (count: number) => count % 2 === 1, { failed: 2, of: 3 }],
  ['every update', () => true, { failed: 3, of: 3 }],
] as const)('%s is lost', async (_what, isLost, tries) => {
  const { records } = await runInProcess({
    service: 'student-reporting',
    spec: '4.0.1',
    only: ONLY,
    before: () => undefined,
    around: losesUpdates(isLost),
  });
  const failing = records.flatMap(({ results }) => results.filter(({ verdict }) => verdict === 'fail'));
  expect(failing.map((result) => result.tries)).toContainEqual(tries);
});

test.each([
  ['test', { failed: 3, of: 3 }],
  ['production', undefined],
] as const)('a failing read of a %s service has tries %j', async (environment, tries) => {
  const { records } = await runInProcess({
    service: 'student-reporting',
    spec: '4.0.1',
    environment,
    only: 'student-reporting/service-description/read/outcome.accepted',
    before: () => undefined,
    around: () => () => Promise.resolve(Response.json({}, { status: 404 })),
  });
  const results = records.flatMap((record) => record.results);
  expect(results.map(({ verdict }) => verdict)).toContain('fail');
  expect(results.find(({ verdict }) => verdict === 'fail')?.tries).toEqual(tries);
});
