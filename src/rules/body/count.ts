import { counted } from '../../record/counted.ts';
import { maybe } from '../../record/defined.ts';
import { at } from '../../record/pointer.ts';
import { show } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { finding, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, COUNT, POINTER, STEP, type ParamsOf } from '../params.ts';
import { withBody } from './with-body.ts';

const PARAMS = object({ step: STEP, pointer: POINTER, count: COUNT });

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  return withBody(evidence, params.step, (body, exchange) => {
    const list = at(body, params.pointer);
    const shown = Array.isArray(list) ? list.length : undefined;
    return judged(
      shown === params.count
        ? []
        : [
            finding(
              exchange,
              `body#${params.pointer}`,
              `${counted(params.count, 'entry', 'entries')}`,
              shown === undefined ? maybe(list, show) : `${counted(shown, 'entry', 'entries')}`,
            ),
          ],
    );
  });
}

export const count = caseRule(
  {
    id: 'body.count',
    title: 'A list of the answer has the right length',
    fails: 'answers with a list of the wrong length: {actual} instead of {expected}',
    explain: 'The contract knows how many entries this list must have.',
    covers: [],
  },
  PARAMS,
  judge,
);
