// `npm start`: both services, all versions, against the embedded reference target. Arguments go to `plumbline run`.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensure, root } from './ensure.js';

ensure();
const result = spawnSync(process.execPath, [path.join(root, 'bin', 'plumbline.js'), 'run', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
if (result.status !== null && result.status < 2 && process.argv.length === 2)
  process.stdout.write(
    '\nThe same contracts as Playwright tests, such as the pagination rules of unit enrolments:\n  npx playwright test unit-enrolments --ui\n',
  );
process.exitCode = result.status ?? 4;
