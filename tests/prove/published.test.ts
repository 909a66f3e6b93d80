/** The published proof, held against the faults and checks of today. Whether it still holds, `plumbline prove` tells. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faults, variants } from '../../services/index.ts';
import { planOf } from '../../src/prove/campaign.ts';
import { proofMarkdown, serializeProof } from '../../src/prove/render.ts';
import { checksOf, isComplete } from '../../src/prove/score.ts';
import { PROOF_FILE, readProof } from '../../src/run/published-proof.ts';

const root = new URL('../..', import.meta.url).pathname;
const again = 'run: plumbline prove --out docs';

describe('docs/proof.json', () => {
  const proof = readProof(root);
  if (proof === undefined) throw new Error(`there is no proof; ${again}`);

  it('tells of every fault there is, and of no other', () => {
    expect(
      proof.faults.map((f) => f.id),
      again,
    ).toEqual(faults.map((f) => f.id).sort());
  });

  it('tells of every check of every version, and of no other', () => {
    const told = new Set([
      ...proof.checks.flatMap(({ id, killers }) => killers.flatMap((k) => k.in.map((spec) => `${id}@${spec}`))),
      ...proof.moot.map((entry) => entry.slice(0, entry.indexOf(': '))),
    ]);
    const planned = new Set(checksOf(planOf(root, {}).plan).keys());
    expect(
      [...planned].filter((key) => !told.has(key)),
      again,
    ).toEqual([]);
    expect(
      [...told].filter((key) => !planned.has(key)),
      again,
    ).toEqual([]);
  });

  it('tells of every legal variant', () => {
    expect(
      proof.variants.map((v) => v.id),
      again,
    ).toEqual(variants.map((v) => v.id).sort());
    expect(proof.variants.length).toBeGreaterThanOrEqual(6);
  });

  it('is complete, and the page beside it says the same', () => {
    expect(isComplete(proof)).toBe(true);
    expect(readFileSync(`${root}${PROOF_FILE}`, 'utf8')).toBe(serializeProof(proof));
    expect(readFileSync(`${root}docs/proof.md`, 'utf8')).toBe(proofMarkdown(proof));
  });

  it('gives a reason for everything that cannot be noticed, and there is little of it', () => {
    const hidden = proof.faults.filter((f) => f.unobservable !== undefined);
    expect(hidden.length).toBeLessThan(10);
    expect(hidden.every((f) => (f.unobservable ?? '').length > 40)).toBe(true);
  });

  it('is not needed', () => {
    expect(existsSync(`${root}tests/${PROOF_FILE}`)).toBe(false);
    expect(readProof(`${root}tests`)).toBeUndefined();
  });
});
