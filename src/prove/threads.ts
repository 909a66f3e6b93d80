/** Distributes the tasks of a campaign to threads, and collects the outcomes in task order. */
import { Worker } from 'node:worker_threads';
import type { TaskOutcome, Task } from './tasks.ts';
import type { FromWorker, ToWorker, WorkerData } from './worker.ts';

/** Tasks per message: few enough that threads end together. */
const HANDFUL = 8;

/** A thread from the compiled file; sources need the loader, which threads do not inherit. */
function startThread(data: WorkerData): Worker {
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('../prove/worker.js', import.meta.url), { workerData: data });
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  const source = JSON.stringify(new URL('./worker.ts', import.meta.url).href);
  return new Worker(`import(${loader}).then(({ register }) => { register(); return import(${source}); })`, {
    eval: true,
    workerData: data,
  });
}

export async function runInThreads(
  tasks: readonly Task[],
  root: string,
  count: number,
  progress: (done: number) => void,
): Promise<readonly TaskOutcome[]> {
  const results: (TaskOutcome | undefined)[] = tasks.map(() => undefined);
  let next = 0;
  let done = 0;
  const handful = (): ToWorker => {
    const first = next;
    next = Math.min(tasks.length, first + (first < count * HANDFUL * 4 ? 1 : HANDFUL));
    return tasks.slice(first, next).map((task, index) => [first + index, task] as const);
  };
  const take = (found: readonly (readonly [number, TaskOutcome])[]): void => {
    for (const [place, result] of found) results[place] = result;
    done += found.length;
    progress(done);
  };
  const threads = Array.from({ length: Math.max(1, Math.min(count, tasks.length)) }, () =>
    oneThread({ root }, handful, take),
  );
  await Promise.all(threads);
  return results.filter((result) => result !== undefined);
}

/** Resolves when all tasks are distributed; rejects if the thread fails. */
function oneThread(
  data: WorkerData,
  handful: () => ToWorker,
  take: (found: readonly (readonly [number, TaskOutcome])[]) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = startThread(data);
    const end = (settle: () => void): void => {
      void worker.terminate().then(settle);
    };
    worker.on('error', (error) => end(() => reject(error)));
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'failed') return end(() => reject(new Error(message.message)));
      if (message.kind === 'done') take(message.results);
      const tasks = handful();
      if (tasks.length === 0) end(resolve);
      else worker.postMessage(tasks);
    });
  });
}
