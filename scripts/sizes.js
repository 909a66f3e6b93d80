// `npm run sizes`: size of the tracked files by folder, next to its budget. Lines are physical lines.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './ensure.js';

const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const PICTURE = /\.(png|svg|jpg)$/;

/** Label, what counts, and the budget: lines, files or KB. */
const ROWS = [
  ['src', (file) => file.startsWith('src/'), '50,000 lines, 450 files'],
  ['src/report/grouping', (file) => file.startsWith('src/report/grouping/'), '2,500 lines, 15 files'],
  ['tests', (file) => file.startsWith('tests/'), '45,000 lines'],
  ['services', (file) => file.startsWith('services/'), '10,000 lines'],
  ['scripts, bench, bin, examples', (file) => /^(scripts|bench|bin|examples)\//.test(file), '7,000 lines'],
  ['contracts/common', (file) => file.startsWith('contracts/common/'), '3,500 lines'],
  ['docs, README, changelog', (file) => /^(docs\/|README|CHANGELOG)/.test(file) && !PICTURE.test(file), '200 KB'],
];
const modules = [...new Set(tracked.flatMap((file) => /^src\/[^/]+\//.exec(file) ?? []))].sort();

const size = (counts) => {
  const files = tracked.filter(counts).map((file) => readFileSync(path.join(root, file)));
  // A compressed recording has no lines.
  const lines = files.reduce(
    (all, content) => all + (content.includes(0) ? 0 : content.toString('utf8').split('\n').length - 1),
    0,
  );
  const bytes = files.reduce((all, content) => all + content.length, 0);
  return `${lines.toLocaleString('en')} lines, ${files.length} files, ${Math.round(bytes / 1024)} KB`;
};
const print = (label, counts, budget = '') =>
  process.stdout.write(`${label.padEnd(30)} ${size(counts).padEnd(36)} ${budget}`.trimEnd() + '\n');

for (const [label, counts, budget] of ROWS) print(label, counts, budget);
process.stdout.write('\n');
for (const module of modules) print(module, (file) => file.startsWith(module));
