/** Passive rules about the content of a response: media type, length, schema and error format. */
import type { Json } from '../plan/model.ts';
import { mediaTypeOf, isJson, jsonBody } from '../model/body.ts';
import { joinWithOr, pluralize } from '../model/text.ts';
import type { RecordedResponse } from '../model/exchange.ts';
import { bareMediaType, firstHeader } from '../model/headers.ts';
import { jsonText, isMap } from '../model/json.ts';
import { valueAtPointer } from '../model/pointer.ts';
import { isSuccessStatus } from '../model/success.ts';
import { passiveRule } from './define-rule.ts';
import {
  truncateText,
  createFinding,
  inapplicableJudgement,
  judgementFrom,
  PASSED_JUDGEMENT,
  schemaFinding,
  valueFinding,
} from './evidence.ts';
import { isUriReference } from './http-headers.ts';
import { isDeclaredMethod, isUnspecifiedRejection } from './http-status.ts';
import type { Finding } from './model.ts';
import { schemaFailures } from './schema.ts';

/** RFC 9110 §6.4.1: responses with these statuses have no content. */
function isNoContent(status: number): boolean {
  return status === 204 || status === 205 || status === 304 || (status >= 100 && status < 200);
}

const noContent = passiveRule('http.no-content', (response, exchange) => {
  if (!isNoContent(response.status) && exchange.request.method !== 'HEAD')
    return inapplicableJudgement('the response may have content');
  return judgementFrom(
    response.bytes > 0 ? [createFinding(exchange, 'body', 'no content', `${pluralize(response.bytes, 'byte')}`)] : [],
  );
});

const contentLength = passiveRule('http.content-length', (response, exchange) => {
  const value = firstHeader(response, 'content-length');
  if (response.status === 204) {
    const framed = value !== undefined || firstHeader(response, 'transfer-encoding') !== undefined;
    return judgementFrom(
      framed
        ? [createFinding(exchange, 'header content-length', 'absent from a 204', value ?? 'transfer-encoding')]
        : [],
    );
  }
  if (
    value === undefined ||
    exchange.request.method === 'HEAD' ||
    response.status === 304 ||
    firstHeader(response, 'content-encoding') !== undefined
  )
    return inapplicableJudgement('no length to compare');
  // The recipient must repair or reject a Content-Length that an intermediary duplicated.
  if (!/^\d+$/.test(value)) return inapplicableJudgement('the length is not one number');
  return judgementFrom(
    Number(value) === response.bytes
      ? []
      : [createFinding(exchange, 'header content-length', String(response.bytes), value)],
  );
});

const oneLength = passiveRule('http.one-length', (response, exchange) => {
  const coding = firstHeader(response, 'transfer-encoding');
  if (coding === undefined) return inapplicableJudgement('no Transfer-Encoding');
  const length = firstHeader(response, 'content-length');
  return judgementFrom(
    length === undefined
      ? []
      : [createFinding(exchange, 'header content-length', 'absent if Transfer-Encoding is present', length)],
  );
});

const transferCoding = passiveRule('http.transfer-coding', (response, exchange) => {
  const coding = firstHeader(response, 'transfer-encoding');
  if (coding === undefined) return inapplicableJudgement('no Transfer-Encoding');
  if (firstHeader(exchange.request, 'te') !== undefined) return inapplicableJudgement('the request has a TE header');
  return judgementFrom(
    /^[\s,]*chunked[\s,]*$/i.test(coding)
      ? []
      : [createFinding(exchange, 'header transfer-encoding', 'chunked', coding)],
  );
});

const mediaType = passiveRule(
  'http.media-type',
  (response, exchange, { mediaType: usual = 'application/json', refusalMedia }) => {
    if (response.bytes === 0) return inapplicableJudgement('no content');
    const isTrace = exchange.request.method === 'TRACE' && isSuccessStatus(response.status);
    if (isTrace) return inapplicableJudgement('the response contains the request itself (RFC 9110 §9.3.8)');
    const declared = isSuccessStatus(response.status) ? [usual] : refusalMedia;
    const type = firstHeader(response, 'content-type');
    const essence = bareMediaType(type ?? '');
    if (response.status === 206 && essence === 'multipart/byteranges')
      return inapplicableJudgement('several parts, each with a type of its own (RFC 9110 §14.6)');
    const isDeclared = declared.some((item) => essence === item.toLowerCase());
    if (isDeclared || essence === 'application/problem+json') return PASSED_JUDGEMENT;
    return judgementFrom([createFinding(exchange, 'header content-type', joinWithOr(declared), type)]);
  },
  ['mediaType', 'refusalMedia'],
);

const mediaHint = passiveRule('http.media-hint', (response, exchange) => {
  if (response.status !== 415) return inapplicableJudgement('the status is not 415');
  const coded = exchange.request.headers.some(
    ([name, value]) => name === 'content-encoding' && value.trim().toLowerCase() !== 'identity',
  );
  if (coded) return inapplicableJudgement('the request has a content encoding');
  const value = firstHeader(response, 'accept-encoding');
  if (value === undefined) return PASSED_JUDGEMENT;
  return judgementFrom([
    createFinding(exchange, 'header accept-encoding', 'absent, since the request has no content encoding', value),
  ]);
});

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i;
/** UTF-8 in both spellings, and its subset ASCII. */
const OF_UTF_8: readonly string[] = ['utf-8', 'utf8', 'us-ascii'];

