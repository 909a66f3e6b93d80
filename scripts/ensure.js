// What `npm start` and `npm test` do first: the right Node, everything installed, everything built.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

const LEAST = [20, 19];

/** Ends the process with one clear line where this machine cannot run Plumbline; installs and builds what is missing. */
export function ensure() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1])) {
    process.stderr.write(`Plumbline needs Node ${LEAST.join('.')} or later; this is ${process.version}.\n`);
    process.exit(2);
  }
  const installed = path.join(root, 'node_modules', '.package-lock.json');
  const lock = path.join(root, 'package-lock.json');
  if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
    process.stderr.write('Installing what Plumbline needs (once) …\n');
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  }
  if (
    !existsSync(path.join(root, 'dist', 'viewer', 'index.html')) ||
    !existsSync(path.join(root, 'dist', 'src', 'bundle', 'main.js'))
  ) {
    process.stderr.write('Building …\n');
    run(process.execPath, [path.join(root, 'scripts', 'build.js')]);
  }
}

function run(command, args) {
  // npm is a script there, which Windows starts through a shell only.
  const shell = process.platform === 'win32' && command === 'npm';
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell });
  if (result.status !== 0) {
    process.stderr.write(`"${[command, ...args].join(' ')}" failed; see above.\n`);
    process.exit(result.status ?? 1);
  }
}
