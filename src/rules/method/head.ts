import type { CaseEvidence } from '../../exchange/model.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, header, isJudgement, judged } from '../evidence.ts';
import type { Finding, Judgement } from '../model.ts';

interface HeadParams {
  readonly head: string;
  readonly get: string;
  readonly again?: string;
}

/** Fields that a HEAD answer need not repeat: made for the content, or for this one answer. */
const GENERATED = new Set(['content-length', 'transfer-encoding', 'date', 'connection', 'keep-alive', 'vary', 'age', 'etag', 'x-request-id', 'content-encoding']);

function judge(params: HeadParams, evidence: CaseEvidence): Judgement {
  const answer = answered(evidence, params.head);
  if (isJudgement(answer)) return answer;
  const get = answered(evidence, params.get);
  if (isJudgement(get)) return get;
  const departures: Finding[] = [];
  if (answer.response.status !== get.response.status) {
    departures.push(finding(answer.exchange, 'status', String(get.response.status), String(answer.response.status)));
  }
  if (answer.response.bytes > 0) departures.push(finding(answer.exchange, 'body', 'no content', `${answer.response.bytes} bytes`));
  const length = header(answer.response, 'content-length');
  const full = header(get.response, 'content-length');
  // A collection that others write to may have changed between the two; a second GET tells.
  const steady = params.again !== undefined && evidence[params.again]?.[0]?.response?.bytes === get.response.bytes;
  if (steady && length !== undefined && full !== undefined && length !== full) departures.push(finding(answer.exchange, 'header content-length', full, length));
  for (const name of new Set(get.response.headers.map(([n]) => n))) {
    if (!GENERATED.has(name) && header(answer.response, name) === undefined) departures.push(finding(answer.exchange, `header ${name}`, 'as for GET', 'absent'));
  }
  return judged(departures);
}

export const head = caseRule(
  {
    id: 'method.head',
    title: 'HEAD answers as GET does, without content',
    fails: 'answers HEAD otherwise than GET: {where} is {actual} instead of {expected}',
    explain: 'Clients and monitors use HEAD to ask about a resource without fetching it.',
    requirement: 'http.head',
    covers: ['B03', 'B04', 'I16'],
  },
  {
    type: 'object',
    required: ['head', 'get'],
    properties: { head: { type: 'string' }, get: { type: 'string' }, again: { type: 'string' } },
    additionalProperties: false,
  },
  judge,
);
