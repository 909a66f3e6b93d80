/**
 * Cost of `plumbline run`, compared with plain HTTP requests and with other API testing tools:
 * `npx tsx bench/performance.ts [ROUNDS] [--sizes=N]`. Prints a Markdown page; docs/architecture.md has the main results.
 * `--sizes=N` measures only the first N sizes.
 *
 * Each measurement is a whole process of compiled JavaScript. The measurements alternate against the same services, whose data is cleared
 * before each. The baseline (`floor.ts`) sends the recorded requests of a run with undici at the same concurrency and validates the
 * responses with compiled ajv schemas. UIDs depend on the order of arrival, so some requests of the baseline name missing records. This
 * makes the baseline faster, never slower.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { openSession } from '../src/project/session.ts';
import { newRunId } from '../src/project/settings.ts';
import { measurePeer, PACKAGES, PEERS } from './peers.ts';
import { savedToJudged } from './author.ts';
import { compiled } from './compiled.ts';
import { measurePlanning } from './planning.ts';
import { clear, type Cost, LAUNCHER, median, ROOT, run, serve, type Served } from './processes.ts';
import { record } from './record.ts';
import { writeRecording } from './recording.ts';
import { measureScale } from './scale.ts';
import { measureShards } from './shards.ts';
import { CONTRACTS, writeThousand } from './thousand.ts';
import { measureWalks, walkRows } from './walk.ts';
import { called, numberOf } from '../scripts/called.ts';

const USAGE = 'npx tsx bench/performance.ts [ROUNDS] [--sizes N]';
const { values, positionals } = called(USAGE, {
  allowPositionals: true,
  options: { sizes: { type: 'string', default: '99' } },
});
const ROUNDS = numberOf(USAGE, 'ROUNDS', positionals[0] ?? '3');
const MEASURED = numberOf(USAGE, '--sizes', values.sizes);
const LATENCY_MS = 100;
const PARTS = 4;
/** Number of saves, independent of the rounds: each takes a second. */
const SAVES = 9;
/** Numbers of reads of one URL, for the comparison with other tools. */
const READS = [500, 2000, 5000];

interface Size {
  readonly services?: readonly string[];
  readonly specs?: readonly string[];
  readonly only?: string;
  /** Limit of the ratio to the baseline; absent without a target. */
  readonly most?: number;
}

const SIZES: readonly Size[] = [
  { specs: ['4.0.1'], only: 'student-reporting/courses-on-campus/**', most: 4 },
  { specs: ['4.0.1'], only: 'student-reporting/{students,unit-enrolments,campuses,courses,loans}/**', most: 3 },
  { services: ['student-reporting'], specs: ['3.0.8', '4.0.1'], most: 2.5 },
  {},
];

const say = (text: string): void => void process.stderr.write(`${text}\n`);
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const number = (value: number): string => value.toLocaleString('en');

/** Median, with minimum and maximum. */
function spread(values: readonly number[], shown: (value: number) => string): string {
  return `${shown(median(values))} (${shown(Math.min(...values))} to ${shown(Math.max(...values))})`;
}

function wordsOf({ services, specs, only }: Size): readonly string[] {
  return [
    ...(services === undefined ? [] : ['--service', services.join(',')]),
    ...(specs === undefined ? [] : ['--spec', specs.join(',')]),
    ...(only === undefined ? [] : ['--only', only]),
  ];
}

/** Each run has its own output folder, because some disks are slow after thousands of files were deleted. */
async function plumbline(target: string, folder: string, size: Size): Promise<Cost & { readonly exchanges: number }> {
  const out = mkdtempSync(path.join(folder, 'out-'));
  const words = ['run', '--target', target, ...wordsOf(size), '--out', out];
  const ended = await run(process.execPath, [LAUNCHER, ...words]);
  if (ended.code !== 0 && ended.code !== 3) throw new Error(`plumbline run ended with ${ended.code}\n${ended.stdout}`);
  return { ...ended, exchanges: Number(/([\d,]+) exchanges/.exec(ended.stdout)?.[1]?.replaceAll(',', '') ?? 0) };
}

