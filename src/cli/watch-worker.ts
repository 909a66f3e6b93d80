/** Process of `plumbline run --watch` that executes commands one after another. Loaded and compiled code stays for the next. */
import { loadProject } from '../load/load-project.ts';
import { openSession, type RehearsalInput, clearSessionCaches } from '../project/session.ts';
import { BadInput } from '../errors.ts';
import type { WorkerOrder, WorkerReply } from '../run/worker-process.ts';
import { removeEndHandlers, ignoreClosedOutput } from '../project/end-signals.ts';
import { newRunId } from '../project/settings.ts';
import { commandLine } from './command-line.ts';

/** Executes the orders one by one. */
let last: Promise<void> = Promise.resolve();

ignoreClosedOutput();
process.on('message', (order: WorkerOrder) => {
  if ('stop' in order) process.emit('SIGINT');
  else if ('rehearse' in order) last = last.then(() => rehearse(order.rehearse)).then(() => tell('ready'));
  else last = last.then(() => perform(order.words));
});
// The parent has ended.
process.on('disconnect', () => process.exit());

function tell(what: WorkerReply): void {
  process.send?.(what);
}

async function perform(words: readonly string[]): Promise<void> {
  clearSessionCaches();
  // Handlers of the previous run.
  removeEndHandlers();
  await commandLine(words);
  tell('done');
}

/** Plans everything once in advance. The first run reports problems. */
async function rehearse(asked: RehearsalInput): Promise<void> {
  await import('./run.ts');
  clearSessionCaches();
  try {
    // Loads the project even if it is cached, so that the code that reads files is compiled.
    loadProject(asked.root);
    openSession({ ...asked, runId: newRunId(), out: '' }, process.env);
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
  }
}
