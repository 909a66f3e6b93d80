/** Checks and findings by what a waiver or a policy says of them. */
import { globMatcher } from './glob.ts';

/** Of a member that is absent everything is meant. */
export interface CheckScope {
  /** A glob over ids. */
  readonly checks?: string;
  readonly service?: string;
  readonly spec?: readonly string[];
}

interface Placed {
  readonly id: string;
  readonly service: string;
  readonly spec: string;
}

export function inScope({ checks, service, spec }: CheckScope): (check: Placed) => boolean {
  const matches = checks === undefined ? () => true : globMatcher(checks);
  return (check) =>
    (service === undefined || service === check.service) &&
    (spec === undefined || spec.includes(check.spec)) &&
    matches(check.id);
}

/** Parts of what a finding says. */
export interface Symptom {
  readonly where?: string;
  readonly actual?: string;
  readonly expected?: string;
}

export function shows(finding: Required<Symptom>, { where = '', actual = '', expected = '' }: Symptom): boolean {
  return finding.where.includes(where) && finding.actual.includes(actual) && finding.expected.includes(expected);
}
