/** One thread of a campaign: a test bed of its own, and tasks until none is left. */
import { parentPort, workerData } from 'node:worker_threads';
import { TestBed } from './test-bed.ts';
import { performTask, type TaskOutcome, type Task } from './tasks.ts';
import { Trials } from './trial.ts';

export interface WorkerData {
  readonly root: string;
}

/** Tasks, numbered by their place in the campaign; an empty list is the end. */
export type ToWorker = readonly (readonly [number, Task])[];
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly results: readonly (readonly [number, TaskOutcome])[] }
  | { readonly kind: 'failed'; readonly message: string };

const port = parentPort;
if (port === null) throw new Error('this file is started as a thread of a campaign');
const { root } = workerData as WorkerData;
const say = (message: FromWorker): void => port.postMessage(message);

try {
  const trials = new Trials(await TestBed.open(root));
  port.on('message', (tasks: ToWorker) => {
    void work(tasks, trials);
  });
  say({ kind: 'ready' });
} catch (error) {
  say({ kind: 'failed', message: textOf(error) });
}

async function work(tasks: ToWorker, trials: Trials): Promise<void> {
  const results: (readonly [number, TaskOutcome])[] = [];
  for (const [place, task] of tasks) {
    try {
      results.push([place, await performTask(task, trials)]);
    } catch (error) {
      say({ kind: 'failed', message: `${JSON.stringify(task)}: ${textOf(error)}` });
      return;
    }
  }
  say({ kind: 'done', results });
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
