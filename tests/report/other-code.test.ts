/** Errors with another code than declared are told with the one that is sent, and what they refuse. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { clusterChecks } from '../../src/report/causes/cluster.ts';
import type { Report, ReportCheck } from '../../src/report/model.ts';
import { said } from './exchanges.ts';
import { checkOfForm } from './titles.ts';

describe('codes of errors', () => {
  const phrases: Readonly<Record<string, string>> = {
    'input.missing': '{accepts} an order without {key}',
    'input.null': '{accepts} null for {key}',
    'input.pattern': '{accepts} a value for {key} that does not match its pattern',
  };
  const RULES: Report['rules'] = Object.fromEntries(
    Object.entries(phrases).map(([id, fails]) => [id, { title: id, explain: '', fails, awaits: 'refusal' }]),
  );
  const told = (tried: readonly (readonly [base: string, code: string])[], right: readonly string[] = []): string => {
    const check = (base: string, verdict: 'pass' | 'fail', code?: string): ReportCheck & { readonly on: Exchange } => {
      const on = said('POST /orders', 422, { shown: { code: code ?? 'E1' } });
      const found = {
        where: 'body#/code',
        expected: 'a code',
        actual: '…',
        kind: 'code',
        asked: 'E1',
        came: code ?? '',
      };
      return checkOfForm(base, on, {
        operation: 'create',
        way: 'price',
        verdict,
        disposition: verdict === 'pass' ? 'conforming' : 'nonconforming',
        findings: code === undefined ? [] : [{ ...found, kind: 'code', evidence: on.id }],
      });
    };
    const checks = [
      ...tried.map(([base, code]) => check(base, 'fail', code)),
      ...right.map((base) => check(base, 'pass')),
    ];
    const found = clusterChecks(
      { checks, rules: RULES },
      checks.map(({ on }) => on),
    );
    expect(found).toHaveLength(1);
    return found[0]?.title ?? '';
  };

  it('are told with what is sent in their place, and for what alone', () => {
    expect(told([['input.missing', 'E7']], ['input.null'])).toBe(
      'Refuses with the code E7 instead of E1: an order without price',
    );
    expect(
      told(
        [
          ['input.missing', 'E7'],
          ['input.null', 'E8'],
        ],
        ['input.pattern'],
      ),
    ).toBe('Refuses with the code E7 or E8 instead of E1: an order without price and null for price');
  });

  it('are not all listed where they are many', () => {
    const many = ['E5', 'E6', 'E7', 'E8'].map((code) => ['input.null', code] as const);
    expect(told(many)).toBe('Refuses with codes such as E5 instead of E1: null for price');
  });

  it('are told of all of a sort where none of it has its own', () => {
    expect(
      told([
        ['input.missing', 'E7'],
        ['input.null', 'E7'],
      ]),
    ).toBe('Refuses with the code E7 instead of E1: values that are not valid');
  });
});
