/** Passive rules about the content of a response: media type, length, schema and error format. */
import type { Json } from '../plan/model.ts';
import { essenceOf, isJson, jsonBody } from '../model/body.ts';
import { counted } from '../model/text.ts';
import type { RecordedResponse } from '../model/exchange.ts';
import { bareMediaType, header } from '../model/headers.ts';
import { show } from '../model/json.ts';
import { at } from '../model/pointer.ts';
import { isSuccessful } from '../model/success.ts';
import { passiveRule } from './define-rule.ts';
import { clip, finding, inapplicable, judged, PASS, schemaFinding, valueFinding } from './evidence.ts';
import { isUriReference } from './http-headers.ts';
import { isOwn, isUnspoken } from './http-status.ts';
import type { Finding } from './model.ts';
import { schemaDepartures } from './schema.ts';

/** RFC 9110 §6.4.1: responses with these statuses have no content. */
function isNoContent(status: number): boolean {
  return status === 204 || status === 205 || status === 304 || (status >= 100 && status < 200);
}

const noContent = passiveRule('http.no-content', (response, exchange) => {
  if (!isNoContent(response.status) && exchange.request.method !== 'HEAD') return inapplicable('content is allowed');
  return judged(
    response.bytes > 0 ? [finding(exchange, 'body', 'no content', `${counted(response.bytes, 'byte')}`)] : [],
  );
});

const contentLength = passiveRule('http.content-length', (response, exchange) => {
  const value = header(response, 'content-length');
  if (response.status === 204) {
    const framed = value !== undefined || header(response, 'transfer-encoding') !== undefined;
    return judged(
      framed ? [finding(exchange, 'header content-length', 'absent on 204', value ?? 'transfer-encoding')] : [],
    );
  }
  if (
    value === undefined ||
    exchange.request.method === 'HEAD' ||
    response.status === 304 ||
    header(response, 'content-encoding') !== undefined
  )
    return inapplicable('no comparable length');
  // The recipient must repair or reject a Content-Length that an intermediary duplicated.
  if (!/^\d+$/.test(value)) return inapplicable('not one number');
  return judged(
    Number(value) === response.bytes ? [] : [finding(exchange, 'header content-length', String(response.bytes), value)],
  );
});

const oneLength = passiveRule('http.one-length', (response, exchange) => {
  const coding = header(response, 'transfer-encoding');
  if (coding === undefined) return inapplicable('no Transfer-Encoding');
  const length = header(response, 'content-length');
  return judged(
    length === undefined ? [] : [finding(exchange, 'header content-length', 'absent beside Transfer-Encoding', length)],
  );
});

const transferCoding = passiveRule('http.transfer-coding', (response, exchange) => {
  const coding = header(response, 'transfer-encoding');
  if (coding === undefined) return inapplicable('no Transfer-Encoding');
  if (header(exchange.request, 'te') !== undefined) return inapplicable('the request has TE');
  return judged(
    /^[\s,]*chunked[\s,]*$/i.test(coding) ? [] : [finding(exchange, 'header transfer-encoding', 'chunked', coding)],
  );
});

const mediaType = passiveRule(
  'http.media-type',
  (response, exchange, { mediaType: usual = 'application/json', refusalMedia }) => {
    if (response.bytes === 0) return inapplicable('no content');
    const isTrace = exchange.request.method === 'TRACE' && isSuccessful(response.status);
    if (isTrace) return inapplicable('the request itself comes back (RFC 9110 §9.3.8)');
    const declared = isSuccessful(response.status) ? [usual] : refusalMedia;
    const type = header(response, 'content-type');
    const essence = bareMediaType(type ?? '');
    if (response.status === 206 && essence === 'multipart/byteranges')
      return inapplicable('several parts, each of which has a type of its own (RFC 9110 §14.6)');
    const isDeclared = declared.some((item) => essence === item.toLowerCase());
    if (isDeclared || essence === 'application/problem+json') return PASS;
    return judged([finding(exchange, 'header content-type', declared.join(' or '), type)]);
  },
  ['mediaType', 'refusalMedia'],
);

const mediaHint = passiveRule('http.media-hint', (response, exchange) => {
  if (response.status !== 415) return inapplicable('no 415');
  const coded = exchange.request.headers.some(
    ([name, value]) => name === 'content-encoding' && value.trim().toLowerCase() !== 'identity',
  );
  if (coded) return inapplicable('the request had a content coding');
  const value = header(response, 'accept-encoding');
  if (value === undefined) return PASS;
  return judged([finding(exchange, 'header accept-encoding', 'absent, since the request had no coding', value)]);
});

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i;
/** UTF-8 in both spellings, and its subset ASCII. */
const OF_UTF_8: readonly string[] = ['utf-8', 'utf8', 'us-ascii'];