/** Number of requests of a run, with sign-in and cleanup. */
async function recorded(served: Served, file: string, size: Size): Promise<number> {
  await clear(served);
  const { most: _most, ...narrowed } = size;
  const settings = { runId: newRunId(), root: ROOT, target: served.target, out: tmpdir() };
  const recording = await record(openSession({ ...settings, ...narrowed }, process.env));
  writeRecording(file, recording);
  return recording.calls.length;
}

/** A row for each size. */
async function bySize(served: Served, folder: string, floor: string): Promise<readonly string[]> {
  const file = path.join(folder, 'recording.json');
  const rows: string[] = [];
  const [first] = SIZES;
  // A warm-up run, which is not counted.
  if (first !== undefined) await plumbline(served.target, folder, first);
  for (const size of SIZES.slice(0, MEASURED)) {
    await recorded(served, file, size);
    const times: { readonly run: Cost; readonly floor: Cost }[] = [];
    let exchanges = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await clear(served);
      const whole = await plumbline(served.target, folder, size);
      exchanges = whole.exchanges;
      await clear(served);
      times.push({ run: whole, floor: await run(process.execPath, [floor, file]) });
    }
    const ratios = times.map((time) => time.run.ms / time.floor.ms);
    const cells = [
      number(exchanges),
      spread(
        times.map((time) => time.run.ms),
        seconds,
      ),
      spread(
        times.map((time) => time.floor.ms),
        seconds,
      ),
      spread(ratios, (ratio) => ratio.toFixed(1)),
      spread(
        times.map((time) => time.run.cpuMs / time.floor.cpuMs),
        (ratio) => ratio.toFixed(1),
      ),
      size.most === undefined ? 'none' : `${size.most}: ${median(ratios) <= size.most ? 'met' : 'not met'}`,
    ];
    rows.push(`| ${cells.join(' | ')} |`);
    say(rows.at(-1) ?? '');
  }
  return rows;
}

/** Wall time with a slow service, compared with the minimum that the concurrency allows. */
async function farAway(near: Served, folder: string): Promise<string> {
  const [size = {}] = SIZES;
  const ideal = ((await recorded(near, path.join(folder, 'far.json'), size)) * LATENCY_MS) / 8;
  const served = await serve('--latency', String(LATENCY_MS));
  try {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await clear(served);
      times.push((await plumbline(served.target, folder, size)).ms);
    }
    const ratio = (ms: number): string => (ms / ideal).toFixed(2);
    return `${spread(times, seconds)}, ${spread(times, ratio)} times the minimum (${seconds(ideal)}: every request takes ${LATENCY_MS} ms, also sign-in and cleanup, with 8 in parallel; target: at most 1.3)`;
  } finally {
    await served.stop();
  }
}

