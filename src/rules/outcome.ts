/** Rules about the outcome of a request: accepted, rejected or throttled, and the form of a success or an error. */
import { joinWithOr } from '../model/text.ts';
import type { ErrorFamily } from '../load/model.ts';
import { jsonBody } from '../model/body.ts';
import { type CaseEvidence, isUnavailable } from '../model/exchange.ts';
import { firstHeader } from '../model/headers.ts';
import { isMap, type Json, jsonText } from '../model/json.ts';
import { matchesPattern } from '../model/pattern.ts';
import { valueAtPointer, pointerText } from '../model/pointer.ts';
import { isSuccessStatus, isAccepted, succeeded } from '../model/success.ts';
import { caseRule } from './define-rule.ts';
import {
  requireResponse,
  responseExcerpt,
  truncateText,
  createFinding,
  inapplicableJudgement,
  inconclusiveJudgement,
  judgementFrom,
  PASSED_JUDGEMENT,
  statusFinding,
} from './evidence.ts';
import type { Finding, Judgement } from './model.ts';
import {
  FLAG,
  objectParams,
  type SchemaParams,
  POINTER,
  POINTERS,
  STATUSES,
  STEP,
  STEP_PARAMS,
  SUCCESS,
  TEXT,
  TEXTS,
} from './params.ts';

const ACCEPTED_PARAMS = objectParams({ step: STEP, success: SUCCESS });

type AcceptedParams = SchemaParams<typeof ACCEPTED_PARAMS>;

/** Findings for every response of a step that is not a success. */
export function judgeAccepted(params: AcceptedParams, evidence: CaseEvidence): Judgement {
  requireResponse(evidence, params.step);
  const findings = (evidence[params.step] ?? []).flatMap((exchange) => {
    if (exchange.response === undefined || succeeded(exchange, params.success)) return [];
    const { status, body } = exchange.response;
    const { statuses } = params.success;
    return [
      statusFinding(exchange, statuses, {
        expected: `a success with status ${joinWithOr(statuses)}`,
        actual: isSuccessStatus(status)
          ? `${status}, but not a success: ${truncateText(body, 200)}`
          : responseExcerpt(exchange.response, 200),
      }),
    ];
  });
  return judgementFrom(findings);
}

/** Every response of a step is a success. Most positive rules share this judgement. */
export const acceptedRule = caseRule(
  {
    id: 'outcome.accepted',
    title: 'A valid request is accepted',
    fails: '{refuses} a valid request: {status}',
    awaits: 'acceptance',
    explain:
      'The request meets all rules of the contract. A rejection means that the service requires more than the specification, or that its data or sign-in is not set up.',
    filled: 'success',
    form: 'outcome.success-form',
    // The scenario lifecycle.clear-each.
    requirementFor: { 'clear-each': 'http.null-clears' },
  },
  ACCEPTED_PARAMS,
  judgeAccepted,
);

const successForm = caseRule(
  {
    id: 'outcome.success-form',
    title: 'A success has its declared status',
    fails: 'accepts a request with an undeclared status: {actual} instead of {expected}',
    explain:
      'The request was accepted, as expected. The status is one of those that the contract declares for the operation. Many specifications declare none, so another 2xx does not change the result. Clients that expect one of the declared statuses still fail.',
    source: 'RFC 9110 §15.3 defines every 2xx as received, understood and accepted',
    filled: 'success',
  },
  ACCEPTED_PARAMS,
  /** The status of an accepted request. */
  ({ step, success }, evidence) => {
    requireResponse(evidence, step);
    const taken = (evidence[step] ?? []).filter((exchange) => succeeded(exchange, success));
    if (taken.length === 0)
      return inapplicableJudgement('the request was not accepted, so there is no success to check');
    return judgementFrom(
      taken.flatMap((exchange) => {
        const status = exchange.response?.status;
        return status === undefined || success.statuses.includes(status)
          ? []
          : [statusFinding(exchange, success.statuses)];
      }),
    );
  },
);

/** Pointers to the entries of an error body, and in them to the code and the field. */
const FAMILY = objectParams(
  { name: TEXT },
  {
    entries: POINTER,
    entry: POINTER,
    code: TEXT,
    codePattern: TEXT,
    detail: TEXT,
    source: POINTER,
    unnamed: FLAG,
    media: TEXT,
  },
);

