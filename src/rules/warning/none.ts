import { show } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { withBody } from '../body/with-body.ts';
import { caseRule } from '../case-rule.ts';
import { finding, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { WARNING_PARAMS, type WarningParams, warnings } from './warnings.ts';

function judge(params: WarningParams, evidence: CaseEvidence): Judgement {
  return withBody(evidence, params.step, (body, exchange) => {
    const list = warnings(body, params);
    const mentions = params.mentions ?? [];
    const unwanted =
      mentions.length === 0 ? list : list.filter((w) => mentions.some((word) => JSON.stringify(w).includes(word)));
    return judged(unwanted.map((w) => finding(exchange, `body#${params.messages}`, 'no such warning', show(w))));
  });
}

export const none = caseRule(
  {
    id: 'warning.none',
    title: 'No warning is given where nothing is wrong',
    fails: 'warns where nothing is wrong: {actual}',
    explain: 'A warning for a correct record sends people looking for a mistake that is not there.',
    covers: [],
    needs: ['accepted'],
    filled: 'messages',
  },
  WARNING_PARAMS,
  judge,
);
