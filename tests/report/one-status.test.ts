/** Refusals that all have one status, where others are due, are one habit: unless the service knows those too. */
import { describe, expect, it } from 'vitest';
import { clusterChecks } from '../../src/report/causes/cluster.ts';
import type { Report, ReportCheck } from '../../src/report/model.ts';
import type { Exchange } from '../../src/record/exchange.ts';
import { said } from './exchanges.ts';
import { wrongStatus } from './found.ts';
import { checkOfForm } from './titles.ts';

const IDS = ['input.missing', 'input.null', 'lifecycle.unknown-id', 'path.unknown', 'access.none'];
const RULES: Report['rules'] = Object.fromEntries(
  IDS.map((id) => [id, { title: id, explain: '', fails: '{accepts} it: {status}', awaits: 'refusal' }]),
);

type Refusal = readonly [base: string, due: number];

/** What is said where these are refused with 400, and those as they are due. */
function told(wrong: readonly Refusal[], right: readonly Refusal[] = []): readonly string[] {
  const check = ([base, due]: Refusal, got: number): ReportCheck & { readonly on: Exchange } => {
    const on = said('PATCH /orders/7', got, { shown: { why: base } });
    return checkOfForm(base, on, {
      operation: 'update',
      verdict: got === due ? 'pass' : 'fail',
      disposition: got === due ? 'conforming' : 'nonconforming',
      findings: got === due ? [] : [{ ...wrongStatus(got, [due]), evidence: on.id }],
    });
  };
  const checks = [...wrong.map((one) => check(one, 400)), ...right.map((one) => check(one, one[1]))];
  return clusterChecks(
    { checks, rules: RULES },
    checks.map(({ on }) => on),
  ).map(({ title }) => title);
}

describe('refusals of two kinds with one status', () => {
  const wrong: readonly Refusal[] = [
    ['input.missing', 422],
    ['lifecycle.unknown-id', 404],
  ];

  it('are one where neither is refused as it should be', () => {
    expect(told(wrong)).toEqual([
      'Refuses values that are not valid and requests for what is not there with 400 instead of 404 or 422',
    ]);
    expect(told([...wrong, ['access.none', 401]])).toEqual([
      'Refuses whatever is wrong with 400 instead of 401 or 404 or 422',
    ]);
  });

  it('are one whatever else is due to 400, and whatever the frame makes of unknown paths', () => {
    expect(told(wrong, [['input.null', 400]])).toHaveLength(1);
    expect(told(wrong, [['path.unknown', 404]])).toHaveLength(1);
  });

  it('are two where the operation knows what is due to one of them', () => {
    expect(told(wrong, [['input.null', 422]])).toHaveLength(2);
  });
});
