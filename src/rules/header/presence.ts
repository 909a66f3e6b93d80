/** Whether an answer carries a header, which one case asks for and another rules out. */
import { header } from '../../record/headers.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, STEP, TEXT, type ParamsOf } from '../params.ts';

const PARAMS = object({ step: STEP, name: TEXT });

function judgePresence(wanted: boolean): (params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence) => Judgement {
  return (params, evidence) => {
    const found = answered(evidence, params.step);
    if (isJudgement(found)) return found;
    const value = header(found.response, params.name.toLowerCase());
    return judged(
      (value !== undefined) === wanted
        ? []
        : [
            finding(
              found.exchange,
              `header ${params.name}`,
              wanted ? 'present' : 'absent',
              value,
              value === undefined ? undefined : { kind: 'added' },
            ),
          ],
    );
  };
}

export const absent = caseRule(
  {
    id: 'header.absent',
    title: 'The answer does not carry the header',
    fails: 'answers with the {where}, which must not be sent',
    explain: 'This header must not be sent with this answer.',
    covers: [],
  },
  PARAMS,
  judgePresence(false),
);

export const present = caseRule(
  {
    id: 'header.present',
    title: 'The answer carries the header',
    fails: 'answers without the {where}',
    explain: 'This header must be sent with this answer.',
    covers: [],
  },
  PARAMS,
  judgePresence(true),
);