export const REJECTED_PARAMS = objectParams(
  { step: STEP, kind: TEXT, statuses: STATUSES, success: SUCCESS },
  {
    family: FAMILY,
    /** Pointer to the item of an array response that contains the rejection. */
    item: POINTER,
    field: objectParams({ name: TEXT }, { element: TEXT }),
    /** Prefixes of the expected code, any of them. */
    codes: TEXTS,
  },
);

export type RejectedParams = SchemaParams<typeof REJECTED_PARAMS>;

/**
 * A request with one fault is rejected. The form of the rejection is a separate rule with its own level: a standard may
 * forbid accepting the request and leave the form to the service.
 */
const refused = caseRule(
  {
    id: 'outcome.refused',
    title: 'An invalid request is rejected',
    fails: '{accepts} an invalid request: {status}',
    awaits: 'refusal',
    explain:
      'The same request without the error was accepted in this run. Another check covers the form of the rejection.',
    filled: 'refusal',
    form: 'outcome.form',
  },
  REJECTED_PARAMS,
  /** Fails only if an invalid request was accepted. A 5xx counts as a rejection here; other checks judge it. */
  (params, evidence) => {
    const { exchange, response } = requireResponse(evidence, params.step);
    if (isAccepted(exchange, params.success))
      return judgementFrom([
        statusFinding(exchange, params.statuses, {
          expected: `a rejection with status ${joinWithOr(params.statuses)}`,
          actual: `accepted with ${response.status}`,
        }),
      ]);
    if (!params.statuses.includes(response.status) && isUnavailable(response))
      return inconclusiveJudgement(`a gateway returned ${response.status}, so the response of the service is unknown`);
    return judgementFrom([]);
  },
);

const MAX_CODE = 60;

function entryFindings(
  params: RejectedParams,
  family: Omit<ErrorFamily, 'schema'>,
  entries: readonly Json[],
  exchange: Parameters<typeof createFinding>[0],
  where: string,
): readonly Finding[] {
  if (entries.length === 0)
    return [createFinding(exchange, where, 'at least one error entry', 'none', { kind: 'no-entry' })];
  const oddCode = entries.find(
    (entry) => !matchesPattern(family.codePattern, String(valueAtPointer(entry, `/${family.code}`) ?? '')),
  );
  if (oddCode !== undefined)
    return [
      createFinding(
        exchange,
        `${where}/${family.code}`,
        `a code that matches ${family.codePattern ?? ''}`,
        jsonText(oddCode),
        {
          kind: 'code',
          asked: `one that matches ${family.codePattern ?? ''}`,
          came: codeOf(oddCode, family),
        },
      ),
    ];
  const field = family.unnamed === true ? undefined : params.field;
  const naming = field === undefined ? entries : entries.filter((entry) => namesField(entry, family, field));
  if (field !== undefined && naming.length === 0) {
    const named = pointerText(field.name);
    const expected = field.element === undefined ? named : `${named} or ${field.element}`;
    return [
      createFinding(exchange, where, `an entry for ${expected}`, jsonText(entries), {
        kind: 'unnamed',
        member: field.name,
      }),
    ];
  }
  const codes = params.codes;
  if (codes !== undefined && !naming.some((entry) => codes.some((code) => codeOf(entry, family).startsWith(code)))) {
    return [
      createFinding(
        exchange,
        `${where}/${family.code}`,
        `a code that begins with ${joinWithOr(codes)}`,
        jsonText(naming),
        {
          kind: 'code',
          asked: joinWithOr(codes),
          came: [...new Set(naming.map((entry) => codeOf(entry, family)))].join(' and '),
        },
      ),
    ];
  }
  return [];
}

function codeOf(entry: Json, family: Omit<ErrorFamily, 'schema'>): string {
  return truncateText(String(valueAtPointer(entry, `/${family.code}`) ?? 'none'), MAX_CODE);
}

