import type { Exchange } from './exchange.ts';

/**
 * Statuses by which an intermediary answers in place of a service, or a service while it is away: none of them says anything of the
 * request (RFC 9110 §15.6.3 to §15.6.5).
 */
export const AWAY: readonly number[] = [502, 503, 504];

export function isAway(response: { readonly status: number } | undefined): boolean {
  return response !== undefined && AWAY.includes(response.status);
}

/** Whether nobody of the service is seen to have answered: somebody did in its place, or the connection was lost, as an intermediary or a restart may lose it. */
export function isUnheard({ response, failure }: Pick<Exchange, 'response' | 'failure'>): boolean {
  return isAway(response) || failure?.kind === 'reset';
}
