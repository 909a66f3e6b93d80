/** Rules about conditional requests and entity tags (RFC 9110 §8.8.3 and §13). */
import type { CaseEvidence } from '../model/exchange.ts';
import { header } from '../model/headers.ts';
import { isSuccessful } from '../model/success.ts';
import { caseRule } from './define-rule.ts';
import {
  type Answered,
  answered,
  end,
  finding,
  inapplicable,
  inconclusive,
  judged,
  statusFinding,
} from './evidence.ts';
import { object, STEP } from './params.ts';

// Entity tags of a record, from the reads before and after a change.

/** RFC 9110 §8.8.3.2: by weak comparison two tags are the same where what stands in quotes is, whichever of them is weak. */
function isSameTag(one: string, other: string): boolean {
  return one.replace(/^W\//, '') === other.replace(/^W\//, '');
}

interface States {
  readonly before: Answered;
  readonly after: Answered;
  /** Their tags, which are not the same. */
  readonly was: string;
  readonly is: string;
}

/** A record that is another than it was, and says so by its tag. */
function statesOf(steps: { readonly before: string; readonly after: string }, evidence: CaseEvidence): States {
  const before = answered(evidence, steps.before);
  const after = answered(evidence, steps.after);
  const [was, is] = [header(before.response, 'etag'), header(after.response, 'etag')];
  if (was === undefined || is === undefined) return end(inapplicable('no entity tag is sent'));
  if (before.response.body === after.response.body) return end(inapplicable('what is read has not changed'));
  // That it should not be is judged by itself.
  if (isSameTag(was, is)) return end(inapplicable('its entity tag is the same'));
  return { before, after, was, is };
}

/** What is not found is gone. */
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
  object({
    /** One address, read before and after the record was changed. */
    before: STEP,
    after: STEP,
    /** A write with If-Match and the tag of the first, and a read behind it with If-None-Match and that of the second. */
    write: STEP,
    behind: STEP,
  }),
  /** RFC 9110 §13.1.1: the method is not performed where no tag of the list is the present one. How that is answered is for the service to say. */
  (params, evidence) => {
    const states = statesOf(params, evidence);
    const { after, is } = states;
    const write = answered(evidence, params.write);
    if (!isSuccessful(write.response.status)) return judged([]);
    const behind = answered(evidence, params.behind);
    const { status, body } = behind.response;
    const departure = statusFinding(write.exchange, [], { expected: 'nothing done, such as 412' });
    if (GONE.includes(status)) return judged([departure]);
    if (status === 304) return judged([]);
    if (!isSuccessful(status)) return inconclusive(`the read afterwards was answered ${status}`);
    // A body that no two reads have alike may have a tag of its state all the same.
    const isAsBefore = body === after.response.body || isSameTag(is, header(behind.response, 'etag') ?? '');
    return judged(isAsBefore ? [] : [departure]);
  },
);

const currentTag = caseRule(
  {
    id: 'conditional.current-tag',
    title: 'A read by the tag of the present state is answered 304',
    fails: 'sends a record again to who has it as it is: {status}',
    explain:
      'A record is read, and read again with If-None-Match and the tag that was given. The second answer has the same tag, so that the condition did not hold and 304 was due. Tags that nobody looks at save nothing.',
    requirement: 'http.condition-fails',
  },
  object({
    /** A read, and the same with If-None-Match and the tag that it gave. */
    after: STEP,
    current: STEP,
  }),
  /** RFC 9110 §13.1.2: a condition that does not hold is answered 304 by GET. Which tag is the present one only the second answer says. */
  (params, evidence) => {
    const after = answered(evidence, params.after);
    const given = header(after.response, 'etag');
    if (given === undefined) return inapplicable('no entity tag is sent');
    const current = answered(evidence, params.current);
    const { status } = current.response;
    if (status === 304) return judged([]);
    const present = header(current.response, 'etag');
    if (status !== 200 || present === undefined || !isSameTag(given, present))
      return inapplicable('by then its entity tag is another, or none');
    return judged([statusFinding(current.exchange, [304])]);
  },
);

const staleTag = caseRule(
  {
    id: 'conditional.stale-tag',
    title: 'A read by the tag of a state that is gone gets the record as it is',
    fails: 'does not send a record that has changed to who has it as it was: {actual}',
    explain:
      'A record is read, changed, and read with If-None-Match and the tag that its first read gave. It has another tag by now, so the condition holds and the record is due. Who is told 304 instead goes on with what was.',
    requirement: 'http.condition-holds',
  },
  object({
    /** One address, read before and after the record was changed, and once more with If-None-Match and the tag of the first. */
    before: STEP,
    after: STEP,
    stale: STEP,
  }),
  /** RFC 9110 §13.1.2: the condition is evaluated, and holds where no tag of the list is the present one; then the method is performed (§13.2.2). */
  (params, evidence) => {
    const states = statesOf(params, evidence);
    const { before } = states;
    const stale = answered(evidence, params.stale);
    const { status, body } = stale.response;
    if (status === 304) return judged([statusFinding(stale.exchange, [200])]);
    return judged(
      status === 200 && body === before.response.body
        ? [finding(stale.exchange, 'body', 'the record as it is now', 'the record as it was before its change', {})]
        : [],
    );
  },
);

/** A weak tag may stay for as long as the one content is good enough for the other (RFC 9110 §8.8.1). */
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
  object({
    /** One address, read before and after the record was changed. */
    before: STEP,
    after: STEP,
  }),
  (params, evidence) => {
    const before = answered(evidence, params.before);
    const after = answered(evidence, params.after);
    const [was, is] = [header(before.response, 'etag'), header(after.response, 'etag')];
    if (was === undefined || !STRONG.test(was)) return inapplicable('no strong entity tag is sent');
    if (before.response.status !== 200 || after.response.status !== 200) return inapplicable('it was not read twice');
    if (before.response.body === after.response.body) return inapplicable('what is read has not changed');
    return judged(was === is ? [finding(after.exchange, 'header etag', `another than ${was}`, is)] : []);
  },
);

export const conditionalRules = [ifMatch, currentTag, staleTag, changedTag] as const;
