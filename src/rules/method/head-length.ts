import { header } from '../../record/headers.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, inapplicable, isJudgement, judged, unsettled } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, STEP, type ParamsOf } from '../params.ts';

const PARAMS = object({
  head: STEP,
  /** The GET before and the GET after it. */
  get: STEP,
  again: STEP,
});

/** RFC 9110 §8.6: Content-Length MUST NOT be in an answer to HEAD unless it is that of the GET. */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.head);
  if (isJudgement(found)) return found;
  const get = answered(evidence, params.get);
  if (isJudgement(get)) return get;
  const again = answered(evidence, params.again);
  if (isJudgement(again)) return again;
  const length = header(found.response, 'content-length');
  if (length === undefined) return inapplicable('the answer to HEAD names no length');
  // What a refusal would have been long as a GET, no GET shows.
  if (found.response.status !== get.response.status)
    return inapplicable(`HEAD was answered ${found.response.status} and GET ${get.response.status}`);
  if (get.response.bytes !== again.response.bytes || get.response.body !== again.response.body)
    return unsettled('two reads in a row differ, so that no length is the right one');
  // RFC 9110 §8.8.3: another tag is another state of it, such as a list that somebody had added to meanwhile.
  if (header(get.response, 'etag') !== header(found.response, 'etag'))
    return unsettled('GET and HEAD are of two states, by their entity tags');
  if (header(get.response, 'content-encoding') !== header(found.response, 'content-encoding'))
    return inapplicable('GET and HEAD are coded in different ways');
  const full =
    header(get.response, 'content-length') ??
    (header(get.response, 'content-encoding') === undefined ? String(get.response.bytes) : undefined);
  if (full === undefined) return inapplicable('the length of the coded content is not known');
  return judged(
    Number(length) === Number(full) ? [] : [finding(found.exchange, 'header content-length', full, length)],
  );
}

export const headLength = caseRule(
  {
    id: 'method.head-length',
    title: 'The length in an answer to HEAD is that of GET',
    fails: 'names another length for HEAD than for GET: {actual} instead of {expected}',
    explain:
      'Content-Length may be left out. Where it is sent, it says how long the content of a GET would be, and clients plan a download by it.',
    requirement: 'http.head-length',
    covers: ['B04'],
    quiet: true,
  },
  PARAMS,
  judge,
);
