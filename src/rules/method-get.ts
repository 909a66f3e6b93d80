/** Rules about the safe methods GET and HEAD (RFC 9110 §9.2.1, §9.3.1 and §9.3.2). */
import { jsonBody } from '../model/body.ts';
import { counted } from '../model/text.ts';
import type { RecordedResponse } from '../model/exchange.ts';
import { header } from '../model/headers.ts';
import { type Json, show } from '../model/json.ts';
import { at } from '../model/pointer.ts';
import { isSuccessful } from '../model/success.ts';
import { differences, differencesBeside } from './compare.ts';
import { caseRule } from './define-rule.ts';
import {
  answered,
  clip,
  finding,
  inapplicable,
  inconclusive,
  judged,
  statusFinding,
  unsettled,
  valueFinding,
} from './evidence.ts';
import type { Finding } from './model.ts';
import { object, POINTER, STEP, STEP_PARAMS, TEXTS } from './params.ts';

const safe = caseRule(
  {
    id: 'method.safe',
    title: 'Reading changes nothing',
    fails: 'changes a record that was only read',
    explain:
      'A record is read twice, asked about with HEAD, and read again: its members are the same, but for those that changed between the first two reads. Crawlers, monitors and browsers send GET and HEAD whenever they like.',
    requirement: 'http.safe-methods',
  },
  object({
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
    const before = answered(evidence, params.before);
    const steady = answered(evidence, params.steady);
    const after = answered(evidence, params.after);
    if (steady.response.status !== before.response.status)
      return inconclusive(`two reads in a row were answered ${before.response.status} and ${steady.response.status}`);
    if (after.response.status !== before.response.status)
      return judged([statusFinding(after.exchange, [before.response.status])]);
    const record = (reply: typeof before): Json => {
      const body = jsonBody(reply.response);
      const value = body.ok ? at(body.value, params.shown) : undefined;
      return Object.fromEntries(params.members.map((name) => [name, at(value, `/${name}`) ?? null]));
    };
    const [first, last] = [record(before), record(after)];
    const findings = differencesBeside(differences(first, record(steady)), first, last);
    return judged(
      findings.map((pointer) =>
        valueFinding(after.exchange, `body#${params.shown}${pointer}`, at(first, pointer), at(last, pointer)),
      ),
    );
  },
);

const getContent = caseRule(
  {
    id: 'method.get-content',
    title: 'The content of a GET changes nothing',
    fails: 'lets the content of a GET decide the answer: {actual} instead of {expected}',
    explain:
      'A GET with a JSON body is answered as the same GET without one, or refused. Caches and proxies do not look at such a body, so it must not decide what comes back.',
    requirement: 'http.get-content',
  },
  object({
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
    const plain = answered(evidence, params.plain);
    const steady = answered(evidence, params.steady);
    if (evidence[params.probe]?.[0]?.failure?.kind === 'reset') return judged([]);
    const probe = answered(evidence, params.probe);
    const { status } = probe.response;
    if (status >= 400 && status < 500) return judged([]);
    if (steady.response.status !== plain.response.status)
      return inconclusive(`two reads in a row were answered ${plain.response.status} and ${steady.response.status}`);
    if (status !== plain.response.status)
      return judged([
        statusFinding(probe.exchange, [plain.response.status], { expected: `${plain.response.status}, or a refusal` }),
      ]);
    const [expected, again, shown] = [jsonBody(plain.response), jsonBody(steady.response), jsonBody(probe.response)];
    if (!expected.ok || !again.ok) {
      const [text, right, changed] = [plain, steady, probe].map(({ response }) => response.body);
      if (text !== right) return inconclusive('two reads in a row are no JSON, and show different texts');
      return judged(changed === text ? [] : [finding(probe.exchange, 'body', clip(text ?? ''), clip(changed ?? ''))]);
    }
    if (!shown.ok) return judged([finding(probe.exchange, 'body', show(expected.value), clip(probe.response.body))]);
    const findings = differencesBeside(differences(expected.value, again.value), expected.value, shown.value);
    return judged(
      findings.map((pointer) =>
        valueFinding(
          probe.exchange,
          pointer === '' ? 'body' : `body#${pointer}`,
          at(expected.value, pointer),
          at(shown.value, pointer),
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
    title: 'HEAD answers as GET does',
    fails: 'answers HEAD otherwise than GET: {where} is {actual} instead of {expected}',
    explain:
      'Clients and monitors use HEAD to ask about a resource without fetching it, so it has the status and the fields of a GET. Fields about the content may be missing: they may be known only when it is made.',
    requirement: 'http.head',
  },
  object({
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
    const answer = answered(evidence, params.head);
    const get = answered(evidence, params.get);
    const again = answered(evidence, params.again);
    const { status } = answer.response;
    if (!isSuccessful(status)) return inapplicable(`HEAD is not offered here: ${status}`);
    const findings: Finding[] = [];
    if (status !== get.response.status) findings.push(statusFinding(answer.exchange, [get.response.status]));
    for (const name of stableHeaders(get.response, again.response)) {
      if (header(answer.response, name) === undefined)
        findings.push(finding(answer.exchange, `header ${name}`, 'as for GET', undefined));
    }
    return judged(findings);
  },
);

function stableHeaders(get: RecordedResponse, again: RecordedResponse): readonly string[] {
  const names = [...new Set(get.headers.map(([name]) => name))];
  return names.filter((name) => !NOT_REPEATED.test(name) && header(get, name) === header(again, name));
}

const headContent = caseRule(
  {
    id: 'method.head-content',
    title: 'The answer to HEAD has no content',
    fails: 'sends content in answer to HEAD: {actual}',
    explain:
      'An answer to HEAD ends with its fields. What comes after them is taken for the beginning of the next answer.',
    requirement: 'http.head-content',
  },
  STEP_PARAMS,
  /** RFC 9110 §9.3.2: the server MUST NOT send content, with any status. */
  (params, evidence) => {
    const reply = answered(evidence, params.step);
    const { bytes } = reply.response;
    return judged(bytes > 0 ? [finding(reply.exchange, 'body', 'no content', `${counted(bytes, 'byte')}`)] : []);
  },
);

const headLength = caseRule(
  {
    id: 'method.head-length',
    title: 'The length in an answer to HEAD is that of GET',
    fails: 'names another length for HEAD than for GET: {actual} instead of {expected}',
    explain:
      'Content-Length may be left out. Where it is sent, it says how long the content of a GET would be, and clients plan a download by it.',
    requirement: 'http.head-length',
    quiet: true,
  },
  object({
    head: STEP,
    /** The GET before and the GET after it. */
    get: STEP,
    again: STEP,
  }),
  /** RFC 9110 §8.6: Content-Length MUST NOT be in an answer to HEAD unless it is that of the GET. */
  (params, evidence) => {
    const reply = answered(evidence, params.head);
    const get = answered(evidence, params.get);
    const again = answered(evidence, params.again);
    const length = header(reply.response, 'content-length');
    if (length === undefined) return inapplicable('the answer to HEAD names no length');
    // The length of a rejection cannot be compared with the one of a successful GET.
    if (reply.response.status !== get.response.status)
      return inapplicable(`HEAD was answered ${reply.response.status} and GET ${get.response.status}`);
    if (get.response.bytes !== again.response.bytes || get.response.body !== again.response.body)
      return unsettled('two reads in a row differ, so that no length is the right one');
    // RFC 9110 §8.8.3: another tag means another state, such as a list with a record that a second client added.
    if (header(get.response, 'etag') !== header(reply.response, 'etag'))
      return unsettled('GET and HEAD are of two states, by their entity tags');
    if (header(get.response, 'content-encoding') !== header(reply.response, 'content-encoding'))
      return inapplicable('GET and HEAD are coded in different ways');
    const full =
      header(get.response, 'content-length') ??
      (header(get.response, 'content-encoding') === undefined ? String(get.response.bytes) : undefined);
    if (full === undefined) return inapplicable('the length of the coded content is not known');
    return judged(
      Number(length) === Number(full) ? [] : [finding(reply.exchange, 'header content-length', full, length)],
    );
  },
);

/** Rejections that depend on the caller or the resource, not on the moment or the method. */
const REFUSALS = new Set([401, 403, 404, 410]);

const headRefused = caseRule(
  {
    id: 'method.head-refused',
    title: 'HEAD is refused where GET is',
    fails: 'answers HEAD where GET is refused: {status}',
    explain:
      'HEAD is GET without the content. Who asks by HEAD whether something is there, or whether it may be read, is told what GET would tell.',
  },
  object({
    head: STEP,
    /** The GET of the same resource, which is rejected. */
    get: STEP,
  }),
  /** RFC 9110 §9.3.2: HEAD is GET without content. The status of the rejection may differ, since HEAD is optional. */
  (params, evidence) => {
    const get = answered(evidence, params.get);
    const answer = answered(evidence, params.head);
    if (!REFUSALS.has(get.response.status)) return inapplicable(`GET is answered ${String(get.response.status)}`);
    const isTaken = isSuccessful(answer.response.status);
    return judged(isTaken ? [statusFinding(answer.exchange, [get.response.status])] : []);
  },
);

export const methodGetRules = [safe, getContent, head, headContent, headLength, headRefused] as const;
