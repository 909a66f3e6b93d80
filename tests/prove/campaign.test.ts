import { describe, expect, it } from 'vitest';
import { faults } from '../../services/index.ts';
import { campaign } from '../../src/prove/campaign.ts';
import { sampleHoles, serializeProof } from '../../src/prove/render.ts';
import { drawn } from '../../src/prove/sample.ts';
import { readPublished } from '../../src/project/published-proof.ts';

const root = new URL('../..', import.meta.url).pathname;
const scope = { services: ['partner-onboarding'], specs: ['1.0.0'] };

describe('a campaign', () => {
  it('notices every fault of a drawn part of partner-onboarding, sees every rule red and flags no legal variant', async () => {
    const said: number[] = [];
    const proven = readPublished(root)?.rules ?? [];
    const proof = await campaign({
      root,
      scope,
      workers: 0,
      progress: (done, all) => said.push(done / all),
      draw: (tasks) => drawn('a test', tasks, faults, proven),
    });
    expect(proof.baseline).toEqual([]);
    expect(proof.strays).toEqual([]);
    expect(proof.survivors).toEqual([]);
    // A rule whose proving fault is one of the other service's is proven there.
    expect(sampleHoles(proof).filter((hole) => !hole.startsWith('nothing of the part'))).toEqual([]);
    expect(proof.rules.filter((rule) => rule.proven > 0).length).toBeGreaterThan(100);
    expect(proof.total.faults).toBeGreaterThan(50);
    expect(proof.variants.flatMap((v) => v.runs).length).toBe(2);
    expect(proof.faults.filter((f) => f.kills > 0 && f.requirements.length === 0)).toEqual([]);
    expect(said.at(-1)).toBe(1);
  });

  it('finds the same in threads', async () => {
    const isMeant = (id: string): boolean => id.includes('.channels.delete.');
    const here = await campaign({ root, scope: { ...scope, isMeant }, workers: 0 });
    expect(here.total.faults).toBeGreaterThan(10);
    expect(serializeProof(await campaign({ root, scope: { ...scope, isMeant }, workers: 2 }))).toBe(
      serializeProof(here),
    );
  });
});
