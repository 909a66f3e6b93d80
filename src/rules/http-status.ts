/** Passive rules about every exchange: a complete response in time, with a status code that fits the request. */
import type { ResolvedOperation } from '../plan/model.ts';
import { mediaTypeOf, jsonBody } from '../model/body.ts';
import type { Exchange } from '../model/exchange.ts';
import { firstHeader } from '../model/headers.ts';
import { passiveRule } from './define-rule.ts';
import {
  responseExcerpt,
  createFinding,
  inapplicableJudgement,
  inconclusiveJudgement,
  judgementFrom,
  PASSED_JUDGEMENT,
  statusFinding,
} from './evidence.ts';
import type { RecordCall, Judgement, PassiveJudge } from './model.ts';

/** False for probes with another method, which the contract does not describe. */
export function isDeclaredMethod(exchange: Exchange, operation: Pick<ResolvedOperation, 'method'>): boolean {
  return exchange.request.method === operation.method;
}

/** HTTP itself defines 304 for a conditional request, not the contract (RFC 9110 §13.1.2, §13.1.3). */
function isUnchanged({ request, response }: Exchange): boolean {
  return (
    response?.status === 304 &&
    ['GET', 'HEAD'].includes(request.method) &&
    ['if-none-match', 'if-modified-since'].some((name) => firstHeader(request, name) !== undefined)
  );
}

/** Statuses for a conflict with another write: RFC 9110 §15.5.10, RFC 5789 §2.2, RFC 4918 §11.3. */
const CONFLICT_STATUSES: readonly number[] = [409, 423];

/**
 * A failed precondition (RFC 9110 §15.5.13), or a write that conflicts with a concurrent one. HTTP defines these
 * rejections; if the contract does not declare them, their body is unspecified.
 */
export function isUnspecifiedRejection(
  { request, response, together }: Exchange,
  operation: Pick<ResolvedOperation, 'documented'>,
): boolean {
  if (response === undefined || String(response.status) in operation.documented) return false;
  return together === true && !['GET', 'HEAD'].includes(request.method)
    ? CONFLICT_STATUSES.includes(response.status)
    : response.status === 412 && firstHeader(request, 'if-match') !== undefined;
}

/** A server may close the connection while a larger body is being written, and its response is lost (RFC 9112 §9.6). */
const SMALL = 64 * 1024;

/** A server may close the connection on a GET with content (RFC 9110 §9.3.1) or a body that is too large (§15.5.14). */
function isModest({ request }: Exchange): boolean {
  const length = request.body?.length ?? 0;
  return length <= SMALL && (length === 0 || !['GET', 'HEAD', 'DELETE'].includes(request.method));
}

/** A single connection may fail by chance. The service is unavailable if several requests get no response. */
function judgeAnswered(exchanges: readonly Exchange[]): Judgement {
  const modest = exchanges.filter(isModest);
  const first = modest[0];
  if (first === undefined) return inapplicableJudgement('no small request');
  if (modest.some((exchange) => exchange.response !== undefined)) return PASSED_JUDGEMENT;
  const closed = modest.filter(({ failure }) => failure?.kind === 'reset');
  if (closed.length < modest.length) return inconclusiveJudgement(first.failure?.message ?? 'no response');
  return judgementFrom([
    createFinding(first, 'exchange', 'a response', `none: ${first.failure?.message ?? 'the connection was reset'}`),
  ]);
}

const answeredRule = {
  id: 'http.answered',
  kind: 'passive',
  judge: (exchange) => judgeAnswered([exchange]),
  judgeAll: judgeAnswered,
} as const satisfies PassiveJudge;

/** A response that begins must be complete. Another rule judges a missing response. */
const complete = {
  id: 'http.complete',
  kind: 'passive',
  judge: (exchange) => {
    if (exchange.response !== undefined) return PASSED_JUDGEMENT;
    const kind = exchange.failure?.kind;
    if (kind === 'truncated' || kind === 'protocol') {
      return judgementFrom([
        createFinding(exchange, 'exchange', 'a complete response', `${kind}: ${exchange.failure?.message ?? ''}`),
      ]);
    }
    return inconclusiveJudgement(exchange.failure?.message ?? 'no response');
  },
} as const satisfies PassiveJudge;

