/**
 * State of a Playwright worker between tests: the target, planned endpoints, tokens, and request contexts with the options of the projects.
 */
import type { APIRequestContext, TestInfo } from '@playwright/test';
import { BadInput } from '../errors.ts';
import { omitUndefined, mapOptional } from '../model/objects.ts';
import { connectionOf } from '../http/connection.ts';
import { contextOptionsOf, playwrightTransport, type RequestOptions } from '../http/playwright-transport.ts';
import { isResponding } from '../run/liveness.ts';
import { isStopped, type RunContext, StoppedError } from '../run/run-context.ts';
import { runGroup } from '../run/run-group.ts';
import { NO_TRANSPORT } from '../http/transport.ts';
import type { Group, ResolvedOperation } from '../plan/model.ts';
import { planEndpoint } from '../project/make-plan.ts';
import { checkShardCount, type LoadedRun, loadRun, withShareOfLimits } from '../project/session.ts';
import { EMBEDDED_VARIABLE, newRunId, type RunSettings } from '../project/settings.ts';
import { writesToService } from '../run/plan-effects.ts';
import type { Shard } from '../model/check-scope.ts';
import { secretReader, transportTo } from '../run/destinations.ts';
import { deleteRemaining, judgeContext, judgeRepeated, runContext } from '../run/execute.ts';
import { type GroupRecord, timeLimitCause, unsentGroup } from '../run/group-record.ts';
import { TestDataWatch } from '../run/test-data-watch.ts';
import { type SharedRateLimit, joinSharedRateLimit } from './shared-rate-limit.ts';
import { type JudgeContext, showsAllFailures, needsRetry } from '../verdict/judge.ts';
import { policyOf } from '../run/decision-inputs.ts';
import type { Policy } from '../gate/policy.ts';
import type { WaiverEntry } from '../verdict/waivers.ts';
import { runStartedAt } from './test-index.ts';
import { checksInScope, type TestScope } from './test-scope.ts';
import { type GroupName, UnresponsiveServiceError, ReportedElsewhereError } from './names.ts';
import { checkReplaced, checkUse, type ContextUse, withUse } from './use.ts';

/** Position of this worker among concurrent senders. */
export interface SenderPosition {
  /** Maximum number of workers. */
  readonly workers: number;
  /** Number of this worker, from 1. */
  readonly worker: number;
  readonly shard: Shard;
}

/** Input of one test: its groups, options and stop signal. */
export interface GroupTest {
  readonly scope: TestScope;
  readonly groups: readonly GroupName[];
  readonly test: Pick<TestInfo, 'testId' | 'project' | 'retry' | 'repeatEachIndex'>;
  readonly use: ContextUse;
  /** Opens a Playwright request context with the options of the test and of the target. */
  readonly open: (options: RequestOptions) => Promise<APIRequestContext>;
  /** Aborted if the test ends before its group. */
  readonly stop: AbortSignal;
  /** Shows a case as a step of the test. */
  readonly aroundCase: NonNullable<RunContext['aroundCase']>;
}

export interface JudgedGroup {
  readonly group: Group;
  readonly record: GroupRecord;
  /** Another test of this worker has sent the group. */
  readonly isReused: boolean;
  /** Waivers of the target. */
  readonly waivers: readonly WaiverEntry[];
  readonly policy: Policy;
}

/** Shared state of the groups of one service, version and set of options. */
interface WorkerState {
  readonly loaded: LoadedRun;
  readonly context: RunContext;
  readonly watch: TestDataWatch;
  watches: Promise<unknown> | undefined;
  readonly close: () => Promise<void>;
}

interface EndpointPlan {
  readonly groups: ReadonlyMap<string, Group>;
  readonly operations: Readonly<Record<string, ResolvedOperation>>;
}

export class WorkerContext {
  readonly #settings: RunSettings;
  readonly #senders: SenderPosition;
  readonly #allowance: SharedRateLimit | undefined;
  readonly #states = new Map<string, Promise<WorkerState>>();
  /** URLs of the target by the URL in `use` that replaces them. */
  readonly #replaced = new Map<string, string>();
  readonly #planned = new Map<string, EndpointPlan>();
  /** Results of groups that several tests judge. */
  readonly #sent = new Map<string, JudgedGroup>();

  private constructor(settings: RunSettings, senders: SenderPosition, allowance: SharedRateLimit | undefined) {
    this.#settings = settings;
    this.#senders = senders;
    this.#allowance = allowance;
  }

  static async open(settings: RunSettings, senders: SenderPosition): Promise<WorkerContext> {
    return new WorkerContext(settings, senders, await joinSharedRateLimit(process.env, senders.shard));
  }

