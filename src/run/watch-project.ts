/** What `plumbline run --watch` looks at, and what it runs then. */
import path from 'node:path';
import { COMMON } from '../load/load-catalogue.ts';
import type { Project } from '../load/model.ts';
import { BadInput } from '../errors.ts';
import { projectOf } from '../project/kept-project.ts';
import { targetFor } from '../project/planning.ts';
import { tell } from '../project/say.ts';
import { EMBEDDED_VARIABLE } from '../project/settings.ts';
import { startEmbedded } from './embedded.ts';
import { again, partFor, runOnSave, savedBelow } from './on-save.ts';

export interface WatchOptions {
  readonly root: string;
  readonly target: string;
  readonly faults: readonly string[];
  /** Folders that runs write to: a target's folder, which is watched, may hold them. */
  readonly written: readonly string[];
  /** What is typed to run a part, or all that was asked for. */
  readonly words: (part: string | undefined) => readonly string[];
  /** A part was asked for: it runs at once, and with every file that is saved. */
  readonly isPart: boolean;
}

/** Until Ctrl-C. Throws `BadInput` for a target that is not there; what is wrong with what is saved, each run tells. */
export async function watchProject({
  root,
  target: named,
  faults,
  written,
  words,
  isPart,
}: WatchOptions): Promise<void> {
  const target = targetFor(root, named);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const embedded =
    target.embedded && process.env[EMBEDDED_VARIABLE] === undefined
      ? startEmbedded([...target.faults, ...faults], tell)
      : undefined;
  try {
    const file = await embedded?.target;
    const env = file === undefined ? process.env : { ...process.env, [EMBEDDED_VARIABLE]: file };
    // The file of a target that is given by its name stands in the project.
    const place = path.dirname(path.resolve(root, target.file));
    const folders = [path.join(root, 'specs'), path.join(root, 'contracts'), COMMON.folder, place];
    const outermost = [...new Set(folders)].filter(
      (folder) => !folders.some((other) => other !== folder && folder.startsWith(`${other}${path.sep}`)),
    );
    const saved = savedBelow(outermost, written, stop.signal, () =>
      tell('waiting for a file to be saved; Ctrl-C ends it\n'),
    );
    await runOnSave({
      saved: isPart ? andFirst(saved) : saved,
      partOf: (files) => (isPart ? undefined : partFor(files, root, known(root))),
      run: (only, ending) => again(words(only), env, ending),
      tell,
    });
  } finally {
    await embedded?.stop();
  }
}

/** A part is run once before anything is saved. */
async function* andFirst(saved: AsyncIterable<readonly string[]>): AsyncGenerator<readonly string[]> {
  yield [];
  yield* saved;
}

/** What has a mistake in it is of no endpoint: the run tells the mistake. */
function known(root: string): Pick<Project, 'contracts'> {
  try {
    return projectOf(root);
  } catch (error) {
    if (error instanceof BadInput) return { contracts: [] };
    throw error;
  }
}