/** The fastest response counts: networks and cold starts slow down some of them. Missing responses do not count. */
function judgeInTime(exchanges: readonly Exchange[], operation: ResolvedOperation): Judgement {
  if (operation.budgetMs === undefined) return inapplicableJudgement('the contract has no time budget');
  const answeredExchanges = exchanges.filter((e) => e.response !== undefined);
  const [first, ...others] = answeredExchanges;
  if (first === undefined) return inconclusiveJudgement(exchanges[0]?.failure?.message ?? 'no response');
  const fastest = others.reduce((best, e) => (e.durationMs < best.durationMs ? e : best), first);
  if (fastest.durationMs <= operation.budgetMs) return PASSED_JUDGEMENT;
  return judgementFrom([
    createFinding(
      fastest,
      'exchange',
      `a response within ${operation.budgetMs} ms`,
      `${Math.round(fastest.durationMs)} ms for the fastest response`,
    ),
  ]);
}

const inTime = {
  id: 'http.in-time',
  kind: 'passive',
  reads: ['budgetMs'],
  judge: (exchange, operation) => judgeInTime([exchange], operation),
  judgeAll: judgeInTime,
} as const satisfies PassiveJudge;

// RFC 6585 §4: 429 means too many requests. A service without a rate limit never sends it.

const THROTTLED = 429;

/** Includes the responses before a retry. */
const notThrottled = passiveRule('http.not-throttled', (response, exchange) => {
  const all = [...(exchange.earlier ?? []).map((item) => item.response), response];
  const slowed = all.some(({ status }) => status === THROTTLED);
  return judgementFrom(
    slowed
      ? [createFinding(exchange, 'status', `not ${THROTTLED}`, `${THROTTLED}`, { kind: 'status', got: THROTTLED })]
      : [],
  );
});

/**
 * RFC 9110 §15.6 describes 5xx and forbids none. These statuses mean that an upstream failed (502, 504, and 520 to 530
 * of a CDN), that the service is unavailable (503), or that it lacks a feature (501, 505, 507, 508, 511).
 */
const ALLOWED_5XX: ReadonlySet<number> = new Set([501, 502, 503, 504, 505, 507, 508, 511]);

function isInnerFailure(status: number): boolean {
  return status >= 500 && status < 520 && !ALLOWED_5XX.has(status);
}

const noServerError = passiveRule('http.no-server-error', (response, exchange) =>
  judgementFrom(
    isInnerFailure(response.status)
      ? [statusFinding(exchange, [], { expected: 'below 500', actual: responseExcerpt(response) })]
      : [],
  ),
);

const noKnownFault = passiveRule('http.no-known-fault', (response, exchange, _operation, never) =>
  judgementFrom(
    never
      .filter((text) => response.body.includes(text))
      .map((text) => createFinding(exchange, 'body', 'no message of a fixed defect', JSON.stringify(text))),
  ),
);

const statusDocumented = passiveRule(
  'http.status-documented',
  (response, exchange, operation) => {
    if (!isDeclaredMethod(exchange, operation))
      return inapplicableJudgement('a request with another method, sent as a test');
    if (isUnchanged(exchange)) return inapplicableJudgement('a response to a conditional request, which HTTP defines');
    if (isUnspecifiedRejection(exchange, operation))
      return inapplicableJudgement('a rejection that the contract does not specify');
    if (isInnerFailure(response.status)) return inapplicableJudgement('checked as a server error');
    if (Object.hasOwn(operation.documented, String(response.status))) return PASSED_JUDGEMENT;
    if (response.status === THROTTLED) return inapplicableJudgement('the caller was throttled');
    const known = Object.keys(operation.documented);
    return judgementFrom([statusFinding(exchange, known.map(Number), { expected: `one of ${known.join(', ')}` })]);
  },
  ['documented'],
);

/** Statuses that describe the request (RFC 9110 §15.3.2, §15.5.14, §15.5.16), without a keyword; services differ. */
const REQUIREMENTS_BY_STATUS: readonly { readonly status: number; readonly to: string }[] = [
  { status: 201, to: 'a method that creates' },
  { status: 413, to: 'a request with content' },
  { status: 415, to: 'a request with content' },
];

