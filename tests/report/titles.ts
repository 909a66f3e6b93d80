/** The titles of causes of what is found in a shop that no contract of ours knows. */
import type { Exchange } from '../../src/record/exchange.ts';
import { clusterChecks } from '../../src/report/causes/cluster.ts';
import { exchangesBy } from '../../src/report/causes/exchanges/exchange-index.ts';
import type { Finding, Report, ReportCheck } from '../../src/report/model.ts';
import { morning } from '../viewer/fixture.ts';

export interface Failing {
  readonly rule: string;
  readonly on: Exchange;
  /** What its case is of, where that is told apart. */
  readonly key?: string;
  readonly found: Omit<Finding, 'evidence'>;
  /** What of its check is not as of one that fails so. */
  readonly more?: Partial<ReportCheck>;
}

const [sample] = morning().report.checks;

/**
 * The first cause first.
 * @param rules in place of one that says nothing but that it failed
 * @param flags by which answers say whether they did what was asked
 * @param newMembers that an earlier version has not
 */
export function titles(
  failing: readonly Failing[],
  all: readonly Exchange[],
  rules: Report['rules'] = {},
  flags?: Report['run']['flags'],
  newMembers?: Report['run']['newMembers'],
): readonly string[] {
  const { operationOf } = exchangesBy(all);
  const checks = failing.map(({ rule, on, key, found, more }, index): ReportCheck => {
    const [endpoint = '', operation = ''] = (operationOf(on) ?? '').split('/');
    return {
      ...(sample as ReportCheck),
      id: `${rule}/${index}`,
      service: 'shop',
      spec: '1.0',
      endpoint,
      operation,
      rule,
      verdict: 'fail',
      disposition: 'nonconforming',
      findings: [{ ...found, evidence: on.id }],
      evidence: [on.id],
      ...(key === undefined ? {} : { key }),
      ...more,
    };
  });
  const plain = { title: 'r', explain: '', fails: 'does otherwise: {where} is {actual}' };
  const known = { ...Object.fromEntries(failing.map(({ rule }) => [rule, plain])), ...rules };
  const run = { ...(flags === undefined ? {} : { flags }), ...(newMembers === undefined ? {} : { newMembers }) };
  return clusterChecks({ checks, rules: known, run }, all).map(({ title }) => title);
}

/** A check of the form in which the update of an order is refused, or its create, and the exchange that it rests on. */
export function checkOfForm(
  base: string,
  on: Exchange,
  more: Pick<ReportCheck, 'operation' | 'verdict' | 'disposition'> & Partial<ReportCheck>,
): ReportCheck & { readonly on: Exchange } {
  return {
    ...(sample as ReportCheck),
    id: `${base}/${on.id}/form`,
    service: 'shop',
    spec: '1.0',
    endpoint: 'orders',
    rule: 'outcome.form',
    formOf: base,
    evidence: [on.id],
    ...more,
    on,
  };
}
