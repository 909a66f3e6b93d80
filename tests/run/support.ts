/** The command line and Playwright's runner as other people start them: processes of their own, in folders of their own. */
import type { Ended } from '../ended.ts';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { readText } from '../../src/project/files.ts';
import { parseReport } from '../../src/report/serialize.ts';
import { readWholeReport } from '../../src/run/evidence.ts';
import type { Report, ReportCheck } from '../../src/report/model.ts';
import { afterEachFile } from '../clean-up.ts';
import { temporary } from '../temporary.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const LAUNCHER = path.join(ROOT, 'bin', 'plumbline.js');
const PLAYWRIGHT = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')),
  'cli.js',
);

const running = new Set<ChildProcess>();
afterEachFile(() => {
  for (const child of running) child.kill('SIGKILL');
});

export { temporary };

export interface StartOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called with everything that came so far, whenever more comes, and the process's id. */
  readonly onOutput?: (text: string, pid: number) => void;
}

/** This test's own runner leaves variables behind that would change the runner under test. */
function environment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(PLUMBLINE_|VITEST|TEST|NODE_ENV$|CI$|FORCE_COLOR|NO_COLOR|PW)/.test(name),
  );
  return { ...Object.fromEntries(kept), ...more };
}

function start(file: string, args: readonly string[], options: StartOptions): Promise<Ended> {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: options.cwd ?? temporary(),
    env: environment(options.env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const out: string[] = [];
  const err: string[] = [];
  child.stdout.on('data', (data: Buffer) => {
    out.push(data.toString('utf8'));
    options.onOutput?.([...out, ...err].join(''), child.pid ?? 0);
  });
  child.stderr.on('data', (data: Buffer) => {
    err.push(data.toString('utf8'));
    options.onOutput?.([...out, ...err].join(''), child.pid ?? 0);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      running.delete(child);
      resolve({ code, stdout: out.join(''), stderr: err.join('') });
    });
  });
}

export function plumbline(args: readonly string[], options: StartOptions = {}): Promise<Ended> {
  return start(LAUNCHER, args, options);
}

/** `npx playwright test …` in the project's own folder. */
export function playwright(
  args: readonly string[],
  out: string,
  more: Readonly<Record<string, string>> = {},
  cwd = ROOT,
  onOutput?: StartOptions['onOutput'],
): Promise<Ended> {
  return start(PLAYWRIGHT, ['test', ...args], {
    cwd,
    env: { PLUMBLINE_OUT: out, ...more },
    ...(onOutput === undefined ? {} : { onOutput }),
  });
}

/** The reference with few versions: Playwright by itself plans all that the target names, whatever is selected of it. */
export function smallTarget(services = 'partner-onboarding: { spec: ["1.0.0"] }'): Readonly<Record<string, string>> {
  const file = path.join(temporary(), 'target.yaml');
  const head = 'target: reference\nenvironment: test\nembedded: true\nanswers: defaults\n';
  writeFileSync(file, `${head}services: { ${services} }\n`);
  return { PLUMBLINE_TARGET: file };
}

/** One of the two in another copy of the project, which is the working folder then. */
export function startIn(
  copy: string,
  what: 'plumbline' | 'playwright',
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return what === 'plumbline'
    ? start(path.join(copy, 'bin', 'plumbline.js'), args, { cwd: copy, env })
    : start(PLAYWRIGHT, ['test', ...args], { cwd: copy, env });
}

/** `npx playwright merge-reports` with the project's configuration. */
export function mergeReports(blobs: string, out: string, more: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return start(PLAYWRIGHT, ['merge-reports', '--config', path.join(ROOT, 'playwright.config.ts'), blobs], {
    cwd: ROOT,
    env: { PLUMBLINE_OUT: out, ...more },
  });
}

/** Raises the rate limit of a drafted target, which is meant for services of other people. */
export function withoutRateLimit(project: string): void {
  const file = path.join(project, 'targets', 'test', 'target.yaml');
  const text = readFileSync(file, 'utf8');
  if (!/requestsPerSecond: \d+/.test(text)) throw new Error(`${file} has no rate limit`);
  writeFileSync(file, text.replace(/requestsPerSecond: \d+/, 'requestsPerSecond: 500'));
}

