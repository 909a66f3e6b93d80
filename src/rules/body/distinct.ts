import { maybe } from '../../record/defined.ts';
import { sameJson, show } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { at } from '../../record/pointer.ts';
import { caseRule } from '../case-rule.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, type ParamsOf } from '../params.ts';
import { withList } from './with-list.ts';

const PARAMS = object({ step: STEP, pointer: POINTER }, { by: POINTER });

function judge({ step, pointer, by = '' }: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  return withList(evidence, step, pointer, (entries, told) => {
    const values = entries.map((entry) => at(entry, by));
    const again = values.findIndex((value, index) => values.slice(0, index).some((before) => sameJson(before, value)));
    return again === -1
      ? []
      : [told(`/${again}${by}`, 'a value that no entry before it has', maybe(values[again], show))];
  });
}

export const distinct = caseRule(
  {
    id: 'body.distinct',
    title: 'No two entries of a list of the answer are alike',
    fails: 'answers with an entry twice: {actual}',
    explain: 'Every entry of this list, or a member of it, differs from those of all others.',
    covers: [],
  },
  PARAMS,
  judge,
);
