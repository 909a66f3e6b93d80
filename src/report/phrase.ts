/**
 * Fills in the failure phrase of a rule from the findings: "{accepts} a request without {field}: {status}" becomes "accepts a request
 * without name: 201 instead of 422", or "returns 500 for a request without name: expected 422". The service is the subject of the phrase.
 */
import { type Json, parseJson } from '../model/json.ts';
import { encodePointerPart } from '../model/pointer.ts';
import { isSuccessStatus } from '../model/success.ts';
import type { Finding, ReportCheck } from './model.ts';
import { expectedStatuses, actualValue, expectedValue, fieldNamesIn, bodyPointerIn } from './finding.ts';
import { formatNumber, joinWithOr, pluralize } from '../model/text.ts';
import { oneLine } from './text.ts';

/** Placeholders that a phrase may contain. */
export const PLACEHOLDERS = [
  /** `accepts`, or another reaction to an invalid request. */
  'accepts',
  /** `rejects`, or another reaction to a valid request. */
  'refuses',
  /** `fails for`, for requests that may be accepted or rejected. */
  'fails',
  /** Field of the check, such as `name`. */
  'field',
  /** Variant of the test case, if there are several, else the field: `combining`. */
  'key',
  'status',
  /** Location of the finding. */
  'where',
  'expected',
  'actual',
  /** How a list was requested: `across all pages`. */
  'walk',
  /** Failure to delete parts of a record: `leaves data that it must delete`. */
  'leaves',
  /** Failure of a list: `omits` or `adds`. */
  'loses',
  /** Affected records: `the last record of each page`. */
  'records',
  /** Changed part of a text: `"é" became "?"`. */
  'became',
] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

type Failing = Pick<ReportCheck, 'member' | 'way' | 'findings'>;

/** Placeholders at the beginning of a phrase that goes on with the request. */
const VERBS = ['accepts', 'refuses', 'fails'] as const satisfies readonly Placeholder[];

/** Splits a phrase into its fixed part and the details after the colon. */
export function splitPhrase(phrase: string): { readonly main: string; readonly tail?: string } {
  const colon = phrase.indexOf(': ');
  return colon < 0 ? { main: phrase } : { main: phrase.slice(0, colon), tail: phrase.slice(colon + 2) };
}

/** Names in braces, in order. */
export function placeholdersOf(text: string): readonly string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

/** Request in a phrase that begins with a reaction: `a request without name`. */
export function requestText(phrase: string, checks: readonly Failing[]): string | undefined {
  const { main } = splitPhrase(phrase);
  const verb = VERBS.find((one) => main.startsWith(`{${one}} `));
  return verb === undefined ? undefined : fillCommon(checks, main.slice(verb.length + 3), phrase);
}

/** Fixed part of a phrase. */
export function phraseWithoutFindings(phrase: string, checks: readonly Failing[]): string {
  return fillCommon(checks, splitPhrase(phrase).main, phrase);
}

const VALUE_OF_MEMBER = /\{key\}, of .*\{field\}/;

function fillCommon(checks: readonly Failing[], text: string, phrase: string): string {
  const members = new Set(checks.map(checkedField));
  return fill(text, (name) => {
    // Values of several fields are meaningless without the name of each field.
    if (name === 'key' && VALUE_OF_MEMBER.test(text) && members.size > 1) return 'a value';
    const values = checks.map((check) => valueOf(name, check, phrase));
    const specific = name === 'records' ? values.filter((value) => !UNSPECIFIC.includes(value)) : values;
    return joinWithAnd(specific.length === 0 ? values : specific);
  });
}

