/**
 * Cost of the traversal of a long list with validation of every record, compared with a loop that requests and validates the same pages.
 * `npx tsx bench/walk.ts [ROUNDS]` measures it alone.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compiled } from './compiled.ts';
import { LAUNCHER, measured, median, ROOT, type Measured } from './processes.ts';
import { PER_PAGE, serveRecords, WALKS, writeRecordsProject } from './records.ts';
import { called, numberOf } from '../scripts/called.ts';

/** Pages of one walk: the long one, and one to see by how much the memory grows. */
const PAGES = [1000, 5000] as const;

export interface Walked {
  readonly pages: number;
  readonly run: readonly Measured[];
  readonly bare: readonly Measured[];
}

export async function measureWalks(rounds: number): Promise<readonly Walked[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-walk-'));
  const built = path.join(ROOT, 'dist', 'bench');
  mkdirSync(built, { recursive: true });
  try {
    const bare = await compiled('bare-walk', built);
    const walked: Walked[] = [];
    for (const pages of PAGES) {
      const served = await serveRecords(pages * PER_PAGE);
      try {
        const project = path.join(folder, String(pages));
        writeRecordsProject(project, served.url, pages);
        const times: { readonly run: Measured; readonly bare: Measured }[] = [];
        for (let round = 0; round < rounds; round += 1)
          times.push({
            run: await measured([LAUNCHER, 'run', '--target', 'records', '--only', 'records/**'], project, [0, 3]),
            bare: await measured([bare, `${served.url}/records?limit=${PER_PAGE}`, String(WALKS)], project, [0]),
          });
        walked.push({ pages, run: times.map((time) => time.run), bare: times.map((time) => time.bare) });
      } finally {
        await served.stop();
      }
    }
    return walked;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(path.join(built, 'bare-walk.mjs'), { force: true });
  }
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Rows of a table: what was walked, and what that cost. */
export function walkRows(walked: readonly Walked[]): readonly string[] {
  return walked.map(({ pages, run: runs, bare }) => {
    const of = (times: readonly Measured[], pick: (one: Measured) => number): number => median(times.map(pick));
    const ratios = runs.map(({ cpuMs }, index) => cpuMs / (bare[index]?.cpuMs ?? Number.NaN));
    const cells = [
      (pages * PER_PAGE).toLocaleString('en'),
      pages.toLocaleString('en'),
      seconds(of(runs, ({ cpuMs }) => cpuMs)),
      seconds(of(bare, ({ cpuMs }) => cpuMs)),
      median(ratios).toFixed(1),
      megabytes(of(runs, ({ bytes }) => bytes)),
      megabytes(of(bare, ({ bytes }) => bytes)),
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

if (process.argv[1] === import.meta.filename) {
  const usage = 'npx tsx bench/walk.ts [ROUNDS]';
  const { positionals } = called(usage, { allowPositionals: true });
  const rounds = numberOf(usage, 'ROUNDS', positionals[0] ?? '3');
  process.stdout.write(`${walkRows(await measureWalks(rounds)).join('\n')}\n`);
}
