/** A process that runs one thing after another, from the side of whoever gives the orders. */
import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Rehearsed } from '../project/session.ts';

/** What is told of an order: all is read and planned, or a run is over. */
export type Reply = 'ready' | 'done';

export type Order =
  | { readonly words: readonly string[] }
  | { readonly rehearse: Rehearsed }
  /** As Ctrl-C does: what was made is removed first. */
  | { readonly stop: true };

/** Compiled or not, it lies in the same place. */
const PROGRAM = fileURLToPath(new URL(`../cli/standby${path.extname(import.meta.url)}`, import.meta.url));

export class WorkerProcess {
  readonly #rehearsed: Rehearsed;
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;
  #ready: Promise<void> = Promise.resolve();

  constructor(rehearsed: Rehearsed, env: NodeJS.ProcessEnv) {
    this.#rehearsed = rehearsed;
    this.#env = env;
  }

  /** A new process in place of the one that there is: what all contracts have in common is read once in each. */
  renew(): void {
    this.end();
    const child = fork(PROGRAM, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env: this.#env });
    child.send({ rehearse: this.#rehearsed } satisfies Order);
    // Ctrl-C ends it too, where nothing runs.
    child.once('close', () => {
      if (this.#child === child) this.#child = undefined;
    });
    this.#child = child;
    this.#ready = told(child, 'ready');
  }

  /** When what is saved is judged soonest: all is read and planned. What is saved before waits for it too. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  /** Ends when the run has; early, once what it made is removed, when it is stopped. */
  async run(words: readonly string[], stop: AbortSignal): Promise<void> {
    if (this.#child === undefined) this.renew();
    const child = this.#child;
    if (child === undefined) return;
    const interrupt = (): void => void (child.connected && child.send({ stop: true } satisfies Order));
    const ended = told(child, 'done');
    child.send({ words } satisfies Order);
    stop.addEventListener('abort', interrupt, { once: true });
    await ended;
    stop.removeEventListener('abort', interrupt);
  }

  end(): void {
    if (this.#child?.connected === true) this.#child.disconnect();
    this.#child = undefined;
  }
}

/** Also where it ends without a word. */
function told(child: ChildProcess, what: Reply): Promise<void> {
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
