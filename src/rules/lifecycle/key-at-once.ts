import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { inapplicable, isJudgement } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, type ParamsOf } from '../params.ts';
import { seenTogether, taken, TWO_WRITES } from './at-once.ts';

/** Creates at the same time, of records that have one key. */
const PARAMS = object(TWO_WRITES);

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const writes = taken(params, evidence);
  if (isJudgement(writes)) return writes;
  if (writes.length === 0) return inapplicable('neither of the two was taken');
  const findings = writes
    .slice(1)
    .map((write) => statusFinding(write, [], { expected: 'one of the two refused', actual: 'both accepted' }));
  return seenTogether(params, evidence, findings);
}

export const keyAtOnce = caseRule(
  {
    id: 'lifecycle.key-at-once',
    title: 'Of two creates of one key at once, one is refused',
    fails: 'accepts both of two records of one {key} that come at once',
    explain:
      'Two records with the same key are created at the same time. One of them may be accepted. Whether a key is taken is mostly looked up before the record is written: of two that are looked up before either is written both are, and only a constraint of the store keeps them apart.',
    covers: ['E10'],
  },
  PARAMS,
  judge,
);
