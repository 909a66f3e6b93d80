/** No sentence of the documents is lost between the specs and a run: what can be checked is judged, in every version. */
import { expect, test } from 'vitest';
import { referenceStage } from '../exchange/reference-stage.ts';
import { checksOf } from '../plan/support.ts';

test('a run of everything judges every documented requirement of every version, and they hold', { timeout: 240_000 }, async () => {
  const stage = await referenceStage({});
  const { plan, scopes } = stage.planned;
  const { results } = await stage.play(plan.groups, 16);
  const proven = new Set(
    checksOf(plan)
      .filter((check) => results.get(`${check.id}@${check.spec}`)?.verdict === 'pass')
      .map((check) => `${check.service}@${check.spec} ${check.requirement}`),
  );
  const documented = scopes.flatMap((scope) =>
    scope
      .requirements()
      .filter((r) => r.basis === 'documented' && r.excluded === undefined)
      .map((r) => `${scope.service}@${scope.version} ${r.id}`),
  );
  expect(documented.length).toBeGreaterThan(200);
  expect(documented.filter((requirement) => !proven.has(requirement))).toEqual([]);
});
