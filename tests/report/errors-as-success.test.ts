/** Refusals that are sent with 200 are told as such, and not as what is accepted. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import type { Json } from '../../src/record/json.ts';
import type { Report } from '../../src/report/model.ts';
import { clusterChecks } from '../../src/report/causes/cluster.ts';
import { morning } from '../viewer/fixture.ts';
import { said } from './exchanges.ts';
import { wrongStatus } from './found.ts';
import { titles } from './titles.ts';

const DUE: Readonly<Record<string, number>> = {
  'input.missing': 422,
  'access.none': 401,
  'lifecycle.unknown-id': 404,
};
const RULES: Report['rules'] = Object.fromEntries(
  Object.keys(DUE).map((id) => [
    id,
    {
      title: id,
      explain: '',
      fails: '{accepts} it: {status}',
      awaits: 'refusal',
    },
  ]),
);

const served = (shown: Json, line = 'GET /orders/7'): Exchange => said(line, 200, { step: 'setup.control', shown });

/** What a service makes of a request for each of these rules, beside good ones. */
function told(
  shown: Json,
  others: readonly Exchange[],
  rules = Object.keys(DUE),
  line = 'GET /orders/8',
): readonly string[] {
  const failing = rules.map((rule) => ({
    rule,
    on: said(line, 200, { shown }),
    found: wrongStatus(200, [DUE[rule] ?? 0]),
  }));
  return titles(failing, [...others, ...failing.map(({ on }) => on)], RULES);
}

describe('what is refused with 200', () => {
  const ERROR = { fault: { why: 'There is none.' } };
  const WHATEVER = ['Answers whatever it refuses with 200, with the error in the body, instead of 401 or 404 or 422'];

  it('is no acceptance where its body has no member of those that serve', () => {
    expect(told(ERROR, [served({ id: 7, lines: [] })])).toEqual(WHATEVER);
    expect(told(ERROR, [served({ id: 7, lines: [] })], ['access.none'])).toEqual([
      'Answers calls without a valid token with 200, with the error in the body, instead of 401',
    ]);
  });

  it('nor where an envelope says no', () => {
    expect(told({ success: false, why: 'x' }, [served({ success: true, result: 7 })])).toEqual(WHATEVER);
  });

  it('nor where it has the members of errors that have a status of their own, whatever serves', () => {
    const others = [said('DELETE /orders/7', 204, { step: 'setup.gone' }), said('POST /orders', 422, { shown: ERROR })];
    expect(told(ERROR, others, Object.keys(DUE), 'DELETE /orders/8')).toEqual(WHATEVER);
  });

  it('is one cause on several operations', () => {
    const others = [served({ id: 7 }), served({ id: 7 }, 'POST /orders')];
    const all = ['GET /orders/8', 'POST /orders'].map((line) => said(line, 200, { shown: ERROR }));
    const failing = all.map((on) => ({
      rule: 'access.none',
      on,
      found: wrongStatus(200, [401]),
    }));
    expect(titles(failing, [...others, ...all], RULES)).toHaveLength(1);
  });

  it.each([
    ['a record', { id: 8, lines: [1] }],
    ['another part of it', { id: 8 }],
    ['nothing', {}],
    ['a list', []],
  ])('is an acceptance where it is answered with %s', (_what, shown) => {
    expect(told(shown, [served({ id: 7, lines: [] })])[0]).not.toMatch(/error/);
  });

  it('is one, as far as anybody can tell, where nothing was served', () => {
    expect(told(ERROR, [])[0]).not.toMatch(/error/);
  });
});

it('what is not sent since another was answered with success waits for what is behind that', () => {
  const [sample] = morning().report.checks;
  if (sample === undefined) throw new Error('a report has checks');
  const taken = said('LINK /orders/7', 200, {
    operation: 'orders/read',
    shown: { id: 7 },
  });
  const { response: _none, ...next } = said('PURGE /orders/7', 200, {
    operation: 'orders/read',
  });
  const spoiled: Exchange = {
    ...next,
    failure: { kind: 'not-sent', message: 'LINK was accepted', why: 'spoiled' },
  };
  const plain = {
    ...sample,
    service: 'shop',
    spec: '1.0',
    endpoint: 'orders',
    operation: 'read',
    rule: 'access.none',
  };
  const causes = clusterChecks(
    {
      checks: [
        {
          ...plain,
          id: 'link',
          verdict: 'fail',
          disposition: 'nonconforming',
          findings: [{ ...wrongStatus(200, [501]), evidence: taken.id }],
          evidence: [taken.id],
        },
        {
          ...plain,
          id: 'purge',
          verdict: 'inconclusive',
          disposition: 'undetermined',
          findings: [],
          evidence: [spoiled.id],
          cause: 'step "probe" has no answer',
        },
      ],
      rules: RULES,
    },
    [taken, spoiled],
  );
  expect(causes.map(({ checks, holdsUp }) => [checks, holdsUp])).toEqual([[[0], [1]]]);
});
