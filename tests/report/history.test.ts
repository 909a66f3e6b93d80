import { describe, expect, it, test } from 'vitest';
import { BadInput } from '../../src/errors.ts';
import { historyEntry, type HistoryEntry, historyLine, parseHistory, runsOfTarget } from '../../src/report/history.ts';
import { type TinyCheck, tinyReport } from './tiny.ts';

function night(day: number, checks: readonly TinyCheck[], target = 'acme-vendor-test'): HistoryEntry {
  const startedAt = `2026-11-${String(day).padStart(2, '0')}T18:00:00.000Z`;
  return historyEntry(tinyReport({ checks, run: { id: `run-${day}`, target, startedAt } }));
}

describe('a history file', () => {
  const lines = historyLine(tinyReport({ checks: [{ verdict: 'pass' }, { verdict: 'fail' }, {}] }));

  it('holds one line per run, and reads back', () => {
    expect(lines.split('\n')).toHaveLength(2);
    expect(parseHistory(lines + lines, 'history.jsonl')).toHaveLength(2);
    expect(parseHistory(lines, 'history.jsonl')[0]).toMatchObject({
      id: 'run-1',
      decision: 'block',
      exitCode: 1,
      verdicts: { pass: 1, fail: 1, untested: 1 },
      results: [{ service: 'student-reporting', spec: '4.0.1', result: 'nonconformant' }],
      failing: ['student-reporting/students/create/http.date-present/1@4.0.1'],
      unjudged: ['student-reporting/students/create/http.date-present/2@4.0.1'],
    });
    expect(parseHistory('\n\n', 'history.jsonl')).toEqual([]);
  });

  test.each([
    ['a line that was cut off', `${lines}${lines.slice(0, 100)}`, 2, /not valid JSON/],
    [
      'another edition',
      `${lines}${lines.replace('plumbline.history/1', 'plumbline.history/9')}`,
      2,
      /plumbline\.history\/9/,
    ],
    ['something else', `{"a":1}\n${lines}`, 1, /does not describe a run/],
    ['a number', `7\n`, 1, /does not describe a run/],
    ['a run that lacks something', lines.replace('"failing":', '"failed":'), 1, /a field of the run is missing/],
  ])('refuses %s, with its line', (_, text, line, message) => {
    try {
      parseHistory(text, 'history.jsonl');
      expect.unreachable();
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      expect(error.problems).toMatchObject([{ code: 'history-line', file: 'history.jsonl', line }]);
      expect(error.problems[0]?.message).toMatch(message);
    }
  });

  it('does not list what an outage left unjudged', () => {
    const outage = Array.from({ length: 600 }, (): TinyCheck => ({ verdict: 'inconclusive' }));
    expect(historyEntry(tinyReport({ checks: outage }))).not.toHaveProperty('unjudged');
  });
});

it('shows the trend of one target, oldest first, each run once', () => {
  const entries = [night(3, []), night(1, []), night(2, [], 'other'), night(1, []), night(2, [])];
  expect(runsOfTarget(entries, 'acme-vendor-test').map(({ id }) => id)).toEqual(['run-1', 'run-2', 'run-3']);
  expect(runsOfTarget(entries, 'acme-vendor-test', 2).map(({ id }) => id)).toEqual(['run-2', 'run-3']);
});
