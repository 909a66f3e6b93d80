import type { Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { jsonBody } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { isJudgement, judged, refused } from '../evidence.ts';
import { statusFinding, valueFinding } from '../findings.ts';
import type { Finding, Judgement } from '../model.ts';
import { object, STEP, type ParamsOf } from '../params.ts';

const PARAMS = object({
  /** A device that nobody knows, and a known one whose key was not used. */
  unknown: STEP,
  known: STEP,
});

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const unknown = refused(evidence, params.unknown);
  if (isJudgement(unknown)) return unknown;
  const known = refused(evidence, params.known);
  if (isJudgement(known)) return known;
  const code = (found: typeof known): Json | undefined => {
    const body = jsonBody(found.response);
    return body.ok ? at(body.value, '/error') : undefined;
  };
  const departures: Finding[] = [];
  if (unknown.response.status !== known.response.status)
    departures.push(statusFinding(known.exchange, [unknown.response.status]));
  if (code(unknown) !== code(known))
    departures.push(valueFinding(known.exchange, 'body#/error', code(unknown), code(known)));
  return judged(departures);
}

export const sameRefusal = caseRule(
  {
    id: 'token.same-refusal',
    title: 'A refusal does not tell whether a device exists',
    fails: 'tells by its refusal whether a device exists: {actual} instead of {expected}',
    explain:
      'One assertion names a key that nobody knows, the other a known one and is signed with a different key. Both are refused with the same status and error code.',
    covers: ['G15'],
  },
  PARAMS,
  judge,
);
