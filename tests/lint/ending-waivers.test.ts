/** Lint tells of waivers before a night does. */
import { expect, test } from 'vitest';
import { expiringWaivers } from '../../src/lint/plan-hints.ts';
import type { Waiver } from '../../src/load/model.ts';

const waiver = (line: number, expires: string): Waiver =>
  ({
    at: { file: 'targets/acme/waivers.yaml', line, column: 5 },
    checks: '**/update/**',
    expires,
  }) as unknown as Waiver;

test('what has expired comes first, what ends within two weeks follows, and of the others nothing is said', () => {
  const ends = ['2027-01-31', '2026-12-15', '2026-12-01', '2026-11-30', '2026-12-16', '2026-02-28'];
  const waivers = ends.map((expires, index) => waiver(index + 1, expires));
  expect(expiringWaivers([{ waivers }, { waivers: [] }], '2026-12-01')).toEqual([
    'targets/acme/waivers.yaml:6:5 **/update/** expired 276 days ago, on 2026-02-28',
    'targets/acme/waivers.yaml:4:5 **/update/** expired 1 day ago, on 2026-11-30',
    'targets/acme/waivers.yaml:3:5 **/update/** ends today',
    'targets/acme/waivers.yaml:2:5 **/update/** ends in 14 days, on 2026-12-15',
  ]);
});
