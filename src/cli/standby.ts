/**
 * The process that `plumbline run --watch` keeps beside it: it runs what it is told to, one after another and each as if it had been
 * typed. What it has loaded, compiled and grown quick at stays for the next.
 */
import { loadProject } from '../load/load-project.ts';
import { openSession, type Rehearsed, startAnew } from '../project/session.ts';
import { BadInput } from '../errors.ts';
import type { Order, Reply } from '../run/worker-process.ts';
import { forgetEnding, outliveReaders } from '../project/ending.ts';
import { newRunId } from '../project/settings.ts';
import { commandLine } from './command-line.ts';

/** One at a time, in the order in which they were given. */
let last: Promise<void> = Promise.resolve();

outliveReaders();
process.on('message', (order: Order) => {
  if ('stop' in order) process.emit('SIGINT');
  else if ('rehearse' in order) last = last.then(() => rehearse(order.rehearse)).then(() => tell('ready'));
  else last = last.then(() => perform(order.words));
});
// Whoever gave the orders is gone.
process.on('disconnect', () => process.exit());

function tell(what: Reply): void {
  process.send?.(what);
}

async function perform(words: readonly string[]): Promise<void> {
  startAnew();
  // The run before this one listened to them.
  forgetEnding();
  await commandLine(words);
  tell('done');
}

/** Reads and plans all of it once, before anybody waits. What is wrong with it, the first run tells. */
async function rehearse(asked: Rehearsed): Promise<void> {
  await import('./run.ts');
  startAnew();
  try {
    // Also where it is kept: whatever reads files is compiled then.
    loadProject(asked.root);
    openSession({ ...asked, runId: newRunId(), out: '' }, process.env);
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
  }
}
