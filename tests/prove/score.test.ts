import { describe, expect, it } from 'vitest';
import type { Fault } from '../../services/index.ts';
import type { FaultOutcome } from '../../src/prove/model.ts';
import { proofMarkdown, proofSummary, sampleSummary, serializeProof } from '../../src/prove/render.ts';
import { isCompleteProof, scoreCampaign, type CampaignOutcomes } from '../../src/prove/score.ts';
import { group, plan, SERVICE } from './support.ts';

const OLD = '3.0.8';
const NEW = '4.0.1';
const id = (rest: string): string => `${SERVICE}/students/read/${rest}`;
const fault = (name: string, more: Partial<Fault> = {}): Fault =>
  ({
    id: `${SERVICE}.${name}`,
    service: SERVICE,
    kind: 'specific',
    what: name,
    breaks: 'b',
    describes: `It is ${name}.`,
    ...more,
  }) as Fault;
const outcome = (name: string, spec: string, red: readonly string[], stray: readonly string[] = []): FaultOutcome => ({
  fault: `${SERVICE}.${name}`,
  service: SERVICE,
  spec,
  red: red.map(id),
  stray: stray.map(id),
  judged: 9,
});

const findings: CampaignOutcomes = {
  plan: plan(
    [OLD, NEW].map((spec) =>
      group({
        of: 'students/read',
        spec,
        checks: ['outcome.success', 'lifecycle.read-back/name'],
        passive: ['http.date'],
      }),
    ),
  ),
  faults: [fault('loud'), fault('late'), fault('hidden', { unobservable: 'Nobody can see it.' })],
  outcomes: [
    outcome('loud', OLD, ['http.date', 'lifecycle.read-back/name', 'outcome.success']),
    outcome('loud', NEW, ['http.date', 'lifecycle.read-back/name', 'outcome.success']),
    outcome('late', NEW, ['http.date']),
  ],
  variants: [{ variant: 'chunked', service: SERVICE, spec: NEW, flagged: [], judged: 3 }],
  baselines: [OLD, NEW].map((spec) => ({ service: SERVICE, spec, flagged: [], moot: {} })),
  variantTexts: { chunked: 'Answers are sent in chunks.' },
};