/** Behaviour of the service in failing checks with the same rule and kind of finding. */
export function failureText(phrase: string, checks: readonly Failing[]): string {
  const { tail } = splitPhrase(phrase);
  const text = phraseWithoutFindings(phrase, checks);
  if (tail === undefined) return text;
  const tails = new Set(checks.map((check) => tailOf(tail, check, phrase)));
  const [only = ''] = tails;
  if (tails.size < 2) return only === '' ? text : `${text}: ${only}`;
  // The expected status may differ between requests while the received one is the same.
  const statuses = new Set(checks.map(({ findings: [first] }) => (first?.where === 'status' ? first.got : undefined)));
  const [got] = statuses;
  if (tail === '{status}' && statuses.size === 1 && got !== undefined) return `${text}: ${got}`;
  const example = exampleOf(tail, checks, phrase);
  return example === undefined ? text : `${text}: ${example}`;
}

/**
 * Details of checks with different findings: common facts and one example. Statuses differ by request, so they get no example.
 */
function exampleOf(tail: string, checks: readonly Failing[], phrase: string): string | undefined {
  const names = placeholdersOf(tail);
  if (!names.some((name) => name === 'where' || name === 'expected' || name === 'became')) return undefined;
  const valued = checks.filter(({ findings: [first] }) => first !== undefined && first.where !== 'status');
  const counts = new Map<string, number>();
  for (const check of valued) counts.set(memberOf(check), (counts.get(memberOf(check)) ?? 0) + 1);
  const [example] = [...valued].sort((a, b) => (counts.get(memberOf(b)) ?? 0) - (counts.get(memberOf(a)) ?? 0));
  if (example === undefined) return undefined;
  const kind = names.includes('expected') ? commonKind(valued.flatMap(({ findings }) => findings)) : undefined;
  return `${kind === undefined ? '' : `${kind}, `}for example ${tailOf(tail, example, phrase)}`;
}

/** Field of the first finding. */
function memberOf({ findings: [first] }: Failing): string {
  return fieldNamesIn(first?.where ?? '').at(-1) ?? '';
}

/** Kinds of expected values. */
const KINDS: readonly (readonly [string, (value: Json | undefined) => boolean])[] = [
  ['dates', (value) => matchesForm(value, /^\d{4}-\d{2}-\d{2}$/)],
  ['times', (value) => matchesForm(value, /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?$/)],
  ['numbers', (value) => typeof value === 'number'],
  ['booleans', (value) => typeof value === 'boolean'],
];

function matchesForm(value: Json | undefined, form: RegExp): boolean {
  return typeof value === 'string' && form.test(value);
}

function commonKind(findings: readonly Finding[]): string | undefined {
  const values = findings.map(expectedValue);
  return KINDS.find(([, is]) => values.every(is))?.[0];
}

function tailOf(tail: string, check: Failing, phrase: string): string {
  const finding = check.findings[0];
  if (finding === undefined) return '';
  // Phrases about a status do not fit findings about other locations, and vice versa.
  if (tail === '{status}') return finding.where === 'status' ? statusWords(finding, verbOf(phrase, finding)) : '';
  if (finding.where === 'status' && placeholdersOf(tail).includes('where')) return statusWords(finding, undefined);
  const part = { ...check, findings: [differingPart(finding), ...check.findings.slice(1)] };
  return fill(tail, (name) => valueOf(name, part, phrase));
}

/** The finding about the first different part of two JSON values: `/channels/0/endpoint` instead of `/channels`. */
function differingPart(finding: Finding): Finding {
  const [was, is] = [expectedValue(finding), actualValue(finding)];
  if (bodyPointerIn(finding.where) === undefined || was === undefined || is === undefined) return finding;
  if (typeof was !== 'object' || typeof is !== 'object' || was === null || is === null) return finding;
  if (Array.isArray(was) !== Array.isArray(is) || (Array.isArray(was) && was.length !== (is as typeof was).length))
    return finding;
  const [before, after] = [was, is].map((value) => new Map<string, Json>(Object.entries(value)));
  if (before === undefined || after === undefined) return finding;
  const text = (value: Json | undefined): string => (value === undefined ? 'absent' : JSON.stringify(value));
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [one, other] = [text(before.get(name)), text(after.get(name))];
    if (one !== other)
      return differingPart({
        ...finding,
        where: `${finding.where}/${encodePointerPart(name)}`,
        expected: one,
        actual: other,
      });
  }
  return finding;
}

