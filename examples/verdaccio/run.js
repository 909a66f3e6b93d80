// Installs verdaccio where it is not, starts it, and holds it against its contract: `node run.js`. Ends as the run does; with 3 where
// no registry of packages can be reached.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const here = import.meta.dirname;
const harness = path.join(here, '..', '..', 'bin', 'plumbline.js');

if (!existsSync(path.join(here, 'node_modules', 'verdaccio'))) {
  const npm = ['install', '--no-audit', '--no-fund', '--no-package-lock'];
  const { status } = spawnSync('npm', npm, { cwd: here, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) {
    process.stdout.write('NOT ASKED: verdaccio cannot be installed here.\n');
    process.exit(3);
  }
}
const { start } = await import('./start.js');
const { address, token, end } = await start(0);
const run = spawn(process.execPath, [harness, 'run', '--target', 'local', ...process.argv.slice(2)], {
  cwd: here,
  stdio: 'inherit',
  env: { ...process.env, VERDACCIO_URL: address, VERDACCIO_TOKEN: token },
});
run.once('close', (code) => {
  end();
  process.exit(code ?? 4);
});
