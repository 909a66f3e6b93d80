import { describe, expect, it, vi } from 'vitest';
import { createWorld, faults, UnknownFaultError, type World } from '../../services/index.ts';
import { operatorFaults } from '../../services/faults/operators/faults.ts';
import { makeWorld } from '../../services/world.ts';
import { Bench } from './support.ts';

describe('the registry', () => {
  it('has no id twice, and every entry says what it breaks', () => {
    expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
    for (const { id, breaks, describes, service } of faults) {
      expect(id).toMatch(/^[a-z0-9]+(?:[._-][a-z0-9]+)*$/);
      expect(id.startsWith(`${service}.`)).toBe(true);
      expect(
        [breaks, describes].every((text) => /^.{10,}\.$/.test(text)),
        `${id}: ${breaks} ${describes}`,
      ).toBe(true);
    }
  });

  it('refuses an unknown id with a suggestion', async () => {
    await expect(createWorld({ faults: ['student-reporting.students.create.status-501'] })).rejects.toThrow(
      UnknownFaultError,
    );
    await expect(createWorld({ faults: ['student-reporting.students.create.status-501'] })).rejects.toThrow(
      'students.create.status-500',
    );
  });
});

// That every fault makes a difference is proven by the campaign (`plumbline prove`): each one turns a check red.
describe('the operator latency', () => {
  it('holds an answer back for two seconds', async () => {
    const ids = operatorFaults.map(({ id }) => id).filter((id) => id.endsWith('.latency'));
    expect(ids.length).toBeGreaterThan(60);
    const slept: number[] = [];
    const bench = await Bench.open('student-reporting', '4.0.1', {
      faults: ids,
      sleep: (milliseconds) => {
        slept.push(milliseconds);
        return Promise.resolve();
      },
    });
    await bench.get('/students');
    expect(slept.reduce((all, one) => all + one, 0)).toBeGreaterThanOrEqual(2000);
  });
});

describe('what is thrown within a service', () => {
  const unread = `grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer&assertion=e30.${Buffer.from('none').toString('base64url')}.e30`;
  const failing = 'identity-provider.assertion.claims-unread-500';
  const asked = (world: Pick<World, 'identityProvider'>): Promise<Response> =>
    world.identityProvider()(
      new Request('https://identity.example/oauth/token', { method: 'POST', body: new URLSearchParams(unread) }),
    );

  it('is told to nobody while faults are on, and answered as it was', async () => {
    const log = vi.fn<(error: unknown) => void>();
    const world = await createWorld({ instances: [], faults: [failing], log });
    expect((await asked(world)).status).toBe(500);
    expect(log).not.toHaveBeenCalled();
  });

  it('is told to its operator otherwise', async () => {
    const log = vi.fn<(error: unknown) => void>();
    const { world, parts } = await makeWorld({ instances: [], log });
    const defect = new TypeError('nobody thought of it');
    const takeApart = (): never => {
      throw defect;
    };
    parts.identityProvider.composition.change([() => ({ assertion: { takeApart } })]);
    expect((await asked(world)).status).toBe(500);
    expect(log.mock.calls).toEqual([[defect]]);
  });
});
