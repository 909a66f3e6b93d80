import { isJson, jsonBody } from '../../record/body.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { scanOf } from './json-scan.ts';
import { passiveRule } from './passive-rule.ts';

/**
 * RFC 8259 §6 allows any number, and warns that readers agree on the doubles alone; RFC 7493 §2.2 asks it of I-JSON. What
 * is written with a fraction or an exponent is meant as a double, so that its size and its digits are all that matters.
 */
function isSafe(text: string): boolean {
  const value = Number(text);
  if (!Number.isFinite(value)) return false;
  if (/^-?\d+$/.test(text)) return Number.isSafeInteger(value);
  const digits = text
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '');
  return digits.length <= 17;
}

export const safeNumbers = passiveRule('http.safe-numbers', (response, exchange) => {
  if (response.bytes === 0 || !isJson(response) || !jsonBody(response).ok) return inapplicable('no JSON content');
  return judged(
    scanOf(response)
      .numbers.filter((text) => !isSafe(text))
      .slice(0, 5)
      .map((text) => finding(exchange, 'body', 'a number that a double holds', text)),
  );
});
