/** Small readers of recorded exchanges, shared by the rules. */
import type { CaseEvidence, Exchange, RecordedResponse } from '../exchange/model.ts';
import type { Json } from '../load/model.ts';
import type { Success } from '../plan/model.ts';
import type { Finding, Judgement } from './model.ts';

export const PASS: Judgement = { kind: 'judged', findings: [] };

export function judged(findings: readonly Finding[]): Judgement {
  return { kind: 'judged', findings };
}

export function inconclusive(cause: string): Judgement {
  return { kind: 'inconclusive', cause };
}

export function inapplicable(reason: string): Judgement {
  return { kind: 'inapplicable', reason };
}

export function finding(exchange: Exchange, where: string, expected: string, actual: string): Finding {
  return { where, expected: clip(expected), actual: clip(actual), evidence: exchange.id };
}

/** Long values are cut, so that a finding stays readable and a report small. */
export function clip(text: string, most = 300): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`;
}

/** The first value of a header, or undefined. */
export function header(response: RecordedResponse, name: string): string | undefined {
  return response.headers.find(([n]) => n === name)?.[1];
}

/** All values of a header that may be a list, split at commas. */
export function headerTokens(response: RecordedResponse, name: string): readonly string[] {
  return response.headers
    .filter(([n]) => n === name)
    .flatMap(([, value]) => value.split(','))
    .map((token) => token.trim())
    .filter((token) => token !== '');
}

export type Parsed = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly message: string };

const parsed = new WeakMap<object, Parsed>();

/** Whether the content is declared as JSON: `application/json`, or a type that ends in `+json` (RFC 6839 §3.1). */
export function isJson(response: RecordedResponse): boolean {
  const type = essenceOf(response);
  return type === 'application/json' || /^[^/]+\/[^/]+\+json$/.test(type);
}

/** The media type without its parameters, in lower case; empty where none is declared. */
export function essenceOf(response: RecordedResponse): string {
  return header(response, 'content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
}

/** The JSON body of a response, parsed once. */
export function jsonBody(response: RecordedResponse): Parsed {
  const known = parsed.get(response);
  if (known !== undefined) return known;
  const result = parseJson(response.body);
  parsed.set(response, result);
  return result;
}

/** Deeper than anything a contract describes; what comes deeper is not read, since writing it out could end the process. */
const DEEPEST = 500;

/** A byte order mark is a departure of its own, and does not keep anybody from reading on (RFC 8259 §8.1). */
export function parseJson(text: string): Parsed {
  if (isTooDeep(text)) return { ok: false, message: `nested more than ${DEEPEST} deep` };
  try {
    return { ok: true, value: JSON.parse(withoutMark(text)) as Json };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

export const BYTE_ORDER_MARK = '\uFEFF';

function withoutMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/** What is wrong with the text as JSON, however deep it goes; undefined where nothing is. */
export function jsonFault(text: string): string | undefined {
  try {
    JSON.parse(withoutMark(text));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function isTooDeep(text: string): boolean {
  if (text.length < 2 * DEEPEST) return false;
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) quoted = !quoted;
    else if (quoted) i += code === BACKSLASH ? 1 : 0;
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth -= 1;
  }
  return false;
}

const [QUOTE, BACKSLASH, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
] as const;

/** The JSON body of the request as sent, or undefined. */
export function sentJson(exchange: Exchange): Json | undefined {
  const result = exchange.request.body === undefined ? undefined : parseJson(exchange.request.body);
  return result?.ok === true ? result.value : undefined;
}

/** The value at an RFC 6901 pointer, or undefined. */
export function at(value: Json | undefined, pointer: string): Json | undefined {
  let here: Json | undefined = value;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(here)) here = (here as readonly Json[])[Number(name)];
    else if (typeof here === 'object' && here !== null) here = (here as Readonly<Record<string, Json>>)[name];
    else return undefined;
  }
  return here;
}

/** Whether an exchange was answered with what its operation calls a success. */
export function succeeded(exchange: Exchange, success: Success): boolean {
  const response = exchange.response;
  if (response === undefined || !success.statuses.includes(response.status)) return false;
  if (success.flag === undefined || response.body === '') return true;
  const body = jsonBody(response);
  if (!body.ok) return false;
  const flag = success.flag;
  if (Array.isArray(body.value)) {
    return body.value.length > 0 && (body.value as readonly Json[]).every((item) => at(item, flag) === true);
  }
  return at(body.value, flag) === true;
}

/**
 * Whether an answer lets its request through: any 2xx, whatever status the contract names for a success, but for one whose
 * flag says in so many words that an item was not taken.
 */
export function letThrough(exchange: Exchange, success: Success): boolean {
  const response = exchange.response;
  if (response === undefined || response.status < 200 || response.status > 299) return false;
  const { flag } = success;
  const body = flag === undefined ? undefined : jsonBody(response);
  if (flag === undefined || body?.ok !== true) return true;
  const items = Array.isArray(body.value) ? (body.value as readonly Json[]) : [body.value];
  return !items.some((item) => at(item, flag) === false);
}

/** Statuses by which a gateway says that it did not reach the service, so that what the service would do was not seen. */
const UNREACHED = [502, 503, 504];

export function isUnreached(response: RecordedResponse): boolean {
  return UNREACHED.includes(response.status);
}

/** The one exchange of a step that answered, or the reason why there is none. */
export function answered(
  evidence: CaseEvidence,
  step: string,
): { readonly exchange: Exchange; readonly response: RecordedResponse } | Judgement {
  const exchange = evidence[step]?.[0];
  if (exchange === undefined) return inconclusive(`step "${step}" was not sent`);
  if (exchange.response === undefined) {
    return inconclusive(`step "${step}" has no answer: ${exchange.failure?.message ?? 'unknown'}`);
  }
  return { exchange, response: exchange.response };
}

export function isJudgement(value: object): value is Judgement {
  return 'kind' in value;
}

export function show(value: Json | undefined): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}

/** Deep equality of JSON, member order aside. */
export function sameJson(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const a = left as Readonly<Record<string, Json>>;
  const b = right as Readonly<Record<string, Json>>;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => name in b && sameJson(a[name], b[name]));
}