/** A row for each tool and number of reads. */
async function byPeer(folder: string): Promise<readonly string[]> {
  const peers = path.join(folder, 'peers');
  mkdirSync(peers);
  writeFileSync(path.join(peers, 'package.json'), '{ "private": true }\n');
  say(`installing ${PACKAGES.join(', ')}`);
  for (const name of PACKAGES) await run('npm', ['install', '--no-audit', '--no-fund', name], peers);
  const rows: string[] = [];
  for (const count of READS)
    for (const peer of PEERS) {
      const ended = await measurePeer(peer, peers, count);
      const cells = ended === undefined ? ['did not run here', ''] : [seconds(ended.ms), seconds(ended.cpuMs)];
      rows.push(`| ${peer.name} | ${number(count)} | ${cells.join(' | ')} |`);
      say(rows.at(-1) ?? '');
    }
  return rows;
}

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-bench-'));
// Below the project, so that the compiled file finds the same packages.
const built = path.join(ROOT, 'dist', 'bench');
mkdirSync(built, { recursive: true });
const served = await serve();
try {
  const planning = measurePlanning(ROOT, 'reference', 7);
  say(`load and plan all contracts: ${planning.cpuMs.toFixed(0)} ms of CPU time`);
  const many = path.join(folder, 'thousand');
  writeThousand(many);
  const thousand = measurePlanning(many, 'local', ROUNDS);
  say(`load and plan ${CONTRACTS} contracts: ${thousand.cpuMs.toFixed(0)} ms of CPU time`);
  const author = await savedToJudged(served.target, SAVES);
  say(`from save to verdict: ${spread(author.saves, seconds)}`);
  const sizes = await bySize(served, folder, await compiled('floor', built));
  const far = await farAway(served, folder);
  say(far);
  const walks = walkRows(await measureWalks(ROUNDS));
  say(walks.join('\n'));
  const scale = await measureScale();
  say(`${scale.checks} checks: ${scale.bytes} bytes of memory`);
  const shared = await measureShards(served, folder, PARTS);
  say(`${PARTS} shards: ${shared.wholeMs} ms, ${shared.longestMs} ms`);
  const peers = await byPeer(folder);
  const text = `# Cost of a run

Written by \`npx tsx bench/performance.ts ${ROUNDS}\`; Node ${process.version}, ${cpus().length} processors, shared with other processes: compare
the ratios, mainly those of CPU time. Each value is the median of ${ROUNDS} rounds, with minimum and maximum, after a warm-up run.

## Compared with the baseline

\`plumbline run\` judges every check and writes every output file. The baseline sends the same requests with undici and validates the responses with compiled
ajv schemas. It does not plan, judge, mask or write.

| exchanges | plumbline run | baseline | ratio | ratio of CPU time | target |
|---|---|---|---|---|---|
${sizes.join('\n')}

## Slow service

The first size, with services that delay each response by ${LATENCY_MS} ms: ${far}.

## Traversal of a long list

Plumbline reads all pages of a list twice, because a list may only be reported as wrong if no other client changed it. It judges each page like any response, and
validates every record. The baseline is a loop with undici and a compiled ajv schema that requests the same pages and keeps nothing. Target: at most 1.3 times
its CPU time, and 300 MB.

| records | pages | CPU time | baseline | ratio | maximum memory | baseline |
|---|---|---|---|---|---|---|
${walks.join('\n')}

## Compared with other tools

Reads of one URL. Every tool judges status and schema of each response once. In Plumbline each read is a case of a contract with two checks, and it writes the report
with all views and the evidence; the other tools write nothing. Plumbline reads an unchanged contract from its cache.

| tool | reads | wall time | CPU time |
|---|---|---|---|
${peers.join('\n')}

## Load and plan

All contracts of this repository, in a separate process without caches: ${(planning.wallMs / 1000).toFixed(1)} s, ${(planning.cpuMs / 1000).toFixed(1)} s of CPU time for ${number(planning.cases)} cases.
${number(CONTRACTS)} contracts with one small record each: ${seconds(thousand.wallMs)}, ${seconds(thousand.cpuMs)} of CPU time for ${number(thousand.cases)} cases (target: at most 3 s).

## Many checks

${number(scale.checks)} checks of ${number(scale.contracts)} contracts, with every view except the files of Allure: ${seconds(scale.ms)}, ${seconds(scale.cpuMs)} of CPU time, at most ${Math.round(scale.bytes / 1_000_000)} MB (target: 1 GB); the page has ${(scale.pageBytes / 1_000_000).toFixed(1)} MB.

## Watch mode

Time from a saved contract to its verdict, with \`plumbline run --watch\`: ${spread(author.saves, seconds)} (target: at most 1 s), and ${seconds(author.first)} for the first save. The command is ready ${seconds(author.ready)} after its start.

## Shards

All checks in ${PARTS} shards, one after the other, as if each had its own machine, with 8 parallel requests: ${seconds(shared.wholeMs)} without shards, ${seconds(shared.longestMs)} for
the longest shard, ${(shared.wholeMs / shared.longestMs).toFixed(1)} times as fast (target: ${PARTS}; start and planning take as long for a shard), and ${seconds(shared.mergeMs)} to merge them and write every view. Neither the run nor the shards write views.
`;
  process.stdout.write(text);
} finally {
  await served.stop();
  rmSync(folder, { recursive: true, force: true });
  rmSync(built, { recursive: true, force: true });
}
