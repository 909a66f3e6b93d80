import type { Json } from '../../record/json.ts';
import { isJson, jsonBody } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { header } from '../../record/headers.ts';
import { caseRule } from '../case-rule.ts';
import { answered, clip, finding, inapplicable, isJudgement, isUnreached, inconclusive, judged } from '../evidence.ts';
import { schemaFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { ANYTHING, object, STEP, type ParamsOf } from '../params.ts';
import { schemaDepartures } from '../schema.ts';

const PARAMS = object({ step: STEP, error: ANYTHING });

/** Of an error beside the operations: what is none is judged as what it is. */
function judge({ step, error }: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, step);
  if (isJudgement(found)) return found;
  const { exchange, response } = found;
  if (isUnreached(response)) return inconclusive(`a gateway answered ${response.status}`);
  if (response.status < 400 || response.status > 499) return inapplicable('no error of the caller');
  const body = jsonBody(response);
  if (!body.ok)
    return judged([
      finding(
        exchange,
        'body',
        'a JSON error body',
        `${header(response, 'content-type') ?? 'no content type'}: ${clip(response.body, 120)}`,
      ),
    ]);
  if (!isJson(response))
    return judged([finding(exchange, 'header content-type', 'application/json', header(response, 'content-type'))]);
  return judged(
    schemaDepartures(error as Json, body.value).map((departure) => schemaFinding(exchange, '', body.value, departure)),
  );
}

export const errorShape = caseRule(
  {
    id: 'path.error-shape',
    title: 'An error beside the operations has the declared shape',
    fails: 'answers in another shape than errors have: {where} is {actual} ({expected})',
    explain:
      'Web servers and frameworks answer what they know no handler for by a page of their own, so that clients need a second parser for it.',
    covers: ['H01'],
  },
  PARAMS,
  judge,
);
