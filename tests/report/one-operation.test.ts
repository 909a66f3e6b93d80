import { expect, it } from 'vitest';
import type { Departure, JudgedReport } from '../../src/report/causes/departures/departure.ts';
import { onOneOperation } from '../../src/report/causes/departures/cause-place.ts';
import type { ReportCheck } from '../../src/report/model.ts';
import { morning } from '../viewer/fixture.ts';

const [sample] = morning().report.checks;

function check(place: string, verdict: ReportCheck['verdict'] = 'fail'): ReportCheck {
  const [endpoint = '', operation = ''] = place.split('/');
  const { formOf: _formOf, ...plain } = sample as ReportCheck;
  return { ...plain, service: 'shop', endpoint, operation, rule: 'input.duplicate', verdict };
}

function said(failing: readonly string[], passing: readonly string[]): string {
  const broken = failing.map((place) => check(place));
  const own = broken.map((one) => ({ check: one, base: 'input.duplicate' }) as Departure);
  const checks = [...broken, ...passing.map((place) => check(place, 'pass'))];
  return onOneOperation(own, { checks, rules: {} } as unknown as JudgedReport);
}

it('what breaks one operation of its endpoint alone is told with that', () => {
  expect(said(['orders/update'], ['orders/create'])).toBe(', on orders/update');
  expect(said(['orders/update', 'things/update'], ['orders/create', 'things/create'])).toBe(
    ', on update of 2 endpoints',
  );
});

it('so is what stands in another endpoint', () => {
  expect(said(['orders/update'], ['things/create'])).toBe(', on orders/update');
  expect(said(['orders/update', 'things/update'], ['orders/create'])).toBe(', on update of 2 endpoints');
});

it('it is not where others break too, or nothing else was tried', () => {
  expect(said(['orders/update', 'orders/create'], ['things/create'])).toBe('');
  expect(said(['orders/update'], [])).toBe('');
});
