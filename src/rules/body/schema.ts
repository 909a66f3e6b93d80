import type { Json } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { at } from '../../record/pointer.ts';
import { caseRule } from '../case-rule.ts';
import { finding, judged } from '../evidence.ts';
import { schemaFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { ANYTHING, object, POINTER, STEP, type ParamsOf } from '../params.ts';
import { schemaDepartures } from '../schema.ts';
import { withBody } from './with-body.ts';

const PARAMS = object({ step: STEP, schema: ANYTHING }, { pointer: POINTER });

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const { step, pointer = '' } = params;
  return withBody(evidence, step, (body, exchange) => {
    const value = at(body, pointer);
    if (value === undefined) return judged([finding(exchange, `body#${pointer}`, 'a value', undefined)]);
    return judged(
      schemaDepartures(params.schema as Json, value).map((one) => schemaFinding(exchange, pointer, value, one)),
    );
  });
}

export const schema = caseRule(
  {
    id: 'body.schema',
    title: 'The answer fits a schema of the contract’s own',
    fails: 'answers with a wrong {where}: {actual} instead of {expected}',
    explain: 'The contract says by a JSON Schema of its own what this part of the answer must be.',
    covers: [],
  },
  PARAMS,
  judge,
);
