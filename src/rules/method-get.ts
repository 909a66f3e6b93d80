/** Rules about the safe methods GET and HEAD (RFC 9110 §9.2.1, §9.3.1 and §9.3.2). */
import { jsonBody, responseValue } from '../model/body.ts';
import { pluralize } from '../model/text.ts';
import type { RecordedResponse } from '../model/exchange.ts';
import { firstHeader } from '../model/headers.ts';
import { type Json, jsonText } from '../model/json.ts';
import { valueAtPointer } from '../model/pointer.ts';
import { isSuccessStatus } from '../model/success.ts';
import { differences, newDifferences } from './compare.ts';
import { caseRule } from './define-rule.ts';
import {
  requireResponse,
  truncateText,
  createFinding,
  inapplicableJudgement,
  inconclusiveJudgement,
  judgementFrom,
  statusFinding,
  changedMeanwhile,
  valueFinding,
} from './evidence.ts';
import type { Finding } from './model.ts';
import { objectParams, POINTER, STEP, STEP_PARAMS, TEXTS } from './params.ts';

const safe = caseRule(
  {
    id: 'method.safe',
    title: 'A read changes nothing',
    fails: 'changes a record when it is read',
    explain:
      'A record is read twice, requested with HEAD, and read again. Its fields are the same, except for those that changed between the first two reads. Crawlers, monitors and browsers send GET and HEAD at any time.',
    requirement: 'http.safe-methods',
  },
  objectParams({
    /** Two consecutive reads, which show the fields that always change, and one after a HEAD. */
    before: STEP,
    steady: STEP,
    after: STEP,
    /** A pointer to the record in a response, and its declared fields. */
    shown: POINTER,
    members: TEXTS,
  }),
  /**
   * RFC 9110 §9.2.1 defines safe methods as those by which a client requests no change, without a keyword, and lets a
   * service do work of its own at a read. So only declared fields are compared.
   */
  (params, evidence) => {
    const before = requireResponse(evidence, params.before);
    const steady = requireResponse(evidence, params.steady);
    const after = requireResponse(evidence, params.after);
    if (steady.response.status !== before.response.status)
      return inconclusiveJudgement(
        `two reads in sequence returned ${before.response.status} and ${steady.response.status}`,
      );
    if (after.response.status !== before.response.status)
      return judgementFrom([statusFinding(after.exchange, [before.response.status])]);
    const record = (reply: typeof before): Json => {
      const value = responseValue(reply, params.shown);
      return Object.fromEntries(params.members.map((name) => [name, valueAtPointer(value, `/${name}`) ?? null]));
    };
    const [first, last] = [record(before), record(after)];
    const findings = newDifferences(differences(first, record(steady)), first, last);
    return judgementFrom(
      findings.map((pointer) =>
        valueFinding(
          after.exchange,
          `body#${params.shown}${pointer}`,
          valueAtPointer(first, pointer),
          valueAtPointer(last, pointer),
        ),
      ),
    );
  },
);

