/**
 * Retries of one request: at most 3 attempts, plus one after a reset and one with a renewed token. Every earlier response is recorded with
 * the exchange. A burst is only retried with a renewed token.
 *
 * - 429 with a Retry-After of at most 5 seconds, any method: the request was rejected before it had an effect (RFC 6585 §4).
 * - 502, 503 or 504 to GET and HEAD, after one second or a Retry-After of at most 5 (RFC 9110 §9.2.2), within the retry budget. A 503 with
 *   such a Retry-After is retried beyond the budget. A write is never retried, since it may have had an effect; the setup of a group is
 *   repeated instead (`run-group.ts`).
 * - A connection that is reset before any response to GET and HEAD, once.
 * - 401 to a valid token that was accepted before, with a new token, once: the token expired.
 */
import { isUnavailable, type RejectedToken } from '../model/exchange.ts';
import { omitUndefined } from '../model/objects.ts';
import { firstHeader } from '../model/headers.ts';
import type { Step } from '../plan/model.ts';
import type { TokenSource } from './auth-schemes.ts';
import { TransportFailure, type WireResponse } from './transport.ts';

const MAX_ATTEMPTS = 3;
const MAX_WAIT_S = 5;
/** Minimum wait, for a service that returns no Retry-After or 0. */
const SHORTEST_WAIT_S = 1;

export interface SingleAttempt {
  readonly response: WireResponse;
  /** The valid access token of the request. */
  readonly token?: string;
}

export interface RetriedResponse {
  readonly response: WireResponse;
  /** Number of requests. */
  readonly attempts: number;
  /** Responses to the earlier attempts. */
  readonly earlier: readonly { readonly response: WireResponse; readonly token?: RejectedToken }[];
}

/**
 * `budget`: for reads of the service. `send`: builds and sends the request again, so that a renewed token is used. `sleep`: waits the given
 * number of milliseconds.
 */
export async function withRetry(
  step: Step,
  signIn: Pick<TokenSource, 'noteStatus'>,
  budget: RetryBudget,
  send: () => Promise<SingleAttempt>,
  sleep: (milliseconds: number) => Promise<unknown>,
): Promise<RetriedResponse> {
  const earlier: RetriedResponse['earlier'][number][] = [];
  let renewed = false;
  let again = isSafe(step);
  for (let attempts = 1; ; attempts += 1) {
    let attempted: SingleAttempt;
    try {
      attempted = await send();
    } catch (error) {
      const last = earlier.at(-1);
      // The last response counts if the circuit breaker opens before a retry.
      if (last !== undefined && error instanceof TransportFailure && error.why === 'stopped-answering')
        return { response: last.response, attempts: attempts - 1, earlier: earlier.slice(0, -1) };
      if (!again || !(error instanceof TransportFailure) || error.kind !== 'reset') throw error;
      again = false;
      continue;
    }
    const { response, token } = attempted;
    const refused = token === undefined ? undefined : signIn.noteStatus(token, response.status);
    const isRenewed: boolean = refused !== undefined && !renewed;
    renewed ||= isRenewed;
    const wait = isRenewed ? 0 : attempts < MAX_ATTEMPTS ? waitBeforeRetry(step, response, budget) : undefined;
    if (wait === undefined) return { response, attempts, earlier };
    earlier.push({ response, ...omitUndefined({ token: refused }) });
    if (wait > 0) await sleep(wait * 1000);
  }
}

/** Whether the method is safe to repeat. */
function isSafe(step: Step): boolean {
  return !isBurst(step) && (step.request.method === 'GET' || step.request.method === 'HEAD');
}

/** Bursts test many concurrent requests, so they are not retried. */
function isBurst({ send }: Step): boolean {
  return send?.kind === 'burst';
}

/** Seconds before a retry; undefined if the request is not retried. */
function waitBeforeRetry(step: Step, response: WireResponse, budget: RetryBudget): number | undefined {
  const asked = firstHeader(response, 'retry-after');
  const seconds = asked !== undefined && /^\d+$/.test(asked) ? Number(asked) : undefined;
  const isShort = seconds !== undefined && seconds <= MAX_WAIT_S;
  const wait = Math.max(SHORTEST_WAIT_S, seconds ?? 0);
  if (response.status === 429) return isShort && !isBurst(step) ? wait : undefined;
  if (!isSafe(step)) return undefined;
  const mayRetry = budget.record(isUnavailable(response));
  if (response.status === 503 && isShort) return wait;
  return mayRetry && (isShort || asked === undefined) ? wait : undefined;
}

/** Retry budget for unanswered requests: 5, plus 2 % of all requests sent. Beyond that the outage is real, and retries stop. */
const BASE_RETRIES = 5;
const RETRY_SHARE = 0.02;

export class RetryBudget {
  #sent = 0;
  #unanswered = 0;

  /** Records one request. Returns true if the service did not answer it and it may be retried. */
  record(isUnanswered: boolean): boolean {
    this.#sent += 1;
    if (!isUnanswered) return false;
    this.#unanswered += 1;
    return this.#unanswered <= BASE_RETRIES + RETRY_SHARE * this.#sent;
  }
}

/** Separate budgets, since other machines may serve the writes. */
export interface ServiceRetryBudgets {
  readonly reads: RetryBudget;
  /** Writes of the setup of a group. */
  readonly writes: RetryBudget;
}

export function retryBudgetsOf(
  { service: { service }, spec }: { readonly service: { readonly service: string }; readonly spec: string },
  { retryBudgets }: { readonly retryBudgets?: Map<string, ServiceRetryBudgets> },
): ServiceRetryBudgets {
  const key = `${service}@${spec}`;
  const budgets = retryBudgets?.get(key) ?? { reads: new RetryBudget(), writes: new RetryBudget() };
  retryBudgets?.set(key, budgets);
  return budgets;
}
