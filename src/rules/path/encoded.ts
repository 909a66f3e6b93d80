import { header } from '../../record/headers.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { ACCEPTED_PARAMS, judgeAccepted, type AcceptedParams } from '../outcome/accepted.ts';
import { caseRule } from '../case-rule.ts';
import type { Judgement } from '../model.ts';

/** Whoever sends its clients to the one spelling knows that it is the same resource. */
function judge(params: AcceptedParams, evidence: CaseEvidence): Judgement {
  const response = evidence[params.step]?.[0]?.response;
  const isLedOn =
    response !== undefined &&
    response.status >= 300 &&
    response.status <= 399 &&
    header(response, 'location') !== undefined;
  return isLedOn
    ? { kind: 'inapplicable', reason: `it is led to another spelling of its address (${response.status})` }
    : judgeAccepted(params, evidence);
}

/** RFC 9110 §4.2.3: distinct resources SHOULD NOT have addresses that are equivalent after normalization (RFC 3986 §6.2.2.2). */
export const encoded = caseRule(
  {
    id: 'path.encoded',
    title: 'An encoded letter is the same letter',
    fails: '{refuses} a path with an encoded letter: {status}',
    awaits: 'acceptance',
    explain:
      'A letter of the path is percent-encoded, which by RFC 3986 is the same path. A gateway that compares before it decodes, or a service that does, knows two paths where there is one.',
    requirement: 'http.target-equivalence',
    covers: ['B09'],
  },
  ACCEPTED_PARAMS,
  judge,
);
