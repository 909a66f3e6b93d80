import { beginning, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import { passiveRule } from './passive-rule.ts';

/**
 * RFC 9110 §15.6 says what a 5xx means, and forbids none. These say that something other than the service failed (502,
 * 504, and 520 to 530 of a content network), that it is away (503), or what it cannot do (501, 505, 507, 508, 511).
 */
const EXCUSED: ReadonlySet<number> = new Set([501, 502, 503, 504, 505, 507, 508, 511]);

export function isInnerFailure(status: number): boolean {
  return status >= 500 && status < 520 && !EXCUSED.has(status);
}

export const noServerError = passiveRule('http.no-server-error', (response, exchange) =>
  judged(
    isInnerFailure(response.status)
      ? [statusFinding(exchange, [], { expected: 'below 500', actual: beginning(response) })]
      : [],
  ),
);
