import { describe, expect, it, test } from 'vitest';
import { BadInput } from '../../src/errors.ts';
import { CAUSE_KINDS } from '../../src/schema/report.ts';
import {
  canonicalJson,
  parseReport,
  parseWholeChecks,
  serializeReport,
  wholeCheckLines,
} from '../../src/report/serialize.ts';
import { sampleReport } from './sample-report.ts';
import { tinyReport } from './tiny.ts';

const report = sampleReport({ checks: 80 });
const text = serializeReport(report);

describe('serializeReport', () => {
  it('comes back as it went, with the whole rows of the checks that conform', () => {
    const whole = [...wholeCheckLines(report)].join('\n');
    expect(parseWholeChecks(parseReport(text, 'report.json'), whole, 'checks.ndjson')).toEqual(report);
  });

  it('has short rows of checks that conform, and of no other', () => {
    const rows = (JSON.parse(text) as { checks: Record<string, unknown>[] }).checks;
    expect(rows.filter((row) => row['title'] === undefined).map(({ verdict }) => verdict)).toEqual(
      report.checks.filter(({ disposition }) => disposition === 'conforming').map(({ verdict }) => verdict),
    );
    const read = parseReport(text, 'report.json').checks;
    const told = ({ id, service, spec, endpoint, operation, rule, disposition }: (typeof read)[number]) =>
      [id, service, spec, endpoint, operation, rule, disposition].join(' ');
    expect(read.map(told)).toEqual(report.checks.map(told));
  });

  it('refuses whole rows of another run', () => {
    const [first = ''] = wholeCheckLines(report);
    const other = first.replace('"verdict":"pass"', '"verdict":"inapplicable"');
    expect(() => parseWholeChecks(parseReport(text, 'report.json'), other, 'checks.ndjson')).toThrow(
      /does not match report\.json/,
    );
  });

  it('gives the same bytes for the same data, whatever the order of its members', () => {
    const shuffled = JSON.parse(JSON.stringify(report, Object.keys(flatten(report)).reverse())) as typeof report;
    expect(serializeReport(shuffled)).toBe(text);
    expect(serializeReport(parseReport(text, 'report.json'))).toBe(text);
  });

  it('puts one check on a line', () => {
    expect(
      text.split('\n').filter((line) => line.startsWith('{"id":') && line.includes('"requirement":')),
    ).toHaveLength(80);
  });

  it('leaves out what is not there', () => {
    expect(canonicalJson({ b: undefined, a: 1, id: 2, nested: [{ z: 1, a: { y: 1, x: 2 } }] })).toBe(
      '{"id":2,"a":1,"nested":[{"a":{"x":2,"y":1},"z":1}]}',
    );
  });

  it('takes 20,000 checks', () => {
    const large = sampleReport({ checks: 20_000, failing: 300 });
    expect(parseReport(serializeReport(large), 'report.json').checks).toHaveLength(20_000);
  });
});

describe('parseReport', () => {
  const data = (): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;
  const broken = (change: (data: Record<string, unknown>) => void): string => {
    const copy = data();
    change(copy);
    return JSON.stringify(copy);
  };

  test.each<[string, string, string, RegExp]>([
    ['nothing', '', 'report-truncated', /is empty/],
    ['half of it', text.slice(0, text.length / 2), 'report-truncated', /is truncated/],
    ['all but the end', text.trimEnd().slice(0, -1), 'report-truncated', /is truncated/],
    ['a stray character', text.replace('"summaries": [', '"summaries": [}'), 'report-corrupt', /not JSON/],
    ['something else', '{"results": []}', 'report-foreign', /not a Plumbline report/],
    ['a list', '[]', 'report-foreign', /not a Plumbline report/],
    [
      'another edition',
      broken((copy) => (copy['schema'] = 'plumbline.report/1')),
      'report-version',
      /plumbline\.report\/1.*reads plumbline\.report\/2/,
    ],
    ['no checks', broken((copy) => delete copy['checks']), 'report-invalid', /'checks'/],
    [
      'an unknown verdict',
      text.replace('"verdict":"pass"', '"verdict":"passed"'),
      'report-invalid',
      /verdict.*fail, inconclusive, untested, pass, inapplicable/,
    ],
    [
      'a failure made to conform',
      text.replace('"disposition":"nonconforming"', '"disposition":"conforming"'),
      'report-invalid',
      /the verdict fail and the disposition conforming/,
    ],
    [
      'a check that stands twice',
      broken((copy) => (copy['checks'] = [...(copy['checks'] as unknown[]), ...(copy['checks'] as unknown[])])),
      'report-invalid',
      /is listed twice/,
    ],
    [
      'a failure made to pass',
      broken((copy) => {
        for (const check of copy['checks'] as Record<string, unknown>[])
          if (check['verdict'] === 'fail') Object.assign(check, { verdict: 'pass', disposition: 'conforming' });
      }),
      'report-invalid',
      /counts \d+ [\w-]+, but the report contains \d+/,
    ],
    [
      'a version that has two summaries',
      broken(
        (copy) => (copy['summaries'] = [...(copy['summaries'] as unknown[]), ...(copy['summaries'] as unknown[])]),
      ),
      'report-invalid',
      /has two summaries/,
    ],
    ['a check of no version', broken((copy) => (copy['summaries'] = [])), 'report-invalid', /no summary covers/],
  ])('refuses %s with one message', (_, damaged, code, message) => {
    try {
      parseReport(damaged, 'out/report.json');
      expect.unreachable();
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      expect(error.problems).toHaveLength(1);
      expect(error.problems[0]).toMatchObject({ code, file: 'out/report.json' });
      expect(error.problems[0]?.message).toMatch(message);
    }
  });

  it('says where a file stops', () => {
    try {
      parseReport(text.slice(0, 300), 'report.json');
      expect.unreachable();
    } catch (error) {
      expect(error instanceof BadInput ? error.problems[0] : error).toMatchObject({
        line: text.slice(0, 300).split('\n').length,
      });
    }
  });

  it('passes over members that a later edition may add', () => {
    expect(
      parseReport(
        broken((copy) => (copy['later'] = { x: 1 })),
        'report.json',
      ).run.id,
    ).toBe(report.run.id);
  });

  it.each(CAUSE_KINDS)('reads a report with a cause that is %s', (kind) => {
    const cause = { id: 'c', kind, service: 'library', title: 'What is wrong', checks: [] };
    const read = parseReport(
      broken((copy) => (copy['causes'] = [cause])),
      'report.json',
    );
    expect(read.causes).toEqual([cause]);
  });

  it('keeps hostile text as it is', () => {
    const hostile = 'a\u2028</script>\u0000\ud800"\\';
    const one = tinyReport({ checks: [{ verdict: 'fail', findings: [{ actual: hostile }] }] });
    expect(parseReport(serializeReport(one), 'report.json').checks[0]?.findings[0]?.actual).toBe(hostile);
  });
});

/** Every member name that occurs, so that they can be told in another order. */
function flatten(value: unknown, names: Record<string, true> = {}): Record<string, true> {
  if (Array.isArray(value)) for (const item of value) flatten(item, names);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      names[name] = true;
      flatten(member, names);
    }
  }
  return names;
}

test('no character that a terminal obeys is in the file as it is', () => {
  const title = 'a\u009b31m\u202eb\u2066';
  const text = serializeReport(tinyReport({ checks: [{ verdict: 'fail', title }] }));
  expect(text).toContain('a\\u009b31m\\u202eb\\u2066');
  expect((JSON.parse(text) as { checks: { title: string }[] }).checks[0]?.title).toBe(title);
});
