import { sameJson, show, type Json } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { at } from '../../record/pointer.ts';
import { caseRule } from '../case-rule.ts';
import type { Judgement } from '../model.ts';
import { ANYTHING, object, POINTER, STEP, type ParamsOf } from '../params.ts';
import { withList } from './with-list.ts';

const PARAMS = object({ step: STEP, pointer: POINTER, value: ANYTHING }, { by: POINTER });

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const { step, pointer, by = '' } = params;
  const value = params.value as Json;
  return withList(evidence, step, pointer, (entries, told) =>
    entries.some((entry) => sameJson(at(entry, by), value))
      ? []
      : [told('', `an entry with ${show(value)}`, `${entries.length} others`)],
  );
}

export const includes = caseRule(
  {
    id: 'body.includes',
    title: 'A list of the answer has an entry',
    fails: 'answers with a list that lacks an entry: {expected}',
    explain: 'The contract knows an entry that this list must have, whatever else it holds.',
    covers: [],
  },
  PARAMS,
  judge,
);
