import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { wrongStatus } from './found.ts';
import type { Finding, Report, ReportCheck } from '../../src/report/model.ts';
import { clusterChecks, shortHash } from '../../src/report/causes/cluster.ts';
import { morning } from '../viewer/fixture.ts';

const data = morning();
const causes = clusterChecks(data.report, data.exchanges);
const cause = (title: RegExp) => causes.filter((one) => title.test(one.title));

describe('clusters', () => {
  it('put what one broken operation turns red into one, whatever the rule', () => {
    const [broken, ...more] = cause(/^Answers 500/);
    expect(more).toEqual([]);
    expect(new Set(broken?.checks.map((index) => data.report.checks[index]?.rule)).size).toBeGreaterThan(3);
  });

  it('join the same finding across endpoints', () => {
    const [date] = cause(/Date header/);
    expect(new Set(date?.checks.map((index) => data.report.checks[index]?.endpoint)).size).toBe(12);
  });

  it('put findings of one rule together, whatever they quote', () => {
    expect(cause(/No stack trace/).length).toBe(1);
  });

  it('tell a header that a status lacks apart from what is wrong in bodies', () => {
    const operations = ['books/list', 'shelves/list', 'loans/list'];
    const failing = (rule: string, operation: string, where: string, status: number): [ReportCheck, Exchange] => {
      const [endpoint = '', name = ''] = operation.split('/');
      const exchange = {
        ...(data.exchanges[0] as Exchange),
        id: `library/${operation}/${rule}#probe`,
        operation: `${endpoint}/${name}`,
        response: { status, headers: [['content-type', 'application/json']], body: '{"error":"q"}', bytes: 13 },
      } as Exchange;
      const check: ReportCheck = {
        ...(data.report.checks[0] as ReportCheck),
        id: `library/${operation}/${rule}`,
        rule,
        endpoint,
        operation: name,
        verdict: 'fail',
        disposition: 'nonconforming',
        findings: [{ where, expected: 'it', actual: 'absent', kind: 'unnamed', evidence: exchange.id }],
      };
      return [check, exchange];
    };
    const all = operations.flatMap((operation) => [
      failing('outcome.form', operation, 'body#', 422),
      failing('http.allow', operation, 'header allow', 405),
    ]);
    const rules = Object.fromEntries(
      ['outcome.form', 'http.allow'].map((id) => [id, { title: id, explain: '', fails: `${id} is broken` }]),
    );
    const found = clusterChecks(
      { checks: all.map(([check]) => check), rules },
      all.map(([, exchange]) => exchange),
    );
    expect(found.map((one) => one.checks)).toEqual([
      [0, 2, 4],
      [1, 3, 5],
    ]);
  });

  it('tell one departure on two operations once, with its members and places', () => {
    const missing = (operation: string, field: string, got = 201): ReportCheck => ({
      ...(data.report.checks[0] as ReportCheck),
      id: `student-reporting/${operation}/input.missing/${field}`,
      rule: 'input.missing',
      member: [field],
      title: `${field} is left out`,
      endpoint: operation.split('/')[0] ?? '',
      verdict: 'fail',
      disposition: 'nonconforming',
      findings: [{ ...wrongStatus(got, [422]), evidence: '' }],
    });
    const rules = {
      'input.missing': {
        title: 'A required member is missing',
        explain: '',
        fails: '{accepts} a request without {field}: {status}',
        awaits: 'refusal' as const,
      },
    };
    const found = clusterChecks(
      {
        checks: [
          missing('students/create', 'name'),
          missing('courses/create', 'code'),
          missing('loans/create', 'sum', 500),
        ],
        rules,
      },
      [],
    );
    expect(found.map((one) => [one.title, one.checks])).toEqual([
      ['Answers 500 to a request without sum', [2]],
      ['Accepts a request without name and code on students/create and courses/create: 201 instead of 422', [0, 1]],
    ]);
    // Refused with another status: whatever the faults are, one cause.
    const tooLong = {
      ...missing('students/create', 'name', 400),
      id: 'student-reporting/students/create/input.too-long/name',
      rule: 'input.too-long',
    };
    const more = {
      ...rules,
      'input.too-long': {
        title: 'A text is too long',
        explain: '',
        fails: '{accepts} a value for {field} that is one character too long: {status}',
        awaits: 'refusal' as const,
      },
    };
    const token = (rule: string): ReportCheck => ({ ...missing('students/list', rule), rule, aspect: 'access' });
    const access = Object.fromEntries(
      ['access.none', 'access.garbage'].map((rule) => [
        rule,
        { title: rule, explain: '', fails: '{accepts} a call like that: {status}', awaits: 'refusal' as const },
      ]),
    );
    const served = clusterChecks({ checks: [token('access.none'), token('access.garbage')], rules: access }, []);
    expect(served.map((one) => [one.title, one.checks])).toEqual([['Accepts calls without a valid token', [0, 1]]]);
    expect(clusterChecks({ checks: [token('access.none')], rules: access }, []).map((one) => one.title)).toEqual([
      'Accepts a call like that: 201 instead of 422',
    ]);
    const refused = clusterChecks(
      {
        checks: [missing('students/create', 'name', 400), tooLong, missing('courses/create', 'code', 404)],
        rules: more,
      },
      [],
    );
    expect(refused.map((one) => [one.title, one.checks])).toEqual([
      ['Refuses values that are not valid with 400 instead of 422 on students/create', [0, 1]],
      ['Answers a request without code with 404 on courses/create; the contract says 422', [2]],
    ]);
  });

  it('join versions', () => {
    const [offers] = cause(/TAC offer/);
    expect(offers?.checks.map((index) => data.report.checks[index]?.spec)).toEqual(['3.0.8', '4.0.1']);
  });

  it('put every failing and every undetermined check into exactly one', () => {
    const placed = causes.flatMap((one) => [...one.checks, ...(one.holdsUp ?? [])]);
    expect(new Set(placed).size).toBe(placed.length);
    const wanted = data.report.checks.flatMap((check, index) => (check.disposition === 'conforming' ? [] : [index]));
    expect([...placed].sort((a, b) => a - b)).toEqual(wanted);
  });

  it('give what could not be judged to the cause of what it waits for', () => {
    const [broken] = cause(/^Answers 500/);
    expect(broken?.holdsUp?.map((index) => data.report.checks[index]?.operation)).toEqual(['update']);
    expect(data.report.checks[broken?.checks[0] ?? -1]?.id).toBe(
      'student-reporting/students/create/http.status-documented',
    );
  });

  it('follow blockers at any remove, and stand a ring of them', () => {
    const [base] = data.report.checks;
    const check = (id: string, verdict: ReportCheck['verdict'], ...blockedBy: string[]): ReportCheck => ({
      ...(base as ReportCheck),
      id,
      verdict,
      blockedBy,
      cause: `waits for ${id}`,
      disposition: verdict === 'fail' ? 'nonconforming' : 'undetermined',
      findings: verdict === 'fail' ? [{ ...wrongStatus(404, [200]), evidence: '' }] : [],
    });
    const found = clusterChecks(
      {
        ...data.report,
        checks: [
          check('a', 'inconclusive', 'b'),
          check('b', 'inconclusive', 'c'),
          check('c', 'fail'),
          check('d', 'inconclusive', 'e'),
          check('e', 'inconclusive', 'd'),
        ],
      },
      [],
    );
    expect(found.map((one) => [one.kind, one.checks, one.holdsUp])).toEqual([
      ['finding', [2], [0, 1]],
      ['undetermined', [3], undefined],
      ['undetermined', [4], undefined],
    ]);
  });

  it('have ids of their own that do not depend on the order', () => {
    expect(new Set(causes.map((one) => one.id)).size).toBe(causes.length);
    const reversed: Report = { ...data.report, checks: [...data.report.checks].reverse() };
    expect(new Set(clusterChecks(reversed, data.exchanges).map((one) => one.id))).toEqual(
      new Set(causes.map((one) => one.id)),
    );
  });

  it('put what blocks first', () => {
    expect(data.report.checks[causes[0]?.checks[0] ?? -1]?.disposition).toBe('nonconforming');
    expect(data.report.checks[causes.at(-1)?.checks[0] ?? -1]?.disposition).toBe('expected-failure');
  });

  it('blank out ids, times and long numbers, and keep HTTP statuses', () => {
    const check = (id: string, finding: Omit<Finding, 'evidence'>): ReportCheck => ({
      ...(data.report.checks[0] as ReportCheck),
      id,
      verdict: 'fail',
      disposition: 'nonconforming',
      findings: [{ ...finding, evidence: '' }],
    });
    const count = (...checks: ReportCheck[]): number => clusterChecks({ ...data.report, checks }, []).length;
    expect(
      count(
        check('a', { where: 'body#/0/id', expected: 'x', actual: 'record 10442 of 2026-11-19T18:00:00Z' }),
        check('b', { where: 'body#/7/id', expected: 'x', actual: 'record 10977 of 2026-11-20T03:00:00Z' }),
      ),
    ).toBe(1);
    expect(count(check('a', wrongStatus(404, [])), check('b', wrongStatus(405, [])))).toBe(2);
  });

  it('stand a body that was made to be slow', () => {
    const exchange = data.exchanges[0] as Exchange;
    const slow = { ...exchange, response: { status: 500, headers: [], body: '<script'.repeat(200_000), bytes: 1 } };
    const check = {
      ...(data.report.checks[0] as ReportCheck),
      service: slow.service,
      spec: slow.spec,
      verdict: 'fail',
      disposition: 'nonconforming',
      findings: [{ ...wrongStatus(500, [200]), evidence: slow.id }],
    } as const;
    clusterChecks({ ...data.report, checks: [check] }, [slow]);
  });
});

describe('shortHash', () => {
  it('is short, plain and not the same for like texts', () => {
    const hashes = Array.from({ length: 5000 }, (_, index) =>
      shortHash(`finding student-reporting students rule-${index}`),
    );
    expect(new Set(hashes).size).toBe(5000);
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-z]{11}$/);
  });
});
