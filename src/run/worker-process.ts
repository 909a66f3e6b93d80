/** Parent side of a process that executes orders one after another. */
import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RehearsalInput } from '../project/session.ts';

/** Replies: everything is read and planned, or a run has ended. */
export type WorkerReply = 'ready' | 'done';

export type WorkerOrder =
  | { readonly words: readonly string[] }
  | { readonly rehearse: RehearsalInput }
  /** Like Ctrl-C: created records are deleted first. */
  | { readonly stop: true };

/** The same path in source and build. */
const PROGRAM = fileURLToPath(new URL(`../cli/watch-worker${path.extname(import.meta.url)}`, import.meta.url));

export class WorkerProcess {
  readonly #rehearsed: RehearsalInput;
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;
  #ready: Promise<void> = Promise.resolve();

  constructor(rehearsed: RehearsalInput, env: NodeJS.ProcessEnv) {
    this.#rehearsed = rehearsed;
    this.#env = env;
  }

  /** Starts a new process, since each one reads the shared contracts once. */
  renew(): void {
    this.end();
    const child = fork(PROGRAM, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env: this.#env });
    child.send({ rehearse: this.#rehearsed } satisfies WorkerOrder);
    // Ctrl-C also ends an idle process.
    child.once('close', () => {
      if (this.#child === child) this.#child = undefined;
    });
    this.#child = child;
    this.#ready = replyOf(child, 'ready');
  }

  /** Resolves when everything is read and planned. Files saved before wait for it. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  /** Ends with the run, or after its cleanup if it is stopped. */
  async run(words: readonly string[], stop: AbortSignal): Promise<void> {
    if (this.#child === undefined) this.renew();
    const child = this.#child;
    if (child === undefined) return;
    const interrupt = (): void => void (child.connected && child.send({ stop: true } satisfies WorkerOrder));
    const ended = replyOf(child, 'done');
    child.send({ words } satisfies WorkerOrder);
    stop.addEventListener('abort', interrupt, { once: true });
    await ended;
    stop.removeEventListener('abort', interrupt);
  }

  end(): void {
    if (this.#child?.connected === true) this.#child.disconnect();
    this.#child = undefined;
  }
}

/** Also resolves if the process ends without a reply. */
function replyOf(child: ChildProcess, what: WorkerReply): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      child.off('message', hear).off('close', end);
      resolve();
    };
    const hear = (word: unknown): void => {
      if (word === what) end();
    };
    child.on('message', hear).once('close', end);
  });
}