/** An entry names a field by the last part of a pointer, or by name or element number; for a list, any item. */
function namesField(
  entry: Json,
  family: Omit<ErrorFamily, 'schema'>,
  field: { readonly name: string; readonly element?: string },
): boolean {
  const source = family.source === undefined ? undefined : valueAtPointer(entry, family.source);
  if (typeof source === 'string' && isPlaceOf(source, field.name)) return true;
  // Errors about a header or query parameter use another field of the same source object.
  const holder = family.source === undefined ? undefined : valueAtPointer(entry, family.source.replace(/\/[^/]*$/, ''));
  if (isMap(holder) && Object.entries(holder).some(([member, value]) => isNameIn(member, value, field.name)))
    return true;
  const detail = family.detail === undefined ? undefined : valueAtPointer(entry, `/${family.detail}`);
  if (typeof detail !== 'string') return false;
  // A pointer is compared as a whole, since its slashes would split it.
  const isPlace = (text: string): boolean => isPlaceOf(text.replace(/\.$/, ''), field.name);
  if (field.name.startsWith('/') && (detail.includes(field.name) || detail.split(/[\s"'`,;:()]+/).some(isPlace)))
    return true;
  const words = new Set(detail.split(/[^A-Za-z0-9_.-]+/).map((w) => w.replace(/^[.-]+|(?:\.\d+)*[.-]*$/g, '')));
  return words.has(field.name) || (field.element !== undefined && words.has(field.element));
}

/** Header names are case-insensitive (RFC 9110 §5.1). */
function isNameIn(member: string, value: Json, name: string): boolean {
  return value === name || (member === 'header' && String(value).toLowerCase() === name.toLowerCase());
}

/** `/book/tags`, `/tags/0`, `book.tags` and `tags[0]` all point to `tags`. */
function isPlaceOf(text: string, name: string): boolean {
  const pointer = text.replace(/\[(\w+)\]/g, '/$1').replaceAll('.', '/');
  const bare = name.replace(/^\//, '');
  return [text, pointer, pointer.replace(/\/\d+$/, '')].some((item) => item === bare || item.endsWith(`/${bare}`));
}

const form = caseRule(
  {
    id: 'outcome.form',
    title: 'A rejection has its declared status and error',
    fails: 'rejects with the wrong error: {where} is {actual} instead of {expected}',
    explain:
      'The service rejected the invalid request, as expected. This check judges the response: its status is declared in errors.yaml, and the error has the declared code and names the invalid part, if the contract specifies them. Clients read these to find the error.',
  },
  REJECTED_PARAMS,
  /** Findings about the declared form of a rejection: the status, and an entry that names the fault. */
  (params, evidence) => {
    const { exchange, response } = requireResponse(evidence, params.step);
    if (isAccepted(exchange, params.success))
      return inapplicableJudgement('the request was not rejected, so there is no rejection to check');
    if (!params.statuses.includes(response.status)) return judgementFrom([statusFinding(exchange, params.statuses)]);
    if (params.family === undefined || (params.field === undefined && params.codes === undefined))
      return judgementFrom([]);
    const body = jsonBody(response);
    if (!body.ok) {
      return judgementFrom([
        createFinding(
          exchange,
          'body',
          'a JSON error body',
          `${firstHeader(response, 'content-type') ?? 'no content type'}: ${truncateText(response.body, 120)}`,
        ),
      ]);
    }
    const base = valueAtPointer(body.value, params.item ?? '');
    const { entries: several, entry = '' } = params.family;
    const listed =
      several === undefined
        ? [valueAtPointer(base, entry)].filter((item) => item !== undefined)
        : valueAtPointer(base, several);
    const entries = Array.isArray(listed) ? (listed as readonly Json[]) : [];
    const where = `body#${params.item ?? ''}${several ?? entry}`;
    return judgementFrom(entryFindings(params, params.family, entries, exchange, where));
  },
);

const refusedOrComplete = caseRule(
  {
    id: 'outcome.refused-or-complete',
    title: 'A request is rejected or executed completely',
    fails: 'accepts a request and executes only a part of it: {where} is {actual}',
    explain:
      'The specification does not state whether the service rejects this request. It excludes the third option: a request that is accepted but only partly executed.',
    filled: 'success',
  },
  objectParams({ step: STEP, success: SUCCESS, pointers: POINTERS }),
  (params, evidence) => {
    const { exchange, response } = requireResponse(evidence, params.step);
    const body = jsonBody(response);
    // An unreadable success shows no flag, so it is not a rejection.
    const isUnreadable = response.status < 300 && !body.ok;
    if (!isUnreadable && !succeeded(exchange, params.success)) {
      if (response.status < 500) return PASSED_JUDGEMENT;
      return judgementFrom([
        statusFinding(exchange, [], { expected: 'a rejection with a status below 500, or a complete success' }),
      ]);
    }
    return judgementFrom(
      params.pointers
        .filter((pointer) => !body.ok || valueAtPointer(body.value, pointer) === undefined)
        .map((pointer) => createFinding(exchange, `body#${pointer}`, 'present in an accepted response', undefined)),
    );
  },
);

const status = caseRule(
  {
    id: 'outcome.status',
    title: 'The response has the expected status',
    fails: 'returns another status: {actual} instead of {expected}',
    explain:
      'The contract specifies the status of this response. It is neither a plain success nor a rejection of a declared kind.',
  },
  objectParams({ step: STEP, statuses: STATUSES }),
  ({ step, statuses }, evidence) => {
    const { exchange, response } = requireResponse(evidence, step);
    return judgementFrom(statuses.includes(response.status) ? [] : [statusFinding(exchange, statuses)]);
  },
);

const never = caseRule(
  {
    id: 'outcome.never',
    title: 'A fixed defect does not appear again',
    fails: 'shows a fixed defect again: {actual}',
    explain: 'The operator reported this response as a defect and as fixed.',
  },
  objectParams({ step: STEP }, { statuses: STATUSES, texts: TEXTS }),
  (params, evidence) => {
    const { exchange, response } = requireResponse(evidence, params.step);
    const statuses = params.statuses ?? [];
    const status = statuses.includes(response.status)
      ? [statusFinding(exchange, [], { expected: `any status except ${statuses.join(', ')}` })]
      : [];
    const texts = (params.texts ?? [])
      .filter((text) => response.body.includes(text))
      .map((text) => createFinding(exchange, 'body', `no text "${text}"`, response.body));
    return judgementFrom([...status, ...texts]);
  },
);

const exercised = caseRule(
  {
    id: 'coverage.exercised',
    title: 'The operation succeeds at least once, and test cases trigger every declared rejection',
    fails: 'never succeeds, so its rejections prove nothing: {actual}',
    explain:
      'A service that rejects everything meets every rule about rejections. So an operation counts only if it succeeded once for an authorized caller, and a contract only if some case provokes each declared rejection.',
  },
  objectParams({
    step: STEP,
    success: SUCCESS,
    /** Kinds of rejection that the contract declares and no planned case provokes. */
    unprovoked: TEXTS,
  }),
  /**
   * Inapplicable if the operation never succeeded, even if all rejections were right. A kind that no case provokes is
   * not a failure; its form is unknown. The check belongs to the one group that sends the valid request, so that shards
   * decide it in one place. The verdict of each case covers its own rejection.
   */
  (params, evidence) => {
    const { exchange, response } = requireResponse(evidence, params.step);
    if (!succeeded(exchange, params.success))
      return judgementFrom([
        statusFinding(exchange, [], {
          expected: 'at least one success; without it the operation is untested',
          actual: responseExcerpt(response),
        }),
      ]);
    if (params.unprovoked.length > 0)
      return inconclusiveJudgement(`no case provokes the declared rejection: ${params.unprovoked.join(', ')}`);
    return judgementFrom([]);
  },
);

const notThrottled = caseRule(
  {
    id: 'burst.not-throttled',
    title: 'A burst of requests is not throttled',
    fails: 'throttles a burst of requests with 429',
    explain: 'The contract declares that the service has no rate limit, so many parallel requests all succeed.',
    convention: true,
    judgesThrottling: true,
  },
  STEP_PARAMS,
  (params, evidence) => {
    requireResponse(evidence, params.step);
    return judgementFrom(
      (evidence[params.step] ?? [])
        .filter((e) => e.response?.status === 429)
        .map((e) => statusFinding(e, [], { expected: 'not 429' })),
    );
  },
);

export const outcomeRules = [
  acceptedRule,
  successForm,
  refused,
  form,
  refusedOrComplete,
  status,
  never,
  exercised,
  notThrottled,
] as const;
