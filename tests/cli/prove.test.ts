import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { atOnce, plumbline, tempFolder } from './support.ts';

describe('plumbline prove', () => {
  it('lists faults and legal variants without trying any', async () => {
    const [all, some] = await Promise.all([
      atOnce(['prove', '--list', '--service', 'partner-onboarding']),
      atOnce(['prove', '--list', '--fault', '*.partners.update.status-500']),
    ]);
    expect(all.code).toBe(0);
    expect(all.stdout).toContain('partner-onboarding.partners.create.status-500\n');
    expect(all.stdout).toContain('Legal variants:\n');
    expect(all.stdout).not.toContain('student-reporting.');
    expect(some.stdout.split('\n').filter((line) => line !== '')).toHaveLength(2);
  });

  it('tries what it is asked for, says how it went and writes it down', async () => {
    const out = path.join(tempFolder(), 'proof');
    const ended = await plumbline([
      'prove',
      '--service',
      'partner-onboarding',
      '--fault',
      '*.partners.read.*',
      '--workers',
      '1',
      '--out',
      out,
    ]);
    expect(ended.code, ended.stdout + ended.stderr).toBe(0);
    expect(ended.stdout).toMatch(/^100 % of the seeded faults are noticed: \d+ of \d+/);
    expect(ended.stdout.split('\n').length).toBeLessThan(40);
    expect(ended.stderr).toMatch(/^\d+ of \d+ trials$/m);
    expect(readdirSync(out).sort()).toEqual(['proof.json', 'proof.md']);
    expect(JSON.parse(readFileSync(path.join(out, 'proof.json'), 'utf8'))).toMatchObject({
      schema: 'plumbline.proof/1',
      score: 100,
      survivors: [],
    });
  });

  it('refuses what it does not know', async () => {
    const ended = await Promise.all([
      atOnce(['prove', '--sample', '--publish']),
      atOnce(['prove', '--service', 'partners']),
      atOnce(['prove', '--spec', '9.9']),
      atOnce(['prove', '--fault', 'no-such-fault']),
      atOnce(['prove', '--workers', '0']),
    ]);
    expect(ended.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2]);
    const said = ended.map(({ stdout, stderr }) => stdout + stderr);
    expect(said[0]).toContain('--sample runs a fixed part');
    expect(said[1]).toContain('Services: ');
    expect(said[2]).toContain('Versions: ');
    expect(said[3]).toContain('no fault matches "no-such-fault"');
    expect(said[4]).toContain('--workers');
  });
});
