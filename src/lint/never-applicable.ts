/** Checks that never apply: what a campaign of seeded faults could make of no version of the reference services. Pure. */
import type { Check } from '../plan/model.ts';

/** How a proof tells of one: `<check id>@<spec>: <reason>`. */
const MOOT = /^(?<id>.+)@(?<spec>[^@:]+): (?<reason>.*)$/;

export interface NeverApplicable {
  readonly id: string;
  readonly reason: string;
}

/** Those of the planned checks that are moot in every version that has them, in the order of their ids. */
export function neverApplicable(checks: readonly Check[], moot: readonly string[]): readonly NeverApplicable[] {
  const reasons = new Map<string, string>();
  for (const line of moot) {
    const { id, spec, reason } = MOOT.exec(line)?.groups ?? {};
    if (id !== undefined && spec !== undefined) reasons.set(`${id}@${spec}`, reason ?? '');
  }
  const applicable = new Set(checks.filter(({ id, spec }) => !reasons.has(`${id}@${spec}`)).map(({ id }) => id));
  const never = new Map<string, string>();
  for (const { id, spec } of checks) {
    const reason = reasons.get(`${id}@${spec}`);
    if (reason !== undefined && !applicable.has(id)) never.set(id, reason);
  }
  return [...never].map(([id, reason]) => ({ id, reason })).sort((a, b) => (a.id < b.id ? -1 : 1));
}
