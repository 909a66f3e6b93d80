/** A fault seeded into a reference service turns exactly the checks red that are about it, and the run to exit 1. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ReportCheck } from '../../src/report/model.ts';
import { atOnce } from '../cli/support.ts';
import { failing, reportOf, serve, temporary } from './support.ts';

interface Seeded {
  readonly fault: string;
  /** Whether a check is about it. */
  readonly turnsRed: (check: ReportCheck) => boolean;
}

const SEEDED: readonly Seeded[] = [
  { fault: 'partner-onboarding.token.audience.off', turnsRed: (c) => c.rule === 'access.other-audience' },
  {
    fault: 'partner-onboarding.version.announced-version-wrong',
    turnsRed: (c) => c.endpoint === 'service-description' && c.rule === 'definition.version',
  },
  {
    fault: 'partner-onboarding.partners.read.date-missing',
    turnsRed: (c) => c.endpoint === 'partners' && c.operation === 'read' && c.rule === 'http.date',
  },
];

const refs = (checks: readonly ReportCheck[]): readonly string[] => checks.map((c) => `${c.id}@${c.spec}`).sort();

async function run(args: readonly string[]): Promise<{
  readonly code: number | null;
  readonly stdout: string;
  readonly checks: readonly ReportCheck[];
  readonly red: readonly string[];
}> {
  const out = path.join(temporary(), 'out');
  const { code, stdout, stderr } = await atOnce(['run', '--service', 'partner-onboarding', '--out', out, ...args]);
  const report = reportOf(out);
  expect(
    report.checks.filter((c) => c.verdict === 'untested' || c.verdict === 'inconclusive').map((c) => c.id),
    stderr,
  ).toEqual([]);
  return { code, stdout, checks: report.checks, red: refs(failing(report)) };
}

describe('plumbline run --fault', () => {
  test('one fault', async () => {
    const [, , last] = SEEDED;
    if (last === undefined) throw new Error('no fault');
    const { code, stdout, checks, red } = await run([
      '--fault',
      last.fault,
      '--only',
      'partner-onboarding/partners/**',
    ]);
    expect(red).toEqual(refs(checks.filter(last.turnsRed)));
    expect(red).toHaveLength(1);
    expect(code).toBe(1);
    expect(stdout).toContain('http.date');
    expect(stdout).toContain('BLOCK');
  });

  test('a fault that nobody knows is told with the target that it stands in, where it stands in one', async () => {
    const target = path.join(temporary(), 'mine.yaml');
    const text = 'target: mine\nenvironment: test\nembedded: true\nfaults: [nothing.wrong]\n';
    writeFileSync(target, `${text}services: { partner-onboarding: { spec: ["1.0.0"] } }\n`);
    const { code, stderr } = await atOnce(['run', '--target', target]);
    expect(stderr).toContain(`${target}: There is no fault "nothing.wrong".`);
    expect(code).toBe(2);
  });
});

describe('plumbline serve --fault', () => {
  test('several faults, each with its own checks', async () => {
    const served = await serve(['--service', 'partner-onboarding', '--fault', SEEDED.map((s) => s.fault).join(',')]);
    try {
      const { code, checks, red } = await run(['--target', served.target]);
      for (const { fault, turnsRed } of SEEDED)
        expect(checks.filter((c) => turnsRed(c) && c.verdict === 'fail').length, fault).toBeGreaterThan(0);
      expect(red).toEqual(
        refs(checks.filter((c) => SEEDED.some((s) => s.turnsRed(c) && c.verdict !== 'inapplicable'))),
      );
      expect(code).toBe(1);
    } finally {
      await served.stop();
    }
  });
});
