// `npm run prove`: every seeded fault against every check, and what is published of it. Takes minutes. A part is not published.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensure, root } from './ensure.js';

ensure();
const asked = process.argv.slice(2);
const args = ['prove', '--out', path.join('reports', 'proof'), ...(asked.length === 0 ? ['--publish'] : asked)];
const result = spawnSync(process.execPath, [path.join(root, 'bin', 'plumbline.js'), ...args], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = result.status ?? 4;
