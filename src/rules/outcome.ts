/** Rules about the outcome of a request: accepted, rejected or throttled, and the form of a success or an error. */
import type { ErrorFamily } from '../load/model.ts';
import { jsonBody } from '../model/body.ts';
import type { CaseEvidence } from '../model/exchange.ts';
import { header } from '../model/headers.ts';
import { isMap, type Json, show } from '../model/json.ts';
import { matches } from '../model/pattern.ts';
import { at, entryWords } from '../model/pointer.ts';
import { isSuccessful, letThrough, succeeded } from '../model/success.ts';
import { caseRule } from './define-rule.ts';
import {
  answered,
  beginning,
  clip,
  finding,
  inapplicable,
  inconclusive,
  isUnreached,
  judged,
  statusFinding,
} from './evidence.ts';
import type { Finding, Judgement } from './model.ts';
import {
  FLAG,
  object,
  type ParamsOf,
  POINTER,
  POINTERS,
  STATUSES,
  STEP,
  STEP_PARAMS,
  SUCCESS,
  TEXT,
  TEXTS,
} from './params.ts';

const ACCEPTED_PARAMS = object({ step: STEP, success: SUCCESS });

type AcceptedParams = ParamsOf<typeof ACCEPTED_PARAMS>;

/** Departures of every answer of a step from a success. */
export function judgeAccepted(params: AcceptedParams, evidence: CaseEvidence): Judgement {
  answered(evidence, params.step);
  const departures = (evidence[params.step] ?? []).flatMap((exchange) => {
    if (exchange.response === undefined || succeeded(exchange, params.success)) return [];
    const { status, body } = exchange.response;
    const { statuses } = params.success;
    return [
      statusFinding(exchange, statuses, {
        expected: `a success with status ${statuses.join(' or ')}`,
        actual: isSuccessful(status)
          ? `${status}, but not a success: ${clip(body, 200)}`
          : beginning(exchange.response, 200),
      }),
    ];
  });
  return judged(departures);
}

/** Judgement shared by most positive rules: every response of a step is a success. */
export const accepted = caseRule(
  {
    id: 'outcome.accepted',
    title: 'A correct request is accepted',
    fails: '{refuses} a correct request: {status}',
    awaits: 'acceptance',
    explain:
      'The request keeps every rule of the contract. A refusal means that the service asks for something the specification does not, or that its data or sign-in is not in order.',
    filled: 'success',
    form: 'outcome.success-form',
  },
  ACCEPTED_PARAMS,
  judgeAccepted,
);

const successForm = caseRule(
  {
    id: 'outcome.success-form',
    title: 'A success has its declared status',
    fails: 'accepts with another status than declared: {actual} instead of {expected}',
    explain:
      'The request was accepted, as it must be. The status of the success is one that the contract names for the operation. Documents mostly show none, so that another 2xx takes nothing from what was done; clients that wait for one of them still go astray.',
    source: 'RFC 9110 §15.3 calls the whole class of 2xx "received, understood, and accepted"',
    filled: 'success',
  },
  ACCEPTED_PARAMS,
  /** Which 2xx it is, of what was accepted. */
  ({ step, success }, evidence) => {
    answered(evidence, step);
    const taken = (evidence[step] ?? []).filter((exchange) => succeeded(exchange, success));
    if (taken.length === 0) return inapplicable('nothing was accepted, so that there is no form of a success to judge');
    return judged(
      taken.flatMap((exchange) => {
        const status = exchange.response?.status;
        return status === undefined || success.statuses.includes(status)
          ? []
          : [statusFinding(exchange, success.statuses)];
      }),
    );
  },
);

