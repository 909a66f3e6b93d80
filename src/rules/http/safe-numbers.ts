import { finding, inapplicable, jsonBody, judged } from '../evidence.ts';
import { scanJson } from './json-scan.ts';
import { passiveRule } from './passive-rule.ts';

/** RFC 8259 §6: beyond double precision, and beyond 2^53-1 for whole numbers, readers do not agree on the value. */
function isSafe(text: string): boolean {
  const value = Number(text);
  if (!Number.isFinite(value)) return false;
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return false;
  const digits = text
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '');
  return digits.length <= 17;
}

export const safeNumbers = passiveRule(
  {
    id: 'http.safe-numbers',
    title: 'Every client reads the same number',
    fails: 'sends numbers that clients round: {actual}',
    explain:
      'Numbers in answers lie within 2^53-1 and have no more digits than a double holds. Larger ones are rounded in silence by most clients; an identifier of that size must be a text.',
    covers: ['A19'],
    convention: true,
  },
  (response, exchange) => {
    if (response.bytes === 0 || !jsonBody(response).ok) return inapplicable('no JSON content');
    return judged(
      scanJson(response.body)
        .numbers.filter((text) => !isSafe(text))
        .slice(0, 5)
        .map((text) => finding(exchange, 'body', 'a number that a double holds', text)),
    );
  },
);
