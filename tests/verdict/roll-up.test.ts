import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Check } from '../../src/plan/model.ts';
import type { Finding } from '../../src/rules/model.ts';
import { checkResult } from '../../src/verdict/check-result.ts';
import { type CheckResult, type Verdict, VERDICTS } from '../../src/verdict/model.ts';
import { MAX_EVIDENCE, MAX_FINDINGS, mergeResults, rollUp } from '../../src/verdict/roll-up.ts';

describe('rollUp', () => {
  test.each<[readonly Verdict[], Verdict]>([
    [[], 'untested'],
    [['pass'], 'pass'],
    [['inapplicable'], 'inapplicable'],
    [['inapplicable', 'pass'], 'pass'],
    [['pass', 'untested'], 'untested'],
    [['untested', 'inconclusive'], 'inconclusive'],
    [['pass', 'inconclusive', 'fail', 'untested'], 'fail'],
  ])('%j is %s', (verdicts, worst) => {
    expect(rollUp(verdicts)).toBe(worst);
  });

  it('has a worse of every two verdicts', () => {
    for (const [a, first] of VERDICTS.entries())
      for (const [b, second] of VERDICTS.entries()) expect(rollUp([first, second])).toBe(VERDICTS[Math.min(a, b)]);
  });
});

const finding = (evidence: string, where = 'status'): Finding => ({ where, expected: '200', actual: '500', evidence });
const result = (verdict: Verdict, more: Partial<CheckResult> = {}): CheckResult => ({
  check: 'c',
  spec: '4.0.1',
  verdict,
  findings: [],
  evidence: [],
  ...more,
});

describe('mergeResults', () => {
  it('keeps what belongs to the worst verdict and nothing else', () => {
    const merged = mergeResults([
      result('pass', { evidence: ['p'] }),
      result('inconclusive', { evidence: ['i'], cause: 'no answer' }),
      result('fail', { evidence: ['f', 'g'], findings: [finding('f')] }),
    ]);
    expect(merged).toEqual({ check: 'c', spec: '4.0.1', verdict: 'fail', findings: [finding('f')], evidence: ['f'] });
  });

  it('says why where nothing failed', () => {
    expect(
      mergeResults([result('pass'), result('inconclusive', { cause: 'z' }), result('inconclusive', { cause: 'a' })]),
    ).toMatchObject({ verdict: 'inconclusive', cause: 'a' });
    expect(mergeResults([result('pass'), result('inapplicable', { cause: 'not offered' })])).not.toHaveProperty(
      'cause',
    );
  });

  it('sorts and bounds findings by evidence and then by where', () => {
    const many = Array.from({ length: 50 }, (_, index) => finding(`e${String(99 - index)}`));
    const merged = mergeResults([
      result('fail', { findings: [...many, ...many, finding('a', 'z'), finding('a', 'b')] }),
    ]);
    expect(merged.findings).toHaveLength(MAX_FINDINGS);
    expect(merged.findings.slice(0, 3).map(({ evidence, where }) => `${evidence} ${where}`)).toEqual([
      'a b',
      'a z',
      'e50 status',
    ]);
    expect(merged.evidence).toEqual([...new Set(merged.findings.map(({ evidence }) => evidence))]);
  });

  it('keeps what is found once beside what is found everywhere', () => {
    const everywhere = Array.from({ length: 50 }, (_, index) => finding(`a${String(10 + index)}`, 'body#/errors/0'));
    const once = [finding('z1', 'body#/items/3/day'), finding('z2', 'body#/items/7/day'), finding('z3', 'body#/name')];
    const kept = mergeResults([result('fail', { findings: [...everywhere, ...once] })]).findings;
    expect(kept).toHaveLength(MAX_FINDINGS);
    expect(kept.slice(-3)).toEqual(once);
  });

  it('keeps those of the operation itself before those that others met on the way', () => {
    const check = 'library/books/read/http.date';
    const met = Array.from({ length: 30 }, (_, index) => finding(`library/books/create/a/c${10 + index}#read`));
    const own = ['library@1/books/read/a#setup.x', 'library/books/read/a/c#x'].map((id) => finding(id));
    const another = finding('library/books/update/a/c#read', 'body');
    const merged = mergeResults([
      { ...result('fail', { findings: [...met, another] }), check },
      { ...result('fail', { findings: own }), check },
    ]);
    expect(merged.findings.slice(0, 2).map(({ evidence }) => evidence)).toEqual(
      own.map(({ evidence }) => evidence).sort(),
    );
    expect(merged.findings).toHaveLength(MAX_FINDINGS);
    expect(merged.findings).toContainEqual(another);
  });

  it('keeps a few exchanges of a pass', () => {
    const evidence = Array.from({ length: 300 }, (_, index) => `e${index}`);
    expect(mergeResults([result('pass', { evidence })]).evidence).toHaveLength(MAX_EVIDENCE);
  });

  it('refuses results of two checks, and none', () => {
    expect(() => mergeResults([result('pass'), { ...result('pass'), spec: '3.0.8' }])).toThrow('two checks');
    expect(() => mergeResults([])).toThrow('at least one');
  });
});

