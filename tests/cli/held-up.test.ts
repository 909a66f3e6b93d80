/** One version of a service that is away keeps no other from being judged, and is judged once it is back. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/model.ts';
import { parseXml } from '../report/xml-reader.ts';
import { plumbline, ROOT } from './support.ts';

const base = mkdtempSync(path.join(tmpdir(), 'plumbline-held-up-'));
const [SERVICE, AWAY, THERE] = ['student-reporting', '4.0.1', '3.0.8'];
let served: ChildProcess | undefined;
let target = '';

beforeAll(async () => {
  served = spawn(
    process.execPath,
    [path.join(ROOT, 'bin', 'plumbline.js'), 'serve', '--service', SERVICE, '--spec', `${THERE},${AWAY}`],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  target = await new Promise<string>((resolve, reject) => {
    served?.stdout?.once('data', (data: Buffer) =>
      resolve((JSON.parse(data.toString()) as { readonly target: string }).target),
    );
    served?.once('exit', (code) => reject(new Error(`plumbline serve ended with ${code}`)));
  });
});

afterAll(() => {
  served?.kill('SIGTERM');
  rmSync(base, { recursive: true, force: true });
});

const reportIn = (out: string): Report => JSON.parse(readFileSync(path.join(out, 'report.json'), 'utf8')) as Report;
/** The verdicts of a version, each once. */
const verdicts = ({ checks }: Report, version: string): readonly string[] =>
  [...new Set(checks.filter(({ spec }) => spec === version).map(({ verdict }) => verdict))].toSorted();

describe('a version that is away', () => {
  const out = path.join(base, 'out');

  it('is not judged, and the others are', async () => {
    const there = readFileSync(target, 'utf8');
    const file = path.join(path.dirname(target), 'part.yaml');
    writeFileSync(file, there.replace(/(4\.0\.1: )"http:[^"]*"/, '$1"http://127.0.0.1:9"'));
    const words = ['run', '--target', file, '--only', 'campuses/read', '--out', out];
    const ended = await plumbline(words);
    expect(ended.code, ended.stderr).toBe(3);
    expect(ended.stderr).toContain(`${SERVICE} ${AWAY} cannot be judged: http://127.0.0.1:9 refused the connection\n`);
    expect(ended.stderr).toContain(`still judged: ${SERVICE} ${THERE}\n`);
    const report = reportIn(out);
    expect(verdicts(report, AWAY)).toEqual(['inconclusive']);
    expect(verdicts(report, THERE)).toEqual(['inapplicable', 'pass']);
    expect(report.decision.reasons[0]).toMatchObject({
      code: 'preflight',
      text: `Preflight excluded a part of the run: ${SERVICE} ${AWAY}: http://127.0.0.1:9 refused the connection.`,
    });
    // What was judged is not sent again for it.
    expect(ended.stdout).toMatch(/\n {5}npx @plumbline\/harness run --resume /);
    const root = parseXml(readFileSync(path.join(out, 'junit.xml'), 'utf8'));
    expect(root.all('testsuite').map(({ attributes }) => attributes['name'])).toEqual([
      'preflight',
      `${SERVICE} ${THERE}`,
    ]);
    expect(root.attributes).toMatchObject({ errors: '1', tests: String(root.all('testcase').length) });
    expect((await plumbline(['judge', out])).stderr).toContain('judged again: the report is identical\n');
    writeFileSync(file, there);
  });

  it('is judged once it is back, and the rest is not sent again', async () => {
    const before = reportIn(out);
    const ended = await plumbline(['run', '--resume', out]);
    expect(ended.code, ended.stderr).toBe(0);
    const report = reportIn(out);
    for (const version of [AWAY, THERE]) expect(verdicts(report, version)).toEqual(['inapplicable', 'pass']);
    const evidence = ({ checks }: Report): readonly unknown[] =>
      checks.filter(({ spec }) => spec === THERE).map((check) => check.evidence);
    expect(evidence(report)).toEqual(evidence(before));
    expect(report.run.id).toBe(before.run.id);
  });
});
