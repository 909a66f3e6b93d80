import { describe, expect, it } from 'vitest';
import { PROOF_SCHEMA, proofForReport, reportedProof, type ProofFile } from '../../src/report/proof.ts';
import { parseReport, serializeReport } from '../../src/report/serialize.ts';
import { tinyReport } from './tiny.ts';

const OLD = '3.0.8';
const NEW = '4.0.1';
const SERVICE = 'student-reporting';
const CHECK = `${SERVICE}/students/create/http.date-present/0`;
const version = (spec: string, killed: number): ProofFile['versions'][number] => ({
  service: SERVICE,
  spec,
  faults: 2,
  killed,
  checks: 1,
  proven: 1,
});

const proof = {
  schema: PROOF_SCHEMA,
  score: 75,
  versions: [version(OLD, 2), version(NEW, 1)],
  survivors: [`${SERVICE}.quiet@${NEW}`],
  unproven: [],
  rules: [],
  faults: [
    { id: `${SERVICE}.loud`, does: 'Has no Date.', requirements: ['http.date'], kills: 2 },
    { id: `${SERVICE}.quiet`, does: 'Says nothing.', requirements: [], kills: 1, survives: [NEW] },
    { id: `${SERVICE}.unrelated`, does: 'Is another matter.', requirements: [], kills: 1 },
  ],
  checks: [
    {
      id: CHECK,
      killers: [
        { in: [OLD], by: [0, 1] },
        { in: [NEW], by: [0] },
      ],
    },
    { id: `${SERVICE}/students/read/outcome.success`, killers: [{ in: [OLD, NEW], by: [2] }] },
  ],
} as unknown as ProofFile;

describe('the proof beside a report', () => {
  it('tells of the checks of the report and of what turns them red', () => {
    expect(proofForReport(proof, tinyReport({ checks: [{ verdict: 'pass' }] }))).toEqual({
      checks: [{ id: CHECK, spec: NEW, faults: [`${SERVICE}.loud`] }],
      faults: { [`${SERVICE}.loud`]: 'Has no Date.', [`${SERVICE}.quiet`]: 'Says nothing.' },
      survivors: [`${SERVICE}.quiet`],
    });
    expect(proofForReport(proof, tinyReport({ checks: [{ verdict: 'pass', spec: OLD }] }))?.survivors).toEqual([]);
  });

  it('says of a fault that proves the rule, where nobody kept what turns the check itself red, that it is of the rule', () => {
    const rules = [{ rule: 'http.date-present', proof: { by: `${SERVICE}.loud`, check: `${CHECK}-other`, in: [NEW] } }];
    const published = { ...proof, checks: [], rules } as unknown as ProofFile;
    const shown = (of: ProofFile): unknown => proofForReport(of, tinyReport({ checks: [{ verdict: 'pass' }] }))?.checks;
    expect(shown(published)).toEqual([{ id: CHECK, spec: NEW, faults: [`${SERVICE}.loud`], ofRule: true }]);
    const ofCheck = [{ rule: 'http.date-present', proof: { by: `${SERVICE}.loud`, check: CHECK, in: [NEW] } }];
    expect(shown({ ...published, rules: ofCheck } as unknown as ProofFile)).toEqual([
      { id: CHECK, spec: NEW, faults: [`${SERVICE}.loud`] },
    ]);
    expect(shown({ ...published, versions: [] })).toBeUndefined();
    expect(shown({ ...published, unproven: [`${CHECK}@${NEW}`] })).toEqual([]);
  });

  it('is scored over the versions of the report', () => {
    const of = (...specs: readonly string[]): unknown =>
      reportedProof(
        proof,
        specs.map((spec) => ({ service: SERVICE, spec })),
      );
    expect(of(NEW)).toEqual({ score: 50, faults: 2, killed: 1, survivors: [`${SERVICE}.quiet`] });
    expect(of(OLD, NEW)).toEqual({ score: 75, faults: 4, killed: 3, survivors: [`${SERVICE}.quiet`] });
    expect(of('9.9')).toBeUndefined();
  });

  it('is a member of the report that may be absent', () => {
    const checks = [{ verdict: 'pass' }] as const;
    expect(tinyReport({ checks }).proof).toBeUndefined();
    const report = tinyReport({ checks, more: { proof: reportedProof(proof, [{ service: SERVICE, spec: NEW }]) } });
    expect(parseReport(serializeReport(report), 'report.json').proof).toEqual({
      score: 50,
      faults: 2,
      killed: 1,
      survivors: [`${SERVICE}.quiet`],
    });
  });
});
