/** Whoever has installed Plumbline has targets alone: the contracts are the package's. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { plumbline, tempFolder } from './support.ts';

const TARGET =
  'target: acme\nembedded: true\nenvironment: test\nservices: { partner-onboarding: { spec: ["1.0.0"] } }\nwaivers: waivers.yaml\n';

function waivers(checks: string): string {
  return `waivers:\n  - { checks: "${checks}", symptom: { actual: x }, reason: r, owner: o, expires: 2026-01-01 }\n`;
}

describe('lint in a folder of targets', () => {
  const cwd = tempFolder();
  const folder = path.join(cwd, 'targets', 'acme');
  mkdirSync(folder, { recursive: true });
  const linted = (target: string, waiver: string): ReturnType<typeof plumbline> => {
    writeFileSync(path.join(folder, 'target.yaml'), target);
    writeFileSync(path.join(folder, 'waivers.yaml'), waiver);
    return plumbline(['lint'], { cwd });
  };

  it('reads them, and tells which waivers have expired', async () => {
    const { code, stdout } = await linted(TARGET, waivers('partner-onboarding/**'));
    expect(code, stdout).toBe(0);
    expect(stdout).toMatch(
      /\n1 waiver to renew [^\n]*\n {2}targets\/acme\/waivers\.yaml:2:5 partner-onboarding\/\*\* expired /,
    );
  });

  it('holds the waivers of a single target against its plan too', async () => {
    writeFileSync(path.join(folder, 'target.yaml'), TARGET);
    writeFileSync(path.join(folder, 'waivers.yaml'), waivers('partner-onboarding/nothing/**'));
    const { code, stdout } = await plumbline(['lint', 'targets/acme/target.yaml'], { cwd });
    expect(code, stdout).toBe(2);
    expect(stdout).toContain('targets/acme/waivers.yaml:2:5: the waiver matches no check');
  });

  it('tells what is wrong in one of them', async () => {
    expect(await linted(`${TARGET}bogus: [\n`, waivers('partner-onboarding/**'))).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/^targets\/acme\/target\.yaml:7:1: not valid YAML/) as string,
    });
    const { code, stdout } = await linted(TARGET, waivers('partner-onboarding/nothing/**'));
    expect(code).toBe(2);
    expect(stdout).toContain('targets/acme/waivers.yaml:2:5: the waiver matches no check');
  });
});