const getContent = caseRule(
  {
    id: 'method.get-content',
    title: 'The content of a GET has no effect',
    fails: 'lets the content of a GET change the response: {actual} instead of {expected}',
    explain:
      'A GET with a JSON body gets the same response as without one, or is rejected. Caches and proxies ignore such a body, so it cannot select the response.',
    requirement: 'http.get-content',
  },
  objectParams({
    /** GETs without content before and after the one with content, to find the fields that always change. */
    plain: STEP,
    steady: STEP,
    probe: STEP,
  }),
  /**
   * RFC 9110 §9.3.1: content of a GET cannot change the meaning of the request, and an origin server SHOULD NOT rely on
   * private agreements to receive it. It may reject the request or close the connection.
   */
  (params, evidence) => {
    const plain = requireResponse(evidence, params.plain);
    const steady = requireResponse(evidence, params.steady);
    if (evidence[params.probe]?.[0]?.failure?.kind === 'reset') return judgementFrom([]);
    const probe = requireResponse(evidence, params.probe);
    const { status } = probe.response;
    if (status >= 400 && status < 500) return judgementFrom([]);
    if (steady.response.status !== plain.response.status)
      return inconclusiveJudgement(
        `two reads in sequence returned ${plain.response.status} and ${steady.response.status}`,
      );
    if (status !== plain.response.status)
      return judgementFrom([
        statusFinding(probe.exchange, [plain.response.status], {
          expected: `${plain.response.status}, or a rejection`,
        }),
      ]);
    const [expected, again, shown] = [jsonBody(plain.response), jsonBody(steady.response), jsonBody(probe.response)];
    if (!expected.ok || !again.ok) {
      const [text, right, changed] = [plain, steady, probe].map(({ response }) => response.body);
      if (text !== right) return inconclusiveJudgement('two reads in sequence are not JSON and have different content');
      return judgementFrom(
        changed === text
          ? []
          : [createFinding(probe.exchange, 'body', truncateText(text ?? ''), truncateText(changed ?? ''))],
      );
    }
    if (!shown.ok)
      return judgementFrom([
        createFinding(probe.exchange, 'body', jsonText(expected.value), truncateText(probe.response.body)),
      ]);
    const findings = newDifferences(differences(expected.value, again.value), expected.value, shown.value);
    return judgementFrom(
      findings.map((pointer) =>
        valueFinding(
          probe.exchange,
          pointer === '' ? 'body' : `body#${pointer}`,
          valueAtPointer(expected.value, pointer),
          valueAtPointer(shown.value, pointer),
        ),
      ),
    );
  },
);

/** Content fields, which HEAD may omit, and fields of one connection or one response. */
const NOT_REPEATED =
  /^(content-.*|transfer-encoding|etag|last-modified|vary|accept-ranges|digest|repr-digest|date|age|connection|keep-alive|via|server-timing|set-cookie|trailer)$/;

const head = caseRule(
  {
    id: 'method.head',
    title: 'HEAD returns the status and headers of GET',
    fails: 'returns another status or header for HEAD than for GET: {where} is {actual} instead of {expected}',
    explain:
      'Clients and monitors use HEAD to check a resource without loading it. It has the status and headers of GET. Headers about the content may be missing, since a service may compute them only with the content.',
    requirement: 'http.head',
  },
  objectParams({
    head: STEP,
    get: STEP,
    /** Another GET: a field that differs between the two belongs to one response only. */
    again: STEP,
  }),
  /**
   * RFC 9110 §9.3.2: the fields SHOULD be those of the GET; fields that depend on generated content MAY be omitted.
   * Only general-purpose servers must support HEAD (§9.1), so a rejection is inapplicable.
   */
  (params, evidence) => {
    const answer = requireResponse(evidence, params.head);
    const get = requireResponse(evidence, params.get);
    const again = requireResponse(evidence, params.again);
    const { status } = answer.response;
    if (!isSuccessStatus(status)) return inapplicableJudgement(`HEAD is not supported here: ${status}`);
    const findings: Finding[] = [];
    if (status !== get.response.status) findings.push(statusFinding(answer.exchange, [get.response.status]));
    for (const name of stableHeaders(get.response, again.response)) {
      if (firstHeader(answer.response, name) === undefined)
        findings.push(createFinding(answer.exchange, `header ${name}`, 'as for GET', undefined));
    }
    return judgementFrom(findings);
  },
);

function stableHeaders(get: RecordedResponse, again: RecordedResponse): readonly string[] {
  const names = [...new Set(get.headers.map(([name]) => name))];
  return names.filter((name) => !NOT_REPEATED.test(name) && firstHeader(get, name) === firstHeader(again, name));
}

