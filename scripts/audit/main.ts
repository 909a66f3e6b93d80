/**
 * `npx tsx scripts/audit/main.ts`: what is known about the parts that a package of Plumbline consists of. Ends with 1 where
 * something is, and with 3 where the registry at hand does not answer that question: not every one does, and silence is
 * no good news.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { told } from './told.ts';

const cwd = fileURLToPath(new URL('../..', import.meta.url));
const npm = (args: string): string =>
  spawnSync(`npm ${args}`, { cwd, encoding: 'utf8', shell: true, maxBuffer: 64 * 1024 * 1024 }).stdout;

const { code, text } = told(npm('audit --omit=dev --package-lock-only --json'), npm('config get registry').trim());
const line = text.split('\n')[0] ?? '';
if (code !== 0 && process.env['GITHUB_ACTIONS'] !== undefined)
  process.stdout.write(`::${code === 1 ? 'error' : 'warning'} title=npm audit::${line}\n`);
process.stdout.write(`npm audit: ${text}\n`);
process.exitCode = code;
