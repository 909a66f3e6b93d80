/** What `plumbline run --watch` looks at, and what it runs then. */
import path from 'node:path';
import { COMMON } from '../load/load-catalogue.ts';
import { whenEnded } from '../project/ending.ts';
import { targetFor } from '../project/planning.ts';
import { tell } from '../project/say.ts';
import type { Rehearsed } from '../project/session.ts';
import { EMBEDDED_VARIABLE } from '../project/settings.ts';
import { startEmbedded } from './embedded.ts';
import { again, partFor, runOnSave, savedBelow } from './on-save.ts';
import { WorkerProcess } from './worker-process.ts';

export interface WatchOptions extends Rehearsed {
  readonly faults: readonly string[];
  /** Folders that runs write to: a target's folder, which is watched, may hold them. */
  readonly written: readonly string[];
  /** What is typed to run a part, or all that was asked for. */
  readonly words: (part: string | undefined) => readonly string[];
  /** A part was asked for: it runs at once, and with every file that is saved. */
  readonly isPart: boolean;
}

/** Until Ctrl-C. Throws `BadInput` for a target that is not there; what is wrong with what is saved, each run tells. */
export async function watchProject({ faults, written, words, isPart, ...rehearsed }: WatchOptions): Promise<void> {
  const { root } = rehearsed;
  const target = targetFor(root, rehearsed.target);
  const stop = new AbortController();
  whenEnded(() => stop.abort());
  const embedded =
    target.embedded && process.env[EMBEDDED_VARIABLE] === undefined
      ? startEmbedded([...target.faults, ...faults], tell)
      : undefined;
  let standby: WorkerProcess | undefined;
  try {
    const file = await embedded?.target;
    const env = file === undefined ? process.env : { ...process.env, [EMBEDDED_VARIABLE]: file };
    const beside = new WorkerProcess(rehearsed, env);
    standby = beside;
    beside.renew();
    // The file of a target that is given by its name stands in the project.
    const place = path.dirname(path.resolve(root, target.file));
    const folders = [path.join(root, 'specs'), path.join(root, 'contracts'), COMMON.folder, place];
    const outermost = [...new Set(folders)].filter(
      (folder) => !folders.some((other) => other !== folder && folder.startsWith(`${other}${path.sep}`)),
    );
    const saved = savedBelow(outermost, written, stop.signal, () => {
      // Nothing that is saved meanwhile is lost; it only takes longer.
      tell('reading and planning everything\n');
      void beside.ready.then(() => tell('waiting for a file to be saved; Ctrl-C ends it\n'));
    });
    await runOnSave({
      saved: isPart ? andFirst(saved) : saved,
      partOf: (files) => (isPart ? undefined : partFor(files, root)),
      run: (only, ending, files) =>
        files.length === 0 || partFor(files, root) !== undefined
          ? beside.run(words(only), ending)
          : again(words(only), env, ending).finally(() => beside.renew()),
      tell,
    });
  } finally {
    standby?.end();
    await embedded?.stop();
  }
}

/** A part is run once before anything is saved. */
async function* andFirst(saved: AsyncIterable<readonly string[]>): AsyncGenerator<readonly string[]> {
  yield [];
  yield* saved;
}
