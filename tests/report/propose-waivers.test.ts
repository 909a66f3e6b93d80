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
    // Of the last failing one somebody has to say what it looks like.
    const told = failing.filter((check) => check.id !== `${id}/3`);
    const first = tinyReport({ checks: [...told, good] });
    expect(first.decision.exitCode).toBe(1);
    const waivers = filledIn(proposeWaivers(first));
    expect(tinyReport({ checks: [...told, good], waivers }).decision.exitCode).toBe(0);
    expect(tinyReport({ checks: [...told, { ...good, verdict: 'fail' }], waivers }).decision.exitCode).toBe(1);
  });

  it.each([
    [
      'another status',
      'status',
      '500: {"id":"4bf92f3577b34da6a3ce929d0e0e4736"}',
      '404: {"id":"4bf92f3577b34da6a3ce929d0e0e4736"}',
    ],
    ['another value of a header', 'header date', '20 Nov 2026 18:00:00', 'absent'],
    ['a header that is there, where it was absent', 'header date', 'absent', 'yesterday'],
    ['other records', 'body records', '12345678', 'none'],
  ])('proposes nothing that would excuse %s', (_what, where, today, tomorrow) => {
    const found = (actual: string): TinyCheck => ({ id, verdict: 'fail', findings: [{ where, actual }] });
    const waivers = filledIn(proposeWaivers(tinyReport({ checks: [found(today)] })));
    const [later] = tinyReport({ checks: [found(tomorrow)], waivers }).checks;
    expect(later?.disposition).toBe('nonconforming');
  });

  it('finds again what it was proposed for, whatever passes with the run', () => {
    const found = (trace: string): TinyCheck => ({
      id,
      verdict: 'fail',
      findings: [{ where: 'status', actual: `500: {"id":"${trace}"}` }],
    });
    const waivers = filledIn(proposeWaivers(tinyReport({ checks: [found('4bf92f3577b34da6a3ce929d0e0e4736')] })));
    const [later] = tinyReport({ checks: [found('00f067aa0ba902b700f067aa0ba902b7')], waivers }).checks;
    expect(later?.disposition).toBe('expected-failure');
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
