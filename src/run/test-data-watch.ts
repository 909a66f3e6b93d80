/**
 * Detects whether operators clear the test data during a run, as during deployments. A canary record per service shows whether missing
 * records are a failure of the service.
 */
import { omitUndefined } from '../model/objects.ts';
import { succeeded } from '../model/success.ts';
import type { Exchange } from '../model/exchange.ts';
import type { StepMemory, Resolution } from '../http/resolve-values.ts';
import { inSlot, Semaphore } from '../http/rate-limit.ts';
import type { StepResult } from '../http/model.ts';
import type { RunContext } from './run-context.ts';
import { createIdVerification } from '../cleanup/verify-created-id.ts';
import { sendAndRecord } from '../http/send-exchange.ts';
import { runUndo, undoOfCreated } from '../cleanup/undo-step.ts';
import { type Group, CANARY_STEP, type Step } from '../plan/model.ts';
import type { Scope } from '../plan/scope.ts';
import { writesToService } from './plan-effects.ts';
import { type CanaryRecord, canaryRecordOf } from '../plan/canary-record.ts';

interface Loss {
  /** When the canary was last read, and when it was missing; milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
  readonly exchange: Exchange;
}

interface Watch {
  readonly canary: CanaryRecord;
  readonly losses: Loss[];
  /** Serializes the reads. */
  readonly turn: Semaphore;
  made: StepResult | undefined;
  /** Time of the last successful read; undefined if the canary cannot be read. */
  seen: number | undefined;
}

export class TestDataWatch {
  readonly #context: RunContext;
  readonly #watches = new Map<string, Watch>();
  #created: Promise<unknown> = Promise.resolve();
  #ended: Promise<void> | undefined;

  constructor(scopes: readonly Scope[], context: RunContext) {
    this.#context = context;
    for (const scope of scopes) {
      const canary = canaryRecordOf(scope);
      if (canary !== undefined)
        this.#watches.set(`${scope.service}@${scope.version}`, {
          canary,
          losses: [],
          turn: new Semaphore(1),
          made: undefined,
          seen: undefined,
        });
    }
  }

  /** Creates and reads the canaries of services that groups write to. Runs in the background; `findDataLoss` waits for it. */
  begin(groups: readonly Group[]): Promise<unknown> {
    const used = new Set(groups.filter(writesToService).map((g) => `${g.service}@${g.spec}`));
    const posts = [...this.#watches].filter(([key]) => used.has(key)).map(([, post]) => post);
    this.#created = Promise.all(posts.map((post) => post.turn.through(() => this.#createSentinel(post))));
    // Reported by `findDataLoss` and `end`.
    this.#created.catch(() => undefined);
    return this.#created;
  }

  /** The exchange that shows cleared test data during a group; undefined if there was none. */
  async findDataLoss(group: Group, exchanges: readonly Exchange[]): Promise<Exchange | undefined> {
    const post = this.#watches.get(`${group.service}@${group.spec}`);
    if (post === undefined) return undefined;
    const found = await post.turn.through(() => this.#findLoss(post, exchanges));
    return found === undefined
      ? undefined
      : { ...found, id: `${group.id}#${CANARY_STEP}`, group: group.id, step: CANARY_STEP };
  }

  /** Deletes the canaries, once. */
  end(): Promise<void> {
    this.#ended ??= this.#deleteSentinels();
    // Reported by the caller.
    this.#ended.catch(() => undefined);
    return this.#ended;
  }

  async #deleteSentinels(): Promise<void> {
    await this.#created;
    await Promise.all(
      [...this.#watches.values()].map(async (post) => {
        const { made, canary } = post;
        if (made === undefined) return;
        const memory: StepMemory = { results: new Map([[canary.create.name, made]]), failed: new Set() };
        const to = this.#context.destination(canary.service, canary.spec);
        for (const one of undoOfCreated(canary.create, [{ result: made }], memory))
          await runUndo(one, memory, to, this.#context);
      }),
    );
  }

  async #createSentinel(post: Watch): Promise<void> {
    post.seen = undefined;
    post.made = undefined;
    const created = await this.#send(post, post.canary.create);
    if (!succeeded(created.exchange, post.canary.create.success)) return;
    post.made = created.result;
    const read = await this.#send(post, post.canary.read);
    // A service that does not return the stored canary cannot be watched.
    if (succeeded(read.exchange, post.canary.read.success)) post.seen = this.#context.clock();
  }

  async #findLoss(post: Watch, exchanges: readonly Exchange[]): Promise<Exchange | undefined> {
    const first = Math.min(...exchanges.map((e) => e.at));
    const last = Math.max(...exchanges.map((e) => e.at + e.durationMs));
    const known = post.losses.find((loss) => first <= loss.to && last >= loss.from);
    if (known !== undefined) return known.exchange;
    if (post.seen === undefined) return undefined;
    const { exchange, response } = await this.#send(post, post.canary.read);
    const now = this.#context.clock();
    if (succeeded(exchange, post.canary.read.success)) {
      post.seen = now;
      return undefined;
    }
    if (response?.status !== 404) return undefined;
    post.losses.push({ from: post.seen, to: now, exchange });
    this.#context.existing?.forget();
    await this.#createSentinel(post);
    return exchange;
  }

  async #send(post: Watch, step: Step): ReturnType<typeof sendAndRecord> {
    const context = this.#context;
    const to = context.destination(post.canary.service, post.canary.spec);
    const resolution: Resolution = {
      seed: `${context.runId} ${post.canary.spec} ${CANARY_STEP} ${post.losses.length}`,
      now: context.clock(),
      zone: to.zone,
      next: context.next,
      resultOf: () => post.made,
    };
    const name = { id: CANARY_STEP, group: '', step: CANARY_STEP };
    const sent = await inSlot(context, () => sendAndRecord(step, name, to, resolution, context));
    return {
      ...sent,
      result: {
        ...sent.result,
        ...omitUndefined({ isForeign: createIdVerification(step, sent.result, to, () => resolution, context) }),
      },
    };
  }
}