/** Where the entries of an error body stand, and in them the code and the name of what is wrong. */
const FAMILY = object(
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

export const REFUSED_PARAMS = object(
  { step: STEP, kind: TEXT, statuses: STATUSES, success: SUCCESS },
  {
    family: FAMILY,
    /** Pointer to the item of an array answer that the refusal stands in. */
    item: POINTER,
    field: object({ name: TEXT }, { element: TEXT }),
    /** Digits that the code must start with, any of them. */
    codes: TEXTS,
  },
);

export type RefusedParams = ParamsOf<typeof REFUSED_PARAMS>;

/**
 * A request with one fault is rejected. The form of the rejection is a separate rule with a level of its own:
 * a standard may forbid accepting the request and leave the form of the rejection to the service.
 */
const refused = caseRule(
  {
    id: 'outcome.refused',
    title: 'A faulty request is refused for its fault',
    fails: '{accepts} a faulty request: {status}',
    awaits: 'refusal',
    explain:
      'The same request without the one fault was accepted in this run. The form of the refusal is a check of its own.',
    filled: 'refusal',
    form: 'outcome.form',
  },
  REFUSED_PARAMS,
  /**
   * Whether a request was accepted that must not be. Any other answer is a refusal here, a failure of the server too:
   * nothing was let through by it, and both its status and its form are judged by other checks.
   */
  (params, evidence) => {
    const found = answered(evidence, params.step);
    const { exchange, response } = found;
    if (letThrough(exchange, params.success))
      return judged([
        statusFinding(exchange, params.statuses, {
          expected: `a refusal with status ${params.statuses.join(' or ')}`,
          actual: `accepted with ${response.status}`,
        }),
      ]);
    if (!params.statuses.includes(response.status) && isUnreached(response))
      return inconclusive(
        `a gateway answered ${response.status}, so that it was not seen whether the service refuses it`,
      );
    return judged([]);
  },
);

/** What a service sends as a code may be of any length. */
const LONGEST_CODE = 60;

function entryFindings(
  params: RefusedParams,
  family: Omit<ErrorFamily, 'schema'>,
  entries: readonly Json[],
  exchange: Parameters<typeof finding>[0],
  where: string,
): readonly Finding[] {
  if (entries.length === 0) return [finding(exchange, where, 'at least one error entry', 'none', { kind: 'no-entry' })];
  const oddCode = entries.find((entry) => !matches(family.codePattern, String(at(entry, `/${family.code}`) ?? '')));
  if (oddCode !== undefined)
    return [
      finding(exchange, `${where}/${family.code}`, `a code of the form ${family.codePattern ?? ''}`, show(oddCode), {
        kind: 'code',
        asked: `one of the form ${family.codePattern ?? ''}`,
        came: codeOf(oddCode, family),
      }),
    ];
  const field = family.unnamed === true ? undefined : params.field;
  const naming = field === undefined ? entries : entries.filter((entry) => namesField(entry, family, field));
  if (field !== undefined && naming.length === 0) {
    const named = entryWords(field.name);
    const wanted = field.element === undefined ? named : `${named} or ${field.element}`;
    return [
      finding(exchange, where, `an entry that names ${wanted}`, show(entries), { kind: 'unnamed', member: field.name }),
    ];
  }
  const codes = params.codes;
  if (codes !== undefined && !naming.some((entry) => codes.some((code) => codeOf(entry, family).startsWith(code)))) {
    return [
      finding(exchange, `${where}/${family.code}`, `a code that begins with ${codes.join(' or ')}`, show(naming), {
        kind: 'code',
        asked: codes.join(' or '),
        came: [...new Set(naming.map((entry) => codeOf(entry, family)))].join(' and '),
      }),
    ];
  }
  return [];
}

function codeOf(entry: Json, family: Omit<ErrorFamily, 'schema'>): string {
  return clip(String(at(entry, `/${family.code}`) ?? 'none'), LONGEST_CODE);
}

/** An entry names a field by a pointer whose last part it is, or by its name or element number in the text; of a list one of its entries may be named. */
function namesField(
  entry: Json,
  family: Omit<ErrorFamily, 'schema'>,
  field: { readonly name: string; readonly element?: string },
): boolean {
  const source = family.source === undefined ? undefined : at(entry, family.source);
  if (typeof source === 'string' && isPlaceOf(source, field.name)) return true;
  // A header or query fault is named in another member of the same source object.
  const holder = family.source === undefined ? undefined : at(entry, family.source.replace(/\/[^/]*$/, ''));
  if (isMap(holder) && Object.entries(holder).some(([member, value]) => isNameIn(member, value, field.name)))
    return true;
  const detail = family.detail === undefined ? undefined : at(entry, `/${family.detail}`);
  if (typeof detail !== 'string') return false;
  // A place is a text of its own, since its slashes would take it apart.
  const isPlace = (text: string): boolean => isPlaceOf(text.replace(/\.$/, ''), field.name);
  if (field.name.startsWith('/') && (detail.includes(field.name) || detail.split(/[\s"'`,;:()]+/).some(isPlace)))
    return true;
  const words = new Set(detail.split(/[^A-Za-z0-9_.-]+/).map((w) => w.replace(/^[.-]+|(?:\.\d+)*[.-]*$/g, '')));
  return words.has(field.name) || (field.element !== undefined && words.has(field.element));
}

/** Names of header fields are the same in any letters (RFC 9110 §5.1). */
function isNameIn(member: string, value: Json, name: string): boolean {
  return value === name || (member === 'header' && String(value).toLowerCase() === name.toLowerCase());
}

/** `/book/tags`, `/tags/0`, `book.tags` and `tags[0]` are all places of `tags`. */
function isPlaceOf(text: string, name: string): boolean {
  const pointer = text.replace(/\[(\w+)\]/g, '/$1').replaceAll('.', '/');
  const bare = name.replace(/^\//, '');
  return [text, pointer, pointer.replace(/\/\d+$/, '')].some((one) => one === bare || one.endsWith(`/${bare}`));
}

const form = caseRule(
  {
    id: 'outcome.form',
    title: 'A refusal has its declared form',
    fails: 'refuses in another form than declared: {where} is {actual} instead of {expected}',
    explain:
      'The request was refused, as it must be. The status of the refusal is the declared one, and where the contract knows it the error has the declared code and names what is wrong. Clients act on them, but a refusal in another form lets nothing in.',
  },
  REFUSED_PARAMS,
  /** Departures of a refusal from its declared form: another status, no entry that names the fault. */
  (params, evidence) => {
    const found = answered(evidence, params.step);
    const { exchange, response } = found;
    if (letThrough(exchange, params.success))
      return inapplicable('nothing was refused, so that there is no form of a refusal to judge');
    if (!params.statuses.includes(response.status)) return judged([statusFinding(exchange, params.statuses)]);
    if (params.family === undefined || (params.field === undefined && params.codes === undefined)) return judged([]);
    const body = jsonBody(response);
    if (!body.ok) {
      return judged([
        finding(
          exchange,
          'body',
          'a JSON error body',
          `${header(response, 'content-type') ?? 'no content type'}: ${clip(response.body, 120)}`,
        ),
      ]);
    }
    const base = at(body.value, params.item ?? '');
    const { entries: several, entry = '' } = params.family;
    const listed = several === undefined ? [at(base, entry)].filter((one) => one !== undefined) : at(base, several);
    const entries = Array.isArray(listed) ? (listed as readonly Json[]) : [];
    const where = `body#${params.item ?? ''}${several ?? entry}`;
    return judged(entryFindings(params, params.family, entries, exchange, where));
  },
);

const refusedOrComplete = caseRule(
  {
    id: 'outcome.refused-or-complete',
    title: 'Refused, or accepted whole',
    fails: 'accepts a request and does half of its work: {where} is {actual}',
    explain:
      'The documents do not say whether the service must refuse this. They do rule out the middle way: accepting it and then doing only half of the work.',
    filled: 'success',
  },
  object({ step: STEP, success: SUCCESS, pointers: POINTERS }),
  (params, evidence) => {
    const found = answered(evidence, params.step);
    const { exchange, response } = found;
    const body = jsonBody(response);
    // An unreadable success shows no flag, so it rejects nothing.
    const isUnreadable = response.status < 300 && !body.ok;
    if (!isUnreadable && !succeeded(exchange, params.success)) {
      return judged(
        response.status >= 500
          ? [statusFinding(exchange, [], { expected: 'a refusal below 500, or a complete success' })]
          : [],
      );
    }
    return judged(
      params.pointers
        .filter((pointer) => !body.ok || at(body.value, pointer) === undefined)
        .map((pointer) => finding(exchange, `body#${pointer}`, 'present in an accepted answer', undefined)),
    );
  },
);

const status = caseRule(
  {
    id: 'outcome.status',
    title: 'The answer has the right status',
    fails: 'answers with another status: {actual} instead of {expected}',
    explain:
      'The contract knows the status of this answer, which is neither a plain success nor a refusal of a kind that it names.',
  },
  object({ step: STEP, statuses: STATUSES }),
  ({ step, statuses }, evidence) => {
    const found = answered(evidence, step);
    const { exchange, response } = found;
    return judged(statuses.includes(response.status) ? [] : [statusFinding(exchange, statuses)]);
  },
);

const never = caseRule(
  {
    id: 'outcome.never',
    title: 'A known fault does not come back',
    fails: 'shows a known fault again: {actual}',
    explain: 'The operator reported this answer as a fault and said that it was mended. It must not be seen again.',
  },
  object({ step: STEP }, { statuses: STATUSES, texts: TEXTS }),
  (params, evidence) => {
    const found = answered(evidence, params.step);
    const { exchange, response } = found;
    const statuses = params.statuses ?? [];
    const status = statuses.includes(response.status)
      ? [statusFinding(exchange, [], { expected: `anything but ${statuses.join(', ')}` })]
      : [];
    const texts = (params.texts ?? [])
      .filter((text) => response.body.includes(text))
      .map((text) => finding(exchange, 'body', `no text "${text}"`, response.body));
    return judged([...status, ...texts]);
  },
);

const exercised = caseRule(
  {
    id: 'coverage.exercised',
    title: 'The operation was seen to succeed, and every declared refusal is provoked',
    fails: 'never succeeds, so that its refusals show nothing: {actual}',
    explain:
      'A service that refuses everything keeps every rule about refusals. So an operation counts only where it succeeded once for a caller who may use it, and a contract only where some case brings about each refusal that it declares.',
  },
  object({
    step: STEP,
    success: SUCCESS,
    /** Kinds of refusal that the contract declares and no planned case of the endpoint provokes. */
    unprovoked: TEXTS,
  }),
  /**
   * Nothing was shown of an operation that never succeeded, however many refusals were right. A refusal that no case
   * brings about is no departure of the service, so there is nothing to fail: it is simply not known.
   *
   * A check of one case, in the one group that sends the operation's success: whatever shards a run has, its result is
   * made in one place. What each case saw of a refusal is the verdict of that case.
   */
  (params, evidence) => {
    const found = answered(evidence, params.step);
    const { exchange, response } = found;
    if (!succeeded(exchange, params.success))
      return judged([
        statusFinding(exchange, [], {
          expected: 'a success, without which nothing is shown of the operation',
          actual: beginning(response),
        }),
      ]);
    if (params.unprovoked.length > 0)
      return inconclusive(`no case provokes the declared refusal: ${params.unprovoked.join(', ')}`);
    return judged([]);
  },
);

const notThrottled = caseRule(
  {
    id: 'burst.not-throttled',
    title: 'A burst of calls is not throttled',
    fails: 'throttles a burst of calls with 429',
    explain: 'The plan has no limits, so many calls at once must all be served.',
    judgesThrottling: true,
  },
  STEP_PARAMS,
  (params, evidence) => {
    answered(evidence, params.step);
    return judged(
      (evidence[params.step] ?? [])
        .filter((e) => e.response?.status === 429)
        .map((e) => statusFinding(e, [], { expected: 'not 429' })),
    );
  },
);

export const outcomeRules = [
  accepted,
  successForm,
  refused,
  form,
  refusedOrComplete,
  status,
  never,
  exercised,
  notThrottled,
] as const;
