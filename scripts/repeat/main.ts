/**
 * Whole runs against the reference target again and again, each in another order and at another concurrency:
 * `npx tsx scripts/repeat/main.ts [TIMES] [FIRST SEED]`.
 *
 * Every check must have the verdict that it had in the first run, in plan order. Ends with 1 where one had another; the
 * reports of such runs are kept.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { called, numberOf } from '../called.ts';
import { parseReport } from '../../src/report/serialize.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const USAGE = 'npx tsx scripts/repeat/main.ts [TIMES] [FIRST SEED]';
const { positionals } = called(USAGE, { allowPositionals: true });
const times = numberOf(USAGE, 'TIMES', positionals[0] ?? '20');
const firstSeed = numberOf(USAGE, 'FIRST SEED', positionals[1] ?? '1', 0);
/** Of one request at a time nothing meets, so that what asks for it is not judged. */
const CONCURRENCIES = [8, 2, 24, 3, 64] as const;

interface Variation {
  readonly concurrency: number;
  /** None: in plan order. */
  readonly seed?: number;
}

const variations: readonly Variation[] = Array.from({ length: times }, (_none, index) => ({
  concurrency: CONCURRENCIES[index % CONCURRENCIES.length] ?? 8,
  ...(index === 0 ? {} : { seed: firstSeed + index }),
}));

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-repeat-'));
const reference = readFileSync(path.join(ROOT, 'targets', 'reference', 'target.yaml'), 'utf8');

/** The exit code and the verdict of every check. */
function run({ concurrency, seed }: Variation, out: string): ReadonlyMap<string, string> {
  const target = path.join(folder, 'target.yaml');
  writeFileSync(target, reference.replace(/concurrency: \d+/, `concurrency: ${concurrency}`));
  const order = seed === undefined ? [] : ['--shuffle', String(seed)];
  const args = ['run', '--target', target, '--out', out, ...order];
  const { status, stderr } = spawnSync(process.execPath, [path.join(ROOT, 'bin', 'plumbline.js'), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const file = path.join(out, 'report.json');
  try {
    const report = parseReport(readFileSync(file, 'utf8'), file);
    return new Map([
      ['exit code', String(status)],
      ...report.checks.map((c) => [`${c.id}@${c.spec}`, c.verdict] as const),
    ]);
  } catch {
    return new Map([['exit code', `${status}: ${stderr.slice(-500)}`]]);
  }
}

function differences(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((key) =>
    one.get(key) === other.get(key) ? [] : [`${key}: ${one.get(key)} and then ${other.get(key)}`],
  );
}

let first: ReadonlyMap<string, string> | undefined;
let different = 0;
for (const [index, variation] of variations.entries()) {
  const out = path.join(folder, 'out');
  const verdicts = run(variation, out);
  first ??= verdicts;
  const found = differences(first, verdicts);
  const counts = [...verdicts.values()].filter((verdict) => verdict === 'pass').length;
  process.stdout.write(
    `${String(index + 1).padStart(3)}  seed ${variation.seed ?? 'none'}, concurrency ${variation.concurrency}: exit code ${verdicts.get('exit code')}, ${counts} passes, ${found.length} differences\n`,
  );
  if (found.length === 0) continue;
  different += 1;
  const kept = `${folder}-${index + 1}`;
  renameSync(out, kept);
  process.stdout.write(`     ${found.slice(0, 10).join('\n     ')}\n     kept in ${kept}\n`);
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = different === 0 ? 0 : 1;
