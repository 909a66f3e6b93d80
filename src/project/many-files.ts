/**
 * As many files as there are checks: each is three calls of the system, and where a run is large they take as long as all else that is
 * written. A thread writes them, so that whoever has made their texts goes on.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';

export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** So many are handed over at once; fewer are written where one stands, since a thread takes as long to begin. */
const HANDFUL = 500;
/** What removes side by side: more would wait for one another. */
const LANES = 4;

/** Plain JavaScript, since a thread from the sources would need a loader for three lines. */
const PROGRAM = `
const { writeFileSync } = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');
parentPort.on('message', (files) => {
  if (files.length === 0) parentPort.close();
  for (const { name, text } of files) writeFileSync(workerData + name, text);
});`;

/** Writes them into a new folder; resolves when all are there. What makes their texts has been asked for all of them when this returns. */
export function writeMany(folder: string, files: Iterable<NamedText>): Promise<void> {
  mkdirSync(folder);
  let thread: Thread | undefined;
  let handful: NamedText[] = [];
  for (const file of files) {
    handful.push(file);
    if (handful.length < HANDFUL) continue;
    thread ??= new Thread(folder);
    thread.write(handful);
    handful = [];
  }
  if (thread !== undefined) return thread.end(handful);
  for (const { name, text } of handful) writeFileSync(path.join(folder, name), text);
  return Promise.resolve();
}

class Thread {
  readonly #worker: Worker;
  readonly #ended: Promise<void>;

  constructor(folder: string) {
    const worker = new Worker(PROGRAM, { eval: true, workerData: `${folder}${path.sep}` });
    this.#worker = worker;
    this.#ended = new Promise((resolve, reject) => {
      worker.once('error', reject);
      worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a thread ended with ${code}`))));
    });
    // Whoever waits for the end is told; until then nobody does.
    this.#ended.catch(() => undefined);
  }

  write(files: readonly NamedText[]): void {
    this.#worker.postMessage(files);
  }

  end(files: readonly NamedText[]): Promise<void> {
    this.write(files);
    if (files.length > 0) this.write([]);
    return this.#ended;
  }
}

/** Removes a folder; many files in it side by side, since each waits for the disk. */
export async function removeFolder(folder: string): Promise<void> {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => !entry.isDirectory());
  if (files.length > HANDFUL) {
    const left = files.values();
    const lane = async (): Promise<void> => {
      for (const { name } of left) await unlink(path.join(folder, name));
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }
  rmSync(folder, { recursive: true });
}
