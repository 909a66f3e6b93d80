import { describe, expect, it } from 'vitest';
import { campaign } from '../../src/prove/campaign.ts';
import { serializeProof } from '../../src/prove/render.ts';
import { isComplete } from '../../src/prove/score.ts';

const root = new URL('../..', import.meta.url).pathname;
const LONG = 120_000;

describe('a campaign', () => {
  it(
    'notices every fault of partner-onboarding, proves every check of it and flags no legal variant',
    async () => {
      const said: number[] = [];
      const proof = await campaign({ root, scope: { services: ['partner-onboarding'] }, workers: 0, progress: (done, all) => said.push(done / all) });
      expect({ survivors: proof.survivors, unproven: proof.unproven, strays: proof.strays, baseline: proof.baseline }).toEqual({
        survivors: [],
        unproven: [],
        strays: [],
        baseline: [],
      });
      expect(proof.variants.flatMap((v) => v.flagged)).toEqual([]);
      expect(proof.variants.length).toBeGreaterThanOrEqual(6);
      expect(proof.total.faults).toBeGreaterThan(500);
      expect(proof.faults.filter((f) => f.unobservable === undefined && f.requirements.length === 0)).toEqual([]);
      expect(isComplete(proof)).toBe(true);
      expect(said.at(-1)).toBe(1);
    },
    LONG,
  );

  it(
    'finds the same in threads',
    async () => {
      const scope = { services: ['partner-onboarding'], specs: ['1.0.0'] };
      const isMeant = (id: string): boolean => id.includes('.channels.delete.');
      const here = await campaign({ root, scope: { ...scope, isMeant }, workers: 0 });
      expect(here.total.faults).toBeGreaterThan(10);
      expect(serializeProof(await campaign({ root, scope: { ...scope, isMeant }, workers: 2 }))).toBe(serializeProof(here));
    },
    LONG,
  );
});
