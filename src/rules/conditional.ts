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
  if (was === undefined || is === undefined) return endJudgement(inapplicableJudgement('no entity tag is sent'));
  if (before.response.body === after.response.body)
    return endJudgement(inapplicableJudgement('what is read has not changed'));
  // A separate rule judges an entity tag that did not change.
  if (isSameTag(was, is)) return endJudgement(inapplicableJudgement('its entity tag is the same'));
  return { before, after, was, is };
}

const GONE = [404, 410];

const ifMatch = caseRule(
  {
    id: 'conditional.if-match',
    title: 'What is asked for with If-Match is not done to a record that is another by now',
    fails: 'does not look at If-Match: an update by the tag of a state that is gone is carried out: {status}',
    explain:
      'A record is read, changed, and written to with If-Match and the tag that its first read gave. It has another tag by now, so the condition does not hold and nothing is to be done: 412 says so. Whoever carries it out writes over what somebody else has changed since, and the client that asked for the opposite never hears of it.',
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
    const failure = statusFinding(write.exchange, [], { expected: 'nothing done, such as 412' });
    if (GONE.includes(status)) return judgementFrom([failure]);
    if (status === 304) return judgementFrom([]);
    if (!isSuccessStatus(status)) return inconclusiveJudgement(`the read afterwards was answered ${status}`);
    // A body that differs at each read may still have an entity tag for its state.
    const isAsBefore = body === after.response.body || isSameTag(is, firstHeader(behind.response, 'etag') ?? '');
    return judgementFrom(isAsBefore ? [] : [failure]);
  },
);

const currentTag = caseRule(
  {
    id: 'conditional.current-tag',
    title: 'A read by the tag of the present state is answered 304',
    fails: 'sends a record again to who has it is: {status}',
    explain:
      'A record is read, and read again with If-None-Match and the tag that was given. The second answer has the same tag, so that the condition did not hold and 304 was due. Tags that nobody looks at save nothing.',
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
    if (etag === undefined) return inapplicableJudgement('no entity tag is sent');
    const current = requireResponse(evidence, params.current);
    const { status } = current.response;
    if (status === 304) return judgementFrom([]);
    const present = firstHeader(current.response, 'etag');
    if (status !== 200 || present === undefined || !isSameTag(etag, present))
      return inapplicableJudgement('by then its entity tag is another, or none');
    return judgementFrom([statusFinding(current.exchange, [304])]);
  },
);

const staleTag = caseRule(
  {
    id: 'conditional.stale-tag',
    title: 'A read by the tag of a state that is gone gets the record as it is',
    fails: 'does not send a record that has changed to who has it was: {actual}',
    explain:
      'A record is read, changed, and read with If-None-Match and the tag that its first read gave. It has another tag by now, so the condition holds and the record is due. Who is told 304 instead goes on with what was.',
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
      createFinding(stale.exchange, 'body', 'the record as it is now', 'the record as it was before its change', {}),
    ]);
  },
);

/** A weak tag may stay the same while the content is equivalent (RFC 9110 §8.8.1). */
const STRONG = /^"/;

const changedTag = caseRule(
  {
    id: 'conditional.changed-tag',
    title: 'What changed has another entity tag',
    fails: 'keeps the entity tag of a record that has changed: {actual}',
    explain:
      'A record is read, changed, and read again. Its content is another one, and so is a strong entity tag: a cache that asks by a tag which stays is told that nothing has changed, and shows for ever what was.',
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
    if (was === undefined || !STRONG.test(was)) return inapplicableJudgement('no strong entity tag is sent');
    if (before.response.status !== 200 || after.response.status !== 200)
      return inapplicableJudgement('it was not read twice');
    if (before.response.body === after.response.body) return inapplicableJudgement('what is read has not changed');
    return judgementFrom(was === is ? [createFinding(after.exchange, 'header etag', `another than ${was}`, is)] : []);
  },
);

export const conditionalRules = [ifMatch, currentTag, staleTag, changedTag] as const;
