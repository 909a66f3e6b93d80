import type { Answer, Call } from '../http/message.ts';
import type { Tools } from './fault.ts';

const together = 1000;

/** What a record was before the update that another one of it meets: one that comes within a second. */
export function meeting<Home extends object, State>(
  clock: () => Date,
): (home: Home, id: number | string, state: State) => State | undefined {
  const latest = new WeakMap<Home, { readonly id: number | string; readonly at: number; readonly before: State }>();
  return (home, id, state) => {
    const at = clock().getTime();
    const last = latest.get(home);
    if (last?.id === id && at - last.at < together) return last.before;
    latest.set(home, { id, at, before: state });
    return undefined;
  };
}

/** Milliseconds that pass before anything is done for a call. */
const underWay = 5;

/** Calls of one method that are under way, and for each what others have done since it came. */
export class UnderWay<Done> {
  readonly #since = new Map<Call, Done[]>();
  #current: Call | undefined;

  /** Each of these calls waits before it is answered, so that others come meanwhile. */
  held(method: string, answer: Answer, sleep: Tools['sleep']): Answer {
    return async (call) => {
      if (call.method !== method) return answer(call);
      this.#since.set(call, []);
      await sleep(underWay);
      return answer(call).finally(() => this.#since.delete(call));
    };
  }

  /** What follows is done for this call. */
  begin(call: Call): void {
    this.#current = call;
  }

  done(what: Done): void {
    for (const [call, since] of this.#since) if (call !== this.#current) since.push(what);
  }

  /** What others have done since the call came for which something is done now. */
  get unseen(): readonly Done[] {
    return (this.#current && this.#since.get(this.#current)) ?? [];
  }
}