describe('the score', () => {
  it('counts each fault and each check once for each version', () => {
    const proof = scoreCampaign(findings);
    expect(proof.total).toEqual({ faults: 3, killed: 3, checks: 6, proven: 6 });
    expect(proof.versions.map(({ spec, faults, killed, proven }) => [spec, faults, killed, proven])).toEqual([
      [OLD, 1, 1, 3],
      [NEW, 2, 2, 3],
    ]);
    expect(proof.score).toBe(100);
    expect(proof.rules.find((r) => r.rule === 'http.date')).toEqual({
      rule: 'http.date',
      checks: 2,
      proven: 2,
      killers: 2,
      proof: { by: 'student-reporting.late', check: `student-reporting/students/read/http.date`, in: ['4.0.1'] },
    });
    expect(isCompleteProof(proof)).toBe(true);
  });

  it('says which faults turn a check red, the most telling first', () => {
    const { checks, faults } = scoreCampaign(findings);
    const names = faults.map((f) => f.id);
    const date = checks.find((c) => c.id === id('http.date'));
    expect(date?.killers.map((k) => [k.in, k.by.map((place) => names[place])])).toEqual([
      [[OLD], [`${SERVICE}.loud`]],
      [[NEW], [`${SERVICE}.late`, `${SERVICE}.loud`]],
    ]);
  });

  it('names the requirements that a fault breaks by its killers, and why one cannot be noticed', () => {
    const [hidden, late, loud] = scoreCampaign(findings).faults;
    expect(hidden).toEqual({
      id: `${SERVICE}.hidden`,
      does: 'It is hidden.',
      requirements: [],
      kills: 0,
      unobservable: 'Nobody can see it.',
    });
    expect(late?.requirements).toEqual(['of.http.date']);
    expect(loud?.kills).toBe(6);
  });

  it('is the same, byte for byte, whatever the order of the trials', () => {
    const turned = {
      ...findings,
      outcomes: [...findings.outcomes].reverse(),
      faults: [...findings.faults].reverse(),
      baselines: [...findings.baselines].reverse(),
    };
    expect(serializeProof(scoreCampaign(turned))).toBe(serializeProof(scoreCampaign(findings)));
    expect(JSON.parse(serializeProof(scoreCampaign(findings)))).toEqual(scoreCampaign(findings));
  });

  it.each<readonly [string, Partial<CampaignOutcomes>, RegExp]>([
    [
      'a survivor',
      { outcomes: [...findings.outcomes, outcome('late', OLD, [])] },
      /survivors \(1\):\n {2}student-reporting\.late@3\.0\.8/,
    ],
    ['a check without a killer', { outcomes: findings.outcomes.slice(1) }, /checks without a killer \(3\):/],
    [
      'a stray',
      { outcomes: [...findings.outcomes, outcome('late', OLD, ['http.date'], ['http.date'])] },
      /red without having to do with the fault \(1\):/,
    ],
    [
      'a variant that is flagged',
      { variants: [{ variant: 'chunked', service: SERVICE, spec: NEW, flagged: [id('http.date')], judged: 3 }] },
      /legal, and flagged \(1\):\n {2}chunked: /,
    ],
    [
      'a reference that is not green',
      { baselines: [{ service: SERVICE, spec: NEW, flagged: [id('http.date')], moot: {} }] },
      /not green without any fault \(1\):/,
    ],
    ['a campaign of nothing', { outcomes: [] }, /0 % of the seeded faults/],
  ])('is not complete with %s, and says so', (_, change, said) => {
    const proof = scoreCampaign({ ...findings, ...change });
    expect(isCompleteProof(proof)).toBe(false);
    expect(proofSummary(proof, 1)).toMatch(said);
  });

  it('never says 100 % of less than all', () => {
    const many = Array.from({ length: 30_000 }, (_, n) => outcome(`f${n}`, NEW, n === 7 ? [] : ['http.date']));
    const proof = scoreCampaign({ ...findings, outcomes: many });
    expect(proof.score).toBe(99.99);
    expect(proofSummary(proof, 1)).toMatch(/^99\.99 % of the seeded faults are noticed: 29,999 of 30,000/);
  });

  it('leaves out checks whose request cannot be made, and lists them', () => {
    const proof = scoreCampaign({
      ...findings,
      outcomes: findings.outcomes.slice(1),
      baselines: [
        {
          service: SERVICE,
          spec: OLD,
          flagged: [],
          moot: Object.fromEntries(
            ['http.date', 'lifecycle.read-back/name', 'outcome.success'].map((c) => [id(c), 'no scheme']),
          ),
        },
      ],
    });
    expect(proof.total.checks).toBe(3);
    expect(proof.moot[0]).toBe(`${id('http.date')}@${OLD}: no scheme`);
    expect(proofMarkdown(proof)).toContain('no scheme');
    expect(isCompleteProof(proof)).toBe(true);
  });
});

describe('the last lines of a sample', () => {
  const of = (outcomes: readonly FaultOutcome[]): string =>
    sampleSummary(scoreCampaign({ ...findings, outcomes }), 12.4);
  const [loud, , late] = findings.outcomes;

  it('say how it went', () => {
    expect(of(findings.outcomes)).toBe(
      'sample: 3 of 3 seeded faults are noticed, and 3 of 3 rules turn red on one\n1 run of legal variants; 2 versions without any fault\n12 s\n',
    );
  });

  it('name each rule that no fault turns red', () => {
    expect(of([late, loud].flatMap((one) => (one === undefined ? [] : [{ ...one, red: [id('http.date')] }])))).toMatch(
      /no fault of the sample turns outcome\.success red: .*\n$/,
    );
  });
});
