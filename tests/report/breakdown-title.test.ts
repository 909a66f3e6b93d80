/** What breaks a service down, where it is one of several cases of a rule. */
import { expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { clusterChecks } from '../../src/report/causes/cluster.ts';
import type { ReportCheck } from '../../src/report/model.ts';
import { morning } from '../viewer/fixture.ts';
import { said } from './exchanges.ts';
import { wrongStatus } from './found.ts';
import { checkOfForm } from './titles.ts';

const [sample] = morning().report.checks;
const RULE = 'lifecycle.delete-with-parts';
const RULES = {
  [RULE]: { title: RULE, explain: '', fails: '{refuses} the delete: {status}', awaits: 'acceptance' as const },
};

function check(title: string, on: Exchange): ReportCheck {
  const status = on.response?.status ?? 0;
  const { formOf: _formOf, member: _member, ...plain } = sample as ReportCheck;
  return {
    ...plain,
    id: `${RULE}/${title}`,
    service: 'shop',
    spec: '1.0',
    endpoint: 'orders',
    operation: 'delete',
    rule: RULE,
    title,
    verdict: status < 300 ? 'pass' : 'fail',
    disposition: status < 300 ? 'conforming' : 'nonconforming',
    findings: status < 300 ? [] : [{ ...wrongStatus(status, [204]), evidence: on.id }],
    evidence: [on.id],
  };
}

function told(statuses: Readonly<Record<string, number>>): string | undefined {
  const tried = Object.entries(statuses).map(
    ([title, status]) => [title, said('DELETE /orders/7', status, { operation: 'orders/delete' })] as const,
  );
  const checks = tried.map(([title, on]) => check(title, on));
  return clusterChecks(
    { checks, rules: RULES },
    tried.map(([, on]) => on),
  )[0]?.title;
}

it('is told by the case, where others of its rule are served', () => {
  expect(told({ 'an order with lines is deleted': 500, 'an order with notes is deleted': 204 })).toMatch(
    /^Answers 500 where an order with lines is deleted/,
  );
});

it('is not, where none is served', () => {
  expect(told({ 'an order with lines is deleted': 500 })).not.toMatch(/where an order/);
});

it('of one call among many is told with the case that it was sent for', () => {
  const read = (status: number): Exchange => said('GET /orders/7', status);
  const [good, bad] = [read(200), read(500)];
  const { formOf: _formOf, member: _member, ...plain } = sample as ReportCheck;
  const place = { service: 'shop', spec: '1.0', endpoint: 'orders', operation: 'read' } as const;
  const failing: ReportCheck = {
    ...plain,
    ...place,
    id: 'http.no-server-error',
    rule: 'http.no-server-error',
    verdict: 'fail',
    disposition: 'nonconforming',
    findings: [{ ...wrongStatus(500, [200]), evidence: bad.id }],
    evidence: [bad.id, good.id],
  };
  const held: ReportCheck = {
    ...failing,
    id: 'body.equals',
    rule: 'body.equals',
    title: 'the total is the sum',
    verdict: 'inconclusive',
    disposition: 'undetermined',
    findings: [],
    evidence: [bad.id],
  };
  const all = [good, read(200), read(200), bad];
  expect(clusterChecks({ checks: [failing, held], rules: {} }, all)[0]?.title).toBe(
    'Answers 500 to one in 4 calls of orders/read, in the case "the total is the sum"',
  );
});

it('is not a field of an answer which says that a method is nowhere (RFC 9110 §15.6.2)', () => {
  const { formOf: _formOf, member: _member, ...plain } = sample as ReportCheck;
  const on = said('LINK /orders/7', 501, { operation: 'orders/delete' });
  const finding = { where: 'header content-type', expected: 'a media type', actual: 'json', evidence: on.id };
  const one = {
    ...plain,
    service: 'shop',
    spec: '1.0',
    endpoint: 'orders',
    operation: 'delete',
    rule: RULE,
    evidence: [on.id],
  };
  const check = { ...one, verdict: 'fail', disposition: 'nonconforming', findings: [finding] } as ReportCheck;
  expect(clusterChecks({ checks: [check], rules: RULES }, [on])[0]?.kind).toBe('finding');
});

it('names an operation once, where nothing else is known of some of its calls', () => {
  const { formOf: _formOf, member: _member, ...plain } = sample as ReportCheck;
  const at = (operation: string, rule: string, index: number, status: number): readonly [ReportCheck, Exchange] => {
    const on = said('POST /orders', status, { operation: `orders/${operation}` });
    const isBroken = status === 500;
    const found: ReportCheck = {
      ...plain,
      id: `${operation}/${rule}/${index}`,
      service: 'shop',
      spec: '1.0',
      endpoint: 'orders',
      operation,
      rule,
      title: `${rule} ${index}`,
      verdict: isBroken ? 'fail' : 'pass',
      disposition: isBroken ? 'nonconforming' : 'conforming',
      findings: isBroken ? [{ ...wrongStatus(500, [400]), evidence: on.id }] : [],
      evidence: [on.id],
    };
    return [found, on];
  };
  const tried = [
    ...[0, 1].map((index) => at('create', 'outcome.never', index, 500)),
    at('create', 'input.deep-nesting', 0, 500),
    at('update', 'outcome.never', 0, 400),
    at('update', 'input.deep-nesting', 0, 400),
  ];
  const rules = {
    'outcome.never': { title: 'never', explain: '' },
    'input.deep-nesting': {
      title: 'deep',
      explain: '',
      fails: '{accepts} a body nested a thousand deep',
      awaits: 'refusal' as const,
    },
  };
  const [cause] = clusterChecks(
    { checks: tried.map(([one]) => one), rules },
    tried.map(([, on]) => on),
  );
  expect(cause?.title).toMatch(/^Answers 500 to calls of orders\/create and a body nested a thousand deep/);
  expect(cause?.title.match(/orders\/create/g)).toHaveLength(1);
});

it('of a rule that is tried in several ways is told by the one at which it breaks, whatever is called', () => {
  const rules = {
    'lifecycle.great-id': {
      title: 'r',
      explain: '',
      fails: '{accepts} an id that is a great number ({key}): {status}',
      awaits: 'refusal' as const,
    },
  };
  const tried = ['read', 'update', 'delete'].flatMap((operation) =>
    Object.entries({ 'beyond-32-bits': 404, 'beyond-64-bits': 500 }).map(([way, status]) => {
      const line = `${{ read: 'GET', update: 'PATCH' }[operation] ?? 'DELETE'} /orders/9${'9'.repeat(way.length)}`;
      const on = said(line, status, { operation: `orders/${operation}` });
      const form = checkOfForm('lifecycle.great-id', on, {
        operation,
        way,
        verdict: status === 404 ? 'pass' : 'fail',
        disposition: status === 404 ? 'conforming' : 'nonconforming',
        findings: status === 404 ? [] : [{ ...wrongStatus(status, [404]), evidence: on.id }],
      });
      const passing = { ...form, rule: 'http.no-server-error', id: `${on.id}/passing` };
      const { formOf: _of, way: _way, on: _on, ...any } = passing;
      return { on, checks: status === 404 ? [form] : [form, any] };
    }),
  );
  const served = ['GET', 'GET', 'PATCH', 'PATCH', 'DELETE'].map((method) => said(`${method} /orders/7`, 200));
  const all = [...served, ...tried.map(({ on }) => on)];
  expect(
    clusterChecks({ checks: tried.flatMap(({ checks }) => checks), rules }, all).map(({ title }) => title),
  ).toEqual(['Answers 500 to an id that is a great number (beyond-64-bits)']);
});
