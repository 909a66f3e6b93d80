/** `plumbline run --watch`: whoever writes a contract saves it, and sees at once what becomes of it. */
import { spawn } from 'node:child_process';
import { readFileSync, watch } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { COMMON_FOLDER } from '../load/program.ts';

/** Editors write a file in several goes, and some several files at once: they are through when nothing came for so long, */
const QUIET_MS = 30;
/** and something that never is through is not waited for. */
const LONGEST_MS = 300;
const READ = /\.(?:ya?ml|json)$/;

/** Files that were saved together, again and again, until it is stopped; never what lies in `written`, where runs write themselves. */
export async function* savedBelow(
  folders: readonly string[],
  written: readonly string[],
  stop: AbortSignal,
  ready: () => void = () => undefined,
): AsyncGenerator<readonly string[]> {
  const saved = new Set<string>();
  let writes = 0;
  let wake: () => void = () => undefined;
  for (const folder of folders)
    watch(folder, { recursive: true, signal: stop }, (_event, name) => {
      if (name === null || !READ.test(name)) return;
      const file = path.join(folder, name);
      if (written.some((own) => file.startsWith(`${own}${path.sep}`))) return;
      saved.add(file);
      writes += 1;
      wake();
    }).on('error', () => undefined);
  stop.addEventListener('abort', () => wake(), { once: true });
  ready();
  while (!stop.aborted) {
    if (saved.size === 0) await new Promise<void>((resolve) => (wake = resolve));
    for (let waited = 0, before = -1; waited < LONGEST_MS && before !== writes; waited += QUIET_MS) {
      before = writes;
      await sleep(QUIET_MS, undefined, { signal: stop }).catch(() => undefined);
    }
    const files = [...saved];
    saved.clear();
    if (files.length > 0 && !stop.aborted) yield files;
  }
}

/** The checks of the one endpoint whose contract was saved; undefined where what was saved concerns more than one. */
export function partFor(files: readonly string[], root: string): string | undefined {
  const [file = '', ...others] = files;
  const [folder, service = '', name = '', ...below] = path.relative(root, file).split(path.sep);
  if (others.length > 0 || below.length > 0 || folder !== 'contracts' || name === '') return undefined;
  const endpoint = service === COMMON_FOLDER ? undefined : endpointIn(file);
  return endpoint === undefined ? undefined : `${service}/${endpoint}/**`;
}

/** What a contract calls its endpoint: to load all contracts for it would take as long as the run. */
function endpointIn(file: string): string | undefined {
  try {
    return /^endpoint: *["']?([\w-]+)["']? *(?:#.*)?$/m.exec(readFileSync(file, 'utf8'))?.[1];
  } catch {
    // It is gone.
    return undefined;
  }
}

export interface OnSave {
  readonly saved: AsyncIterable<readonly string[]>;
  /** What runs, as a pattern over check ids; everything where there is none. */
  readonly partOf: (files: readonly string[]) => string | undefined;
  /** Ends when the run has; early, once what it made is removed, when it is stopped. */
  readonly run: (only: string | undefined, stop: AbortSignal, files: readonly string[]) => Promise<void>;
  readonly tell: (text: string) => void;
}

/** Runs the part that was saved; what is still running then is stopped first. Ends with the last of what is saved. */
export async function runOnSave({ saved, partOf, run, tell }: OnSave): Promise<void> {
  let running: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;
  const end = async (): Promise<void> => {
    running?.stop.abort();
    await running?.ended;
    running = undefined;
  };
  try {
    for await (const files of saved) {
      await end();
      const only = partOf(files);
      if (files.length > 0)
        tell(`\nsaved ${files.map((file) => path.basename(file)).join(', ')}: ${only ?? 'all that was asked for'}\n`);
      const stop = new AbortController();
      running = { stop, ended: run(only, stop.signal, files) };
    }
  } finally {
    await end();
  }
}

/** Runs this program with other words; its output is ours. */
export function again(words: readonly string[], env: NodeJS.ProcessEnv, stop: AbortSignal): Promise<void> {
  const [, file = ''] = process.argv;
  const child = spawn(process.execPath, [file, ...words], { stdio: 'inherit', env });
  const interrupt = (): void => void child.kill('SIGINT');
  stop.addEventListener('abort', interrupt, { once: true });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      stop.removeEventListener('abort', interrupt);
      resolve();
    });
  });
}
