/**
 * What a policy names and a report has not. A report knows its own services and versions alone: a policy for several of
 * them is in order, and so is a report of one. So it is no mistake, but it is told, since it may be a typo.
 */
import type { Report } from '../report/model.ts';
import type { FailingScope, Policy } from './policy.ts';

/** A sentence for each service, and each version of one, that a scope names in vain. */
export function notInReport(policy: Policy, { summaries }: Pick<Report, 'summaries'>): readonly string[] {
  const has = summaries.map(({ service, spec }) => `${service} ${spec}`).join(', ');
  const missing = new Set(policy.failing.flatMap((scope) => missingOf(scope, summaries)));
  return [...missing].map(
    (what) => `the policy ${policy.name} names ${what}, of which this report has nothing: it has ${has}`,
  );
}

function missingOf({ service, spec = [] }: FailingScope, summaries: Report['summaries']): readonly string[] {
  const own = summaries.filter((one) => service === undefined || one.service === service);
  if (service !== undefined && own.length === 0) return [service];
  const versions = spec.filter((version) => !own.some((one) => one.spec === version));
  return versions.map((version) => (service === undefined ? `the version ${version}` : `${service} ${version}`));
}
