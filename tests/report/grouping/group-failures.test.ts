/** The steps of grouping, on small reports of a service that no contract here knows. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../src/model/exchange.ts';
import { groupFailures } from '../../../src/report/grouping/group-failures.ts';
import type { Finding, ReportCheck, ReportRule } from '../../../src/report/model.ts';
import { tinyReport } from '../tiny.ts';

interface Failing extends Partial<ReportCheck> {
  readonly rule: string;
  readonly at: string;
  readonly found?: Partial<Finding>;
  /** Status and body of the response that the check rests on. */
  readonly status?: number;
  readonly body?: string;
}

const [sample] = tinyReport({ checks: [{ verdict: 'fail' }] }).checks;

/** Groups of these checks, each with an exchange of its own unless `evidence` names one. */
function grouped(failing: readonly Failing[], rules: Readonly<Record<string, Partial<ReportRule>>> = {}) {
  const exchanges = new Map<string, Exchange>();
  const checks = failing.map(({ rule, at, found = {}, status = 200, body = '{}', ...more }, index): ReportCheck => {
    const [endpoint = '', operation = ''] = at.split('/');
    const id = more.id ?? `shop/${at}/${rule}/${index}`;
    const evidence = more.evidence ?? [`${id}#call`];
    for (const one of evidence)
      exchanges.set(one, {
        id: one,
        service: 'shop',
        spec: '1.0',
        operation: at,
        request: { method: operation === 'read' ? 'GET' : 'POST', url: `http://shop/${endpoint}`, headers: [] },
        response: { status, headers: [['content-type', 'application/json']], body, bytes: body.length },
      } as unknown as Exchange);
    const finding: Finding = { where: 'body#/name', expected: '1', actual: '2', evidence: evidence[0] ?? '', ...found };
    return {
      ...(sample as ReportCheck),
      service: 'shop',
      spec: '1.0',
      endpoint,
      operation,
      rule,
      verdict: 'fail',
      disposition: 'nonconforming',
      findings: more.verdict === undefined || more.verdict === 'fail' ? [finding] : [],
      ...more,
      id,
      evidence,
    };
  });
  const known = Object.fromEntries(
    failing.map(({ rule }) => [rule, { title: rule, explain: '', fails: `breaks ${rule}`, ...rules[rule] }]),
  );
  return groupFailures({ checks, rules: known, run: {} }, [...exchanges.values()]);
}

const status = (got: number, due: number): Partial<Finding> => ({
  where: 'status',
  kind: 'status',
  got,
  due: [due],
  expected: String(due),
  actual: String(got),
});

