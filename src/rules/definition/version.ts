import { at } from '../../record/pointer.ts';
import { jsonBody } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, inapplicable, isJudgement, judged, UNALIGNED } from '../evidence.ts';
import { valueFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { FLAG, object, POINTER, STEP, TEXT, type ParamsOf } from '../params.ts';

const PARAMS = object({ step: STEP, pointer: POINTER, version: TEXT }, { aligned: FLAG });

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  if (params.aligned === false) return inapplicable(UNALIGNED);
  const body = jsonBody(found.response);
  const shown = body.ok ? at(body.value, params.pointer) : undefined;
  return judged(
    shown === params.version ? [] : [valueFinding(found.exchange, `body#${params.pointer}`, params.version, shown)],
  );
}

export const version = caseRule(
  {
    id: 'definition.version',
    title: 'The service says that it has the tested version',
    fails: 'says that it has another version: {actual} instead of {expected}',
    explain: 'The version in the published definition or description is the version under contract.',
    covers: ['L03'],
  },
  PARAMS,
  judge,
);