function fill(text: string, value: (name: Placeholder) => string): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (isPlaceholder(name) ? value(name) : whole));
}

function isPlaceholder(name: string): name is Placeholder {
  return (PLACEHOLDERS as readonly string[]).includes(name);
}

function valueOf(name: Placeholder, check: Failing, phrase: string): string {
  const finding = check.findings[0];
  switch (name) {
    case 'accepts':
    case 'refuses':
      return verbOf(phrase, finding) ?? name;
    case 'fails':
      return 'fails for';
    case 'field':
      return checkedField(check) ?? 'a field';
    case 'key':
      return check.way ?? checkedField(check) ?? 'one of several';
    case 'status':
      return finding === undefined ? '' : statusWords(finding, undefined);
    case 'where':
      return finding === undefined ? 'a value' : locationText(finding.where);
    case 'expected':
      return valueText(finding?.expected ?? '');
    case 'walk':
      return finding?.where === 'list' ? 'in a list without paging' : 'across all pages';
    case 'loses':
      return listVerb(check.findings);
    case 'leaves':
      return leavesWords(finding);
    case 'records':
      return finding?.place === undefined ? SOME_RECORDS : PLACES[finding.place];
    case 'became':
      return finding === undefined ? '' : becameWords(finding);
    case 'actual':
      return valueText(finding?.actual ?? '');
  }
}

/** Either parts of the record were not removed, or the whole record is gone. */
function leavesWords(finding: Finding | undefined): string {
  if (finding === undefined) return 'removes too little or too much';
  return finding.where === 'status'
    ? 'removes the whole record instead of parts of it'
    : 'leaves data that it must delete';
}

const SOME_RECORDS = 'some records';
const PLACES: Readonly<Record<NonNullable<Finding['place']>, string>> = {
  all: 'all records',
  first: 'the first records',
  last: 'the last records',
  newest: 'the newest records',
  'page-end': 'the last records of each page',
  'page-begin': 'the first records of each page',
  between: 'records between two pages',
  within: 'records in the middle of a page',
};

/** Values that are omitted if other checks have more specific ones. */
const UNSPECIFIC: readonly string[] = [SOME_RECORDS, PLACES.all];

function listVerb(findings: readonly Finding[]): string {
  const kinds = new Set(findings.map(({ kind }) => kind));
  if (kinds.has('unlisted') === kinds.has('stray')) return kinds.has('stray') ? 'omits and adds' : 'omits or adds';
  return kinds.has('stray') ? 'adds' : 'omits';
}

/** Reaction of the service to a request that a check expects to be accepted or rejected. */
function verbOf(phrase: string, finding: Finding | undefined): string | undefined {
  const placeholder = /\{(accepts|refuses)\}/.exec(phrase)?.[1];
  if (placeholder === undefined) return undefined;
  const wanted = placeholder === 'accepts' ? 'accepts' : 'rejects';
  if (finding === undefined) return wanted;
  const { got, kind: found } = finding;
  if (finding.where === 'exchange')
    return found === 'added' ? 'keeps reading the connection after' : 'closes the connection after';
  if (finding.where !== 'status')
    return wanted === 'rejects' ? otherResponse(finding) : rejectionWithoutReason(finding);
  if (got === undefined) return wanted;
  const kind = Math.floor(got / 100);
  if (wanted === 'accepts') return kind === 2 ? 'accepts' : `returns ${got} for`;
  // A success status with a rejection in its body.
  return kind === 4 || expectedStatuses(finding).includes(got) ? 'rejects' : `returns ${got} for`;
}

/** Not rejected, but the response does not contain the expected content. */
function otherResponse({ where, kind }: Finding): string {
  if (where !== 'body') return 'rejects';
  return kind === 'no-content' ? 'returns no content for' : 'returns another response for';
}