  async run(turn: GroupTest): Promise<readonly JudgedGroup[]> {
    const judged: JudgedGroup[] = [];
    for (const entry of turn.groups) judged.push(await this.#run(entry, turn));
    return judged;
  }

  async #run(entry: GroupName, turn: GroupTest): Promise<JudgedGroup> {
    const key = JSON.stringify([entry.service, entry.spec, turn.use.key]);
    const openContext = this.#states.get(key) ?? this.#open(entry, turn);
    this.#states.set(key, openContext);
    const state = await openContext.catch(async (error: unknown) => {
      throw error instanceof BadInput ? await this.#reportOnce(error, turn.test) : error;
    });
    const sentKey = JSON.stringify([key, entry.id, turn.test.repeatEachIndex]);
    const known = this.#sent.get(sentKey);
    if (known !== undefined && mayReuse(known, turn)) return { ...known, isReused: true };
    const judged = await this.#judge(entry, turn, state);
    // The report needs the exchanges only once.
    this.#sent.set(sentKey, { ...judged, record: { ...judged.record, exchanges: [] } });
    return judged;
  }

  async #judge(entry: GroupName, turn: GroupTest, bench: WorkerState): Promise<JudgedGroup> {
    const { groups, operations } = this.#plan(bench.loaded, entry);
    const group = groups.get(entry.id);
    if (group === undefined)
      throw BadInput.of('other-plan', `${entry.id} is no longer planned`, {
        hint: 'The contracts or the target have changed since Playwright listed the tests. Start Playwright again.',
      });
    const { settings, project, target } = bench.loaded;
    const { waivers, limits } = target;
    const policy = policyOf(settings.policy, project);
    await this.#allowance?.refresh();
    const stop = AbortSignal.any(
      [turn.stop, bench.context.stop, this.#allowance?.over].filter((signal) => signal !== undefined),
    );
    // Retries and repetitions use new data, since records of the previous attempt may still exist.
    const judging = judgeContext({ project: bench.loaded.project, plan: { groups: [...groups.values()], operations } });
    const context: RunContext = {
      ...bench.context,
      stop,
      aroundCase: turn.aroundCase,
      runId: newRunId(),
      seenIn: (of) => showsAllFailures(of, judging),
      tryAgain: (of) => needsRetry(of, judging),
    };
    const record = isStopped(context) ? undefined : await this.#send(group, bench, context, judging);
    if (record !== undefined) return { group, waivers, policy, record, isReused: false };
    if (turn.stop.aborted || this.#allowance?.over.aborted === true)
      throw new StoppedError('the test ended before its requests were complete');
    const unsent = timeLimitCause(limits.minutes ?? 0);
    const results = unsentGroup(group, unsent);
    return { group, waivers, policy, isReused: false, record: { group: group.id, results, exchanges: [], unsent } };
  }

  /** Deletes the watched test data and closes all connections. Throws if a service does not respond after the last test. */
  async close(): Promise<void> {
    const silent = new Set<string>();
    for (const opened of this.#states.values()) {
      const bench = await opened.catch(() => undefined);
      if (bench === undefined) continue;
      await bench.watch.end();
      await deleteRemaining(bench.context);
      for (const { service, version } of bench.loaded.scopes)
        // No request is sent after the time limit of the run.
        // Other workers may still send, so the read needs a slot.
        if (
          !isStopped(bench.context) &&
          !(await bench.context.slots.through(() =>
            isResponding(bench.context.destination(service, version), bench.context),
          ))
        )
          silent.add(`${service}@${version}`);
      await bench.close();
    }
    this.#allowance?.close();
    if (silent.size > 0) throw new UnresponsiveServiceError([...silent]);
  }

  /** Errors of the target or of `use` affect all tests of a project, so one test reports them. */
  async #reportOnce(error: BadInput, { testId, project }: GroupTest['test']): Promise<Error> {
    const isFirst = (await this.#allowance?.isFirst(`${project.name}\n${error.message}`, testId)) ?? true;
    return isFirst ? error : new ReportedElsewhereError();
  }

  /** Returns undefined if the run or the test ended first. */
  async #send(
    group: Group,
    bench: WorkerState,
    context: RunContext,
    judging: JudgeContext,
  ): Promise<GroupRecord | undefined> {
    if (writesToService(group)) await (bench.watches ??= bench.watch.begin([group]));
    let record: GroupRecord | undefined;
    try {
      await runGroup(group, context, undefined, async (exchanges, repeat) => {
        record = await judgeRepeated(group, exchanges, judging, bench.watch, repeat);
      });
      return record;
    } catch (error) {
      if (error instanceof StoppedError) return undefined;
      throw error;
    } finally {
      await this.#allowance?.pass();
    }
  }

