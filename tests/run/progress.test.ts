/** The line that says how far a run is. */
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import type { Group } from '../../src/plan/model.ts';
import { JudgedChecks, Progress, progressText, type ProgressOutput } from '../../src/run/progress.ts';
import { tinyCheck } from '../report/tiny.ts';

describe('the text', () => {
  test.each<[string, Parameters<typeof progressText>]>([
    ['planning, 3 s', ['planning', 3_400]],
    ['sending: 582 checks, 0 s', ['sending', 0, { judged: 0, total: 582, failing: 0 }]],
    ['judged 20 of 582, 1 failing', ['sending', 9_000, { judged: 20, total: 582, failing: 1 }]],
    [
      'judged 1,000 of 4,000, 1 failing, about 30 s left',
      ['sending', 10_000, { judged: 1_000, total: 4_000, failing: 1 }],
    ],
    [
      'judged 1,000 of 26,400, 12 failing, about 4 min left'.replace('1,000 of 26,400', '2,640 of 26,400'),
      ['sending', 28_000, { judged: 2_640, total: 26_400, failing: 12 }],
    ],
    ['judged 582 of 582, 0 failing', ['sending', 10_000, { judged: 582, total: 582, failing: 0 }]],
    ['writing the report, 1 s', ['writing', 1_000]],
  ])('%s', (text, given) => {
    expect(progressText(...given)).toBe(text);
  });
});

function screen(more: Partial<ProgressOutput> = {}): ProgressOutput & { readonly text: () => string } {
  const written: string[] = [];
  return { ...more, write: (text) => written.push(text), text: () => written.join('') };
}

const judged = (count: number, failing = 0) => ['sending', { judged: count, total: 100, failing }] as const;

describe('in a log', () => {
  it('has a line for each phase, one for the first verdicts, and then one from time to time', () => {
    const log = screen();
    let now = 0;
    const progress = new Progress(log, () => now);
    progress.start();
    now = 5_000;
    progress.update(...judged(0));
    progress.update(...judged(1));
    for (let count = 2; count < 50; count += 1) progress.update(...judged(count));
    now = 16_000;
    progress.update(...judged(50, 2));
    progress.update(...judged(51, 2));
    progress.update('writing');
    progress.end();
    expect(log.text().split('\n')).toEqual([
      '  planning',
      '  sending: 100 checks',
      '  judged 1 of 100, 0 failing',
      '  judged 50 of 100, 2 failing, about 11 s left',
      '  judged 51 of 100, 2 failing, about 11 s left',
      '  writing the report',
      '',
    ]);
  });

  it('says how far it came, whatever it ends with, and nothing twice', () => {
    const log = screen();
    const progress = new Progress(log, () => 0);
    progress.start();
    progress.update(...judged(1));
    progress.update(...judged(60, 1));
    progress.end();
    progress.end();
    expect(log.text().split('\n')).toEqual([
      '  planning',
      '  judged 1 of 100, 0 failing',
      '  judged 60 of 100, 1 failing',
      '',
    ]);
  });
});

describe('on a terminal', () => {
  afterEach(() => vi.useRealTimers());

  it('is there from the first moment, is one line that is redrawn, and goes away', () => {
    vi.useFakeTimers();
    const terminal = screen({ isTTY: true, columns: 40 });
    const progress = new Progress(terminal);
    progress.start();
    expect(terminal.text()).toContain('planning');
    vi.advanceTimersByTime(3_000);
    expect(terminal.text()).toContain('planning, 3 s');
    progress.update(...judged(40, 3));
    progress.end();
    const drawn = terminal.text();
    expect(drawn).not.toContain('\n');
    for (const line of drawn.split('\r\u001B[2K')) expect(line.length).toBeLessThan(40);
    expect(drawn.endsWith('\r\u001B[2K')).toBe(true);
    vi.advanceTimersByTime(3_000);
    expect(terminal.text()).toBe(drawn);
  });

  it('gives way to a line that is to be read', () => {
    const terminal = screen({ isTTY: true });
    const progress = new Progress(terminal);
    progress.start();
    progress.line('warning: no clock');
    progress.end();
    expect(terminal.text()).toContain('\r\u001B[2Kwarning: no clock\n');
  });

  it('breaks a line that is to be read between words', () => {
    const terminal = screen({ isTTY: true, columns: 80 });
    const progress = new Progress(terminal);
    const line = `partner-onboarding 1.0.0 cannot be judged: ${'nobody answers there, '.repeat(5)}whatever is asked`;
    progress.line(line);
    const lines = terminal.text().replace('\r\u001B[2K', '').trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(1);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
    expect(lines.join(' ').replaceAll(/ +/g, ' ')).toBe(line);
    const log = screen();
    new Progress(log).line(line);
    expect(log.text()).toBe(`${line}\n`);
  });

  it('fits where nobody says how wide it is', () => {
    const terminal = screen({ isTTY: true, columns: 0 });
    const progress = new Progress(terminal);
    progress.start();
    progress.end();
    expect(terminal.text()).toContain('planning, 0 s');
  });
});

test('a check that several groups judge is judged once, when the last of them has ended', () => {
  const [own, shared] = [tinyCheck({}, 0), tinyCheck({}, 1)];
  const group = (id: string, checks: readonly (typeof own)[]) =>
    ({ id, cases: [{ checks }], passive: [shared] }) as unknown as Group;
  const tally = new JudgedChecks([group('a', [own]), group('b', [])]);
  const result = (check: typeof own, verdict: 'pass' | 'fail') => ({
    check: check.id,
    spec: check.spec,
    verdict,
    findings: [],
    evidence: [],
  });
  expect(tally.now()).toEqual({ judged: 0, total: 2, failing: 0 });
  expect(tally.add({ results: [result(own, 'fail'), result(shared, 'fail')] })).toEqual({
    judged: 1,
    total: 2,
    failing: 2,
  });
  // What a group saw of another's check is none of those that are waited for, and of what is not asked it counts nothing.
  const aside = { aside: true as const };
  const stranger = { ...result(own, 'fail'), ...aside, check: 'x/y/z/r' };
  expect(tally.add({ results: [{ ...result(shared, 'fail'), ...aside }, stranger] })).toEqual({
    judged: 1,
    total: 2,
    failing: 2,
  });
  expect(tally.add({ results: [result(shared, 'fail')] })).toEqual({ judged: 2, total: 2, failing: 2 });
});
