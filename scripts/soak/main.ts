/**
 * Runs against a service that plays tricks, again and again in one process, and looks for growth:
 * `node --expose-gc --import tsx scripts/soak/main.ts [MINUTES]` (20 by default).
 *
 * Measured after each run: the heap after a collection, handles, open files and sockets. The first third is a warm-up; of the
 * rest, the second half is compared with the first. Exits with 1 if anything grows; otherwise writes
 * scripts/reliability/figures.json.
 */
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getHeapCodeStatistics } from 'node:v8';
import { called, numberOf } from '../called.ts';
import { readFigures, writeFigures } from '../reliability/render.ts';
import { runAgainst } from '../../tests/hostile/run.ts';
import { openHostileService, TRICKS, type HostileService } from '../../tests/hostile/service.ts';

const USAGE = 'node --expose-gc --import tsx scripts/soak/main.ts [MINUTES]';
const { positionals } = called(USAGE, { allowPositionals: true });
const MINUTES = numberOf(USAGE, 'MINUTES', positionals[0] ?? '20', 0);
const ONLY = 'partner-onboarding/partners/{create,read,update}/outcome.*{,/**}';
const MIB = 1024 * 1024;
/** Growth of the heap that is noise: what compilers and caches keep. */
const NOISE_MIB = 8;

interface Sample {
  /** In use after a collection, without compiled code, MiB: what is called often is compiled again, for as long as it runs. */
  readonly heap: number;
  /** Resident, MiB. */
  readonly resident: number;
  readonly handles: number;
  readonly files: number;
  readonly sockets: number;
}

/** Outside of Linux nobody lists them. */
function openFiles(): readonly string[] {
  if (!existsSync('/proc/self/fd')) return [];
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return [readlinkSync(path.join('/proc/self/fd', name))];
    } catch {
      return [];
    }
  });
}

async function sample(): Promise<Sample> {
  const { gc } = globalThis as { readonly gc?: () => void };
  if (gc === undefined) throw new Error('start it with node --expose-gc');
  // What was closed goes in the turns after it.
  await new Promise((resolve) => setTimeout(resolve, 50));
  gc();
  gc();
  const { heapUsed, rss } = process.memoryUsage();
  const { code_and_metadata_size, bytecode_and_metadata_size } = getHeapCodeStatistics();
  const files = openFiles();
  return {
    heap: (heapUsed - code_and_metadata_size - bytecode_and_metadata_size) / MIB,
    resident: rss / MIB,
    handles: process.getActiveResourcesInfo().length,
    files: files.length,
    sockets: files.filter((file) => file.startsWith('socket:')).length,
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const out = mkdtempSync(path.join(tmpdir(), 'plumbline-soak-'));
const samples: Sample[] = [];
const until = Date.now() + MINUTES * 60_000;
let place = 0;
let requests = 0;
// What hangs would leave little time for the others.
const tricks = TRICKS.filter((trick) => trick.class !== 'waiting');

/** A right answer, then a trick, and every trick in turn. */
async function openHostile(): Promise<HostileService> {
  const opened = await openHostileService('partner-onboarding', '1.0.0');
  opened.trick((asked) => {
    if (asked.number % 2 === 0) return undefined;
    const trick = tricks[(place += 1) % tricks.length];
    return trick?.ofTokens === asked.ofTokens ? trick : undefined;
  });
  return opened;
}

while (Date.now() < until || samples.length < 12) {
  // What a service keeps of its records grows with them, and is not what is looked for: it is another one each time.
  const hostile = await openHostile();
  await runAgainst(hostile, ONLY, out);
  requests += hostile.asked();
  await hostile.close();
  samples.push(await sample());
  if (samples.length % 20 === 0)
    process.stdout.write(`${samples.length} runs, ${requests} requests: ${JSON.stringify(samples.at(-1))}\n`);
}
rmSync(out, { recursive: true, force: true });

const steady = samples.slice(Math.floor(samples.length / 3));
const half = Math.floor(steady.length / 2);
const [earlier, later] = [steady.slice(0, half), steady.slice(half)];
const KEYS = ['heap', 'resident', 'handles', 'files', 'sockets'] as const;
const rows = KEYS.map((key) => ({
  key,
  first: samples[0]?.[key] ?? 0,
  before: median(earlier.map((s) => s[key])),
  after: median(later.map((s) => s[key])),
}));
const grown = rows.filter(({ key, before, after }) => {
  if (key === 'heap') return after - before > Math.max(NOISE_MIB, before * 0.1);
  // Resident memory is the allocator's to give back or not; the heap tells what is held.
  if (key === 'resident') return after - before > Math.max(64, before * 0.25);
  return after - before > 2;
});
const words: Readonly<Record<(typeof KEYS)[number], string>> = {
  heap: 'heap after a collection, without compiled code, MiB',
  resident: 'resident memory, MiB',
  handles: 'active handles',
  files: 'open files',
  sockets: 'open sockets',
};
const rounded = (value: number): number => Math.round(value * 10) / 10;
const soak = {
  minutes: MINUTES,
  runs: samples.length,
  requests,
  rows: rows.map(({ key, first, before, after }) => ({
    what: words[key],
    first: rounded(first),
    middle: rounded(before),
    last: rounded(after),
  })),
};
process.stdout.write(
  `${JSON.stringify(soak, undefined, 2)}\n${grown.length === 0 ? 'nothing grows' : `grows: ${grown.map(({ key }) => key).join(', ')}`}\n`,
);
if (grown.length > 0) process.exitCode = 1;
else writeFigures({ ...readFigures(), soak });
