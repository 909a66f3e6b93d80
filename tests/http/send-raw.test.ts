/** What is sent as raw text is recorded as it went out: the fault that is looked for stands in no request that a client would send. */
import { expect, test } from 'vitest';
import { runGroup } from '../../src/run/run-group.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { answerOf, group, oneCase, runContext, step, Wire } from './support.ts';

async function recorded(raw: string): Promise<readonly string[]> {
  const wire = new Wire(() => answerOf({}, 400));
  const plain = {
    ...wire,
    sendRaw: async () => [await wire.send({ method: 'GET', url: 'http://a.test', headers: [] })],
  };
  const one = step('probe', { request: { method: 'GET', path: '/books' }, via: 'socket', raw });
  const exchanges: readonly Exchange[] = await runGroup(group([oneCase('a', [one])]), runContext(wire, { plain }));
  expect(exchanges.map(({ response }) => response?.status)).toEqual([400]);
  return (exchanges[0]?.request.headers ?? []).map(([name, value]) => `${name}: ${value}`);
}

test('a host that is doubled, missing, or none', async () => {
  const hosts = async (raw: string): Promise<readonly string[]> =>
    (await recorded(raw)).filter((line) => line.startsWith('host'));
  const [right = '', other] = await hosts('host-doubled');
  expect(right).toMatch(/^host: [\w.:-]+$/);
  expect(other).toBe('host: other.plumbline.invalid');
  expect(await hosts('host-missing')).toEqual([]);
  expect(await hosts('host-invalid')).toEqual(['host: not a host']);
  expect(await hosts('field-lf')).toEqual([right]);
});

test('a field that no client would send', async () => {
  expect(await recorded('field-lf')).toContain('x-plumbline: one\ntwo');
});