const headContent = caseRule(
  {
    id: 'method.head-content',
    title: 'A response to HEAD has no content',
    fails: 'sends content in a response to HEAD: {actual}',
    explain:
      'A response to HEAD ends after its headers. Clients read anything after them as the beginning of the next response.',
    requirement: 'http.head-content',
  },
  STEP_PARAMS,
  /** RFC 9110 §9.3.2: the server MUST NOT send content, with any status. */
  (params, evidence) => {
    const reply = requireResponse(evidence, params.step);
    const { bytes } = reply.response;
    return judgementFrom(
      bytes > 0 ? [createFinding(reply.exchange, 'body', 'no content', `${pluralize(bytes, 'byte')}`)] : [],
    );
  },
);

const headLength = caseRule(
  {
    id: 'method.head-length',
    title: 'The Content-Length of HEAD is that of GET',
    fails: 'returns another Content-Length for HEAD than for GET: {actual} instead of {expected}',
    explain:
      'Content-Length may be omitted. If present, it is the length of the content of a GET, and clients use it to plan a download.',
    requirement: 'http.head-length',
    unlisted: true,
  },
  objectParams({
    head: STEP,
    /** The GET before and the GET after it. */
    get: STEP,
    again: STEP,
  }),
  /** RFC 9110 §8.6: Content-Length MUST NOT be in an answer to HEAD unless it is that of the GET. */
  (params, evidence) => {
    const reply = requireResponse(evidence, params.head);
    const get = requireResponse(evidence, params.get);
    const again = requireResponse(evidence, params.again);
    const length = firstHeader(reply.response, 'content-length');
    if (length === undefined) return inapplicableJudgement('the response to HEAD has no Content-Length');
    // The length of a rejection cannot be compared with the one of a successful GET.
    if (reply.response.status !== get.response.status)
      return inapplicableJudgement(`HEAD returned ${reply.response.status} and GET ${get.response.status}`);
    if (get.response.bytes !== again.response.bytes || get.response.body !== again.response.body)
      return changedMeanwhile('two reads in sequence differ, so the right length is unknown');
    // RFC 9110 §8.8.3: another tag means another state, such as a list with a record that a second client added.
    if (firstHeader(get.response, 'etag') !== firstHeader(reply.response, 'etag'))
      return changedMeanwhile('the entity tags show that GET and HEAD returned different versions');
    if (firstHeader(get.response, 'content-encoding') !== firstHeader(reply.response, 'content-encoding'))
      return inapplicableJudgement('GET and HEAD use different content encodings');
    const full =
      firstHeader(get.response, 'content-length') ??
      (firstHeader(get.response, 'content-encoding') === undefined ? String(get.response.bytes) : undefined);
    if (full === undefined) return inapplicableJudgement('the length of the encoded content is unknown');
    return judgementFrom(
      Number(length) === Number(full) ? [] : [createFinding(reply.exchange, 'header content-length', full, length)],
    );
  },
);

/** Rejections that depend on the caller or the resource, not on the moment or the method. */
const REFUSALS = new Set([401, 403, 404, 410]);

const headRefused = caseRule(
  {
    id: 'method.head-refused',
    title: 'HEAD is rejected if GET is rejected',
    fails: 'returns a success for HEAD though GET is rejected: {status}',
    explain:
      'HEAD is GET without the content. A client that uses HEAD to check whether a record exists, or may be read, gets the same result as with GET.',
  },
  objectParams({
    head: STEP,
    /** The GET of the same resource, which is rejected. */
    get: STEP,
  }),
  /** RFC 9110 §9.3.2: HEAD is GET without content. The status of the rejection may differ, since HEAD is optional. */
  (params, evidence) => {
    const get = requireResponse(evidence, params.get);
    const answer = requireResponse(evidence, params.head);
    if (!REFUSALS.has(get.response.status)) return inapplicableJudgement(`GET returns ${String(get.response.status)}`);
    const isTaken = isSuccessStatus(answer.response.status);
    return judgementFrom(isTaken ? [statusFinding(answer.exchange, [get.response.status])] : []);
  },
);

export const methodGetRules = [safe, getContent, head, headContent, headLength, headRefused] as const;