const arbitraryFinding = fc.record<Finding>({
  where: fc.constantFrom('status', 'body', 'header date'),
  expected: fc.constantFrom('a', 'b'),
  actual: fc.constantFrom('x', 'y'),
  evidence: fc.stringMatching(/^s\/e\/[op]\/[a-f]{1,2}$/),
});
const arbitraryResult = fc
  .record({
    verdict: fc.constantFrom(...VERDICTS),
    findings: fc.array(arbitraryFinding, { maxLength: 30 }),
    evidence: fc.array(fc.stringMatching(/^[a-f]{1,2}$/), { maxLength: 12 }),
    cause: fc.option(fc.constantFrom('no answer', 'maintenance'), { nil: undefined }),
  })
  .map(({ verdict, findings, evidence, cause }) =>
    result(verdict, {
      check: 's/e/o/r',
      findings: verdict === 'fail' ? findings : [],
      evidence,
      ...(cause === undefined ? {} : { cause }),
    }),
  );

describe('mergeResults, in any order and grouping', () => {
  it('is commutative', () => {
    fc.assert(
      fc.property(
        fc.array(arbitraryResult, { minLength: 1, maxLength: 6 }),
        fc.infiniteStream(fc.nat()),
        (results, keys) => {
          const shuffled = results
            .map((item) => ({ item, key: Number(keys.next().value ?? 0) }))
            .sort((a, b) => a.key - b.key)
            .map(({ item }) => item);
          expect(mergeResults(shuffled)).toEqual(mergeResults(results));
        },
      ),
    );
  });

  it('is associative', () => {
    fc.assert(
      fc.property(fc.array(arbitraryResult, { minLength: 2, maxLength: 7 }), fc.nat(), (results, cut) => {
        const at = 1 + (cut % (results.length - 1));
        const grouped = mergeResults([mergeResults(results.slice(0, at)), mergeResults(results.slice(at))]);
        expect(grouped).toEqual(mergeResults(results));
      }),
    );
  });

  it('changes nothing when done again', () => {
    fc.assert(
      fc.property(arbitraryResult, (one) => {
        expect(mergeResults([mergeResults([one])])).toEqual(mergeResults([one]));
      }),
    );
  });

  it('has the rolled-up verdict', () => {
    fc.assert(
      fc.property(fc.array(arbitraryResult, { minLength: 1 }), (results) => {
        expect(mergeResults(results).verdict).toBe(rollUp(results.map(({ verdict }) => verdict)));
      }),
    );
  });
});

test('what does not apply only because of the moment may apply in the next, whatever other groups saw', () => {
  const idle = checkResult(
    { id: 'c', spec: '4.0.1' } as Check,
    { kind: 'inapplicable', reason: 'late', unsettled: true },
    [],
  );
  expect(idle).toMatchObject({ verdict: 'inapplicable', unsettled: true });
  expect(mergeResults([result('inapplicable'), idle]).unsettled).toBe(true);
  expect(mergeResults([result('pass'), idle])).not.toHaveProperty('unsettled');
});
