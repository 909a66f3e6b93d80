import { expect, it } from 'vitest';
import { decide } from '../../src/gate/decide.ts';
import { withWaiversOn } from '../../src/report/waivers-on-day.ts';
import { DEFAULT_POLICY } from '../../src/gate/policy.ts';
import { STARTED_AT, tinyReport, tinyWaiver } from '../report/tiny.ts';

// The run starts on 2026-11-20.
const report = tinyReport({
  checks: [{ verdict: 'pass' }, { verdict: 'fail' }],
  waivers: [tinyWaiver({ checks: '**/1', expires: '2026-11-22' })],
});
const decisionOn = (day: string): ReturnType<typeof decide> =>
  decide(withWaiversOn(report, `${day}T08:00:00.000Z`), DEFAULT_POLICY);

it('blocks if a waiver has expired since the run', () => {
  expect(report.decision.exitCode).toBe(0);
  const { exitCode, reasons } = decisionOn('2026-11-23');
  expect(exitCode).toBe(1);
  expect(reasons.map(({ code }) => code)).toEqual(['failing', 'expired-waiver']);
  expect(reasons[1]?.text).toBe(
    'Waiver for **/1 (integration team) expired on 2026-11-22, after the run of 2026-11-20. Fix the service, or renew the waiver, and run again.',
  );
  expect(withWaiversOn(report, '2026-11-23T08:00:00.000Z').summaries[0]).not.toHaveProperty('excused');
});

it('warns on the last day of a waiver', () => {
  const { exitCode, reasons } = decisionOn('2026-11-22');
  expect(exitCode).toBe(0);
  expect(reasons.map(({ text }) => text)).toContain(
    '1 waiver (integration team) ends today, 2026-11-22. Fix the service, or renew it.',
  );
  expect(decisionOn('2026-11-21').reasons).toEqual(report.decision.reasons);
});

it('keeps the report of the same day', () => {
  expect(withWaiversOn(report, STARTED_AT)).toBe(report);
});
