/**
 * A Playwright reporter that runs the engine for `plumbline run`: when it is known which tests will run (after sharding),
 * it sends all their groups at once, at full concurrency, and puts each result where its test waits for it.
 *
 * Tests that only replay a result may fail, and have their worker restarted, without a request being sent again.
 */
import { request } from '@playwright/test';
import type { FullConfig, Reporter, Suite } from '@playwright/test/reporter';
import path from 'node:path';
import { playwrightTransport } from '../exchange/playwright-transport.ts';
import { undiciTransport } from '../exchange/undici-transport.ts';
import { inOrder } from '../exchange/order.ts';
import type { Group } from '../plan/model.ts';
import { execute } from '../run/execute.ts';
import { GROUP_ANNOTATION } from './names.ts';
import { indexFolder } from './index-file.ts';
import { stayingLines } from '../run/leftovers-words.ts';
import { projectRoot } from '../project/root.ts';
import { exitWith, orExit } from './or-exit.ts';
import { openSession, type Session } from '../project/session.ts';
import { settingsFromEnvironment } from '../project/settings.ts';
import { keep, StoreWriter, type GroupRecord } from '../run/store.ts';
import { JudgedChecks, tellLine, tellProgress } from '../run/telling.ts';
import { earlierPart, RunJournal } from '../run/unfinished.ts';

export default class Conductor implements Reporter {
  #running: Promise<void> | undefined;

  printsToStdio(): boolean {
    return false;
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    const folder = indexFolder(process.env);
    const settings = settingsFromEnvironment(process.env, projectRoot());
    // Without an index there are no planned tests here; and where Playwright was started by itself, each test sends its own.
    if (folder === undefined || !settings.gated) return;
    const session = orExit(() => openSession(settings, process.env));
    const selected = new Set(
      suite
        .allTests()
        .flatMap((t) => t.annotations.filter((a) => a.type === GROUP_ANNOTATION).map((a) => a.description ?? '')),
    );
    const store = new StoreWriter(path.join(folder, 'records'), process.env);
    this.#running = conduct(session, selected, store);
  }

  async onEnd(): Promise<void> {
    await this.#running;
  }
}

/** Playwright stops the services that it started and its tests at once; what the engine sent then would be lost. */
function interrupted(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}

async function conduct(session: Session, selected: ReadonlySet<string>, store: StoreWriter): Promise<void> {
  const index = new Map(session.plan.groups.map((g, i) => [g.id, i]));
  const groups = inOrder(
    session.plan.groups.filter((g) => selected.has(g.id)),
    session.settings.shuffle,
  );
  const earlier = orExit(() => earlierPart(session));
  const known = new Map(earlier?.records.map((record) => [record.group, record]));
  const left = groups.filter((group) => !known.has(group.id));
  for (const line of stayingLines(session, left)) tellLine(line);
  const { concurrency, maxResponseBytes } = session.target.limits;
  const judged = new JudgedChecks(groups);
  const take = (record: GroupRecord, group: Group): void => {
    keep(record);
    // The report is made here, from what is kept.
    store.put(index.get(group.id) ?? -1, { ...record, exchanges: [] });
    tellProgress('sending', judged.add(record));
  };
  for (const group of groups) {
    const record = known.get(group.id);
    if (record !== undefined) take(record, group);
  }
  tellProgress('sending', judged.now());
  const plain = undiciTransport(concurrency, maxResponseBytes);
  // Playwright's request context takes a stack trace for every call, which is most of its cost.
  const transport =
    session.settings.transport === 'playwright'
      ? playwrightTransport(await request.newContext(), maxResponseBytes)
      : plain;
  const journal = new RunJournal(session, new Date());
  try {
    await execute(session, left, {
      transport,
      plain,
      clock: Date.now,
      env: process.env,
      stop: interrupted(),
      // Twice over, since what was under way when it ended had counted too.
      counted: 2 * [...known.values()].reduce((sum, { exchanges }) => sum + exchanges.length, 0),
      done: (record, group) => {
        take(record, group);
        journal.put(record);
      },
    });
  } catch (error) {
    // No verdict may come of it: what was judged before is not enough for a report, and what comes after is not to be trusted.
    exitWith(error);
  } finally {
    tellProgress('writing');
    store.close();
    journal.close();
    await plain.close();
    if (transport !== plain) await transport.close();
  }
}
