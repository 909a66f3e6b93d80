/**
 * How much Plumbline costs beside the least that the same exchanges can cost: `npx tsx bench/exchanges.ts`.
 *
 * A plan of at least 5,000 exchanges is recorded once against the reference services. Then whole processes are
 * measured in turns, all of them compiled JavaScript against the same server, whose data is cleared before each:
 * `plumbline run` from its first line to its exit code, with every artefact written; and undici with compiled ajv
 * schemas (`floor.ts`), which sends the recorded requests at the same concurrency and validates the answers.
 *
 * Uids are given out in the order of arrival, so that a part of what is sent again names records that are not there. Its
 * answers are shorter than those that were recorded: the floor is lower for it, never higher. Processor time is told
 * beside the time on the clock, since other processes share the machine; the services' own is in neither.
 *
 * Ends with 1 where the median run takes more than 5 times the median floor.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { openSession } from '../src/project/session.ts';
import { newRunId, type RunSettings } from '../src/project/settings.ts';
import type { FloorResult } from './floor.ts';
import { measurePlanning } from './planning.ts';
import { record } from './record.ts';
import { writeRecording } from './recording.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const LAUNCHER = path.join(ROOT, 'bin', 'plumbline.js');
const LEAST_EXCHANGES = 5000;
const MOST_TIMES = 5;
const ROUNDS = Number(process.argv[2] ?? 3);
/** Whole versions are added until there are enough exchanges. */
const VERSIONS = ['1.0.0', '4.0.1', '3.0.8', '2.1.06', '2.1.05'] as const;

interface Served {
  readonly control: string;
  readonly target: string;
  readonly stop: () => Promise<void>;
}

interface Ended {
  readonly code: number | null;
  readonly ms: number;
  /** Processor time of the process and of all that it started. */
  readonly cpuMs: number;
  readonly stdout: string;
}

/** A shell tells how much processor time its children took, once they have ended. */
const TIMED = '"$@"; code=$?; times >&2; exit $code';

function run(file: string, args: readonly string[]): Promise<Ended> {
  const started = performance.now();
  const child = spawn('sh', ['-c', TIMED, 'sh', process.execPath, file, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.on('data', (data: Buffer) => void out.push(data.toString('utf8')));
  child.stderr.on('data', (data: Buffer) => void err.push(data.toString('utf8')));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ code, ms: performance.now() - started, cpuMs: childrensTime(err.join('')), stdout: out.join('') }),
    );
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

async function serve(): Promise<Served> {
  const child = spawn(process.execPath, [LAUNCHER, 'serve'], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  const ready = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (data: Buffer) => resolve(data.toString('utf8')));
    child.once('close', () => reject(new Error('the reference services did not start')));
  });
  const { control, target } = JSON.parse(ready) as { control: string; target: string };
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      child.once('close', () => resolve());
      child.kill('SIGTERM');
    });
  return { control, target, stop };
}

async function clear(served: Served): Promise<void> {
  const { status } = await fetch(`${served.control}/clear`, { method: 'POST' });
  if (status !== 204) throw new Error(`clearing the services was answered ${status}`);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Clock and processor time of both, with their ratios. */
function line(title: string, run: Pick<Ended, 'ms' | 'cpuMs'>, floor: Pick<Ended, 'ms' | 'cpuMs'>): string {
  const both = (name: string, one: number, other: number): string =>
    `${name} ${seconds(one)} / ${seconds(other)} = ${(one / other).toFixed(2)}`;
  return `${title.padEnd(9)} plumbline run / floor: ${both('clock', run.ms, floor.ms)}, ${both('processor', run.cpuMs, floor.cpuMs)}`;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** The recording of the fewest whole versions that have enough exchanges. */
async function recorded(
  served: Served,
  file: string,
): Promise<{ readonly specs: readonly string[]; readonly exchanges: number }> {
  for (let count = 1; count <= VERSIONS.length; count += 1) {
    const specs = VERSIONS.slice(0, count);
    await clear(served);
    const settings: RunSettings = {
      runId: newRunId(),
      root: ROOT,
      target: served.target,
      specs,
      out: tmpdir(),
    };
    const recording = await record(openSession(settings, process.env));
    if (recording.calls.length < LEAST_EXCHANGES && count < VERSIONS.length) continue;
    writeRecording(file, recording);
    return { specs, exchanges: recording.calls.length };
  }
  throw new Error('there are no versions');
}

/** `floor.ts` as one file of plain JavaScript, with its packages left where they are. */
async function compiledFloor(folder: string): Promise<string> {
  await build({
    root: ROOT,
    logLevel: 'error',
    build: {
      ssr: path.join(ROOT, 'bench', 'floor.ts'),
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: 'floor.mjs' } },
    },
  });
  return path.join(folder, 'floor.mjs');
}

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-bench-'));
// Below the project, so that the compiled file finds the same packages.
const compiled = path.join(ROOT, 'dist', 'bench');
mkdirSync(compiled, { recursive: true });
const served = await serve();
try {
  const planning = measurePlanning(ROOT);
  say(
    `load and plan everything, compiled   ${planning.wallMs.toFixed(0)} ms (${planning.cpuMs.toFixed(0)} ms of processor time; ${planning.cases} cases)`,
  );

  const file = path.join(folder, 'recording.json');
  const { specs, exchanges } = await recorded(served, file);
  const floor = await compiledFloor(compiled);
  say(`${exchanges} exchanges (versions ${specs.join(', ')}), ${ROUNDS} rounds in turns`);
  const times: { readonly run: Ended; readonly floor: Ended }[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    await clear(served);
    const plumbline = await run(LAUNCHER, [
      'run',
      '--target',
      served.target,
      '--spec',
      specs.join(','),
      '--out',
      path.join(folder, 'out'),
    ]);
    if (plumbline.code !== 0) throw new Error(`plumbline run ended with ${plumbline.code}\n${plumbline.stdout}`);
    await clear(served);
    const raw = await run(floor, [file]);
    const result = JSON.parse(raw.stdout) as FloorResult;
    times.push({ run: plumbline, floor: raw });
    say(
      `${line(`round ${round}`, plumbline, raw)}   floor: ${result.sent} sent, ${result.validated} validated, ${Math.round((100 * result.sameStatus) / result.sent)} % answered as recorded`,
    );
  }
  const middle = (of: (time: (typeof times)[number]) => Ended): Pick<Ended, 'ms' | 'cpuMs'> => ({
    ms: median(times.map((t) => of(t).ms)),
    cpuMs: median(times.map((t) => of(t).cpuMs)),
  });
  const [whole, least] = [middle((t) => t.run), middle((t) => t.floor)];
  const ratio = whole.ms / least.ms;
  say(`${line('median', whole, least)}   at most ${MOST_TIMES}`);
  process.exitCode = ratio > MOST_TIMES ? 1 : 0;
} finally {
  await served.stop();
  rmSync(folder, { recursive: true, force: true });
  rmSync(compiled, { recursive: true, force: true });
}