describe('failures', () => {
  it('of nothing are no groups', () => {
    expect(grouped([{ rule: 'http.date', at: 'orders/read', verdict: 'pass', disposition: 'conforming' }])).toEqual([]);
  });

  it('of one rule on several endpoints are one group', () => {
    const groups = grouped(['orders', 'items'].map((endpoint) => ({ rule: 'lifecycle.gone', at: `${endpoint}/read` })));
    expect(groups.map(({ checks }) => checks.length)).toEqual([2]);
  });

  it('with the same server error for valid and for invalid requests are two groups', () => {
    const broken = { found: { ...status(500, 200), expected: 'another status' }, status: 500 };
    const groups = grouped(
      [
        { rule: 'outcome.accepted', at: 'orders/update', ...broken },
        { rule: 'lifecycle.gone', at: 'orders/update', ...broken },
        { rule: 'http.no-server-error', at: 'orders/update', ...broken },
        { rule: 'input.wrong-top-level', at: 'offers/create', evidence: ['shop/offers/create/array#call'], ...broken },
        { rule: 'outcome.never', at: 'offers/create', evidence: ['shop/offers/create/array#call'], ...broken },
        { rule: 'http.no-server-error', at: 'offers/create', ...broken },
      ],
      {
        'outcome.accepted': { awaits: 'acceptance' },
        'lifecycle.gone': { awaits: 'refusal' },
        'input.wrong-top-level': { awaits: 'refusal', fails: '{accepts} an array' },
        'outcome.never': { title: 'A fixed defect does not appear again' },
      },
    );
    expect(groups.map(({ title, checks }) => [title, checks.map((id) => id.split('/')[1])])).toEqual([
      ['POST /orders: returns 500 for valid requests', ['orders', 'orders', 'orders']],
      ['POST /offers: returns 500 for an array', ['offers', 'offers', 'offers']],
    ]);
  });

  it('on two operations have both in the title', () => {
    const groups = grouped(['orders', 'items'].map((endpoint) => ({ rule: 'lifecycle.gone', at: `${endpoint}/read` })));
    expect(groups.map(({ title }) => title)).toEqual(['GET /orders: breaks lifecycle.gone (also GET /items)']);
  });

  it('of different rules stay apart, even if both accepted something', () => {
    const groups = grouped(
      ['input.too-long', 'media.unsupported'].map((rule) => ({
        rule,
        at: 'orders/create',
        found: status(201, 422),
        status: 201,
      })),
      { 'input.too-long': { awaits: 'refusal' }, 'media.unsupported': { awaits: 'refusal' } },
    );
    expect(groups).toHaveLength(2);
  });

  it('of most access rules on an operation are one group: every caller is accepted', () => {
    const rules = ['none', 'garbage', 'expired', 'tampered', 'alg-none', 'other-key'].map((name) => `access.${name}`);
    const groups = grouped(
      rules.map((rule) => ({ rule, at: 'orders/read', found: status(200, 401) })),
      Object.fromEntries(rules.map((rule) => [rule, { awaits: 'refusal' }])),
    );
    expect(groups.map(({ title }) => title)).toEqual([
      'GET /orders: accepts every caller, even without valid credentials',
    ]);
  });

  it('of rejections with one status in place of three others are one group', () => {
    const due: readonly (readonly [string, number])[] = [
      ['access.none', 401],
      ['path.unknown', 404],
      ['media.unsupported', 415],
    ];
    const groups = grouped(
      due.map(([rule, expected]) => ({ rule, at: 'orders/read', found: status(400, expected), status: 400 })),
      Object.fromEntries(due.map(([rule]) => [rule, { awaits: 'refusal' }])),
    );
    expect(groups).toHaveLength(1);
    expect(groups[0]?.title).toContain('with 400 instead of another 4xx');
  });

  it('of a value in a response whose status is wrong follow from the status', () => {
    const evidence = ['shop/orders/create/outcome.accepted#call'];
    const groups = grouped(
      [
        { rule: 'outcome.accepted', at: 'orders/create', evidence, found: status(404, 201), status: 404 },
        { rule: 'body.equals', at: 'orders/create', evidence, status: 404 },
      ],
      { 'outcome.accepted': { awaits: 'acceptance' } },
    );
    expect(groups.map(({ checks }) => checks.length)).toEqual([2]);
    expect(groups[0]?.title).toContain('404');
  });

  it('of a field that an update does not store explain invalid values of this field only', () => {
    const accepted = (field: string): Failing => ({
      rule: 'input.too-long',
      at: 'orders/update',
      member: [field],
      found: status(200, 422),
    });
    const rules = { 'input.too-long': { awaits: 'refusal' } } as const;
    const unstored = { rule: 'lifecycle.update-each', at: 'orders/update', found: { where: 'body#/name' } };
    expect(grouped([unstored, accepted('name')], rules)).toHaveLength(1);
    expect(grouped([unstored, accepted('price')], rules)).toHaveLength(2);
  });

  it('have the same id in every run, and another one for another signature', () => {
    const id = (rule: string): string | undefined => grouped([{ rule, at: 'orders/read' }])[0]?.id;
    expect(id('lifecycle.gone')).toBe(id('lifecycle.gone'));
    expect(id('lifecycle.gone')).not.toBe(id('lifecycle.listed'));
  });

  it('that block are listed before those that are advisory', () => {
    const groups = grouped([
      { rule: 'lifecycle.gone', at: 'orders/read', level: 'SHOULD', basis: 'practice' },
      { rule: 'http.date', at: 'orders/list', level: 'MUST', basis: 'documented' },
    ]);
    expect(groups.map(({ title }) => title)).toEqual([
      expect.stringContaining('http.date'),
      expect.stringContaining('lifecycle.gone'),
    ]);
  });
});

describe('checks that could not be judged', () => {
  const unjudged = (more: Partial<Failing>): Failing => ({
    rule: 'lifecycle.updated',
    at: 'orders/update',
    verdict: 'inconclusive',
    disposition: 'undetermined',
    ...more,
  });

  it('belong to the failure that blocked them', () => {
    const blocker = 'shop/orders/create/outcome.accepted';
    const [group] = grouped(
      [
        { id: blocker, rule: 'outcome.accepted', at: 'orders/create', found: status(500, 201), status: 500 },
        unjudged({ blockedBy: [blocker], cause: 'Step "create" was answered 500.' }),
      ],
      { 'outcome.accepted': { awaits: 'acceptance' } },
    );
    expect(group?.holdsUp).toHaveLength(1);
  });

  it('of one outage are one item', () => {
    const groups = grouped(
      ['orders', 'items', 'carts'].map((endpoint) =>
        unjudged({ at: `${endpoint}/update`, cause: 'The service stopped responding.' }),
      ),
    );
    expect(groups.map(({ kind, checks }) => [kind, checks.length])).toEqual([['undetermined', 3]]);
  });
});
