import { expect, it } from 'vitest';
import { compareReports } from '../../src/gate/compare.ts';
import { comparisonText } from '../../src/report/views/texts.ts';
import { type TinyCheck, tinyReport, tinyWaiver } from '../report/tiny.ts';

const check = (name: string, more: TinyCheck): TinyCheck => ({
  id: `student-reporting/students/create/${name}`,
  ...more,
});

const before = tinyReport({
  checks: [
    check('broke', { verdict: 'pass' }),
    check('came-back', { verdict: 'inconclusive' }),
    check('fixed', { verdict: 'fail' }),
    check('gone', { verdict: 'pass' }),
    check('lighter', { verdict: 'pass', level: 'MUST', basis: 'assumed' }),
    check('silent', { verdict: 'fail' }),
    check('same', { verdict: 'pass' }),
  ],
});
const after = tinyReport({
  checks: [
    check('broke', { verdict: 'fail' }),
    check('came-back', { verdict: 'fail' }),
    check('fixed', { verdict: 'pass' }),
    check('lighter', { verdict: 'pass', level: 'SHOULD', basis: 'confirmed' }),
    check('new-bad', { verdict: 'fail' }),
    check('new-good', { verdict: 'pass' }),
    check('silent', {}),
    check('same', { verdict: 'pass' }),
  ],
});

it('says what changed between two runs', () => {
  const comparison = compareReports(before, after);
  const names = (
    list: readonly { readonly id: string; readonly was?: string; readonly now?: string }[],
  ): readonly string[] => list.map(({ id, was, now }) => `${id.split('/').at(-1)} ${was ?? '-'} ${now ?? '-'}`);
  expect(names(comparison.appeared)).toEqual(['broke pass fail', 'came-back inconclusive fail', 'new-bad - fail']);
  expect(names(comparison.newlyFailing)).toEqual(['broke pass fail']);
  expect(names(comparison.fixed)).toEqual(['fixed fail pass']);
  expect(names(comparison.stopped)).toEqual(['gone pass -', 'silent fail untested']);
  expect(names(comparison.added)).toEqual(['new-bad - fail', 'new-good - pass']);
  expect(comparison.reweighed).toMatchObject([
    { from: { level: 'MUST', basis: 'assumed' }, to: { level: 'SHOULD', basis: 'confirmed' } },
  ]);
  expect(comparison).toMatchObject({ otherTarget: false, run: { id: 'run-1', decision: 'block' } });
});

it('finds nothing between a run and itself', () => {
  const { run: _run, otherTarget: _otherTarget, decisions: _decisions, ...lists } = compareReports(after, after);
  expect(Object.values(lists).flat()).toEqual([]);
});

it('counts what a narrowed run was not asked for, and compares the rest', () => {
  const part = tinyReport({
    checks: [check('broke', { verdict: 'fail' }), check('same', { verdict: 'pass' })],
    run: { selection: { only: 'e' } },
  });
  const comparison = compareReports(before, part);
  expect(comparison.unasked).toEqual({ count: 5, of: 7 });
  expect(comparison.stopped).toEqual([]);
  expect(comparisonText(comparison).split('\n')[2]).toBe('The later run covers 2 of 7 checks, so 5 were not compared.');
  expect(compareReports(before, after).unasked).toBeUndefined();
  // A version that was run whole has lost what is missing, though the run was narrowed to it.
  const whole = tinyReport({ checks: [check('same', { verdict: 'pass' })], run: { selection: { spec: ['4.0.1'] } } });
  expect(compareReports(before, whole)).toMatchObject({ stopped: [{}, {}, {}, {}, {}] });
  expect(compareReports(before, whole).unasked).toBeUndefined();
  const other = tinyReport({
    checks: [check('same', { verdict: 'pass', spec: '3.0.8' })],
    run: { selection: { spec: ['3.0.8'] } },
  });
  expect(compareReports(before, other)).toMatchObject({ stopped: [], unasked: { count: 7, of: 7 } });
});

it('says it in words', async () => {
  await expect(comparisonText(compareReports(before, after))).toMatchFileSnapshot('../report/golden/compare.txt');
});

it('compares the decisions and the waivers', () => {
  const waived = (expires: string): ReturnType<typeof tinyReport> =>
    tinyReport({
      checks: [check('same', { verdict: 'pass' }), check('known', { verdict: 'fail' })],
      waivers: [tinyWaiver({ checks: '**/known', expires })],
    });
  const [valid, expired] = [waived('2026-12-31'), waived('2026-11-19')];
  const text = comparisonText(compareReports(valid, expired));
  expect(text).toContain(
    'Decision changed: release approved (policy nightly) before, release blocked (policy nightly) now.',
  );
  expect(text).toContain('Waivers with another state\n  **/known (integration team): used before, expired now\n');
  expect(comparisonText(compareReports(valid, valid))).toContain(
    'Decision not changed: release approved (policy nightly).',
  );
});
