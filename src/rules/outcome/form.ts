/** A refusal has the form that the contract declares. */
import { isMap, show, type Json } from '../../record/json.ts';
import { matches } from '../../record/pattern.ts';
import { letThrough } from '../../record/success.ts';
import { at, entryWords } from '../../record/pointer.ts';
import { jsonBody } from '../../record/body.ts';
import { header } from '../../record/headers.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import type { ErrorFamily } from '../../load/model.ts';
import { answered, clip, finding, inapplicable, isJudgement, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Finding, Judgement } from '../model.ts';
import { REFUSED_PARAMS, type RefusedParams } from './refused.ts';

/** Departures of a refusal from its declared form: another status, no entry that names the fault. */
function judge(params: RefusedParams, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
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
}

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

export const form = caseRule(
  {
    id: 'outcome.form',
    title: 'A refusal has its declared form',
    fails: 'refuses in another form than declared: {where} is {actual} instead of {expected}',
    explain:
      'The request was refused, as it must be. The status of the refusal is the declared one, and where the contract knows it the error has the declared code and names what is wrong. Clients act on them, but a refusal in another form lets nothing in.',
    covers: ['F14'],
  },
  REFUSED_PARAMS,
  judge,
);
