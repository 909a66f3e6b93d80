import { maybe } from '../../record/defined.ts';
import { show } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { at } from '../../record/pointer.ts';
import { isBefore } from '../in-order.ts';
import { caseRule } from '../case-rule.ts';
import type { Judgement } from '../model.ts';
import { FLAG, object, POINTER, STEP, type ParamsOf } from '../params.ts';
import { withList } from './with-list.ts';

const PARAMS = object({ step: STEP, pointer: POINTER }, { by: POINTER, descending: FLAG });

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const { step, pointer, by = '', descending = false } = params;
  return withList(evidence, step, pointer, (entries, told) => {
    const values = entries.map((entry) => at(entry, by));
    const wrong = values.findIndex((value, index) => {
      if (index === 0) return false;
      const before = values[index - 1];
      return descending ? isBefore(before, value) : isBefore(value, before);
    });
    return wrong < 1
      ? []
      : [
          told(
            `/${wrong}${by}`,
            `${descending ? 'at most' : 'at least'} ${show(values[wrong - 1])}`,
            maybe(values[wrong], show),
          ),
        ];
  });
}

export const sorted = caseRule(
  {
    id: 'body.sorted',
    title: 'A list of the answer is in its order',
    fails: 'answers with a list that is not in order: {actual} instead of {expected}',
    explain: 'Each entry stands where its value belongs: numbers by size, texts by their characters.',
    covers: [],
  },
  PARAMS,
  judge,
);
