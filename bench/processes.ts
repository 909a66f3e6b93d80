/** Whole processes, measured from outside, and the reference services that they are measured against. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../', import.meta.url));
export const LAUNCHER = path.join(ROOT, 'bin', 'plumbline.js');

export interface Cost {
  readonly ms: number;
  /** Processor time of the process and of all that it started. */
  readonly cpuMs: number;
}

export interface Ended extends Cost {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A shell tells how much processor time its children took, once they have ended. */
const TIMED = '"$@"; code=$?; times >&2; exit $code';

export function run(
  program: string,
  args: readonly string[],
  cwd = ROOT,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Ended> {
  const started = performance.now();
  const child = spawn('sh', ['-c', TIMED, 'sh', program, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.on('data', (data: Buffer) => void out.push(data.toString('utf8')));
  child.stderr.on('data', (data: Buffer) => void err.push(data.toString('utf8')));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const [stdout, stderr] = [out.join(''), err.join('')];
      resolve({ code, ms: performance.now() - started, cpuMs: childrensTime(stderr), stdout, stderr });
    });
  });
}

/** The last line that `times` prints: minutes and seconds of the user and of the system. */
function childrensTime(text: string): number {
  const last = text.trimEnd().split('\n').at(-1) ?? '';
  return [...last.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, match) => sum + (Number(match[1]) * 60 + Number(match[2])) * 1000,
    0,
  );
}

export interface Measured extends Cost {
  /** The most memory that it held. */
  readonly bytes: number;
}

/** Tells with its last breath how much memory a process held at most. */
const TELLING = `data:text/javascript,process.on('exit',()=>process._rawDebug('most '+process.resourceUsage().maxRSS))`;

export async function measured(words: readonly string[], cwd: string, codes: readonly number[]): Promise<Measured> {
  const { ms, cpuMs, code, stdout, stderr } = await run(process.execPath, ['--import', TELLING, ...words], cwd);
  const [, most] = /^most (\d+)$/m.exec(stderr) ?? [];
  if (code === null || !codes.includes(code) || most === undefined)
    throw new Error(`ended with ${code}\n${stdout}${stderr}`);
  return { ms, cpuMs, bytes: Number(most) * 1024 };
}

export interface Served {
  readonly services: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly control: string;
  readonly target: string;
  readonly stop: () => Promise<void>;
}

export async function serve(...args: readonly string[]): Promise<Served> {
  const child = spawn(process.execPath, [LAUNCHER, 'serve', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ready = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (data: Buffer) => resolve(data.toString('utf8')));
    child.once('close', () => reject(new Error('the reference services did not start')));
  });
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      child.once('close', () => resolve());
      child.kill('SIGTERM');
    });
  return { ...(JSON.parse(ready) as Omit<Served, 'stop'>), stop };
}

export async function clear(served: Served): Promise<void> {
  const { status } = await fetch(`${served.control}/clear`, { method: 'POST' });
  if (status !== 204) throw new Error(`clearing the data of the services returned ${status}`);
}

/** Of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [below, above] = [sorted[Math.ceil(middle) - 1] ?? 0, sorted[Math.floor(middle)] ?? 0];
  return (below + above) / 2;
}
