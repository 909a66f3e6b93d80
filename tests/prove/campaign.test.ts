import { expect } from 'vitest';
import { runCampaign } from '../../src/prove/campaign.ts';
import { serializeProof } from '../../src/prove/render.ts';
import { testOfAll } from '../part.ts';

const root = new URL('../..', import.meta.url).pathname;
const scope = { services: ['partner-onboarding'], specs: ['1.0.0'] };

// The sample of the proof in `npm test` is a campaign in threads.
testOfAll('finds the same here and in threads, and says how far it is', async () => {
  const isMeant = (id: string): boolean => id.includes('.channels.delete.status-');
  const said: number[] = [];
  const progress = (done: number, all: number): number => said.push(done / all);
  const here = await runCampaign({ root, scope: { ...scope, isMeant }, workers: 0, progress });
  expect(said.at(-1)).toBe(1);
  expect(here.total.faults).toBeGreaterThan(4);
  expect(serializeProof(await runCampaign({ root, scope: { ...scope, isMeant }, workers: 1 }))).toBe(
    serializeProof(here),
  );
});
