/**
 * The two judgements that most negative rules share: a request with one fault is not accepted, and its refusal has the
 * form that the contract declares. They are apart because they weigh differently: a standard may forbid to accept what
 * it leaves to the service how to refuse.
 */
import type { Json } from '../record/json.ts';
import { letThrough } from '../record/success.ts';
import { at } from '../record/pointer.ts';
import { show } from '../record/json.ts';
import { jsonBody } from '../record/body.ts';
import { header } from '../record/headers.ts';
import type { CaseEvidence } from '../record/exchange.ts';
import type { ErrorFamily } from '../load/model.ts';
import { answered, clip, finding, inapplicable, inconclusive, isJudgement, isUnreached, judged } from './evidence.ts';
import type { Finding, Judgement } from './model.ts';
import { object, POINTER, STATUSES, STEP, SUCCESS, TEXT, TEXTS, type ParamsOf } from './params.ts';

/** Where the entries of an error body stand, and in them the code and the name of what is wrong. */
const FAMILY = object(
  { name: TEXT, code: TEXT },
  { entries: POINTER, codePattern: TEXT, detail: TEXT, source: POINTER },
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
 * Whether a request was accepted that must not be. Any other answer is a refusal here, a failure of the server too:
 * nothing was let through by it, and both its status and its form are judged by other checks.
 */
export function judgeRefused(params: RefusedParams, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const { exchange, response } = found;
  if (letThrough(exchange, params.success))
    return judged([
      finding(
        exchange,
        'status',
        `a refusal with status ${params.statuses.join(' or ')}`,
        `accepted with ${response.status}`,
      ),
    ]);
  if (!params.statuses.includes(response.status) && isUnreached(response))
    return inconclusive(
      `a gateway answered ${response.status}, so that it was not seen whether the service refuses it`,
    );
  return judged([]);
}

/** Departures of a refusal from its declared form: another status, no entry that names the fault. */
export function judgeForm(params: RefusedParams, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const { exchange, response } = found;
  if (letThrough(exchange, params.success))
    return inapplicable('nothing was refused, so that there is no form of a refusal to judge');
  if (!params.statuses.includes(response.status))
    return judged([finding(exchange, 'status', params.statuses.join(' or '), String(response.status))]);
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
  const listed = params.family.entries === undefined ? [base] : at(base, params.family.entries);
  const entries = Array.isArray(listed) ? (listed as readonly Json[]) : [];
  return judged(
    entryFindings(params, params.family, entries, exchange, `body#${params.item ?? ''}${params.family.entries ?? ''}`),
  );
}

function entryFindings(
  params: RefusedParams,
  family: Omit<ErrorFamily, 'schema'>,
  entries: readonly Json[],
  exchange: Parameters<typeof finding>[0],
  where: string,
): readonly Finding[] {
  if (entries.length === 0) return [finding(exchange, where, 'at least one error entry', 'none')];
  const pattern = family.codePattern === undefined ? undefined : new RegExp(family.codePattern, 'u');
  const oddCode =
    pattern === undefined
      ? undefined
      : entries.find((entry) => !pattern.test(String(at(entry, `/${family.code}`) ?? '')));
  if (oddCode !== undefined)
    return [
      finding(exchange, `${where}/${family.code}`, `a code of the form ${family.codePattern ?? ''}`, show(oddCode)),
    ];
  const field = params.field;
  const naming = field === undefined ? entries : entries.filter((entry) => namesField(entry, family, field));
  if (field !== undefined && naming.length === 0) {
    const wanted = field.element === undefined ? field.name : `${field.name} or ${field.element}`;
    return [finding(exchange, where, `an entry that names ${wanted}`, show(entries))];
  }
  const codes = params.codes;
  if (
    codes !== undefined &&
    !naming.some((entry) => codes.some((c) => String(at(entry, `/${family.code}`) ?? '').startsWith(c)))
  ) {
    return [
      finding(exchange, `${where}/${family.code}`, `a code that begins with ${codes.join(' or ')}`, show(naming)),
    ];
  }
  return [];
}

/** An entry names a field by a pointer whose last part it is, or by its name or element number in the text. */
function namesField(
  entry: Json,
  family: Omit<ErrorFamily, 'schema'>,
  field: { readonly name: string; readonly element?: string },
): boolean {
  const source = family.source === undefined ? undefined : at(entry, family.source);
  if (typeof source === 'string' && (source === field.name || source.endsWith(`/${field.name}`))) return true;
  // A header or query fault is named in another member of the same source object.
  const holder = family.source === undefined ? undefined : at(entry, family.source.replace(/\/[^/]*$/, ''));
  if (typeof holder === 'object' && holder !== null && Object.values(holder).includes(field.name)) return true;
  const detail = family.detail === undefined ? undefined : at(entry, `/${family.detail}`);
  if (typeof detail !== 'string') return false;
  // A pointer is a text of its own, since its slashes would take it apart.
  if (field.name.startsWith('/') && detail.includes(field.name)) return true;
  const words = new Set(detail.split(/[^A-Za-z0-9_.-]+/).map((w) => w.replace(/^[.-]+|[.-]+$/g, '')));
  return words.has(field.name) || (field.element !== undefined && words.has(field.element));
}
