/** Judged on every answer at no extra request. */
import type { Exchange } from '../exchange/model.ts';
import type { ResolvedOperation } from '../plan/model.ts';
import { at, clip, finding, header, headerTokens, inapplicable, inconclusive, jsonBody, judged, PASS, show } from './evidence.ts';
import type { Judgement, PassiveRule } from './model.ts';
import { schemaDepartures } from './schema.ts';

type JudgeResponse = (response: NonNullable<Exchange['response']>, exchange: Exchange, operation: ResolvedOperation, never: readonly string[]) => Judgement;

function passive<const Id extends string>(id: Id, title: string, explain: string, covers: readonly string[], judge: JudgeResponse): PassiveRule & { readonly id: Id } {
  return {
    id,
    kind: 'passive',
    title,
    explain,
    covers,
    requirement: id,
    judge: (exchange, operation, never) =>
      exchange.response === undefined ? inconclusive(exchange.failure?.message ?? 'no answer') : judge(exchange.response, exchange, operation, never),
  };
}

/** Whether the contract's own statements about this operation apply: not to probes with another method. */
function isOwn(exchange: Exchange, operation: ResolvedOperation): boolean {
  return exchange.request.method === operation.method;
}

const IMF_FIXDATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Traces of how a service is built: stack frames, database messages, file paths, class names. Every repetition has a
 * bound, or an answer made for it could keep the matcher busy for minutes.
 */
