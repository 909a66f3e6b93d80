/** Whether a warning points to what it is about, where it points to anything. */
import { at } from '../../record/pointer.ts';
import { show } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { withBody } from '../body/with-body.ts';
import { caseRule } from '../case-rule.ts';
import { finding, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, TEXT, type ParamsOf } from '../params.ts';
import { warnings } from './warnings.ts';

const PARAMS = object({
  step: STEP,
  messages: POINTER,
  /** A word that the warning has. */
  mentions: TEXT,
  /** Where, in a warning, it says what it is about; and what is due there. */
  source: POINTER,
  pointer: TEXT,
});

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const { step, messages, mentions, source, pointer } = params;
  return withBody(evidence, step, (body, exchange) => {
    const meant = warnings(body, { step, messages }).filter((one) => JSON.stringify(one).includes(mentions));
    const pointers = meant.map((one) => at(one, source)).filter((one) => one !== undefined);
    return judged(
      pointers.includes(pointer)
        ? []
        : pointers.map((found) => finding(exchange, `body#${messages}`, show(pointer), show(found))),
    );
  });
}

export const pointed = caseRule(
  {
    id: 'warning.pointed',
    title: 'A warning points to what it is about',
    fails: 'points with a warning to something else than it is about: {actual} instead of {expected}',
    explain:
      'One member of one record brings a warning, and the warning has a pointer. Clients follow it to the record and the member; one that is made for the first of several records, or copied from another warning, leads them to what nothing is wrong with.',
    covers: [],
    needs: ['accepted'],
  },
  PARAMS,
  judge,
);
