/** A run of very many checks lets less lie unused than the engine would by itself; any other is as it was. */
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { expect, test } from 'vitest';

const MODULE = pathToFileURL(path.join(import.meta.dirname, '../../src/run/garbage.ts')).href;

/** The most that the heap of a process came to which keeps a part of what it makes, in megabytes. */
function mostHeld(checks: number): number {
  const script = `
    import { boundGarbage } from ${JSON.stringify(MODULE)};
    boundGarbage(${checks});
    const made = () => Array.from({ length: 1000 }, (_none, i) => ({ i, text: 'x' + i }));
    const kept = Array.from({ length: 600 }, made);
    let most = 0;
    for (let turn = 0; turn < 6000; turn += 1) {
      kept[turn % kept.length] = made();
      if (turn % 20 === 0) most = Math.max(most, process.memoryUsage().heapUsed);
    }
    console.log(most / 1e6);
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    encoding: 'utf8',
    cwd: path.join(import.meta.dirname, '../..'),
  });
  expect(stderr).toBe('');
  return Number(stdout);
}

test('a run of a hundred thousand checks keeps less than what it would have let lie', () => {
  const [few, many] = [mostHeld(1000), mostHeld(100_000)];
  expect(few).toBeGreaterThan(1.3 * many);
});
