/**
 * Check IDs are permanent: waivers, baselines and notes name them. The golden file has, for each rule and version, the number
 * of checks and a fingerprint of their IDs; for partner-onboarding also by level, basis and requirement. Each added or removed ID needs a line in
 * CHANGELOG.md. `npx vitest run --project unit tests/plan/check-ids.test.ts -u` writes the file again.
 */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { groupBy } from '../../src/model/objects.ts';
import type { Check } from '../../src/plan/model.ts';
import { checksOf, planned } from './support.ts';

const kindOf = ({ service, rule, level, basis, requirement }: Check): string =>
  service === 'partner-onboarding' ? `${rule} ${level} ${basis} ${requirement}` : rule;

function fingerprint(checks: readonly Check[]): string {
  const ids = [...new Set(checks.map(({ id }) => id))].sort();
  return `${ids.length}:${createHash('sha256').update(ids.join('\n')).digest('hex').slice(0, 10)}`;
}

/** Count and fingerprint of each version; consecutive versions with the same IDs are one entry. */
function versionsOf(checks: readonly Check[]): string {
  const entries: [string, string][] = [];
  for (const [version, own] of groupBy(checks, ({ spec }) => spec)) {
    const last = entries.at(-1);
    const found = fingerprint(own);
    if (last?.[1] === found) last[0] += `,${version}`;
    else entries.push([version, found]);
  }
  return entries.map(([versions, found]) => `${versions}=${found}`).join(' ');
}

test('no check ID is lost or added unnoticed', async () => {
  const kinds = groupBy(checksOf(planned().plan), (check) => `${check.service} ${kindOf(check)}`);
  const lines = [...kinds].map(([kind, checks]) => `${kind} ${versionsOf(checks)}`);
  await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('../golden/plan/check-ids.txt');
});
