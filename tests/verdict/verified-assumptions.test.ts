/** Assumptions that other checks of a run verify. */
import { expect, test } from 'vitest';
import { type VerifiableCheck, applyVerifiedAssumptions } from '../../src/verdict/verified-assumptions.ts';

const check = (id: string, more: Partial<VerifiableCheck> = {}): VerifiableCheck => {
  const [service = '', endpoint = '', operation = '', rule = '', key] = id.split('/');
  return {
    id,
    service,
    spec: '1',
    endpoint,
    operation,
    rule,
    ...(key === undefined ? {} : { key }),
    basis: 'assumed',
    verdict: 'pass',
    evidence: [`${id}#probe`],
    ...more,
  };
};

const weak = check('s/a/list/page.total/15', {
  verdict: 'fail',
  onceVerified: { basis: 'documented', uses: [{ point: 's.header', kind: 'page-header', at: 'a/list' }] },
});
const shown = [check('s/b/list/page.size/5'), check('s/b/list/page.headers/5')];
const basisOf = (checks: readonly VerifiableCheck[]): string | undefined => applyVerifiedAssumptions(checks)[0]?.basis;

test('another operation that shows the header verifies it, and the exchange is named', () => {
  const [raised] = applyVerifiedAssumptions([weak, ...shown]);
  expect(raised?.basis).toBe('documented');
  expect(raised?.verifiedBy).toEqual([
    {
      point: 's.header',
      kind: 'page-header',
      at: 'a/list',
      checks: ['s/b/list/page.size/5', 's/b/list/page.headers/5'],
      exchange: 's/b/list/page.size/5#probe',
    },
  ]);
});

test.each([
  ['the same operation', [check('s/a/list/page.size/5'), check('s/a/list/page.headers/5')]],
  ['two operations that each show a part', [check('s/b/list/page.size/5'), check('s/c/list/page.headers/5')]],
  ['a check that fails', [check('s/b/list/page.size/5'), check('s/b/list/page.headers/5', { verdict: 'fail' })]],
  ['another version', shown.map((one) => ({ ...one, spec: '2' }))],
  ['the same case', shown.map((one) => ({ ...one, evidence: [`${weak.id}#walk`] }))],
])('%s verifies nothing', (_what, others) => {
  expect(basisOf([weak, ...others])).toBe('assumed');
});

test('every use must be verified', () => {
  const { basis = 'documented', uses = [] } = weak.onceVerified ?? {};
  const two = {
    ...weak,
    onceVerified: { basis, uses: [...uses, { point: 's.auth', kind: 'auth', at: 'a/list' } as const] },
  };
  expect(basisOf([two, ...shown])).toBe('assumed');
});

test('a merge of shards gives what one run gives, in both directions', () => {
  const whole = applyVerifiedAssumptions([weak, ...shown]);
  expect(applyVerifiedAssumptions([...applyVerifiedAssumptions([weak]), ...shown])).toEqual(whole);
  expect(applyVerifiedAssumptions(whole)).toEqual(whole);
  const [raised] = whole;
  if (raised === undefined) throw new Error('nothing was raised');
  expect(applyVerifiedAssumptions([raised, check('s/b/list/page.size/5', { verdict: 'fail' })])[0]).toEqual(weak);
});
