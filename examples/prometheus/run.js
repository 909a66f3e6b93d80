// Fetches prometheus where it is not, starts it, and holds it against its contract: `node run.js`. Ends as the run does; with 3 where
// no registry of packages can be reached.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fetched, start } from './start.js';

const here = import.meta.dirname;
const harness = path.join(here, '..', '..', 'bin', 'plumbline.js');

if (!fetched()) {
  process.stdout.write('NOT ASKED: the Debian package prometheus cannot be fetched here.\n');
  process.exit(3);
}
const { address, end } = await start(0);
const run = spawn(process.execPath, [harness, 'run', '--target', 'local', ...process.argv.slice(2)], {
  cwd: here,
  stdio: 'inherit',
  env: { ...process.env, PROMETHEUS_URL: address },
});
const code = await new Promise((resolve) => run.once('close', resolve));
await end();
process.exit(code ?? 4);
