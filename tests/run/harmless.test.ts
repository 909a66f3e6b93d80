/** What a run does to a service of somebody else: nothing but reading, until a contract says otherwise. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStrangeService, writesOf, type StrangeService } from './strange-service.ts';
import { playwright, plumbline, reportOf, temporary } from './support.ts';

let service: StrangeService;

beforeEach(async () => {
  service = await openStrangeService();
});
afterEach(() => service.close());

const stored = (): readonly (readonly [string, string])[] => [...service.records];

describe('a draft', () => {
  it.each(['/things', '/things/1'])('of one address, %s, does nothing but read there', { timeout: 240_000 }, async (address) => {
    const folder = path.join(temporary(), 'draft');
    const before = stored();
    const made = await plumbline(['init', folder, '--endpoint', `${service.url}${address}`, '--service', 'strange']);
    expect(made.code, made.stderr).toBe(0);
    const run = await plumbline(['run', '--target', 'test'], { cwd: folder });
    expect([0, 1, 3], run.stdout + run.stderr).toContain(run.code);
    const report = reportOf(path.join(folder, 'reports', 'latest'));
    expect(report.run.exchanges).toBeGreaterThan(10);
    expect(service.received.length).toBeGreaterThan(10);
    expect(writesOf(service.received)).toEqual([]);
    expect(stored()).toEqual(before);
    expect(report.checks.filter((c) => c.rule === 'method.unsupported' || c.rule === 'method.trace')).toEqual([]);
  });
});

describe('a production target', () => {
  const target = (): string => {
    const file = path.join(temporary(), 'production.yaml');
    writeFileSync(
      file,
      `target: somewhere\nenvironment: production\nservices:\n  partner-onboarding: { baseUrl: "${service.url}", spec: ["1.0.0"], bearer: { env: SOME_TOKEN } }\nlimits: { concurrency: 4, timeoutMs: 5000 }\n`,
    );
    return file;
  };
  const env = { SOME_TOKEN: 'a-token-of-somebody' };

  it('gets no writes of a run, and no watching record where nothing writes', { timeout: 240_000 }, async () => {
    const out = temporary();
    const whole = await plumbline(['run', '--target', target(), '--out', out], { env });
    expect(whole.code).toBe(3);
    expect(whole.stderr).toContain('is production, and this run would write to it');
    const reads = await plumbline(['run', '--target', target(), '--only', 'partner-onboarding/service-description/read/outcome.accepted', '--out', out], { env });
    expect(reads.code, reads.stdout + reads.stderr).not.toBe(4);
    expect(service.received.length).toBeGreaterThan(0);
    expect(writesOf(service.received)).toEqual([]);
  });

  it('gets none of a bare "npx playwright test" either', { timeout: 240_000 }, async () => {
    // Without our reporters each test sends its own group.
    for (const more of [
      ['--grep', 'partners'],
      ['--grep', 'create.*success', '--reporter=line'],
    ]) {
      const out = temporary();
      const ended = await playwright(more, out, { ...env, PLUMBLINE_TARGET: target() });
      expect(ended.stdout + ended.stderr).toContain('production');
      expect(writesOf(service.received)).toEqual([]);
      if (more.includes('--reporter=line')) continue;
      const { checks } = reportOf(out);
      expect(checks.filter((c) => c.verdict === 'fail' && c.operation === 'create' && /^(outcome|input|lifecycle)\./.test(c.rule))).toEqual([]);
      expect(checks.find((c) => c.id === 'partner-onboarding/partners/create/outcome.accepted')).toMatchObject({
        verdict: 'inconclusive',
        cause: expect.stringContaining('the target is production, and nobody has allowed writes (POST)') as string,
      });
    }
  });
});
