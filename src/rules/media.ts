/** Rules about range requests, failed preconditions and cross-origin requests. */
import type { RecordedResponse } from '../model/exchange.ts';
import { firstHeader } from '../model/headers.ts';
import { isSuccessStatus, succeeded } from '../model/success.ts';
import { caseRule } from './define-rule.ts';
import {
  requireResponse,
  responseExcerpt,
  createFinding,
  inapplicableJudgement,
  inconclusiveJudgement,
  judgementFrom,
  PASSED_JUDGEMENT,
  statusFinding,
} from './evidence.ts';
import { objectParams, STEP, SUCCESS, TEXT } from './params.ts';

const rangeUnit = caseRule(
  {
    id: 'media.range-unit',
    title: 'A Range in an unknown unit is ignored',
    fails: '{refuses} a Range in an unknown unit: {status}',
    awaits: 'acceptance',
    explain:
      'The whole is asked for in a unit that nobody knows. A server that does not know the unit answers as if there were no Range, and not with 416.',
    requirement: 'http.range-unit',
  },
  objectParams({
    step: STEP,
    /** The same request without Range, afterwards: the record still exists. */
    after: STEP,
    success: SUCCESS,
  }),
  /** RFC 9110 §14.2: an origin server MUST ignore a Range in a unit that it does not understand. */
  (params, evidence) => {
    const { exchange, response } = requireResponse(evidence, params.step);
    // A part is not the whole, in any range unit.
    if (response.status !== 206 && succeeded(exchange, params.success)) return judgementFrom([]);
    const after = requireResponse(evidence, params.after);
    if (!succeeded(after.exchange, params.success))
      return inconclusiveJudgement(`without Range it is answered ${after.response.status} now`);
    return judgementFrom([
      statusFinding(exchange, [], { expected: 'the whole, as without Range', actual: responseExcerpt(response) }),
    ]);
  },
);

const conditionRefused = caseRule(
  {
    id: 'media.condition-refused',
    title: 'A condition does not hide that there is nothing',
    fails: 'looks at the condition of a request that it refuses: {actual}',
    explain:
      'An identifier that was never given out is asked for, and asked for again with `If-None-Match: *`. The answer is the same refusal; a 304 or 412 would say that there is something.',
    requirement: 'http.condition-refusal',
  },
  objectParams({
    /** The request without its condition, and with it. */
    plain: STEP,
    probe: STEP,
  }),
  /**
   * RFC 9110 §13.2.1: a server MUST ignore conditions if the response without them would be anything but a 2xx or 412.
   * An actual request shows that response.
   */
  (params, evidence) => {
    const plain = requireResponse(evidence, params.plain);
    const { status } = plain.response;
    if (isSuccessStatus(status) || status === 412)
      return inapplicableJudgement(`without the condition it is answered ${status}, so that the condition may count`);
    if (status >= 500) return inconclusiveJudgement(`without the condition it is answered ${status}`);
    const probe = requireResponse(evidence, params.probe);
    const counted = probe.response.status === 304 || probe.response.status === 412;
    return judgementFrom(
      counted ? [statusFinding(probe.exchange, [status], { expected: `${status}, as without the condition` })] : [],
    );
  },
);

const originNotReflected = caseRule(
  {
    id: 'media.origin-not-reflected',
    title: 'An unknown origin is not allowed credentials',
    fails: 'allows an origin that nobody knows: {actual}',
    explain:
      'The request says that it comes from a page of a site that nobody knows. A service that sends the name back in Access-Control-Allow-Origin and allows credentials lets the pages of every site read its answers as their visitors.',
    requirement: 'http.cross-origin',
  },
  objectParams({ step: STEP, origin: TEXT }),
  /** No standard requires it (Fetch). A public interface may allow every origin, but not with credentials of the user. */
  (params, evidence) => {
    const reply = requireResponse(evidence, params.step);
    const allowed = firstHeader(reply.response, 'access-control-allow-origin')?.trim();
    const withCredentials = firstHeader(reply.response, 'access-control-allow-credentials')?.trim() === 'true';
    if (!(allowed === params.origin && withCredentials)) return PASSED_JUDGEMENT;
    return judgementFrom([
      createFinding(reply.exchange, 'header access-control-allow-origin', 'not the origin that nobody knows', allowed),
    ]);
  },
);

/** RFC 9110 §14.1.2, one range: from, to, or a suffix length. */
const ASKED = /^(\d*)-(\d*)$/;
const SAID = /^bytes (\d+)-(\d+)\/(\d+|\*)$/i;

const part = caseRule(
  {
    id: 'range.part',
    title: 'A 206 has the part that it says, of the content that there is',
    fails: 'brings another part than it says: {where} is {actual} instead of {expected}',
    explain:
      'Whoever joins parts puts each where its Content-Range says. A part that is not what stands there in the whole, or says another place, gives a broken file that nobody notices.',
    requirement: 'http.ranges.part',
  },
  objectParams({
    /** Requests for the whole content before and after the range request. */
    whole: STEP,
    again: STEP,
    part: STEP,
    /** The range after `bytes=`. */
    asked: TEXT,
  }),
  (params, evidence) => {
    const before = requireResponse(evidence, params.whole);
    const after = requireResponse(evidence, params.again);
    const { exchange, response } = requireResponse(evidence, params.part);
    if (before.response.status !== 200 || after.response.status !== 200)
      return inapplicableJudgement('the whole does not come');
    if (response.status !== 206) return inapplicableJudgement('no part came');
    if (before.response.body !== after.response.body || before.response.bytes !== after.response.bytes)
      return inapplicableJudgement('the content changes while it is asked for');
    const length = before.response.bytes;
    const range = rangeOf(params.asked, length);
    if (range === undefined) return inapplicableJudgement('the whole is too short to have that part');
    const [from, to] = range;
    const expected = `bytes ${from}-${to}/${length}`;
    const said = firstHeader(response, 'content-range');
    const [, first, last, all] = SAID.exec(said ?? '') ?? [];
    const isSaid = Number(first) === from && Number(last) === to && (all === '*' || Number(all) === length);
    const slice = bytesOf(before.response)?.subarray(from, to + 1);
    const came = bytesOf(response);
    return judgementFrom([
      ...(isSaid ? [] : [createFinding(exchange, 'header content-range', expected, said)]),
      ...(response.bytes === to - from + 1
        ? slice === undefined || came === undefined || slice.equals(came)
          ? []
          : [createFinding(exchange, 'body', 'the bytes that the whole has there', 'others')]
        : [createFinding(exchange, 'body', `${to - from + 1} bytes`, `${response.bytes} bytes`)]),
    ]);
  },
);

/** The first and the last requested byte; undefined if the range is not satisfiable. */
function rangeOf(asked: string, length: number): readonly [number, number] | undefined {
  const [, from = '', to = ''] = ASKED.exec(asked) ?? [];
  const first = from === '' ? Math.max(0, length - Number(to)) : Number(from);
  const last = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1);
  return first > last || (from === '' && to === '') ? undefined : [first, last];
}

/** The bytes as received, if the record is complete and contains no mask. */
function bytesOf({ body, bytes, utf8, reduced }: RecordedResponse): Buffer | undefined {
  const all = Buffer.from(body);
  return utf8 === false || reduced !== undefined || all.length !== bytes ? undefined : all;
}

export const mediaRules = [rangeUnit, conditionRefused, originNotReflected, part] as const;
