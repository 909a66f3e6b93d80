/** `plumbline run --watch`: watches the files of a project and runs the checks of a saved contract. */
import path from 'node:path';
import { COMMON_CATALOGUES } from '../load/load-catalogue.ts';
import { onEndSignal } from '../project/end-signals.ts';
import { targetFor } from '../project/planning.ts';
import { printToStderr } from '../project/terminal.ts';
import type { RehearsalInput } from '../project/session.ts';
import { EMBEDDED_VARIABLE } from '../project/settings.ts';
import { startEmbedded } from './embedded.ts';
import { WorkerProcess } from './worker-process.ts';
import { spawn } from 'node:child_process';
import { readFileSync, watch } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { COMMON_FOLDER } from '../load/program.ts';

export interface WatchOptions extends RehearsalInput {
  readonly faults: readonly string[];
  /** Output folders to ignore, which may be below the watched target folder. */
  readonly written: readonly string[];
  /** Arguments of the command for a part, or for the whole run. */
  readonly words: (part: string | undefined) => readonly string[];
  /** A selected part runs at once, and with every saved file. */
  readonly isPart: boolean;
}

/** Runs until Ctrl-C. Throws `BadInput` for a missing target; each run reports problems of saved files. */
export async function watchProject({ faults, written, words, isPart, ...rehearsed }: WatchOptions): Promise<void> {
  const { root } = rehearsed;
  const target = targetFor(root, rehearsed.target);
  const stop = new AbortController();
  onEndSignal(() => stop.abort());
  const embedded =
    target.embedded && process.env[EMBEDDED_VARIABLE] === undefined
      ? startEmbedded([...target.faults, ...faults], printToStderr)
      : undefined;
  let standby: WorkerProcess | undefined;
  try {
    const file = await embedded?.target;
    const env = file === undefined ? process.env : { ...process.env, [EMBEDDED_VARIABLE]: file };
    const beside = new WorkerProcess(rehearsed, env);
    standby = beside;
    beside.renew();
    // Targets that are given by name are in the project.
    const place = path.dirname(path.resolve(root, target.file));
    const folders = [path.join(root, 'specs'), path.join(root, 'contracts'), COMMON_CATALOGUES.folder, place];
    const outermost = [...new Set(folders)].filter(
      (folder) => !folders.some((other) => other !== folder && folder.startsWith(`${other}${path.sep}`)),
    );
    const saved = watchSavedFiles(outermost, written, stop.signal, () => {
      // Files that are saved meanwhile are handled later.
      printToStderr('loading and planning the project\n');
      void beside.ready.then(() => printToStderr('watching for changes; press Ctrl+C to stop\n'));
    });
    await runOnSave({
      saved: isPart ? startingAtOnce(saved) : saved,
      partOf: (files) => (isPart ? undefined : patternForFiles(files, root)),
      run: (only, ending, files) =>
        files.length === 0 || patternForFiles(files, root) !== undefined
          ? beside.run(words(only), ending)
          : runAgain(words(only), env, ending).finally(() => beside.renew()),
      tell: printToStderr,
    });
  } finally {
    standby?.end();
    await embedded?.stop();
  }
}

/** Runs a selected part once before the first save. */
async function* startingAtOnce(saved: AsyncIterable<readonly string[]>): AsyncGenerator<readonly string[]> {
  yield [];
  yield* saved;
}

/** Editors write a file in several steps, and some write several files at once: a batch ends after this pause, */
const QUIET_MS = 30;
/** or after this time. */
const MAX_WAIT_MS = 300;
const READ = /\.(?:ya?ml|json)$/;

/** Yields batches of saved files until it is stopped, without those in `written`. */
export async function* watchSavedFiles(
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
    for (let waited = 0, before = -1; waited < MAX_WAIT_MS && before !== writes; waited += QUIET_MS) {
      before = writes;
      await sleep(QUIET_MS, undefined, { signal: stop }).catch(() => undefined);
    }
    const files = [...saved];
    saved.clear();
    if (files.length > 0 && !stop.aborted) yield files;
  }
}

/** Pattern for the checks of the one endpoint that was saved; undefined if more than one is affected. */
export function patternForFiles(files: readonly string[], root: string): string | undefined {
  const [file = '', ...others] = files;
  const [folder, service = '', name = '', ...below] = path.relative(root, file).split(path.sep);
  if (others.length > 0 || below.length > 0 || folder !== 'contracts' || name === '') return undefined;
  const endpoint = service === COMMON_FOLDER ? undefined : endpointIn(file);
  return endpoint === undefined ? undefined : `${service}/${endpoint}/**`;
}

/** Reads the endpoint name only, since loading all contracts would take as long as the run. */
function endpointIn(file: string): string | undefined {
  try {
    return /^endpoint: *["']?([\w-]+)["']? *(?:#.*)?$/m.exec(readFileSync(file, 'utf8'))?.[1];
  } catch {
    // The file was deleted.
    return undefined;
  }
}

export interface RunOnSaveOptions {
  readonly saved: AsyncIterable<readonly string[]>;
  /** Pattern over check IDs; undefined for all checks. */
  readonly partOf: (files: readonly string[]) => string | undefined;
  /** Ends with the run, or after its cleanup if it is stopped. */
  readonly run: (only: string | undefined, stop: AbortSignal, files: readonly string[]) => Promise<void>;
  readonly tell: (text: string) => void;
}

/** Runs the saved part and stops the run in progress first. Ends with the last saved batch. */
export async function runOnSave({ saved, partOf, run, tell }: RunOnSaveOptions): Promise<void> {
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
        tell(`\nsaved ${files.map((file) => path.basename(file)).join(', ')}: ${only ?? 'all selected checks'}\n`);
      const stop = new AbortController();
      running = { stop, ended: run(only, stop.signal, files) };
    }
  } finally {
    await end();
  }
}

/** Runs this program with other arguments and the same output. */
export function runAgain(words: readonly string[], env: NodeJS.ProcessEnv, stop: AbortSignal): Promise<void> {
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
