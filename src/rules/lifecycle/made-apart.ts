import { show } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { finding, inapplicable, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, type ParamsOf } from '../params.ts';
import { record } from './record.ts';

const PARAMS = object({
  /** Two creates, one after the other, and where the identifier stands in the answers. */
  create: STEP,
  other: STEP,
  made: POINTER,
});

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const first = record(evidence, params.create, params.made);
  if (isJudgement(first)) return first;
  const second = record(evidence, params.other, params.made);
  if (isJudgement(second)) return second;
  if (first.value === undefined || second.value === undefined) return inapplicable('the answers show no identifier');
  return judged(
    show(first.value) === show(second.value)
      ? [
          finding(second.exchange, `body#${params.made}`, 'an identifier of its own', `${show(second.value)} again`, {
            kind: 'value',
          }),
        ]
      : [],
  );
}

export const madeApart = caseRule(
  {
    id: 'lifecycle.made-apart',
    title: 'Every create makes a record of its own',
    fails: 'answers a second create with the record that the first one made: {where} is {actual}',
    explain:
      'The same record is made twice, and each answer has another identifier. A guard against requests that are sent twice, or a cache before a POST, gives two callers one record, and the changes of one are seen by the other.',
    covers: ['E12'],
  },
  PARAMS,
  judge,
);
