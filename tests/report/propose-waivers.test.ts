import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { proposeWaivers } from '../../src/report/propose-waivers.ts';
import type { WaiverEntry } from '../../src/verdict/waivers.ts';
import { HOSTILE } from './hostile.ts';
import { tinyReport } from './tiny.ts';
import type { TinyCheck } from './tiny.ts';

const id = 'student-reporting/students/create/http.date-present';
const failing: readonly TinyCheck[] = [
  { id, verdict: 'fail', spec: '3.0.8' },
  { id, verdict: 'fail', spec: '4.0.1' },
  {
    id: `${id}/2`,
    verdict: 'fail',
    findings: [
      { where: 'body#/0', actual: 'id 10442' },
      { where: 'body#/0', actual: 'id 10443' },
    ],
  },
  {
    id: `${id}/3`,
    verdict: 'fail',
    findings: [
      { where: 'body#/0', actual: 'a' },
      { where: 'body#/1', actual: 'b' },
    ],
  },
  { id: `${id}/4`, verdict: 'pass' },
];
const filledIn = (text: string): readonly WaiverEntry[] =>
  (parse(text) as { waivers: WaiverEntry[] }).waivers.map((entry) => ({
    ...entry,
    owner: 'me',
    expires: '2026-12-31',
  }));

describe('proposeWaivers', () => {
  it('makes one entry of the versions in which a check fails alike', async () => {
    await expect(proposeWaivers(tinyReport({ checks: failing }))).toMatchFileSnapshot('golden/proposed-waivers.yaml');
  });

  it('proposes what, filled in, turns a block into an admit, and the next new fault into a block again', () => {
    const good: TinyCheck = { verdict: 'pass', id: `${id}/5`, spec: '3.0.8' };
    const first = tinyReport({ checks: [...failing, good] });
    expect(first.decision.exitCode).toBe(1);
    const waivers = filledIn(proposeWaivers(first));
    expect(tinyReport({ checks: [...failing, good], waivers }).decision.exitCode).toBe(0);
    expect(tinyReport({ checks: [...failing, { ...good, verdict: 'fail' }], waivers }).decision.exitCode).toBe(1);
  });

  it('proposes nothing where nothing fails', () => {
    expect(parse(proposeWaivers(tinyReport({ checks: [{ verdict: 'pass' }] })))).toEqual({ waivers: [] });
  });

  it('is YAML whatever a service sent', () => {
    const checks = HOSTILE.map((text, index): TinyCheck => ({
      id: `${id}/${index}`,
      verdict: 'fail',
      title: text,
      findings: [{ where: text, actual: text, expected: text }],
    }));
    expect(filledIn(proposeWaivers(tinyReport({ checks })))).toHaveLength(HOSTILE.length);
  });
});
