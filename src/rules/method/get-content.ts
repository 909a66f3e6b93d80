import type { CaseEvidence } from '../../exchange/model.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, isJudgement, jsonBody, judged, sameJson, show } from '../evidence.ts';
import type { Judgement } from '../model.ts';

interface GetContentParams {
  readonly plain: string;
  readonly probe: string;
}

/** RFC 9110 §9.3.1: content in a GET has no meaning. It is ignored, or the request is refused. */
function judge(params: GetContentParams, evidence: CaseEvidence): Judgement {
  const plain = answered(evidence, params.plain);
  if (isJudgement(plain)) return plain;
  const probe = answered(evidence, params.probe);
  if (isJudgement(probe)) return probe;
  const { status } = probe.response;
  if (status >= 400 && status < 500) return judged([]);
  if (status !== plain.response.status) return judged([finding(probe.exchange, 'status', `${plain.response.status}, or a refusal`, String(status))]);
  const [wanted, shown] = [jsonBody(plain.response), jsonBody(probe.response)];
  const same = wanted.ok && shown.ok && sameJson(wanted.value, shown.value);
  return judged(same ? [] : [finding(probe.exchange, 'body', wanted.ok ? show(wanted.value) : 'the answer of a GET', shown.ok ? show(shown.value) : probe.response.body)]);
}

export const getContent = caseRule(
  {
    id: 'method.get-content',
    title: 'The content of a GET changes nothing',
    fails: 'lets the content of a GET decide the answer: {actual} instead of {expected}',
    explain: 'A GET with a JSON body is answered as the same GET without one, or refused. Caches and proxies do not look at such a body, so it must not decide what comes back.',
    requirement: 'http.get-content',
    covers: ['B11'],
  },
  { type: 'object', required: ['plain', 'probe'], properties: { plain: { type: 'string' }, probe: { type: 'string' } }, additionalProperties: false },
  judge,
);
