/** Sends the groups of a session and judges them. */
import { omitUndefined, groupBy } from '../model/objects.ts';
import { scheduleGroups } from './group-scheduler.ts';
import type { SharedTokens } from '../http/token-provider.ts';
import { type ByteTally, runBytes, Semaphore } from '../http/rate-limit.ts';
import { concurrentWritesByVersion, type WriteExchange } from '../cleanup/concurrent-writes.ts';
import { writeTracker } from '../cleanup/write-tracker.ts';
import { ExistingRecords } from '../cleanup/existing-records.ts';
import { isResponding } from './liveness.ts';
import { isStopped, type RunContext } from './run-context.ts';
import type { CircuitBreaker } from '../http/circuit-breaker.ts';
import type { Transport } from '../http/transport.ts';
import type { Group } from '../plan/model.ts';
import type { Exchange } from '../model/exchange.ts';
import { type JudgeContext, judgeGroup, showsAllFailures, needsRetry } from '../verdict/judge.ts';
import { casesToRepeat, REPEATS } from '../verdict/repeat.ts';
import type { Repeat } from './run-group.ts';
import { passiveChecksByEndpoint } from '../verdict/passive-checks.ts';
import { bindDestinations, rateLimitOf, secretReader } from './destinations.ts';
import { kindKey } from '../cleanup/created-resources.ts';
import { LEFTOVERS, LeftoversFile, leftoversIn } from '../cleanup/leftovers-file.ts';
import { type GroupRecord, timeLimitCause, groupsLostToOutage, unsentGroup } from './group-record.ts';
import { cleanUpResource, verifyDeleted } from '../cleanup/delete-records.ts';
import type { Session } from '../project/session.ts';
import { TestDataWatch } from './test-data-watch.ts';
import path from 'node:path';

/** Limits that the processes of one run share, so that they do not exceed those of the target together. */
export interface SharedLimits {
  readonly slots: RunContext['slots'];
  readonly pace?: () => Promise<void>;
  readonly bytes: ByteTally;
  readonly circuitBreakers: NonNullable<RunContext['circuitBreakers']>;
  readonly next: () => number;
  readonly writes: WriteExchange;
}

export interface ExecuteOptions {
  readonly transport: Transport;
  readonly plain: Transport;
  readonly clock: () => number;
  readonly env: NodeJS.ProcessEnv;
  /** Aborted when nothing more may be sent. */
  readonly stop?: AbortSignal;
  /** Absent if one process sends the whole run. */
  readonly shared?: SharedLimits;
  /** Tokens of earlier sign-ins. */
  readonly tokens?: SharedTokens;
  /** Rate limit that continues from the preflight. */
  readonly pace?: () => Promise<void>;
  /** Calls back after so many milliseconds; returns a function that cancels it. Default: timers of the process. */
  readonly after?: (milliseconds: number, act: () => void) => () => void;
  /** Counter at the end of an earlier part of the run. */
  readonly counted?: number;
  /** Called when nothing more is sent to an address; `why` in words. */
  readonly stopped?: RunContext['stopped'];
  /** Called for each group when it is judged, in any order; again if it is sent again after an outage. */
  readonly done: (record: GroupRecord, group: Group) => void;
}

const versionOf = ({ service, spec }: Group): string => `${service}@${spec}`;

export function judgeContext(session: Pick<Session, 'plan' | 'project'>): JudgeContext {
  return {
    operations: session.plan.operations,
    passive: passiveChecksByEndpoint(session.plan.groups),
    forbiddenTexts: Object.fromEntries(session.project.contracts.map((c) => [c.service, c.errors.forbiddenTexts])),
  };
}

/** Embedded services lose their data when they end, so they need no file. */
function createdResourcesOf(
  { target, settings }: Pick<Session, 'settings' | 'target'>,
  clock: () => number,
): Pick<RunContext, 'createdResources'> {
  if (target.embedded) return {};
  const { runId: run, out, resumed } = settings;
  const file = path.join(out, LEFTOVERS);
  // A resumed run also deletes the records of its earlier part.
  const known = resumed === undefined ? [] : leftoversIn(file).filter((left) => left.run === run);
  return { createdResources: new LeftoversFile(file, { run, target: settings.target }, clock, known) };
}