  #plan({ scopes }: LoadedRun, { service, spec, endpoint }: GroupName): EndpointPlan {
    const key = JSON.stringify([service, spec, endpoint]);
    const known = this.#planned.get(key);
    if (known !== undefined) return known;
    const { groups, operations } = planEndpoint(scopes, endpoint);
    const planned = { groups: new Map(groups.map((group) => [group.id, group])), operations };
    this.#planned.set(key, planned);
    return planned;
  }

  async #open(entry: GroupName, { use, open }: GroupTest): Promise<WorkerState> {
    const found = loadRun({ ...this.#settings, services: [entry.service], specs: [entry.spec] }, process.env);
    if (found.target.embedded && process.env[EMBEDDED_VARIABLE] === undefined) throw notStartedError(found.target);
    checkUse(use);
    const ownUrl = found.target.services[0]?.addresses.find(({ spec }) => spec === entry.spec)?.baseUrl ?? '';
    checkReplaced(use.baseURL, ownUrl, this.#replaced);
    const target = this.#share(withUse(found.target, use));
    const loaded: LoadedRun = { ...found, target };
    const { limits } = target;
    const secrets = secretReader(process.env);
    const options = use.isOtherWay ? {} : contextOptionsOf(connectionOf(target, secrets));
    const context = await opened(open(options));
    const carrier = playwrightTransport(context, limits.maxResponseBytes, use.proxy ?? options.proxy);
    // The plain transport ignores the proxy and the certificates, so it is disabled.
    const plain = use.isOfContext ? NO_TRANSPORT : transportTo(target, secrets);
    const run = runContext(loaded, {
      transport: carrier,
      plain,
      clock: Date.now,
      env: process.env,
      ...omitUndefined({
        stop: mapOptional(limits.minutes, (minutes) => timeLimitSignal(minutes * 60_000)),
        shared: this.#allowance?.shared(limits.requestsPerSecond !== undefined),
      }),
    });
    const close = async (): Promise<void> => {
      await plain.close();
      await carrier.close();
    };
    return { loaded, context: run, watch: new TestDataWatch(loaded.scopes, run), watches: undefined, close };
  }

  /** Without a shared limit, each worker gets a fixed part of the limits. */
  #share(target: LoadedRun['target']): LoadedRun['target'] {
    const { workers, worker, shard } = this.#senders;
    checkShardCount(shard, target);
    if (this.#allowance !== undefined) return target;
    const { concurrency } = target.limits;
    // Only the worker number shows how many workers there are.
    if (worker * shard.parts > concurrency)
      throw BadInput.of(
        'too-many-workers',
        `${worker * shard.parts} workers exceed limits.concurrency of the target, which is ${concurrency}`,
        {
          hint: `Use --workers=${Math.max(1, Math.floor(concurrency / shard.parts))}, or set globalSetup: '@plumbline/harness/playwright/global-setup' in the configuration.`,
        },
      );
    const parts = Math.min(workers * shard.parts, concurrency);
    return withShareOfLimits(target, { part: parts, parts });
  }
}

/**
 * Whether a test may use the results of a group that an earlier test sent. A retry, a test with a trace, and a test that would fail send the
 * group again, so that their requests are shown where they belong.
 */
function mayReuse({ group, record }: JudgedGroup, { scope, test: { retry, project } }: GroupTest): boolean {
  const { trace } = project.use;
  const isTraced = trace !== undefined && (typeof trace === 'string' ? trace : trace.mode) !== 'off';
  if (retry > 0 || isTraced || record.unsent !== undefined) return false;
  const own = checksInScope(scope, group);
  return record.results.every(
    ({ check, verdict }) => !own.has(check) || verdict === 'pass' || verdict === 'inapplicable',
  );
}

/** Files in the options may be missing. The error contains Playwright's message, but no file content. */
async function opened(context: Promise<APIRequestContext>): Promise<APIRequestContext> {
  return context.catch((error: unknown) => {
    const { message } = error as Error;
    const [first = ''] = message.split('\n');
    const code = /\bE[A-Z]{3,}\b/.exec(message)?.[0];
    const why = `${first.replace(/^.*?newContext: /, '').replace(/:$/, '')}${code === undefined || first.includes(code) ? '' : ` (${code})`}`;
    throw BadInput.of('bad-use', `Playwright cannot send requests with these options in "use": ${why}`, {
      hint: 'Check clientCertificates, storageState and proxy in the configuration and in test.use. Paths are relative to the working folder.',
    });
  });
}

/** Only our configuration starts the services of an embedded target. */
function notStartedError({ target }: LoadedRun['target']): BadInput {
  return BadInput.of('not-started', `the services of the embedded target "${target}" are not running`, {
    hint: `Set PLUMBLINE_TARGET to your own target. Or use '@plumbline/harness/playwright/config' in the configuration, which starts them.`,
  });
}

/** Aborted when the run exceeds its time limit, independent of the start of this worker. */
function timeLimitSignal(milliseconds: number): AbortSignal | undefined {
  const startedAt = runStartedAt(process.env);
  if (startedAt === undefined) return undefined;
  const left = startedAt + milliseconds - Date.now();
  return left <= 0 ? AbortSignal.abort() : AbortSignal.timeout(left);
}