export interface Served {
  readonly services: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly identityProvider: string;
  readonly control: string;
  /** A target file for what listens. */
  readonly target: string;
  readonly stop: () => Promise<void>;
}

/** `plumbline serve`, once it listens. */
export async function serve(args: readonly string[] = []): Promise<Served> {
  const child = spawn(process.execPath, [LAUNCHER, 'serve', ...args], {
    cwd: temporary(),
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const line = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (data: Buffer) => {
      text += data.toString('utf8');
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    child.once('close', (code) => reject(new Error(`serve ended with ${code}: ${text}`)));
  });
  const ready = JSON.parse(line) as Omit<Served, 'stop'>;
  const stop = async (): Promise<void> => {
    running.delete(child);
    child.kill('SIGTERM');
    await closed;
  };
  return { ...ready, stop };
}

/** The report of a folder, with the whole rows of its checks. */
export function reportOf(out: string): Report {
  const file = path.join(out, 'report.json');
  return readWholeReport(out, parseReport(readFileSync(file, 'utf8'), file));
}

export function verdictsOf(report: Report): ReadonlyMap<string, string> {
  return new Map(report.checks.map((c) => [`${c.id}@${c.spec}`, c.verdict]));
}

export function failing(report: Report): readonly ReportCheck[] {
  return report.checks.filter((c) => c.verdict === 'fail');
}

/** Every file below a folder. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    return statSync(file).isDirectory() ? filesBelow(file) : [file];
  });
}

/** What a file says, with the packed parts of a report page unpacked. */
export function contentOf(file: string): string {
  const text = readText(file);
  if (!file.endsWith('.html')) return text;
  const blocks = [...text.matchAll(/<script[^>]*\bid="[^"]*"[^>]*>([A-Za-z0-9+/=]+)<\/script>/g)];
  return [text, ...blocks.map((match) => inflateSync(Buffer.from(match[1] ?? '', 'base64')).toString('utf8'))].join(
    '\n',
  );
}

/** Lines of the evidence of partner-onboarding, in plan order. */
export function evidenceLines(out: string): readonly string[] {
  return readText(path.join(out, 'evidence', EVIDENCE_FILE))
    .trim()
    .split('\n');
}

/** Replaces the evidence of partner-onboarding, compressed as a run writes it. */
export function writeEvidenceLines(out: string, text: string): void {
  writeFileSync(path.join(out, 'evidence', EVIDENCE_FILE), gzipSync(text));
}

export const EVIDENCE_FILE = 'partner-onboarding@1.0.0.ndjson.gz';

/** SIGKILL to a process and to all that it started. */
export function killTree(root: number): void {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = (pid: number): readonly number[] => [
    pid,
    ...rows.flatMap(([own = 0, parent]) => (parent === pid ? below(own) : [])),
  ];
  for (const pid of below(root)) process.kill(pid, 'SIGKILL');
}

/** The file that each worker of Playwright's is started from. */
export const WORKER = 'workerProcessEntry.js';

/** Counts the processes of Node that are started with its environment, by the name of their file. */
export function countingProcesses(): {
  readonly env: Readonly<Record<string, string>>;
  readonly started: (file: string) => number;
} {
  const folder = temporary();
  const [script, log] = [path.join(folder, 'count.mjs'), path.join(folder, 'started')];
  writeFileSync(log, '');
  writeFileSync(
    script,
    `import { appendFileSync } from 'node:fs';\nappendFileSync(${JSON.stringify(log)}, process.pid + ' ' + (process.argv[1] ?? '') + '\\n');\n`,
  );
  return {
    env: { NODE_OPTIONS: `--import=${pathToFileURL(script).href}` },
    started: (file) => {
      const lines = readFileSync(log, 'utf8').split('\n');
      return new Set(lines.filter((line) => line.endsWith(`${path.sep}${file}`))).size;
    },
  };
}

/** The content of each file in a ZIP archive, by its central directory. */
export function unzipped(archive: Buffer): readonly Buffer[] {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  const parts: Buffer[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [method, size, local] = [
      archive.readUInt16LE(at + 10),
      archive.readUInt32LE(at + 20),
      archive.readUInt32LE(at + 42),
    ];
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(begin, begin + size);
    parts.push(method === 0 ? packed : inflateRawSync(packed));
    at += 46 + archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return parts;
}