/** JSON is UTF-8 and has no charset parameter (RFC 8259 §8.1, §11). Some clients use a wrong one anyway. */
const charset = passiveRule('http.charset', (response, exchange) => {
  if (response.bytes === 0) return inapplicable('no content');
  if (!isJson(response)) return inapplicable('the content is not declared as JSON');
  const said = CHARSET.exec(header(response, 'content-type') ?? '')?.[1];
  if (said === undefined || OF_UTF_8.includes(said.toLowerCase())) return PASS;
  return judged([finding(exchange, 'header content-type', 'UTF-8, or no charset', said)]);
});

const bodySchema = passiveRule(
  'http.body-schema',
  (response, exchange, operation) => {
    if (!isOwn(exchange, operation)) return inapplicable('a probe with another method');
    const { reduced } = response;
    if (reduced === 'judged') return judged([]);
    if (reduced === 'unseen') return inapplicable('only the uids of this page were kept');
    const schema = operation.documented[response.status];
    if (schema === undefined) return inapplicable('the status is not documented');
    if (schema === null) {
      // A 200 to DELETE may describe the result (RFC 9110 §9.3.5).
      if (response.status === 200 && exchange.request.method === 'DELETE')
        return inapplicable('a 200 to DELETE may say how it went');
      const empty = operation.responseSchema === null && operation.success.includes(response.status);
      if (!(empty && response.bytes > 0)) return PASS;
      return judged([finding(exchange, 'body', 'no content', clip(response.body, 120), { kind: 'content' })]);
    }
    if (response.bytes === 0)
      return judged(
        isNoContent(response.status)
          ? []
          : [finding(exchange, 'body', 'a JSON body', 'no content', { kind: 'no-content' })],
      );
    const chosen = operation.selects?.find((name) => new URL(exchange.request.url).searchParams.has(name));
    if (chosen !== undefined) return inapplicable(`${chosen} says what is shown`);
    const body = jsonBody(response);
    if (!body.ok) return inapplicable('judged as malformed JSON');
    return judged(
      schemaDepartures(schema, body.value).map((failure) => schemaFinding(exchange, '', body.value, failure)),
    );
  },
  ['documented', 'responseSchema', 'success'],
);

const errorShape = passiveRule(
  'http.error-shape',
  (response, exchange, operation) => {
    if (response.status < 400) return inapplicable('not an error');
    if (exchange.request.method === 'HEAD') return inapplicable('HEAD has no content');
    if (isUnspoken(exchange, operation)) return inapplicable('a refusal that the contract does not speak of');
    const schema = operation.documented[response.status];
    if (response.bytes === 0)
      return judged([finding(exchange, 'body', 'an error that explains itself', 'no content', { kind: 'no-content' })]);
    const body = jsonBody(response);
    if (!body.ok) return judged([finding(exchange, 'body', 'a JSON error', clip(response.body, 120))]);
    if (schema === undefined || schema === null) return PASS;
    return judged(
      schemaDepartures(schema, body.value).map((failure) => schemaFinding(exchange, '', body.value, failure)),
    );
  },
  ['documented'],
);

/** Content that is declared as problem details (RFC 9457 §3). */
function problemOf(response: RecordedResponse): Json | undefined {
  if (essenceOf(response) !== 'application/problem+json') return undefined;
  const body = jsonBody(response);
  return body.ok ? body.value : undefined;
}

const TEXTS = ['title', 'detail'] as const;
const ADDRESSES = ['type', 'instance'] as const;

const problemMembers = passiveRule('http.problem-members', (response, exchange) => {
  const problem = problemOf(response);
  if (typeof problem !== 'object' || problem === null || Array.isArray(problem))
    return inapplicable('no problem details');
  const wrong = (name: string, expected: string, fits: (value: unknown) => boolean): readonly Finding[] => {
    const value = at(problem, `/${name}`);
    return value === undefined || fits(value) ? [] : [finding(exchange, `body#/${name}`, expected, show(value))];
  };
  return judged([
    ...ADDRESSES.flatMap((name) =>
      wrong(name, 'a URI reference', (value) => typeof value === 'string' && isUriReference(value)),
    ),
    ...TEXTS.flatMap((name) => wrong(name, 'a text', (value) => typeof value === 'string')),
    ...wrong('status', 'a number', (value) => typeof value === 'number'),
  ]);
});

const problemStatus = passiveRule('http.problem-status', (response, exchange) => {
  const problem = problemOf(response);
  const status = at(problem, '/status');
  if (typeof status !== 'number') return inapplicable('no problem details with a status');
  return judged(status === response.status ? [] : [valueFinding(exchange, 'body#/status', response.status, status)]);
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
