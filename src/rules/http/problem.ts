/** Problem details: content that is declared as such (RFC 9457 §3). */
import type { RecordedResponse } from '../../exchange/model.ts';
import type { Json } from '../../plan/model.ts';
import { essenceOf, jsonBody } from '../evidence.ts';

export function problemOf(response: RecordedResponse): Json | undefined {
  if (essenceOf(response) !== 'application/problem+json') return undefined;
  const body = jsonBody(response);
  return body.ok ? body.value : undefined;
}
