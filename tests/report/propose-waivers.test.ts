import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { proposeWaivers, type WaiverProposal } from '../../src/report/propose-waivers.ts';
import type { WaiverEntry } from '../../src/verdict/waivers.ts';
import { HOSTILE } from './hostile.ts';
import { tinyReport, type TinyCheck } from './tiny.ts';

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
const filledIn = ({ text }: WaiverProposal): readonly WaiverEntry[] =>
  (parse(text) as { waivers: WaiverEntry[] }).waivers.map((entry) => ({
    ...entry,
    owner: 'me',
    expires: '2026-12-31',
  }));

describe('proposeWaivers', () => {
  it('makes one entry of the versions in which a check fails alike', async () => {
    await expect(proposeWaivers(tinyReport({ checks: failing })).text).toMatchFileSnapshot(
      'golden/proposed-waivers.yaml',
    );
  });

  it('marks an entry that the release does not need', () => {
    const check: TinyCheck = { verdict: 'fail', findings: [{ where: 'body#/name', actual: 'absent' }] };
    const text = (basis: 'documented' | 'assumed'): string =>
      proposeWaivers(tinyReport({ checks: [{ ...check, basis }] })).text;
    expect(text('assumed')).toContain('# Does not block: the release needs no waiver for it.\n');
    expect(text('documented')).not.toContain('Does not block');
  });

  it('proposes what, filled in, turns a block into an admit, and the next new fault into a block again', () => {
    const good: TinyCheck = { verdict: 'pass', id: `${id}/5`, spec: '3.0.8' };
    // Of the last failing one nothing is proposed.
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

  it.each([
    ['an id of hexadecimal digits', '500: {"id":"4bf92f3577b34da6a3ce929d0e0e4736"}', '500: {"id":"00f067aa0ba902b7"}'],
    [
      'what the run sent itself and came back',
      '422: {"success":false,"correlation_id":"e1b9sc4dvuix","result":{"errors":[]}}',
      '422: {"success":false,"correlation_id":"uhehndxm88tr","result":{"errors":[]}}',
    ],
    ['what was drawn and has no digit', '422: no record zkqwvbdjxehf here', '422: no record mtbxkrwqpaze here'],
    [
      'an id that reads like a word',
      '404: {"order_id":"elephants","gone":true}',
      '404: {"order_id":"umbrellas","gone":true}',
    ],
    ['what was cut off', 'a name of which the rest was cut: e1b9s…', 'a name of which the rest was cut: u5ehn…'],
    ['a moment', 'expires Thu, 26 Nov 2026 16:45:14 GMT, too late', 'expires Fri, 27 Nov 2026 09:01:00 GMT, too late'],
    ['a clock', 'at 16:45 it was closed', 'at 09:01 it was closed'],
  ])('finds again what it was proposed for, though %s passes with the run', (_what, today, tomorrow) => {
    const found = (actual: string): TinyCheck => ({ id, verdict: 'fail', findings: [{ where: 'status', actual }] });
    const waivers = filledIn(proposeWaivers(tinyReport({ checks: [found(today)] })));
    expect(waivers).toHaveLength(1);
    const [later] = tinyReport({ checks: [found(tomorrow)], waivers }).checks;
    expect(later?.disposition).toBe('expected-failure');
  });

  it('finds a member again, whichever entries of a list have it', () => {
    const found = (...entries: readonly number[]): TinyCheck => ({
      id,
      verdict: 'fail',
      findings: entries.map((entry) => ({ where: `body#/result/${entry}/student/tfn`, actual: '"12345678"' })),
    });
    const waivers = filledIn(proposeWaivers(tinyReport({ checks: [found(203, 206)] })));
    expect(waivers.map(({ symptom }) => symptom)).toEqual([{ where: '/student/tfn' }]);
    expect(tinyReport({ checks: [found(207)], waivers }).checks[0]?.disposition).toBe('expected-failure');
  });

  it('has one entry for all that fails alike for one cause, and others for what fails otherwise or elsewhere', () => {
    const alike = (key: string, more: Partial<TinyCheck> = {}): TinyCheck => ({
      id: `${id}/${key}`,
      verdict: 'fail',
      ...more,
    });
    const checks = [
      alike('1', { spec: '3.0.8' }),
      alike('1', { spec: '4.0.1' }),
      alike('2', { spec: '3.0.8' }),
      alike('2', { spec: '4.0.1' }),
      alike('3', { spec: '4.0.1' }),
      alike('4', { spec: '4.0.1', findings: [{ where: 'header date', actual: 'yesterday' }] }),
    ];
    const { text, entries } = proposeWaivers(tinyReport({ checks }));
    const proposed = (parse(text) as { waivers: readonly { checks: unknown; spec: unknown }[] }).waivers;
    expect(proposed.map((one) => [one.checks, one.spec])).toEqual([
      [
        [`${id}/1`, `${id}/2`],
        ['3.0.8', '4.0.1'],
      ],
      [`${id}/3`, ['4.0.1']],
      [`${id}/4`, ['4.0.1']],
    ]);
    expect(entries).toBe(3);
  });

  it('proposes nothing that the next run would not take, and names what it leaves out', () => {
    const proposal = proposeWaivers(tinyReport({ checks: failing }));
    expect(proposal).toMatchObject({ entries: 2, untold: 1 });
    expect(proposal.text).not.toContain('symptom: {}');
    expect(proposal.text).toContain(`#   ${id}/3 (4.0.1): /0: expected an IMF-fixdate, received a (and 1 more)`);
  });

  it('proposes nothing where nothing fails', () => {
    expect(parse(proposeWaivers(tinyReport({ checks: [{ verdict: 'pass' }] })).text)).toEqual({ waivers: [] });
  });

  it('is YAML whatever a service sent', () => {
    const checks = HOSTILE.map((text, index): TinyCheck => ({
      id: `${id}/${index}`,
      verdict: 'fail',
      title: text,
      findings: [{ where: text, actual: text, expected: text }],
    }));
    const proposal = proposeWaivers(tinyReport({ checks }));
    expect(filledIn(proposal)).toHaveLength(proposal.entries);
    expect(proposal.entries + proposal.untold).toBe(HOSTILE.length);
  });
});
