/**
 * Measures figures.json: `npx tsx scripts/reliability/main.ts [CLASS …]`. Runs every class of hostile input, or these classes,
 * in a process of its own, then all of them in one run; other classes keep their figures. Exits with 1, without writing, if
 * any input is not survived.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { arch, platform, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { everyTrick, MAX_MEMORY_MIB, MAX_REQUESTS } from '../../tests/hostile/everything.ts';
import { TRICKS } from '../../tests/hostile/service.ts';
import { called, misused } from '../called.ts';
import { CLASSES, tryClass, type Tried } from './classes.ts';
import { type ClassFigures, type Figures, readFigures, writeFigures } from './render.ts';

const USAGE = 'npx tsx scripts/reliability/main.ts [CLASS …]';
const OWN = fileURLToPath(import.meta.url);

/** In a process of its own. */
function measured(name: string): Tried {
  const { stdout, stderr, status } = spawnSync(process.execPath, [...process.execArgv, OWN, '--class', name], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const line = stdout.split('\n').find((text) => text.startsWith('{'));
  if (status !== 0 || line === undefined) throw new Error(`"${name}" ended its process with ${status}: ${stderr}`);
  return JSON.parse(line) as Tried;
}

async function atOnce(): Promise<Figures['atOnce'] & { readonly problems: readonly string[] }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-reliability-'));
  try {
    const run = await everyTrick(folder);
    const text = run.ended.stdout + run.ended.stderr;
    const problems = [
      ...(run.ended.code === 1 || run.ended.code === 3 ? [] : [`it ended with ${run.ended.code}: ${text}`]),
      ...(existsSync(path.join(run.out, 'report.json')) ? [] : ['it wrote no report']),
      ...TRICKS.flatMap((trick, index) => (run.played[index] === 0 ? [`not played: ${trick.what}`] : [])),
      ...run.leaks,
      ...(run.led === 0 ? [] : [`${run.led} requests went to somebody else`]),
      ...(run.requests < MAX_REQUESTS ? [] : [`it sent ${run.requests} requests`]),
      ...run.peaks.filter((peak) => peak >= MAX_MEMORY_MIB).map((peak) => `a process held ${peak} MiB`),
    ];
    return {
      tricks: TRICKS.length,
      played: run.played.reduce((sum, times) => sum + times, 0),
      code: run.ended.code ?? 0,
      requests: run.requests,
      secrets: run.leaks.length,
      peak: Math.max(...run.peaks),
      problems,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const { values, positionals: wanted } = called(USAGE, {
    options: { class: { type: 'string' } },
    allowPositionals: true,
  });
  const unknown = [values.class, ...wanted].find((name) => name !== undefined && !CLASSES.includes(name));
  if (unknown !== undefined)
    misused(USAGE, `there is no class "${unknown}", but ${CLASSES.map((name) => `"${name}"`).join(', ')}`);
  if (values.class !== undefined) {
    process.stdout.write(`${JSON.stringify(await tryClass(values.class))}\n`);
    return;
  }
  const before = readFigures();
  const failed: string[] = [];
  const classes = CLASSES.map((one): ClassFigures => {
    const known =
      wanted.length === 0 || wanted.includes(one) ? undefined : before.classes.find(({ name }) => name === one);
    if (known !== undefined) return known;
    const tried = measured(one);
    process.stdout.write(
      `${one}: ${tried.survived} of ${tried.inputs}, ${tried.secrets} secrets, ${tried.peak} MiB\n${tried.problems.map((problem) => `  ${problem}\n`).join('')}`,
    );
    const { problems, led, ...figures } = tried;
    if (problems.length > 0 || led > 0) failed.push(one);
    return { name: one, ...figures };
  });
  const { problems, ...whole } = await atOnce();
  process.stdout.write(
    `at once: exit ${whole.code}, ${whole.peak} MiB\n${problems.map((problem) => `  ${problem}\n`).join('')}`,
  );
  if (failed.length > 0 || problems.length > 0) {
    process.exitCode = 1;
    return;
  }
  writeFigures({
    ...before,
    machine: `Node ${process.version}, ${platform()} ${arch()}`,
    classes,
    atOnce: whole,
    bounds: { memory: MAX_MEMORY_MIB, requests: MAX_REQUESTS },
  });
}

await main();
