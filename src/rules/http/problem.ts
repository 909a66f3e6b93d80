/** Problem details: content that is declared as such (RFC 9457 §3). */
import { essenceOf, jsonBody } from '../../record/body.ts';
import type { RecordedResponse } from '../../record/exchange.ts';
import type { Json } from '../../plan/model.ts';

export function problemOf(response: RecordedResponse): Json | undefined {
  if (essenceOf(response) !== 'application/problem+json') return undefined;
  const body = jsonBody(response);
  return body.ok ? body.value : undefined;
}
