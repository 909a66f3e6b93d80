// `npm start`: both services, all versions, against the embedded reference target. Arguments go to `plumbline run`.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensure, root } from './ensure.js';

ensure();
const result = spawnSync(process.execPath, [path.join(root, 'bin', 'plumbline.js'), 'run', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = result.status ?? 4;
