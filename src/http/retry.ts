/**
 * Sends again, where that is safe, what a service could not serve just now.
 *
 * - Whatever is answered 429 with a short Retry-After is sent again after that time: it was refused for how many requests came
 *   before it, and "how long to wait before making a new request" is what the field says there (RFC 6585 §4). So a write had no effect.
 * - A GET or HEAD that is answered 502, 503 or 504 is sent again after the time that a short Retry-After says, or after a second
 *   where there is none: reads may be repeated (RFC 9110 §9.2.2). Writes are never: whether the first one took effect cannot be
 *   known; what a group needs is made anew instead (`runner.ts`). A service that answers many of its reads so is away, and is judged by that.
 * - A GET or HEAD whose connection is reset before any answer is sent again, once: an intermediary or a restart may have
 *   closed it. A service that resets what it is asked does it again.
 * - A call with a good token that is answered 401, where that token was accepted before, is sent again with a fresh one:
 *   the token ended in mid-run, and a request that was refused at the door took no effect.
 *
 * What was answered before the last time is kept, so that patience hides nothing.
 */
import { isAway } from '../record/away.ts';
import { defined } from '../record/defined.ts';
import type { RefusedToken } from '../record/exchange.ts';
import { header } from '../record/headers.ts';
import type { Step } from '../plan/model.ts';
import type { TokenSource } from './auth-schemes.ts';
import type { RetryBudget } from './outage-detector.ts';
import { TransportFailure, type WireResponse } from './transport.ts';

const MOST_ATTEMPTS = 3;
const LONGEST_WAIT_S = 5;
/** A service that says 0, or nothing, has had no time to become any other. */
const SHORTEST_WAIT_S = 1;

export interface Attempt {
  readonly response: WireResponse;
  /** The good access token that was shown. */
  readonly token?: string;
}

export interface AnsweredAttempt {
  readonly response: WireResponse;
  /** How many times it was sent. */
  readonly attempts: number;
  /** What was answered before that. */
  readonly earlier: readonly { readonly response: WireResponse; readonly token?: RefusedToken }[];
}

/**
 * `send` builds and sends the request anew each time, so that a renewed token is used; `sleep` waits so many milliseconds.
 * @param retryBudgets of the reads of the service that is asked
 */
export async function withRetry(
  step: Step,
  signIn: Pick<TokenSource, 'heard'>,
  retryBudgets: RetryBudget,
  send: () => Promise<Attempt>,
  sleep: (milliseconds: number) => Promise<unknown>,
): Promise<AnsweredAttempt> {
  const earlier: AnsweredAttempt['earlier'][number][] = [];
  let renewed = false;
  let again = isSafe(step);
  for (let attempts = 1; ; attempts += 1) {
    let answered: Attempt;
    try {
      answered = await send();
    } catch (error) {
      const last = earlier.at(-1);
      // What it was answered before its address was given up stands.
      if (last !== undefined && error instanceof TransportFailure && error.why === 'stopped-answering')
        return { response: last.response, attempts: attempts - 1, earlier: earlier.slice(0, -1) };
      if (!again || !(error instanceof TransportFailure) || error.kind !== 'reset') throw error;
      again = false;
      continue;
    }
    const { response, token } = answered;
    const refused = token === undefined ? undefined : signIn.heard(token, response.status);
    const isRenewed: boolean = refused !== undefined && !renewed;
    renewed ||= isRenewed;
    const wait = isRenewed ? 0 : attempts < MOST_ATTEMPTS ? waitFor(step, response, retryBudgets) : undefined;
    if (wait === undefined) return { response, attempts, earlier };
    earlier.push({ response, ...defined({ token: refused }) });
    if (wait > 0) await sleep(wait * 1000);
  }
}

/** Whether sending it twice does no more than sending it once. */
function isSafe(step: Step): boolean {
  return !isBurst(step) && (step.request.method === 'GET' || step.request.method === 'HEAD');
}

/** It asks what the service does with many at once, so none of it is softened. */
function isBurst({ send }: Step): boolean {
  return send?.kind === 'burst';
}

/** Seconds to wait before it may be sent again; undefined where it may not. */
function waitFor(step: Step, response: WireResponse, retryBudgets: RetryBudget): number | undefined {
  const asked = header(response, 'retry-after');
  const seconds = asked !== undefined && /^\d+$/.test(asked) ? Number(asked) : undefined;
  const isShort = seconds !== undefined && seconds <= LONGEST_WAIT_S;
  const wait = Math.max(SHORTEST_WAIT_S, seconds ?? 0);
  if (response.status === 429) return isShort && !isBurst(step) ? wait : undefined;
  if (!isSafe(step)) return undefined;
  const isStray = retryBudgets.isOne(isAway(response));
  if (response.status === 503 && isShort) return wait;
  return isStray && (isShort || asked === undefined) ? wait : undefined;
}
