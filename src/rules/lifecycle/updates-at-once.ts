import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { isJudgement } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, type ParamsOf } from '../params.ts';
import { ONE_ALONE, seenTogether, shownOtherwise, taken, TWO_WRITES } from './at-once.ts';
import { record } from './record.ts';

const PARAMS = object({
  /** Updates of one record at the same time, each of another member; and the read after them. */
  ...TWO_WRITES,
  read: STEP,
  /** Where the record stands in requests and in the read. */
  sent: POINTER,
  shown: POINTER,
});

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const writes = taken(params, evidence);
  if (isJudgement(writes)) return writes;
  if (writes.length < 2) return ONE_ALONE;
  const read = record(evidence, params.read, params.shown);
  if (isJudgement(read)) return read;
  return seenTogether(
    params,
    evidence,
    writes.flatMap((write) => shownOtherwise(write, read, params)),
  );
}

export const updatesAtOnce = caseRule(
  {
    id: 'lifecycle.updates-at-once',
    title: 'Two updates at once are both kept',
    fails: 'loses one of two updates that come at once: {where} is {actual} instead of {expected}',
    explain:
      'Two members of one record are changed by two updates at the same time. Where both are accepted the record shows both. An update that reads the whole record, changes its member and writes the whole back undoes what another has written meanwhile, though that was answered with success.',
    covers: ['E05'],
  },
  PARAMS,
  judge,
);
