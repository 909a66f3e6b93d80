// `npm start`: both services, all versions, against the embedded reference target. Arguments go to `plumbline run`.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensure, root } from './ensure.js';

/** A run of everything allocates a lot and keeps most of it; with room for new objects the collector copies less. */
const ROOM = '--max-semi-space-size=64';

ensure();
const result = spawnSync(
  process.execPath,
  [ROOM, path.join(root, 'bin', 'plumbline.js'), 'run', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
process.exitCode = result.status ?? 4;
