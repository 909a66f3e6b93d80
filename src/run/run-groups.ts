/**
 * Sends all groups of a run from this process, at the full concurrency that the target bears, and keeps what came of each.
 * Under `npx playwright test` each test sends its own instead; both roads end in the same records.
 */
import { defined } from '../model/objects.ts';
import { connectionOf } from '../http/connection.ts';
import { openPlaywrightTransport } from '../http/playwright-transport.ts';
import { inOrder } from './group-scheduler.ts';
import type { SharedTokens } from '../http/token-provider.ts';
import type { Group } from '../plan/model.ts';
import type { Session } from '../project/session.ts';
import { secretReader, transportTo } from './destinations.ts';
import { execute } from './execute.ts';
import { JudgedChecks, type Progress } from './progress.ts';
import { stayingLines } from './clean.ts';
import type { GroupRecord } from './group-record.ts';
import { CheckpointFile, type Unfinished } from './checkpoint.ts';

export interface RunGroupsOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Aborted when nothing more is to be sent but what removes what was made. */
  readonly stop: AbortSignal;
  readonly progress: Pick<Progress, 'line' | 'update'>;
  /** What an earlier part of the same run judged: nothing of it is sent again. */
  readonly earlier?: Unfinished;
  /** What the preflight signed in for. */
  readonly tokens?: SharedTokens;
  readonly pace?: () => Promise<void>;
}

export interface RunOutcome {
  /** Of each group that was judged, by its id. */
  readonly records: ReadonlyMap<string, GroupRecord>;
  /** `<service>@<spec>` of the services that do not respond at the end. */
  readonly silent: readonly string[];
}

/** Rejects for a defect of our own: no verdict may come of what was judged before. */
export async function runGroups(
  session: Session,
  wanted: readonly Group[],
  { env, stop, progress, earlier, tokens, pace }: RunGroupsOptions,
): Promise<RunOutcome> {
  const records = new Map(earlier?.records.map((record) => [record.group, record]));
  const counted = [...records.values()].reduce((sum, { exchanges }) => sum + exchanges.length, 0);
  const groups = inOrder(wanted, session.settings.shuffle);
  const left = groups.filter((group) => !records.has(group.id));
  for (const line of stayingLines(session, left)) progress.line(line);
  const judged = new JudgedChecks(groups);
  for (const record of records.values()) judged.add(record);
  progress.update('sending', judged.now());
  const { maxResponseBytes } = session.target.limits;
  const secrets = secretReader(env);
  const plain = transportTo(session.target, secrets);
  // Playwright's request context takes a stack trace for every call, which is most of its cost.
  const transport =
    session.settings.transport === 'playwright'
      ? await openPlaywrightTransport(connectionOf(session.target, secrets), maxResponseBytes)
      : plain;
  const journal = new CheckpointFile(session, new Date());
  try {
    const silent = await execute(session, left, {
      transport,
      plain,
      clock: Date.now,
      env,
      stop,
      ...defined({ tokens, pace }),
      // Twice over, since what was under way when it ended had counted too.
      counted: 2 * counted,
      stopped: (address, why) =>
        progress.line(`${address} does not answer any more (${why}): nothing more is sent there`),
      done: (record) => {
        records.set(record.group, record);
        journal.put(record);
        progress.update('sending', judged.add(record));
      },
    });
    return { records, silent };
  } finally {
    journal.close();
    await plain.close();
    if (transport !== plain) await transport.close();
  }
}