/** Context of all groups of a run. */
export function runContext(
  session: Pick<Session, 'settings' | 'target' | 'scopes'>,
  options: Omit<ExecuteOptions, 'done' | 'after'>,
): RunContext {
  let counter = options.counted ?? 0;
  const { limits } = session.target;
  const { shared } = options;
  const ownPace = (): RunContext['pace'] => options.pace ?? rateLimitOf(limits, session.settings.shard, options.clock);
  const pace = shared === undefined ? ownPace() : shared.pace;
  const { bound, release } = runBytes(limits.maxRunBytes, shared?.bytes);
  const plain = bound(options.plain);
  const context: RunContext = {
    transport: options.transport === options.plain ? plain : bound(options.transport),
    plain,
    release,
    ...omitUndefined({ mostPages: limits.pages }),
    clock: options.clock,
    timeoutMs: limits.timeoutMs,
    runId: session.settings.resumed ?? session.settings.runId,
    slots: shared?.slots ?? new Semaphore(limits.concurrency),
    ...omitUndefined({ pace }),
    destination: bindDestinations({
      ...omitUndefined({ pace, tokens: options.tokens }),
      scopes: session.scopes,
      target: session.target,
      allowWrites: session.settings.allowWrites === true,
      // The transport of the run, so that its observers see sign-ins too.
      plain: options.transport,
      secrets: secretReader(options.env),
      clock: options.clock,
    }),
    ...createdResourcesOf(session, options.clock),
    ...(session.target.embedded ? {} : { existing: new ExistingRecords(() => context) }),
    next: shared?.next ?? ((): number => (counter += 1)),
    circuitBreakers: shared?.circuitBreakers ?? new Map<string, CircuitBreaker>(),
    retryBudgets: new Map(),
    firstRecords: new Map(),
    concurrentWrites: concurrentWritesByVersion(shared?.writes),
    ...omitUndefined({ stop: options.stop, stopped: options.stopped }),
  };
  return { ...context, tracker: writeTracker(context) };
}

/** Sends and judges all groups. Returns `<service>@<spec>` of the services that do not respond at the end. */
export async function execute(
  session: Session,
  groups: readonly Group[],
  options: ExecuteOptions,
): Promise<readonly string[]> {
  const judging = judgeContext(session);
  const { minutes } = session.target.limits;
  const over = new AbortController();
  const cancelTimer =
    minutes === undefined ? undefined : (options.after ?? afterTime)(minutes * 60_000, () => over.abort());
  const stop = options.stop === undefined ? over.signal : AbortSignal.any([options.stop, over.signal]);
  const context: RunContext = {
    ...runContext(session, { ...options, stop }),
    seenIn: (group) => showsAllFailures(group, judging),
    tryAgain: (group) => needsRetry(group, judging),
  };
  const watch = new TestDataWatch(session.scopes, context);
  void watch.begin(groups);
  const judged = new Map<string, GroupRecord>();
  let remaining = groups.length;
  try {
    // Restored first: otherwise the changed state would become the next snapshot.
    for (const record of context.createdResources?.resourcesToClean() ?? [])
      if ('restore' in record) await cleanUpResource(record, context);
    const run = (some: readonly Group[], own: RunContext): Promise<void> =>
      scheduleGroups(some, own, async (group, exchanges, repeat) => {
        const record = await judgeRepeated(group, exchanges, judging, watch, repeat);
        judged.set(group.id, record);
        options.done(record, group);
        // The sentinel record is not needed any more.
        if ((remaining -= 1) === 0 && groupsLostToOutage([...judged.values()]).size === 0) void watch.end();
      });
    await run(groups, context);
    const again = isStopped(context) ? [] : groupsToRepeat(groups, judged, await silentVersions(groups, context));
    if (again.length > 0) {
      // New run ID, since records of the first requests may still exist.
      await run(again, { ...context, runId: `${context.runId} after the outage` });
    }
  } finally {
    cancelTimer?.();
    await watch.end();
    // Shards and workers see records that other processes created.
    await deleteRemaining(context, session.settings.shard === undefined && options.shared === undefined);
  }
  // Checked last, since a service may stop during cleanup.
  const silent = await silentVersions(groups, context);
  if (!over.signal.aborted || options.stop?.aborted === true) return silent;
  const unsent = timeLimitCause(minutes ?? 0);
  for (const group of groups.filter(({ id }) => !judged.has(id)))
    options.done({ group: group.id, results: unsentGroup(group, unsent), exchanges: [], unsent }, group);
  return silent;
}

