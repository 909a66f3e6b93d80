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
    title: 'A Range with an unknown unit is ignored',
    fails: '{refuses} a Range with an unknown unit: {status}',
    awaits: 'acceptance',
    explain:
      'The content is requested with a Range in an unknown unit. A server that does not know the unit responds as if there were no Range, and not with 416.',
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
      return inconclusiveJudgement(`the request without Range now returns ${after.response.status}`);
    return judgementFrom([
      statusFinding(exchange, [], {
        expected: 'the whole content, as without Range',
        actual: responseExcerpt(response),
      }),
    ]);
  },
);

const conditionRefused = caseRule(
  {
    id: 'media.condition-refused',
    title: 'A condition does not replace "not found"',
    fails: 'evaluates the condition of a request that it rejects: {actual}',
    explain:
      'A record with an unknown ID is requested, first without and then with `If-None-Match: *`. Both responses are the same rejection. A 304 or 412 would state that the record exists.',
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
      return inapplicableJudgement(
        `the request without the condition returns ${status}, so the condition may be evaluated`,
      );
    if (status >= 500) return inconclusiveJudgement(`the request without the condition returned ${status}`);
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
    title: 'An unknown origin is not allowed to send credentials',
    fails: 'allows an unknown origin: {actual}',
    explain:
      'The request has the Origin of an unknown website. A service that copies it to Access-Control-Allow-Origin and allows credentials lets every website read responses in the name of its visitors.',
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
      createFinding(reply.exchange, 'header access-control-allow-origin', 'not the unknown origin', allowed),
    ]);
  },
);

/** RFC 9110 §14.1.2, one range: from, to, or a suffix length. */
const ASKED = /^(\d*)-(\d*)$/;
const SAID = /^bytes (\d+)-(\d+)\/(\d+|\*)$/i;

const part = caseRule(
  {
    id: 'range.part',
    title: 'A 206 contains the range that it declares',
    fails: 'returns another range than it declares: {where} is {actual} instead of {expected}',
    explain:
      'Clients place each part where its Content-Range states. If the range is wrong, or the bytes differ from those of the whole content, the joined file is corrupt and no client notices.',
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
      return inapplicableJudgement('the request for the whole content fails');
    if (response.status !== 206) return inapplicableJudgement('no response has a part');
    if (before.response.body !== after.response.body || before.response.bytes !== after.response.bytes)
      return inapplicableJudgement('the content changed between the requests');
    const length = before.response.bytes;
    const range = rangeOf(params.asked, length);
    if (range === undefined) return inapplicableJudgement('the content is too short for the requested range');
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
          : [createFinding(exchange, 'body', 'the bytes of the whole content at this range', 'others')]
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