/** JSON is UTF-8 and has no charset parameter (RFC 8259 §8.1, §11). Some clients use a wrong one anyway. */
const charset = passiveRule('http.charset', (response, exchange) => {
  if (response.bytes === 0) return inapplicableJudgement('no content');
  if (!isJson(response)) return inapplicableJudgement('the content is not declared as JSON');
  const said = CHARSET.exec(firstHeader(response, 'content-type') ?? '')?.[1];
  if (said === undefined || OF_UTF_8.includes(said.toLowerCase())) return PASSED_JUDGEMENT;
  return judgementFrom([createFinding(exchange, 'header content-type', 'UTF-8, or no charset', said)]);
});

const bodySchema = passiveRule(
  'http.body-schema',
  (response, exchange, operation) => {
    if (!isDeclaredMethod(exchange, operation))
      return inapplicableJudgement('a request with another method, sent as a test');
    const { reduced } = response;
    if (reduced === 'judged') return judgementFrom([]);
    if (reduced === 'unseen') return inapplicableJudgement('the stored page contains only the IDs of its records');
    const schema = operation.documented[response.status];
    if (schema === undefined) return inapplicableJudgement('the status is not documented');
    if (schema === null) {
      // A 200 to DELETE may describe the result (RFC 9110 §9.3.5).
      if (response.status === 200 && exchange.request.method === 'DELETE')
        return inapplicableJudgement('a 200 to DELETE may contain a result');
      const empty = operation.responseSchema === null && operation.success.includes(response.status);
      if (!(empty && response.bytes > 0)) return PASSED_JUDGEMENT;
      return judgementFrom([
        createFinding(exchange, 'body', 'no content', truncateText(response.body, 120), { kind: 'content' }),
      ]);
    }
    if (response.bytes === 0)
      return judgementFrom(
        isNoContent(response.status)
          ? []
          : [createFinding(exchange, 'body', 'a JSON body', 'empty', { kind: 'no-content' })],
      );
    const chosen = operation.selects?.find((name) => new URL(exchange.request.url).searchParams.has(name));
    if (chosen !== undefined) return inapplicableJudgement(`${chosen} defines the fields of the response`);
    const body = jsonBody(response);
    if (!body.ok) return inapplicableJudgement('checked as malformed JSON');
    return judgementFrom(
      schemaFailures(schema, body.value).map((failure) => schemaFinding(exchange, '', body.value, failure)),
    );
  },
  ['documented', 'responseSchema', 'success'],
);

const errorShape = passiveRule(
  'http.error-shape',
  (response, exchange, operation) => {
    if (response.status < 400) return inapplicableJudgement('not an error');
    if (exchange.request.method === 'HEAD') return inapplicableJudgement('a response to HEAD has no content');
    if (isUnspecifiedRejection(exchange, operation))
      return inapplicableJudgement('a rejection that the contract does not specify');
    const schema = operation.documented[response.status];
    if (response.bytes === 0)
      return judgementFrom([createFinding(exchange, 'body', 'an error with a body', 'empty', { kind: 'no-content' })]);
    const body = jsonBody(response);
    if (!body.ok)
      return judgementFrom([createFinding(exchange, 'body', 'a JSON error', truncateText(response.body, 120))]);
    if (schema === undefined || schema === null) return PASSED_JUDGEMENT;
    return judgementFrom(
      schemaFailures(schema, body.value).map((failure) => schemaFinding(exchange, '', body.value, failure)),
    );
  },
  ['documented'],
);

/** Content that is declared as problem details (RFC 9457 §3). */
function problemOf(response: RecordedResponse): Json | undefined {
  if (mediaTypeOf(response) !== 'application/problem+json') return undefined;
  const body = jsonBody(response);
  return body.ok ? body.value : undefined;
}

const TEXTS = ['title', 'detail'] as const;
const ADDRESSES = ['type', 'instance'] as const;

const problemMembers = passiveRule('http.problem-members', (response, exchange) => {
  const problem = problemOf(response);
  if (!isMap(problem)) return inapplicableJudgement('no problem details');
  const wrong = (name: string, expected: string, fits: (value: unknown) => boolean): readonly Finding[] => {
    const value = valueAtPointer(problem, `/${name}`);
    return value === undefined || fits(value)
      ? []
      : [createFinding(exchange, `body#/${name}`, expected, jsonText(value))];
  };
  return judgementFrom([
    ...ADDRESSES.flatMap((name) =>
      wrong(name, 'a URI reference', (value) => typeof value === 'string' && isUriReference(value)),
    ),
    ...TEXTS.flatMap((name) => wrong(name, 'a text', (value) => typeof value === 'string')),
    ...wrong('status', 'a number', (value) => typeof value === 'number'),
  ]);
});

const problemStatus = passiveRule('http.problem-status', (response, exchange) => {
  const problem = problemOf(response);
  const status = valueAtPointer(problem, '/status');
  if (typeof status !== 'number') return inapplicableJudgement('no problem details with a status');
  return judgementFrom(
    status === response.status ? [] : [valueFinding(exchange, 'body#/status', response.status, status)],
  );
});

export const httpContentRules = [
  noContent,
  contentLength,
  oneLength,
  transferCoding,
  mediaType,
  mediaHint,
  charset,
  bodySchema,
  errorShape,
  problemMembers,
  problemStatus,
] as const;
