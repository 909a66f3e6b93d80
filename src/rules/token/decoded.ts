import type { Json } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { TOKEN_PLACE } from '../../record/grant.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, isJudgement, judged } from '../evidence.ts';
import { schemaFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { ANYTHING, object, POINTER, STEP, type ParamsOf } from '../params.ts';
import { schemaDepartures } from '../schema.ts';

const PARAMS = object({ step: STEP, schema: ANYTHING }, { pointer: POINTER });

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const { step, pointer = TOKEN_PLACE } = params;
  const found = answered(evidence, step);
  if (isJudgement(found)) return found;
  const { decoded } = found.response;
  if (decoded === undefined) return judged([finding(found.exchange, `body#${pointer}`, 'a JWT', 'none')]);
  return judged(
    schemaDepartures(params.schema as Json, decoded).map((one) => schemaFinding(found.exchange, pointer, decoded, one)),
  );
}

export const decoded = caseRule(
  {
    id: 'token.decoded',
    title: 'A token says what the contract says that it says',
    fails: 'gives a token with a wrong {where}: {actual} instead of {expected}',
    explain:
      'The contract says by a JSON Schema of its own what stands in the header and in the claims of a token. Clients and services read them there.',
    covers: [],
  },
  PARAMS,
  judge,
);
