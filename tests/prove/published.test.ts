/** The published proof, held against the faults and checks of today. Whether it still holds, `npm run prove` tells. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faults, variants } from '../../services/index.ts';
import { serializeProof } from '../../src/prove/render.ts';
import { checksByKey, isCompleteProof, proofKey } from '../../src/prove/score.ts';
import { planned } from '../plan/support.ts';
import { PROOF_FILE, readPublishedProof } from '../../src/project/published-proof.ts';

const root = new URL('../..', import.meta.url).pathname;
const again = 'run: npm run prove';

describe('docs/proof.json', () => {
  const proof = readPublishedProof(root);
  if (proof === undefined) throw new Error(`there is no proof; ${again}`);
  const checksNow = checksByKey(planned().plan);

  it('counts every fault and every check of today, version by version', () => {
    const moot = new Set(proof.moot.map((entry) => entry.slice(0, entry.indexOf(': '))));
    const counted = (service: string, spec: string): number =>
      [...checksNow.values()].filter(
        (check) => check.service === service && check.spec === spec && !moot.has(proofKey(check.id, check.spec)),
      ).length;
    expect(
      proof.versions.map((v) => [v.service, v.spec, v.checks]),
      again,
    ).toEqual(proof.versions.map((v) => [v.service, v.spec, counted(v.service, v.spec)]));
    expect(new Set(proof.versions.map((v) => `${v.service}@${v.spec}`))).toEqual(
      new Set([...checksNow.values()].map((check) => `${check.service}@${check.spec}`)),
    );
  });

  it('names for each rule a fault that exists and a check of that rule that it turns red', () => {
    const rules = [...new Set([...checksNow.values()].map((check) => check.rule))].sort();
    expect(
      proof.rules.map(({ rule }) => rule),
      again,
    ).toEqual(rules);
    const known = new Set(faults.map((f) => f.id));
    for (const { rule, proof: found } of proof.rules) {
      expect(found, `${rule} has no proof; ${again}`).toBeDefined();
      expect(known.has(found?.by ?? ''), `${rule}: ${found?.by ?? ''}; ${again}`).toBe(true);
      for (const spec of found?.in ?? [])
        expect(
          checksNow.get(proofKey(found?.check ?? '', spec))?.rule,
          `${rule}: ${found?.check ?? ''}@${spec}; ${again}`,
        ).toBe(rule);
    }
  });

  it('tells of every legal variant', () => {
    expect(
      proof.variants.map((v) => v.id),
      again,
    ).toEqual(variants.map((v) => v.id).sort());
    expect(proof.variants.length).toBeGreaterThanOrEqual(6);
  });

  it('is complete and small', () => {
    expect(isCompleteProof(proof)).toBe(true);
    const text = readFileSync(`${root}${PROOF_FILE}`, 'utf8');
    expect(text).toBe(serializeProof(proof));
    expect(text.length).toBeLessThan(200_000);
  });

  it('gives a reason for everything that cannot be noticed, and there is little of it', () => {
    const hidden = proof.faults.filter((f) => f.unobservable !== undefined);
    expect(hidden.map((f) => f.id)).toEqual(
      faults
        .filter((f) => f.unobservable !== undefined)
        .map((f) => f.id)
        .sort(),
    );
    expect(hidden.length).toBeLessThan(10);
    expect(hidden.every((f) => (f.unobservable ?? '').length > 40)).toBe(true);
  });

  it('is not needed', () => {
    expect(existsSync(`${root}tests/${PROOF_FILE}`)).toBe(false);
    expect(readPublishedProof(`${root}tests`)).toBeUndefined();
  });
});
