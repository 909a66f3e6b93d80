/** Runs one group inside a test's worker: what happens where no conductor does it for all. */
import { request } from '@playwright/test';
import { playwrightTransport } from '../exchange/playwright-transport.ts';
import { runGroup, type RunContext } from '../exchange/runner.ts';
import type { Transport } from '../exchange/transport.ts';
import { undiciTransport } from '../exchange/undici-transport.ts';
import { judgeGroup } from '../verdict/judge.ts';
import { judgeContext, runContext } from '../run/execute.ts';
import { openSession, type Session } from '../project/session.ts';
import type { RunSettings } from '../project/settings.ts';
import type { GroupRecord } from '../run/store.ts';

interface Workshop {
  readonly session: Session;
  readonly context: RunContext;
}

let workshop: Promise<Workshop> | undefined;

async function open(settings: RunSettings): Promise<Workshop> {
  const session = openSession(settings, process.env);
  const transport: Transport = playwrightTransport(await request.newContext(), session.target.limits.maxResponseBytes);
  const plain = undiciTransport(session.target.limits.concurrency, session.target.limits.maxResponseBytes);
  return { session, context: runContext(session, { transport, plain, clock: Date.now, env: process.env }) };
}

export async function runInTest(index: number, settings: RunSettings): Promise<GroupRecord> {
  workshop ??= open(settings);
  const { session, context } = await workshop;
  const group = session.plan.groups[index];
  if (group === undefined) throw new Error(`the plan has no group ${index}`);
  const exchanges = await runGroup(group, context);
  return { group: group.id, results: judgeGroup(group, exchanges, judgeContext(session)), exchanges };
}
