/** Runs one group inside a test's worker: what happens where no conductor does it for all. */
import { request } from '@playwright/test';
import { BadInput } from '../errors.ts';
import { defined } from '../record/defined.ts';
import { playwrightTransport } from '../exchange/playwright-transport.ts';
import { runGroup, Stopped, type RunContext } from '../exchange/runner.ts';
import type { Transport } from '../exchange/transport.ts';
import { undiciTransport } from '../exchange/undici-transport.ts';
import type { Group } from '../plan/model.ts';
import { judgeGroup } from '../verdict/judge.ts';
import { judgeContext, runContext } from '../run/execute.ts';
import { openSession, shareOf, type Session } from '../project/session.ts';
import type { RunSettings } from '../project/settings.ts';
import type { GroupRecord } from '../run/store.ts';
import { overtime, unsentGroup } from '../run/unsent-group.ts';
import { begunAt } from './index-file.ts';

/** How many send at once: the workers of all shards, each of which knows of itself alone. */
export interface Senders {
  readonly workers: number;
  readonly shards: number;
}

interface Workshop {
  readonly session: Session;
  readonly context: RunContext;
}

let workshop: Promise<Workshop> | undefined;

async function open(settings: RunSettings, { workers, shards }: Senders): Promise<Workshop> {
  const whole = openSession(settings, process.env);
  const { concurrency, minutes } = whole.target.limits;
  if (workers * shards > concurrency)
    throw BadInput.of(
      'too-many-workers',
      `${workers * shards} workers would send at once, and limits.concurrency of the target is ${concurrency}`,
      { hint: `Give --workers=${Math.max(1, Math.floor(concurrency / shards))}, or let the conductor send.` },
    );
  const session: Session = { ...whole, target: shareOf(whole.target, workers * shards) };
  const { limits } = session.target;
  const transport: Transport = playwrightTransport(await request.newContext(), limits.maxResponseBytes);
  const plain = undiciTransport(limits.concurrency, limits.maxResponseBytes);
  const stop = minutes === undefined ? undefined : endOf(minutes * 60_000);
  return {
    session,
    context: runContext(session, {
      transport,
      plain,
      clock: Date.now,
      env: process.env,
      ...defined({ stop }),
    }),
  };
}

/** Aborted when the run has gone on for so long, whichever worker this is and whenever it was started. */
function endOf(milliseconds: number): AbortSignal | undefined {
  const begun = begunAt(process.env);
  if (begun === undefined) return undefined;
  const left = begun + milliseconds - Date.now();
  return left <= 0 ? AbortSignal.abort() : AbortSignal.timeout(left);
}

export async function runInTest(index: number, settings: RunSettings, senders: Senders): Promise<GroupRecord> {
  workshop ??= open(settings, senders);
  const { session, context } = await workshop;
  const group = session.plan.groups[index];
  if (group === undefined) throw new Error(`the plan has no group ${index}`);
  const exchanges = context.stop?.aborted === true ? undefined : await inTime(group, context);
  if (exchanges === undefined) {
    const unsent = overtime(session.target.limits.minutes ?? 0);
    return { group: group.id, results: unsentGroup(group, unsent), exchanges: [], unsent };
  }
  return { group: group.id, results: judgeGroup(group, exchanges, judgeContext(session)), exchanges };
}

/** Undefined where the time of the run was over in the middle of it. */
async function inTime(group: Group, context: RunContext): Promise<GroupRecord['exchanges'] | undefined> {
  try {
    return await runGroup(group, context);
  } catch (error) {
    if (error instanceof Stopped) return undefined;
    throw error;
  }
}