/** Groups to send again after an outage. Groups that may have caused it are excluded. */
function groupsToRepeat(
  groups: readonly Group[],
  judged: ReadonlyMap<string, GroupRecord>,
  silent: readonly string[],
): readonly Group[] {
  const left = groupsLostToOutage([...judged.values()]);
  return groups.filter((group) => left.has(group.id) && !silent.includes(versionOf(group)));
}

async function silentVersions(groups: readonly Group[], context: RunContext): Promise<readonly string[]> {
  if (isStopped(context)) return [];
  const versions = new Map(groups.map((group) => [versionOf(group), group]));
  const found = await Promise.all(
    [...versions].map(async ([version, { service, spec }]) =>
      (await isResponding(context.destination(service, spec), context)) ? [] : [version],
    ),
  );
  return found.flat();
}

/**
 * Deletes the remaining records after all groups and verifies that they are gone. `isAlone`: whether no other part of the run writes to the
 * service, so that new records in a list may be this run's
 */
export async function deleteRemaining(context: RunContext, isAlone = false): Promise<void> {
  for (const record of context.createdResources?.resourcesToClean() ?? []) await cleanUpResource(record, context);
  await verifyDeleted(context);
  if (isAlone) await noteUnaccounted(context);
  context.createdResources?.close();
}

/** Maximum number of records of an endpoint that are noted one by one, since other clients may create thousands. */
const MAX_UNACCOUNTED = 1000;

/** Notes new records that no response named: a service may store a rejected record, or store one twice. */
async function noteUnaccounted({ createdResources, existing }: RunContext): Promise<void> {
  const found = groupBy((await existing?.unaccounted()) ?? [], kindKey);
  for (const records of found.values())
    for (const { id, ...kind } of records.slice(0, MAX_UNACCOUNTED))
      createdResources?.addRecord({
        ...kind,
        key: `${kindKey(kind)} ${id}`,
        id,
        under: [],
        why: UNACCOUNTED,
        maybe: true,
      });
}

const UNACCOUNTED =
  'the list contains it since the run, but no response returned its ID: this run or another client created it';

/** Record of a group. Some of its failing cases are sent again first, to find out whether their failures are intermittent. */
export async function judgeRepeated(
  group: Group,
  exchanges: readonly Exchange[],
  judging: JudgeContext,
  watch: TestDataWatch,
  repeat: Repeat,
): Promise<GroupRecord> {
  const first = await judgeWatched(group, exchanges, judging, watch);
  const cases = casesToRepeat(group, first, judging.operations);
  if (cases.length === 0) return first;
  const all = [...exchanges];
  for (let count = 0; count < REPEATS; count += 1) all.push(...(await repeat(cases)));
  return judgeWatched(group, all, judging, watch);
}

/** Judges a group, and once more if the test data may have been cleared meanwhile. */
async function judgeWatched(
  group: Group,
  exchanges: readonly Exchange[],
  judging: JudgeContext,
  watch: TestDataWatch,
): Promise<GroupRecord> {
  const results = judgeGroup(group, exchanges, judging);
  // A group with undeclared methods may have deleted the test data itself, which is a failure.
  const loss =
    group.inTurn !== true && results.some((r) => r.verdict === 'fail' || r.verdict === 'inconclusive')
      ? await watch.findDataLoss(group, exchanges)
      : undefined;
  if (loss === undefined) return { group: group.id, results, exchanges };
  const all = [...exchanges, loss];
  return { group: group.id, results: judgeGroup(group, all, judging), exchanges: all };
}

function afterTime(milliseconds: number, act: () => void): () => void {
  const timer = setTimeout(act, milliseconds);
  return () => clearTimeout(timer);
}
