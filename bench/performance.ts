/**
 * What a run costs, beside the least that the same exchanges can cost and beside what else people test APIs with:
 * `npx tsx bench/performance.ts [ROUNDS] [--sizes=N]`. It prints a page of figures;
 * docs/architecture.md has the most important ones. `--sizes=N` measures only the first N sizes.
 *
 * All are whole processes of compiled JavaScript, from the first line to the exit code, in turns against the same services,
 * whose data is cleared before each. The floor (`floor.ts`) sends with undici what a run was recorded to send, at the same
 * concurrency, and validates the answers with compiled ajv schemas. Uids are given out in the order of arrival, so that a part
 * of what is sent again names records that are not there: the floor is lower for it, never higher.
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
/** Each takes a second: enough of them for a median, however few rounds are asked for. */
const SAVES = 9;
/** Reads of one address, for whoever tests nothing else. */
const READS = [500, 2000, 5000];

interface Size {
  readonly services?: readonly string[];
  readonly specs?: readonly string[];
  readonly only?: string;
  /** Of the floor's time, which it is to take at most; absent where nothing is aimed at. */
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

/** Median, with the least and the most beside it. */
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

/** Each into a folder of its own: to remove thousands of files right before as many are written makes some disks slow. */
async function plumbline(target: string, folder: string, size: Size): Promise<Cost & { readonly exchanges: number }> {
  const out = mkdtempSync(path.join(folder, 'out-'));
  const words = ['run', '--target', target, ...wordsOf(size), '--out', out];
  const ended = await run(process.execPath, [LAUNCHER, ...words]);
  if (ended.code !== 0 && ended.code !== 3) throw new Error(`plumbline run ended with ${ended.code}\n${ended.stdout}`);
  return { ...ended, exchanges: Number(/([\d,]+) exchanges/.exec(ended.stdout)?.[1]?.replaceAll(',', '') ?? 0) };
}

/** How many requests there are in all, with signing in and removing. */
async function recorded(served: Served, file: string, size: Size): Promise<number> {
  await clear(served);
  const { most: _most, ...narrowed } = size;
  const settings = { runId: newRunId(), root: ROOT, target: served.target, out: tmpdir() };
  const recording = await record(openSession({ ...settings, ...narrowed }, process.env));
  writeRecording(file, recording);
  return recording.calls.length;
}

/** A row for each size: what was measured, in turns. */
async function bySize(served: Served, folder: string, floor: string): Promise<readonly string[]> {
  const file = path.join(folder, 'recording.json');
  const rows: string[] = [];
  const [first] = SIZES;
  // The first of all finds neither the service warm nor its own code in memory; it is not counted.
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

/** A service that is far away: the time on the clock beside the least that the allowed concurrency leaves. */
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
    return `${spread(times, seconds)}, ${spread(times, ratio)} times the ideal (${seconds(ideal)}: every request ${LATENCY_MS} ms, signing in and removing too, 8 at once; at most 1.3 is the aim)`;
  } finally {
    await served.stop();
  }
}

/** A row for each peer and number of reads. */
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
  say(`load and plan everything: ${planning.cpuMs.toFixed(0)} ms of processor time`);
  const many = path.join(folder, 'thousand');
  writeThousand(many);
  const thousand = measurePlanning(many, 'local', ROUNDS);
  say(`load and plan ${CONTRACTS} contracts: ${thousand.cpuMs.toFixed(0)} ms of processor time`);
  const author = await savedToJudged(served.target, SAVES);
  say(`saved to judged: ${spread(author.saves, seconds)}`);
  const sizes = await bySize(served, folder, await compiled('floor', built));
  const far = await farAway(served, folder);
  say(far);
  const walks = walkRows(await measureWalks(ROUNDS));
  say(walks.join('\n'));
  const scale = await measureScale();
  say(`${scale.checks} checks: ${scale.bytes} bytes`);
  const shared = await measureShards(served, folder, PARTS);
  say(`${PARTS} shards: ${shared.wholeMs} ms, ${shared.longestMs} ms`);
  const peers = await byPeer(folder);
  const text = `# What a run costs

Written by \`npx tsx bench/performance.ts ${ROUNDS}\`; Node ${process.version}, ${cpus().length} processors, on a machine in use: the
ratios count, and of them the ones of processor time most. Medians of ${ROUNDS}, with the least and the most, after one run that is not counted.

## Beside the floor

A whole \`plumbline run\`, with every check judged and every artefact written, beside undici and compiled ajv schemas sending the same requests and
validating the answers, which plan, judge, mask and write nothing.

| exchanges | plumbline run | floor | times the floor | of processor time | at most |
|---|---|---|---|---|---|
${sizes.join('\n')}

## A service that is far away

The first size against services that hold each answer back for ${LATENCY_MS} ms: ${far}.

## A long walk

A list is walked to its end, and once more, since only a list that nobody changed meanwhile may be called wrong. All that is judged of an answer is judged of each
page, and every record by its schema; beside it a loop of undici and a compiled ajv schema that asks for the same pages as often, and keeps nothing. At most 1.3 times
its processor time and 300 MB are the aim.

| records | pages | processor time | of the loop | times the loop | most memory | of the loop |
|---|---|---|---|---|---|---|
${walks.join('\n')}

## Beside others

So many reads of one address, the status and the schema of each answer judged, once each. Of ours each is a case of a contract with two checks, and the report is
written with all its views and the evidence; the others write nothing. A contract that was read before is not read again.

| | reads | clock | processor time |
|---|---|---|---|
${peers.join('\n')}

## Loading and planning

All contracts of this repository, in a process of their own, nothing kept from before: ${(planning.wallMs / 1000).toFixed(1)} s, ${(planning.cpuMs / 1000).toFixed(1)} s of processor time for ${number(planning.cases)} cases.
${number(CONTRACTS)} contracts of one small kind of record: ${seconds(thousand.wallMs)}, ${seconds(thousand.cpuMs)} of processor time for ${number(thousand.cases)} cases (at most 3 s is the aim).

## Very many checks

${number(scale.checks)} checks of ${number(scale.contracts)} contracts, with every view but Allure's files: ${seconds(scale.ms)}, ${seconds(scale.cpuMs)} of processor time, at most ${Math.round(scale.bytes / 1_000_000)} MB (1 GB is the aim); the page is ${(scale.pageBytes / 1_000_000).toFixed(1)} MB.

## For authors

From the saving of one contract to its verdict, with \`plumbline run --watch\`: ${spread(author.saves, seconds)} (at most 1 s is the aim), and ${seconds(author.first)} the first time, when nothing was sent before. It waits for a file to be saved ${seconds(author.ready)} after its start.

## Shards

Everything there is, in ${PARTS} parts that were sent one after the other, each alone as on a machine of its own and with 8 requests at once like the whole: ${seconds(shared.wholeMs)} whole, ${seconds(shared.longestMs)} the
longest part, ${(shared.wholeMs / shared.longestMs).toFixed(1)} times the speed (${PARTS} is the aim; to start and to plan takes as long for a part), and ${seconds(shared.mergeMs)} to join them and write every view. Neither whole nor parts write views.
`;
  process.stdout.write(text);
} finally {
  await served.stop();
  rmSync(folder, { recursive: true, force: true });
  rmSync(built, { recursive: true, force: true });
}
