/** Whether an answer carries a header, which one case asks for and another rules out. */
import { header } from '../../record/headers.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { answered, finding, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, STEP, TEXT, type ParamsOf } from '../params.ts';

export const PRESENCE_PARAMS = object({ step: STEP, name: TEXT });

export function judgePresence(
  wanted: boolean,
): (params: ParamsOf<typeof PRESENCE_PARAMS>, evidence: CaseEvidence) => Judgement {
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
