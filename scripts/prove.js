// `npm run prove`: every seeded fault against every check, and what is published of it. Takes minutes.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensure, root } from './ensure.js';

ensure();
const args = ['prove', '--out', path.join('reports', 'proof'), '--publish', ...process.argv.slice(2)];
const result = spawnSync(process.execPath, [path.join(root, 'bin', 'plumbline.js'), ...args], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = result.status ?? 4;
