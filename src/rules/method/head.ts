import { isSuccessful } from '../../record/success.ts';
import { header } from '../../record/headers.ts';
import type { CaseEvidence, RecordedResponse } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, inapplicable, isJudgement, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Finding, Judgement } from '../model.ts';
import { object, STEP, type ParamsOf } from '../params.ts';

const PARAMS = object({
  head: STEP,
  get: STEP,
  /** Another GET: a field that differs between the two is made for one answer alone. */
  again: STEP,
});

/** Fields about the content, which need not be made for an answer without any; and those of one hop or one answer. */
const NOT_REPEATED =
  /^(content-.*|transfer-encoding|etag|last-modified|vary|accept-ranges|digest|repr-digest|date|age|connection|keep-alive|via|server-timing|set-cookie|trailer)$/;

/**
 * RFC 9110 §9.3.2: the fields SHOULD be those of the GET; what would be known only by making the content MAY be left out.
 * That HEAD is answered at all is asked of general-purpose servers alone (§9.1), so that a refusal of it is nothing here.
 */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const answer = answered(evidence, params.head);
  if (isJudgement(answer)) return answer;
  const get = answered(evidence, params.get);
  if (isJudgement(get)) return get;
  const again = answered(evidence, params.again);
  if (isJudgement(again)) return again;
  const { status } = answer.response;
  if (!isSuccessful(status)) return inapplicable(`HEAD is not offered here: ${status}`);
  const departures: Finding[] = [];
  if (status !== get.response.status) departures.push(statusFinding(answer.exchange, [get.response.status]));
  for (const name of steadyNames(get.response, again.response)) {
    if (header(answer.response, name) === undefined)
      departures.push(finding(answer.exchange, `header ${name}`, 'as for GET', undefined));
  }
  return judged(departures);
}

function steadyNames(get: RecordedResponse, again: RecordedResponse): readonly string[] {
  const names = [...new Set(get.headers.map(([name]) => name))];
  return names.filter((name) => !NOT_REPEATED.test(name) && header(get, name) === header(again, name));
}

export const head = caseRule(
  {
    id: 'method.head',
    title: 'HEAD answers as GET does',
    fails: 'answers HEAD otherwise than GET: {where} is {actual} instead of {expected}',
    explain:
      'Clients and monitors use HEAD to ask about a resource without fetching it, so it has the status and the fields of a GET. Fields about the content may be missing: they may be known only when it is made.',
    requirement: 'http.head',
    covers: ['B03', 'I16'],
  },
  PARAMS,
  judge,
);