/** Rejected without a matching error. */
function rejectionWithoutReason({ kind }: Finding): string {
  return kind === 'unnamed' || kind === 'code' ? 'reports the wrong error for' : 'reports no error for';
}

function statusWords(finding: Finding, verb: string | undefined): string {
  const { got } = finding;
  if (got === undefined) return '';
  const right = expectedStatuses(finding);
  const due = joinWithOr(right);
  // The verb contains the status already.
  if (verb?.includes(String(got)) === true) return due === '' ? '' : `expected ${due}`;
  // Both statuses are successes, so the rejection is in the body or missing there.
  if (verb === 'accepts' && isSuccessStatus(got) && right[0] !== undefined && isSuccessStatus(right[0])) return '';
  // A success status with a failure in the body.
  if (right.includes(got)) return `${got}, but not a success`;
  return due === '' ? String(got) : `${got} instead of ${due}`;
}

/** The differing middle part of both texts; an escape sequence counts as one character. */
function becameWords({ kind, expected, actual }: Finding): string {
  const [was, is] = kind === 'value' ? [expected, actual].map(charactersOf) : [];
  if (was === undefined || is === undefined) return `${valueText(expected)} became ${valueText(actual)}`;
  let begin = 0;
  while (begin < Math.min(was.length, is.length) && was[begin] === is[begin]) begin += 1;
  let end = 0;
  while (end < Math.min(was.length, is.length) - begin && was.at(-1 - end) === is.at(-1 - end)) end += 1;
  // An insertion is shown with the character before it.
  if (was.length - end === begin && begin > 0) begin -= 1;
  const between = (text: readonly string[]): string => valueText(`"${text.slice(begin, text.length - end).join('')}"`);
  return is.length - end === begin ? `${between(was)} is removed` : `${between(was)} became ${between(is)}`;
}

function charactersOf(text: string): readonly string[] | undefined {
  const inner = /^"(.*)"$/s.exec(text)?.[1];
  return inner?.match(/\\u[0-9a-f]{4}|\\.|./gsu) ?? undefined;
}

/** Field of a check with the names of its parents: `channels.endpoint`. */
export function checkedField({ member }: Pick<ReportCheck, 'member'>): string | undefined {
  return member?.join('.');
}

/** `/0/result` for `body#/0/result`. */
export function locationText(where: string): string {
  const pointer = bodyPointerIn(where);
  if (pointer === undefined) return where === 'body' ? 'the body' : where;
  return pointer === '' ? 'the body' : pointer;
}

/** Longest value in a title, in characters. */
const MAX_VALUE = 60;

/** A value in one line. A longer value is described, not cut: `an array with 12 entries`. */
function valueText(text: string): string {
  const line = oneLine(text, Number.POSITIVE_INFINITY);
  if (line.length <= MAX_VALUE) return line;
  const parsed = parseJson(text);
  if (parsed.ok && Array.isArray(parsed.value))
    return `an array with ${pluralize(parsed.value.length, 'entry', 'entries')}`;
  if (parsed.ok && typeof parsed.value === 'string')
    return `a text of ${pluralize([...parsed.value].length, 'character')}`;
  // The finding contains only the beginning of a very long value.
  const kind = { '[': 'a long array', '{': 'a long object', '"': 'a long text' }[line.charAt(0)];
  const words = line.slice(0, Math.max(0, line.lastIndexOf(' ', MAX_VALUE))).replace(/[,:;]$/, '');
  return kind ?? (words === '' ? `a value of ${pluralize(line.length, 'character')}` : `${words} …`);
}

export function joinWithAnd(values: readonly string[]): string {
  const all = [...new Set(values)];
  if (all.length <= 3)
    return all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`;
  return `${all.slice(0, 2).join(', ')} and ${formatNumber(all.length - 2)} more`;
}
