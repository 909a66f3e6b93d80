/**
 * Sends all groups of a run from this process and keeps their records. Under `npx playwright test` each test sends its own group instead.
 */
import { omitUndefined } from '../model/objects.ts';
import { connectionOf } from '../http/connection.ts';
import { openPlaywrightTransport } from '../http/playwright-transport.ts';
import { orderGroups } from './group-scheduler.ts';
import type { SharedTokens } from '../http/token-provider.ts';
import type { Group } from '../plan/model.ts';
import type { Session } from '../project/session.ts';
import { secretReader, transportTo } from './destinations.ts';
import { execute } from './execute.ts';
import { JudgedChecks, type Progress } from './progress.ts';
import { remainingRecordLines } from './clean.ts';
import type { GroupRecord } from './group-record.ts';
import { CheckpointFile, type UnfinishedRun } from './checkpoint.ts';

export interface RunGroupsOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Aborted when only cleanup may be sent. */
  readonly stop: AbortSignal;
  readonly progress: Pick<Progress, 'line' | 'update'>;
  /** Records of an earlier part of the run, whose groups are not sent again. */
  readonly earlier?: UnfinishedRun;
  /** Tokens of the preflight. */
  readonly tokens?: SharedTokens;
  readonly pace?: () => Promise<void>;
}

export interface RunOutcome {
  /** Records of the judged groups, by group ID. */
  readonly records: ReadonlyMap<string, GroupRecord>;
  /** `<service>@<spec>` of the services that do not respond at the end. */
  readonly silent: readonly string[];
}

/** Rejects for a defect of Plumbline, so that no verdict is based on its records. */
export async function runGroups(
  session: Session,
  wanted: readonly Group[],
  { env, stop, progress, earlier, tokens, pace }: RunGroupsOptions,
): Promise<RunOutcome> {
  const records = new Map(earlier?.records.map((record) => [record.group, record]));
  const counted = [...records.values()].reduce((sum, { exchanges }) => sum + exchanges.length, 0);
  const groups = orderGroups(wanted, session.settings.shuffle);
  const left = groups.filter((group) => !records.has(group.id));
  for (const line of remainingRecordLines(session, left)) progress.line(line);
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
      ...omitUndefined({ tokens, pace }),
      // Doubled, since groups in progress at the end used the counter too.
      counted: 2 * counted,
      stopped: (address, why) =>
        progress.line(`${address} stopped responding (${why}). No more requests are sent to it`),
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