const LEAKS: readonly (readonly [string, RegExp])[] = [
  ['a stack frame', /\bat [\w$.<>]{1,200} ?\([^)\n]{0,300}:\d{1,9}\)|Traceback \(most recent call last\)|^[ \t]{1,40}at [\w.$]{1,200}\(/m],
  // Lower-case words may be plain English, so there the table must be one word.
  ['a database message', /\bSQLSTATE\b|\bORA-\d{5}\b|[Ss]yntax error at or near|SELECT .{1,80} FROM .{1,80} WHERE|\bselect .{1,80} from [\w."]{1,80} where /],
  ['a file path', /(?:^|[\s"'(])(?:\/(?:usr|var|home|opt|srv|app|root|tmp)\/[\w./-]+|[A-Z]:\\\\?[\w\\]+)/],
  ['a class name', /\b(?:java|javax|org\.springframework|com\.ibm|System|Microsoft)(?:\.\w{1,60}){0,8}\.[A-Z]\w{0,60}(?:Exception|Error)\b/],
];

function isNoContent(status: number): boolean {
  return status === 204 || status === 205 || status === 304 || (status >= 100 && status < 200);
}

export const httpRules = [
  {
    id: 'http.complete',
    kind: 'passive',
    title: 'Every answer arrives whole',
    explain: 'The connection stood and the answer broke off, was reset, or was not HTTP. Such answers cannot be told from lost ones.',
    covers: [],
    requirement: 'http.complete',
    judge: (exchange) => {
      if (exchange.response !== undefined) return PASS;
      const kind = exchange.failure?.kind;
      if (kind === 'reset' || kind === 'truncated' || kind === 'protocol') {
        return judged([finding(exchange, 'exchange', 'a whole answer', `${kind}: ${exchange.failure?.message ?? ''}`)]);
      }
      return inconclusive(exchange.failure?.message ?? 'no answer');
    },
  },
  passive(
    'http.status-documented',
    'The status is one that the contract knows',
    'A status that is documented nowhere leaves clients to guess what happened.',
    ['A01', 'A03'],
    (response, exchange, operation) => {
      if (!isOwn(exchange, operation)) return inapplicable('a probe with another method');
      if (response.status >= 500 && response.status !== 503) return inapplicable('judged as a server error');
      const known = Object.keys(operation.documented);
      return judged(known.includes(String(response.status)) ? [] : [finding(exchange, 'status', `one of ${known.join(', ')}`, String(response.status))]);
    },
  ),
  passive(
    'http.no-server-error',
    'No request causes a server error',
    'Whatever is sent, the service must not fail inside. Announced unavailability (503) is not meant.',
    ['A02'],
    (response, exchange) =>
      judged(
        response.status >= 500 && response.status !== 503 && response.status !== 501
          ? [finding(exchange, 'status', 'below 500', `${response.status}: ${clip(response.body, 160)}`)]
          : [],
      ),
  ),
  passive(
    'http.media-type',
    'Content is declared as JSON',
    'The Content-Type is there, can be parsed, and is the declared one, compared without regard to case and parameters.',
    ['A05', 'A06'],
    (response, exchange) => {
      if (response.bytes === 0) return inapplicable('no content');
      const type = header(response, 'content-type');
      if (type === undefined) return judged([finding(exchange, 'header content-type', 'application/json', 'absent')]);
      const essence = type.split(';')[0]?.trim().toLowerCase();
      return judged(essence === 'application/json' || essence === 'application/problem+json' ? [] : [finding(exchange, 'header content-type', 'application/json', type)]);
    },
  ),
  passive('http.json', 'JSON content is well formed', 'UTF-8 without a byte order mark, one JSON text, no member twice.', ['A19'], (response, exchange) => {
    if (response.bytes === 0) return inapplicable('no content');
    if (response.body.startsWith('\uFEFF')) return judged([finding(exchange, 'body', 'no byte order mark', 'one at the beginning')]);
    const body = jsonBody(response);
    return judged(body.ok ? [] : [finding(exchange, 'body', 'one JSON text', `${body.message}: ${clip(response.body, 120)}`)]);
  }),
  passive(
    'http.body-schema',
    'The body has the declared shape',
    'The body is held against the schema that the contract gives for this status in this spec version. Members that are not declared are departures too.',
    ['A04', 'A20'],
    (response, exchange, operation) => {
      if (!isOwn(exchange, operation)) return inapplicable('a probe with another method');
      if (response.reduced === true) return inapplicable('only the uids of this page were kept');
      const schema = operation.documented[response.status];
      if (schema === undefined) return inapplicable('the status is not documented');
      if (schema === null) {
        const empty = operation.responseSchema === null && operation.success.includes(response.status);
        return judged(empty && response.bytes > 0 ? [finding(exchange, 'body', 'no content', clip(response.body, 120))] : []);
      }
      if (response.bytes === 0) return judged(isNoContent(response.status) ? [] : [finding(exchange, 'body', 'a JSON body', 'no content')]);
      const body = jsonBody(response);
      if (!body.ok) return inapplicable('judged as malformed JSON');
      return judged(schemaDepartures(schema, body.value).map((d) => finding(exchange, `body#${d.pointer}`, d.expected, show(at(body.value, d.pointer)))));
    },
  ),
  passive(
    'http.error-shape',
    'Every error has the declared shape',
    'Errors made by the framework or the gateway have the same shape as the service’s own, so that clients need one parser.',
    ['H01', 'H08'],
    (response, exchange, operation) => {
      if (response.status < 400) return inapplicable('not an error');
      if (exchange.request.method === 'HEAD') return inapplicable('HEAD has no content');
      const schema = operation.documented[response.status];
      if (response.bytes === 0) return judged([finding(exchange, 'body', 'an error that explains itself', 'no content')]);
      const body = jsonBody(response);
      if (!body.ok) return judged([finding(exchange, 'body', 'a JSON error', clip(response.body, 120))]);
      if (schema === undefined || schema === null) return PASS;
      return judged(schemaDepartures(schema, body.value).map((d) => finding(exchange, `body#${d.pointer}`, d.expected, show(at(body.value, d.pointer)))));
    },
  ),
  passive('http.date', 'Every answer says when it was made', 'A server with a clock sends a Date in the one form that HTTP gives it.', ['A07', 'A08'], (response, exchange) => {
    if (response.status >= 500) return inapplicable('not asked of server errors');
    const value = header(response, 'date');
    return judged(
      value !== undefined && IMF_FIXDATE.test(value) && !Number.isNaN(Date.parse(value)) ? [] : [finding(exchange, 'header date', 'an IMF-fixdate', value ?? 'absent')],
    );
  }),
  passive('http.content-length', 'The declared length is right', 'A Content-Length, where sent, is the length of the content; 204 has none.', ['A10'], (response, exchange) => {
    const value = header(response, 'content-length');
    if (response.status === 204) {
      const framed = value !== undefined || header(response, 'transfer-encoding') !== undefined;
      return judged(framed ? [finding(exchange, 'header content-length', 'absent on 204', value ?? 'transfer-encoding')] : []);
    }
    if (value === undefined || exchange.request.method === 'HEAD' || header(response, 'content-encoding') !== undefined) return inapplicable('no comparable length');
    return judged(Number(value) === response.bytes ? [] : [finding(exchange, 'header content-length', String(response.bytes), value)]);
  }),
  passive('http.no-content', 'An answer without content has none', '204 and 304, and every answer to HEAD, end with the headers.', ['A11'], (response, exchange) => {
    if (!isNoContent(response.status) && exchange.request.method !== 'HEAD') return inapplicable('content is allowed');
    return judged(response.bytes > 0 ? [finding(exchange, 'body', 'no content', `${response.bytes} bytes`)] : []);
  }),
  passive(
    'http.no-leak',
    'Nothing of the inside is shown',
    'Stack frames, database messages, file paths and class names help attackers and nobody else.',
    ['A21', 'H07'],
    (response, exchange) => {
      const text = `${response.headers.map(([n, v]) => `${n}: ${v}`).join('\n')}\n${response.body}`;
      return judged(
        LEAKS.flatMap(([what, pattern]) => {
          const match = pattern.exec(text);
          return match === null ? [] : [finding(exchange, 'answer', `no trace of ${what}`, clip(match[0].trim(), 120))];
        }),
      );
    },
  ),
  passive(
    'http.no-known-fault',
    'The message of a known fault is not seen',
    'The operator reported these messages as faults and said that they were mended.',
    [],
    (response, exchange, _operation, never) =>
      judged(never.filter((text) => response.body.includes(text)).map((text) => finding(exchange, 'body', `no text "${text}"`, response.body))),
  ),
  passive('http.challenge', 'A 401 says how to sign in', 'A 401 carries WWW-Authenticate with at least one challenge.', ['A12', 'G01', 'G02'], (response, exchange) => {
    if (response.status !== 401) return inapplicable('no 401');
    const value = header(response, 'www-authenticate');
    return judged(value !== undefined && /^[A-Za-z][\w-]*( |$)/.test(value) ? [] : [finding(exchange, 'header www-authenticate', 'a challenge', value ?? 'absent')]);
  }),
  passive('http.allow', 'A 405 lists what is allowed', 'A 405 carries Allow with the methods of the resource.', ['A13'], (response, exchange) => {
    if (response.status !== 405) return inapplicable('no 405');
    return judged(
      header(response, 'allow') === undefined
        ? [finding(exchange, 'header allow', 'the methods of the path', 'absent')]
        : headerTokens(response, 'allow').includes(exchange.request.method)
          ? [finding(exchange, 'header allow', `a list without ${exchange.request.method}`, header(response, 'allow') ?? '')]
          : [],
    );
  }),
  {
    ...passive('http.cache-control', 'Personal data is not for caches', 'An answer to a signed-in call says `no-store` or `private`.', ['D11', 'K06'], (response, exchange) => {
      if (response.status < 200 || response.status > 299 || exchange.request.method === 'OPTIONS') return inapplicable('no data');
      const value = header(response, 'cache-control') ?? 'absent';
      return judged(/\b(no-store|private)\b/i.test(value) ? [] : [finding(exchange, 'header cache-control', 'no-store or private', value)]);
    }),
    appliesTo: (operation) => operation.access === 'token',
  },
  passive('http.retry-after', 'Retry-After can be understood', 'Seconds or a date; a 503 or 429 should carry it.', ['A18'], (response, exchange) => {
    const value = header(response, 'retry-after');
    if (value === undefined)
      return response.status === 503 || response.status === 429 ? judged([finding(exchange, 'header retry-after', 'seconds or a date', 'absent')]) : inapplicable('no Retry-After');
    return judged(/^\d+$/.test(value) || IMF_FIXDATE.test(value) ? [] : [finding(exchange, 'header retry-after', 'seconds or an IMF-fixdate', value)]);
  }),
  passive('http.location', 'A 201 names what was made', 'A 201 to a request for one record carries Location.', ['A15'], (response, exchange) => {
    if (response.status !== 201) return inapplicable('no 201');
    const body = jsonBody(response);
    if (body.ok && Array.isArray(body.value) && body.value.length !== 1) return inapplicable('several records');
    return judged(header(response, 'location') === undefined ? [finding(exchange, 'header location', 'the address of the new record', 'absent')] : []);
  }),
] as const satisfies readonly PassiveRule[];
