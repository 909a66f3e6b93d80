/** Answers that are each small enough, and all of them together too much: what is kept of one run has an end. */
import { expect, test } from 'vitest';
import { runBytes } from '../../src/http/rate-limit.ts';
import type { WireRequest } from '../../src/http/transport.ts';
import { runInProcess } from '../run/in-process.ts';
import { answerOf, Wire } from './support.ts';

const KIB = 1024;
const GET: WireRequest = { method: 'GET', url: 'http://library.test/', headers: [] };
const sized = (bytes: number): Wire => new Wire(() => answerOf('x'.repeat(bytes)));

test('beyond the limit large answers are not kept, whatever they came through, and small ones are', async () => {
  const { bound } = runBytes(30 * KIB);
  const [large, small] = [bound(sized(10 * KIB)), bound(sized(4 * KIB))];
  for (let i = 0; i < 3; i += 1) expect((await large.send(GET, 1000)).body).toHaveLength(10 * KIB);
  await expect(large.send(GET, 1000)).rejects.toMatchObject({
    kind: 'unread',
    message:
      'the answers of this run are larger than 30,720 bytes together, which is as much as is kept of one (limits.maxRunBytes of the target)',
  });
  expect((await small.send(GET, 1000)).body).toHaveLength(4 * KIB);
  // Another run has its own.
  expect(
    (
      await runBytes(30 * KIB)
        .bound(sized(10 * KIB))
        .send(GET, 1000)
    ).status,
  ).toBe(200);
});

test('what is kept no longer makes room, and what was refused took none', async () => {
  const { bound, release } = runBytes(30 * KIB);
  const large = bound(sized(20 * KIB));
  await large.send(GET, 1000);
  for (let i = 0; i < 3; i += 1) await expect(large.send(GET, 1000)).rejects.toMatchObject({ kind: 'unread' });
  expect((await bound(sized(10 * KIB)).send(GET, 1000)).body).toHaveLength(10 * KIB);
  release(20 * KIB);
  expect((await large.send(GET, 1000)).body).toHaveLength(20 * KIB);
});

test('what is sent as text counts too, and what cannot send any still cannot', async () => {
  const { bound } = runBytes(30 * KIB);
  const raw = bound({
    ...sized(1),
    sendRaw: async () => Promise.all([1, 2, 3, 4].map(() => sized(10 * KIB).send(GET))),
  });
  await expect(raw.sendRaw?.(GET, 'field-lf', 1000)).rejects.toMatchObject({ kind: 'unread' });
  expect(bound(sized(1)).sendRaw).toBeUndefined();
});

test('what rests on them is inconclusive, with the limit named, and nothing fails for it', async () => {
  const { records } = await runInProcess({
    service: 'partner-onboarding',
    spec: '1.0.0',
    only: 'partner-onboarding/{partners,published-definition}/read/{outcome,negotiation,http}.*{,/**}',
    limits: { maxRunBytes: KIB },
    before: () => undefined,
  });
  const results = records.flatMap((r) => r.results);
  expect(results.filter((r) => r.verdict === 'fail')).toEqual([]);
  expect(results.filter((r) => r.cause?.includes('limits.maxRunBytes of the target')).length).toBeGreaterThan(5);
  expect(results.some((r) => r.verdict === 'pass')).toBe(true);
});
