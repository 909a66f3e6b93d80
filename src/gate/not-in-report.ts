/**
 * What a policy names and a report has not. A report knows its own services and versions alone: a policy for several of
 * them is in order, and so is a report of one. So it is no mistake, but it is told, since it may be a typo.
 */
import { inScope } from '../record/scope.ts';
import type { Report } from '../report/model.ts';
import { PRESETS, type FailingScope, type Policy } from './policy.ts';

/** A sentence for each service, each version of one, and each pattern over checks, that a scope names in vain. */
export function notInReport(policy: Policy, report: Pick<Report, 'summaries' | 'checks' | 'run'>): readonly string[] {
  const { summaries } = report;
  const has = summaries.map(({ service, spec }) => `${service} ${spec}`).join(', ');
  const missing = new Set(policy.failing.flatMap((scope) => missingOf(scope, summaries)));
  return [
    ...[...missing].map(
      (what) => `the policy ${policy.name} names ${what}, of which this report has nothing: it has ${has}`,
    ),
    ...idlePatterns(policy, report),
  ];
}

/** A sentence for each pattern over checks. What was narrowed has not all of them, and patterns of our own are for every service. */
export function idlePatterns(
  { name, failing }: Policy,
  { summaries, checks, run }: Pick<Report, 'summaries' | 'checks' | 'run'>,
): readonly string[] {
  if (run.selection !== undefined) return [];
  const own = new Set(Object.values(PRESETS).flatMap((preset) => preset.failing.map((scope) => scope.checks)));
  const idle = failing.flatMap((scope) =>
    scope.checks === undefined ||
    own.has(scope.checks) ||
    missingOf(scope, summaries).length > 0 ||
    checks.some(inScope(scope))
      ? []
      : [scope.checks],
  );
  return [...new Set(idle)].map(
    (pattern) => `the policy ${name} names the checks ${pattern}, and none is called so here`,
  );
}

function missingOf({ service, spec = [] }: FailingScope, summaries: Report['summaries']): readonly string[] {
  const own = summaries.filter((one) => service === undefined || one.service === service);
  if (service !== undefined && own.length === 0) return [service];
  const versions = spec.filter((version) => !own.some((one) => one.spec === version));
  return versions.map((version) => (service === undefined ? `the version ${version}` : `${service} ${version}`));
}
