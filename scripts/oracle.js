// `npm run oracle`: compares this tree with the tag `oracle-base` (or the tag given) by what both do: every check of the reference run with
// its requirement, level, basis and verdict, every exchange with its method and status, and the checks that turn red for the fixed list of
// faults. It builds the tag in a worktree outside of the repository and records it once; a second call reads the record.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { root } from './ensure.js';

const tag = process.argv[2] ?? 'oracle-base';
const home = path.join(os.tmpdir(), `plumbline-${tag}`);

function command(cwd, file, ...args) {
  const result = spawnSync(file, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  if (result.status !== 0 && result.status !== 1)
    throw new Error(`${file} ${args.join(' ')} ended with ${result.status}`);
}

/** Exchanges of a report folder: `service@spec key` to `METHOD status`. */
function exchangesOf(folder) {
  const entries = readdirSync(folder).filter((name) => name.includes('@'));
  return entries.flatMap((name) =>
    gunzipSync(readFileSync(path.join(folder, name)))
      .toString()
      .trim()
      .split('\n')
      .map((line) => {
        const { id, request, response } = JSON.parse(line);
        return [`${name.replace('.ndjson.gz', '')} ${id}`, `${request?.method} ${response?.status}`];
      }),
  );
}

/** Runs the reference and the fixed list of faults of the tree in `cwd`; returns both as maps of text to text, and the seconds they took. */
function record(cwd) {
  const out = path.join(home, `out-${path.basename(cwd)}`);
  const cli = path.join(cwd, 'bin', 'plumbline.js');
  const begin = Date.now();
  command(cwd, process.execPath, cli, 'run', '--out', out);
  const runSeconds = (Date.now() - begin) / 1000;
  command(cwd, process.execPath, cli, 'prove', '--sample', '--out', path.join(out, 'proof'));
  const report = JSON.parse(readFileSync(path.join(out, 'report.json'), 'utf8'));
  const proof = JSON.parse(readFileSync(path.join(out, 'proof', 'proof.json'), 'utf8'));
  return {
    runSeconds,
    checks: Object.fromEntries(
      report.checks.map((c) => [`${c.spec} ${c.id}`, [c.requirement, c.level, c.basis, c.verdict].join(' ')]),
    ),
    exchanges: Object.fromEntries(exchangesOf(path.join(out, 'evidence'))),
    faults: Object.fromEntries(
      proof.checks.flatMap((check) =>
        check.killers.flatMap(({ in: specs, by }) =>
          by.map((index) => [`${proof.faults[index].id} ${specs.join(',')} ${check.id}`, 'red']),
        ),
      ),
    ),
  };
}

function differences(name, before, after) {
  const lines = [];
  for (const [key, value] of Object.entries(before))
    if (after[key] === undefined) lines.push(`- ${key} (${value})`);
    else if (after[key] !== value) lines.push(`~ ${key}: ${value} -> ${after[key]}`);
  for (const [key, value] of Object.entries(after)) if (before[key] === undefined) lines.push(`+ ${key} (${value})`);
  console.log(
    `${name}: ${Object.keys(before).length} before, ${Object.keys(after).length} now, ${lines.length} different`,
  );
  for (const line of lines.slice(0, 40)) console.log(`  ${line}`);
  writeFileSync(path.join(home, `${name}.diff`), lines.join('\n'));
  return lines.length;
}

const kept = path.join(home, 'record.json');
if (!existsSync(kept)) {
  mkdirSync(home, { recursive: true });
  const base = path.join(home, 'tree');
  if (!existsSync(base)) command(root, 'git', 'worktree', 'add', '--detach', base, tag);
  cpSync(path.join(root, 'node_modules'), path.join(base, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  command(base, process.execPath, 'scripts/build.js', '--viewer');
  writeFileSync(kept, JSON.stringify(record(base)));
}
const before = JSON.parse(readFileSync(kept, 'utf8'));
command(root, process.execPath, 'scripts/build.js');
const after = record(root);
const count = ['checks', 'exchanges', 'faults']
  .map((name) => differences(name, before[name], after[name]))
  .reduce((a, b) => a + b);
console.log(`reference run: ${before.runSeconds.toFixed(0)} s at the tag, ${after.runSeconds.toFixed(0)} s here`);
process.exitCode = count === 0 ? 0 : 1;
