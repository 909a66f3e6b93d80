/** Rules about conditional requests and entity tags (RFC 9110 §8.8.3 and §13). */
import type { CaseEvidence } from '../model/exchange.ts';
import { firstHeader } from '../model/headers.ts';
import { isSuccessStatus } from '../model/success.ts';
import { caseRule } from './define-rule.ts';
import {
  requireResponse,
  endJudgement,
  createFinding,
  inapplicableJudgement,
  inconclusiveJudgement,
  judgementFrom,
  PASSED_JUDGEMENT,
  statusFinding,
  type StepResponse,
} from './evidence.ts';
import { objectParams, STEP } from './params.ts';

// Entity tags of a record, from the reads before and after a change.

/** RFC 9110 §8.8.3.2: weak comparison ignores the prefix `W/`. */
function isSameTag(left: string, right: string): boolean {
  return left.replace(/^W\//, '') === right.replace(/^W\//, '');
}

interface States {
  readonly before: StepResponse;
  readonly after: StepResponse;
  /** The two tags, which differ. */
  readonly was: string;
  readonly is: string;
}

/** Two reads of a changed record with different entity tags. Ends the judgement if the tag did not change. */
function statesOf(steps: { readonly before: string; readonly after: string }, evidence: CaseEvidence): States {
  const before = requireResponse(evidence, steps.before);
  const after = requireResponse(evidence, steps.after);
  const [was, is] = [firstHeader(before.response, 'etag'), firstHeader(after.response, 'etag')];
  if (was === undefined || is === undefined)
    return endJudgement(inapplicableJudgement('the response has no entity tag'));
  if (before.response.body === after.response.body)
    return endJudgement(inapplicableJudgement('the content did not change between the two reads'));
  // A separate rule judges an entity tag that did not change.
  if (isSameTag(was, is)) return endJudgement(inapplicableJudgement('the entity tag did not change'));
  return { before, after, was, is };
}

const GONE = [404, 410];

const ifMatch = caseRule(
  {
    id: 'conditional.if-match',
    title: 'An update with an outdated If-Match is rejected',
    fails: 'ignores If-Match and applies an update with an outdated entity tag: {status}',
    explain:
      'A record is read and changed. Then an update is sent with If-Match and the entity tag of the first read. The tag is outdated, so the service does not apply the update and returns, for example, 412. Otherwise the update overwrites a change of another client that this client has not seen.',
    requirement: 'http.if-match',
  },
  objectParams({
    /** The same URL, read before and after the record was changed. */
    before: STEP,
    after: STEP,
    /** A write with If-Match and the first tag, then a read with If-None-Match and the second tag. */
    write: STEP,
    behind: STEP,
  }),
  /** RFC 9110 §13.1.1: the method is not performed if no tag of the list is current. The service chooses the status. */
  (params, evidence) => {
    const states = statesOf(params, evidence);
    const { after, is } = states;
    const write = requireResponse(evidence, params.write);
    if (!isSuccessStatus(write.response.status)) return judgementFrom([]);
    const behind = requireResponse(evidence, params.behind);
    const { status, body } = behind.response;
    const failure = statusFinding(write.exchange, [], { expected: 'no change, with a status such as 412' });
    if (GONE.includes(status)) return judgementFrom([failure]);
    if (status === 304) return judgementFrom([]);
    if (!isSuccessStatus(status)) return inconclusiveJudgement(`the read after the update returned ${status}`);
    // A body that differs at each read may still have an entity tag for its state.
    const isAsBefore = body === after.response.body || isSameTag(is, firstHeader(behind.response, 'etag') ?? '');
    return judgementFrom(isAsBefore ? [] : [failure]);
  },
);

const currentTag = caseRule(
  {
    id: 'conditional.current-tag',
    title: 'A read with the current entity tag returns 304',
    fails: 'returns the full record to a client that has the current version: {status}',
    explain:
      'A record is read, and read again with If-None-Match and its entity tag. The second response has the same tag, so the service returns 304. Otherwise the entity tags save no traffic.',
    requirement: 'http.condition-fails',
  },
  objectParams({
    /** A read, and the same read with If-None-Match and its tag. */
    after: STEP,
    current: STEP,
  }),
  /**
   * RFC 9110 §13.1.2: GET responds with 304 if the condition is false. Only the second response shows the current tag.
   */
  (params, evidence) => {
    const after = requireResponse(evidence, params.after);
    const etag = firstHeader(after.response, 'etag');
    if (etag === undefined) return inapplicableJudgement('the response has no entity tag');
    const current = requireResponse(evidence, params.current);
    const { status } = current.response;
    if (status === 304) return judgementFrom([]);
    const present = firstHeader(current.response, 'etag');
    if (status !== 200 || present === undefined || !isSameTag(etag, present))
      return inapplicableJudgement('the second response has another entity tag or none');
    return judgementFrom([statusFinding(current.exchange, [304])]);
  },
);

const staleTag = caseRule(
  {
    id: 'conditional.stale-tag',
    title: 'A read with an outdated entity tag returns the record',
    fails: 'returns no current record to a client with an outdated version: {actual}',
    explain:
      'A record is read, changed, and read again with If-None-Match and the entity tag of the first read. The tag is outdated, so the service returns the record. A client that gets 304 keeps using the outdated version.',
    requirement: 'http.condition-holds',
  },
  objectParams({
    /** The same URL, read before and after the record was changed, then with If-None-Match and the first tag. */
    before: STEP,
    after: STEP,
    stale: STEP,
  }),
  /** RFC 9110 §13.1.2: the condition is true if no tag of the list is current; then the method is performed (§13.2.2). */
  (params, evidence) => {
    const states = statesOf(params, evidence);
    const { before } = states;
    const stale = requireResponse(evidence, params.stale);
    const { status, body } = stale.response;
    if (status === 304) return judgementFrom([statusFinding(stale.exchange, [200])]);
    if (!(status === 200 && body === before.response.body)) return PASSED_JUDGEMENT;
    return judgementFrom([
      createFinding(stale.exchange, 'body', 'the current record', 'the record before its change', {}),
    ]);
  },
);

/** A weak tag may stay the same while the content is equivalent (RFC 9110 §8.8.1). */
const STRONG = /^"/;

const changedTag = caseRule(
  {
    id: 'conditional.changed-tag',
    title: 'A changed record has a new entity tag',
    fails: 'keeps the entity tag of a record that changed: {actual}',
    explain:
      'A record is read, changed, and read again. Its content differs, so a strong entity tag differs too. If the tag stays the same, caches never notice the change.',
    requirement: 'http.tag-changes',
  },
  objectParams({
    /** The same URL, read before and after the record was changed. */
    before: STEP,
    after: STEP,
  }),
  (params, evidence) => {
    const before = requireResponse(evidence, params.before);
    const after = requireResponse(evidence, params.after);
    const [was, is] = [firstHeader(before.response, 'etag'), firstHeader(after.response, 'etag')];
    if (was === undefined || !STRONG.test(was)) return inapplicableJudgement('the response has no strong entity tag');
    if (before.response.status !== 200 || after.response.status !== 200)
      return inapplicableJudgement('the record was not read twice');
    if (before.response.body === after.response.body)
      return inapplicableJudgement('the content did not change between the two reads');
    return judgementFrom(
      was === is ? [createFinding(after.exchange, 'header etag', `an entity tag other than ${was}`, is)] : [],
    );
  },
);

export const conditionalRules = [ifMatch, currentTag, staleTag, changedTag] as const;
