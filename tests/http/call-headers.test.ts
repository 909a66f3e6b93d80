/** Headers that go with every call: one may have another value each time. */
import { expect, test } from 'vitest';
import { generatedHeaders } from '../../src/http/auth-schemes.ts';
import { runGroup } from '../../src/run/run-group.ts';
import { answerOf, group, oneCase, runContext, stage, step, Wire } from './support.ts';

test('what says ${unique} has another value with each call, and the rest is as it is written', async () => {
  const wire = new Wire(() => answerOf({}));
  const { to } = stage({ to: { headers: { 'Idempotency-Key': 'run-${unique}', 'X-Tenant': '$& ${other}' } } });
  await runGroup(group([oneCase('a', [step('one'), step('two')])]), runContext(wire, {}, to));
  const sent = wire.sent.map(({ headers }) => new Map(headers));
  expect(sent.map((headers) => headers.get('x-tenant'))).toEqual(['$& ${other}', '$& ${other}']);
  const keys = sent.map((headers) => headers.get('idempotency-key') ?? '');
  expect(new Set(keys).size).toBe(2);
  for (const key of keys) expect(key).toMatch(/^run-[0-9a-f-]{36}$/);
});

test('two in one value differ too', () => {
  const [first] = generatedHeaders({ a: '${unique} ${unique}' });
  const [one, other] = (first?.[1] ?? '').split(' ');
  expect(one).not.toBe(other);
});