/** Only GET and DELETE are judged: a write without a body may correctly be rejected for its missing media type. */
const statusMeaning = passiveRule('http.status-meaning', (response, exchange) => {
  const requirement = REQUIREMENTS_BY_STATUS.find(({ status }) => status === response.status);
  const { method, body } = exchange.request;
  if (requirement === undefined || !['GET', 'HEAD', 'DELETE'].includes(method))
    return inapplicableJudgement('the status fits this kind of request');
  const hasContent = body !== undefined && body !== '';
  if (hasContent && requirement.status !== 201) return PASSED_JUDGEMENT;
  return judgementFrom([
    statusFinding(exchange, [], {
      expected: `${response.status} only for ${requirement.to}`,
      actual: `${response.status} for ${method}${hasContent ? '' : ' without content'}`,
    }),
  ]);
});

const statusMethod = passiveRule('http.status-method', (response, exchange) => {
  if (response.status !== 304) return inapplicableJudgement('the status is not 304');
  const { method } = exchange.request;
  if (method === 'GET' || method === 'HEAD') return PASSED_JUDGEMENT;
  return judgementFrom([
    statusFinding(exchange, [], { expected: '304 only for GET or HEAD', actual: `304 for ${method}` }),
  ]);
});

const statusFields = passiveRule('http.status-fields', (response, exchange) => {
  if (response.status === 426)
    return judgementFrom(
      firstHeader(response, 'upgrade') === undefined
        ? [createFinding(exchange, 'header upgrade', 'present in a 426', undefined)]
        : [],
    );
  if (response.status !== 206) return inapplicableJudgement('the status requires no header');
  const range = firstHeader(response, 'content-range');
  if (mediaTypeOf(response) === 'multipart/byteranges')
    return judgementFrom(
      range === undefined
        ? []
        : [createFinding(exchange, 'header content-range', 'absent if there are several parts', range)],
    );
  return judgementFrom(
    range === undefined ? [createFinding(exchange, 'header content-range', 'present in a 206', undefined)] : [],
  );
});

const GONE: readonly (number | undefined)[] = [404, 410];

export const isNotFound = ({ call }: RecordCall): boolean => GONE.includes(call.response?.status);
const isFound = ({ call: { response } }: RecordCall): boolean => response !== undefined && response.status < 300;

/** RFC 9110 §15.3.2: after a 201 the resource exists; §15.3.3 has 202 for pending work. Other checks judge the read. */
function judgeCreated(calls: readonly RecordCall[]): Judgement {
  const reads = calls.filter(({ call }) => call.request.method === 'GET');
  if (reads.length === 0) return inapplicableJudgement('no request read a record that was created before');
  const gone = reads.filter(isNotFound);
  const listNames = onlyIn(gone, reads.filter(isFound));
  return judgementFrom(
    gone.map(({ made, call }) =>
      statusFinding(call, [], {
        expected: `the record, since its ${made.request.method} returned ${made.response?.status}`,
        actual: `${call.response?.status}${listNames === undefined ? '' : `, after a response with ${listNames}`}`,
      }),
    ),
  );
}

/** A non-empty list, such as warnings, that occurs only in the create responses of the missing records. */
function onlyIn(gone: readonly RecordCall[], found: readonly RecordCall[]): string | undefined {
  if (found.length === 0) return undefined;
  const [first = [], ...others] = gone.map(({ made }) => listsOf(made));
  const inFound = new Set(found.flatMap(({ made }) => listsOf(made)));
  return first.find((name) => others.every((names) => names.includes(name)) && !inFound.has(name));
}

/** Names of non-empty lists in a response, except those of the record itself. */
function listsOf({ response }: Exchange): readonly string[] {
  const body = response === undefined ? undefined : jsonBody(response);
  const [item] = body?.ok === true ? [body.value].flat() : [];
  return typeof item === 'object' && item !== null
    ? Object.entries(item).flatMap(([name, value]) => (Array.isArray(value) && value.length > 0 ? [name] : []))
    : [];
}

export const createdReadableRule = {
  id: 'http.made',
  kind: 'passive',
  judge: ({ response, failure }) =>
    response === undefined
      ? inconclusiveJudgement(failure?.message ?? 'no response')
      : inapplicableJudgement('a record is checked together with the request that created it'),
  judgeMade: judgeCreated,
} as const satisfies PassiveJudge;

export const httpStatusRules = [
  answeredRule,
  complete,
  inTime,
  notThrottled,
  noServerError,
  noKnownFault,
  statusDocumented,
  statusMeaning,
  statusMethod,
  statusFields,
  createdReadableRule,
] as const;
