/** What a request is called that breaks what a contract declares in a sentence. */
import { expect, test } from 'vitest';
import { brokenCases } from '../../src/report/causes/titles/broken-cases.ts';
import type { Departure, JudgedReport } from '../../src/report/causes/departures/departure.ts';

const check = (id: string, title: string, declared?: true) => ({ id, spec: '1.0', title, declared });
const ofForm = (id: string): Departure => ({ check: check(`${id}/form`, 'the form of it') }) as unknown as Departure;
const report = {
  checks: [
    check('orders/outcome.refused/once', 'An order is made once', true),
    check('orders/outcome.refused/known', 'Who orders is known', true),
    check('orders/input.required', 'number is missing'),
  ],
} as unknown as JudgedReport;

test('a check of its form stands for the case', () => {
  const own = ['once', 'known'].map((name) => ofForm(`orders/outcome.refused/${name}`));
  expect(brokenCases(own, report)).toBe('what breaks "An order is made once" and "Who orders is known"');
});

test('what a catalogue tries has words of its own', () => {
  expect(brokenCases([ofForm('orders/input.required')], report)).toBeUndefined();
  expect(brokenCases([ofForm('orders/outcome.refused/once'), ofForm('orders/input.required')], report)).toBeUndefined();
});
