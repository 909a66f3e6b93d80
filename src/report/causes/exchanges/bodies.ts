/** What was sent and answered, as far as anybody reads it for what failures have in common. */
import { answeredJson as answered, sentJson as sent } from '../../../record/body.ts';
import type { Exchange } from '../../../record/exchange.ts';
import type { Json } from '../../../record/json.ts';

/** So many characters: each reading looks at all bodies, and a hostile service answers with millions of members. */
const MOST = 512 * 1024;

export function answeredJson(exchange: Pick<Exchange, 'response'>): Json | undefined {
  return (exchange.response?.body?.length ?? 0) > MOST ? undefined : answered(exchange);
}

export function sentJson(exchange: Exchange): Json | undefined {
  return (exchange.request.body?.length ?? 0) > MOST ? undefined : sent(exchange);
}
