import type { Exchange } from './exchange.ts';
import type { FailureKind } from './failure.ts';

/**
 * Statuses by which an intermediary answers in place of a service, or a service while it is away: none of them says anything of the
 * request (RFC 9110 §15.6.3 to §15.6.5).
 */
export const AWAY: readonly number[] = [502, 503, 504];

export function isAway(response: { readonly status: number } | undefined): boolean {
  return response !== undefined && AWAY.includes(response.status);
}

const UNANSWERED: readonly (FailureKind | undefined)[] = ['refused', 'reset', 'timeout', 'unresolved', 'tls', 'proxy'];

/** Whether the service gave no response: nothing arrived, nothing was sent because it stopped, or an intermediary responded for it. */
export function isUnanswered({ response, failure }: Pick<Exchange, 'response' | 'failure'>): boolean {
  return isAway(response) || UNANSWERED.includes(failure?.kind) || failure?.why === 'stopped-answering';
}

/** Whether nobody of the service is seen to have answered: somebody did in its place, or the connection was lost, as an intermediary or a restart may lose it. */
export function isUnheard({ response, failure }: Pick<Exchange, 'response' | 'failure'>): boolean {
  return isAway(response) || failure?.kind === 'reset';
}
