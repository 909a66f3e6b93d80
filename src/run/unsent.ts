/** Results of groups of which nothing was sent, because preflight stopped the run. */
import type { Group } from '../plan/model.ts';
import type { CheckResult } from '../verdict/model.ts';

/** `inconclusive`, with the cause of the group's service and version. */
export function unsentResults(group: Group, causes: Readonly<Record<string, string>>): readonly CheckResult[] {
  const cause = causes[`${group.service}@${group.spec}`] ?? 'nothing was sent: preflight found another service or version out of order';
  return [...group.cases.flatMap((c) => c.checks), ...group.passive].map((check) => ({ check: check.id, spec: check.spec, verdict: 'inconclusive', findings: [], evidence: [], cause }));
}
