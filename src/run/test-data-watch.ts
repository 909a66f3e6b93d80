/**
 * Watches over the test data of a run. Operators clear it during deployments, and then everything that was made before
 * is missing: that is nobody's departure. A record made for this purpose tells it from a service that loses records.
 */
import { defined } from '../model/objects.ts';
import { succeeded } from '../model/success.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Memory, Resolution } from '../http/resolve-values.ts';
import { inSlot, Semaphore } from '../http/rate-limit.ts';
import type { Live } from '../http/model.ts';
import type { RunContext } from './run-context.ts';
import { idVerification } from '../cleanup/verify-created-id.ts';
import { sendOnce } from '../http/send-exchange.ts';
import { runUndo, undoOfCreated } from '../cleanup/undo-step.ts';
import { type Group, SENTINEL, type Step } from '../plan/model.ts';
import type { Scope } from '../plan/scope.ts';
import { writes } from './plan-effects.ts';
import { type Sentinel, sentinelOf } from '../plan/sentinel.ts';

interface Loss {
  /** When the record was last seen, and when it was found to be gone; milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
  readonly exchange: Exchange;
}

interface Post {
  readonly sentinel: Sentinel;
  readonly losses: Loss[];
  /** One look at a time. */
  readonly turn: Semaphore;
  made: Live | undefined;
  /** When the record was last seen; undefined where it is not there to be seen, and nobody is watched by it. */
  seen: number | undefined;
}

export class TestDataWatch {
  readonly #context: RunContext;
  readonly #posts = new Map<string, Post>();
  #placed: Promise<unknown> = Promise.resolve();
  #ended: Promise<void> | undefined;

  constructor(scopes: readonly Scope[], context: RunContext) {
    this.#context = context;
    for (const scope of scopes) {
      const sentinel = sentinelOf(scope);
      if (sentinel !== undefined)
        this.#posts.set(`${scope.service}@${scope.version}`, {
          sentinel,
          losses: [],
          turn: new Semaphore(1),
          made: undefined,
          seen: undefined,
        });
    }
  }

  /**
   * Makes and reads the records of the services that groups will write to: where nothing writes, nothing can be lost. Nobody has to wait
   * until they are there: whoever asks whether one is gone does.
   */
  begin(groups: readonly Group[]): Promise<unknown> {
    const used = new Set(groups.filter(writes).map((g) => `${g.service}@${g.spec}`));
    const posts = [...this.#posts].filter(([key]) => used.has(key)).map(([, post]) => post);
    this.#placed = Promise.all(posts.map((post) => post.turn.through(() => this.#place(post))));
    // Told by whoever waits for it, and by `end`.
    this.#placed.catch(() => undefined);
    return this.#placed;
  }

  /** The exchange that shows that test data was cleared while a group ran; undefined where it was not. */
  async loss(group: Group, exchanges: readonly Exchange[]): Promise<Exchange | undefined> {
    const post = this.#posts.get(`${group.service}@${group.spec}`);
    if (post === undefined) return undefined;
    const found = await post.turn.through(() => this.#look(post, exchanges));
    return found === undefined
      ? undefined
      : { ...found, id: `${group.id}#${SENTINEL}`, group: group.id, step: SENTINEL };
  }

  /** Removes the records again, once. */
  end(): Promise<void> {
    this.#ended ??= this.#remove();
    // Told by whoever waits for it.
    this.#ended.catch(() => undefined);
    return this.#ended;
  }

  async #remove(): Promise<void> {
    await this.#placed;
    await Promise.all(
      [...this.#posts.values()].map(async (post) => {
        const { made, sentinel } = post;
        if (made === undefined) return;
        const memory: Memory = { live: new Map([[sentinel.create.name, made]]), failed: new Set() };
        const to = this.#context.destination(sentinel.service, sentinel.spec);
        for (const one of undoOfCreated(sentinel.create, [{ live: made }], memory))
          await runUndo(one, memory, to, this.#context);
      }),
    );
  }

  async #place(post: Post): Promise<void> {
    post.seen = undefined;
    post.made = undefined;
    const created = await this.#send(post, post.sentinel.create);
    if (!succeeded(created.exchange, post.sentinel.create.success)) return;
    post.made = created.live;
    const read = await this.#send(post, post.sentinel.read);
    // A service that does not show what it stored cannot be watched this way: its departures are judged as they are.
    if (succeeded(read.exchange, post.sentinel.read.success)) post.seen = this.#context.clock();
  }

  async #look(post: Post, exchanges: readonly Exchange[]): Promise<Exchange | undefined> {
    const first = Math.min(...exchanges.map((e) => e.at));
    const last = Math.max(...exchanges.map((e) => e.at + e.durationMs));
    const known = post.losses.find((loss) => first <= loss.to && last >= loss.from);
    if (known !== undefined) return known.exchange;
    if (post.seen === undefined) return undefined;
    const { exchange, response } = await this.#send(post, post.sentinel.read);
    const now = this.#context.clock();
    if (succeeded(exchange, post.sentinel.read.success)) {
      post.seen = now;
      return undefined;
    }
    if (response?.status !== 404) return undefined;
    post.losses.push({ from: post.seen, to: now, exchange });
    this.#context.existing?.forget();
    await this.#place(post);
    return exchange;
  }

  async #send(post: Post, step: Step): ReturnType<typeof sendOnce> {
    const context = this.#context;
    const to = context.destination(post.sentinel.service, post.sentinel.spec);
    const resolution: Resolution = {
      seed: `${context.runId} ${post.sentinel.spec} ${SENTINEL} ${post.losses.length}`,
      now: context.clock(),
      zone: to.zone,
      next: context.next,
      resultOf: () => post.made,
    };
    const name = { id: SENTINEL, group: '', step: SENTINEL };
    const sent = await inSlot(context, () => sendOnce(step, name, to, resolution, context));
    return {
      ...sent,
      live: { ...sent.live, ...defined({ isForeign: idVerification(step, sent.live, to, () => resolution, context) }) },
    };
  }
}
