/**
 * Ids of checks are stable for ever: waivers, baselines and people's notes name them. The list beside this test has, for each
 * version and rule, how many there are and a fingerprint of their ids. One that comes or goes is a line in CHANGELOG.md;
 * `npx vitest run --project unit tests/plan/check-ids.test.ts -u` writes the list anew.
 */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { checksOf, planned } from './support.ts';

test('every check id that there was is there', async () => {
  const ids = new Map<string, Set<string>>();
  for (const { id, service, spec, rule } of checksOf(planned().plan)) {
    const key = `${service} ${spec} ${rule}`;
    ids.set(key, (ids.get(key) ?? new Set()).add(id));
  }
  const lines = [...ids].map(([key, own]) => {
    const fingerprint = createHash('sha256')
      .update([...own].sort().join('\n'))
      .digest('hex')
      .slice(0, 10);
    return `${key} ${own.size} ${fingerprint}`;
  });
  await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('../golden/plan/check-ids.txt');
});
