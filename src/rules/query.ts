/** Rules about query parameters: filters and sort order. */
import { effectiveJson, requestJson } from '../model/body.ts';
import { pluralize } from '../model/text.ts';
import type { CaseEvidence, Exchange } from '../model/exchange.ts';
import { type Json, jsonText } from '../model/json.ts';
import { valueAtPointer } from '../model/pointer.ts';
import { isBefore, isSameValue } from './compare.ts';
import { caseRule } from './define-rule.ts';
import {
  requireResponse,
  endJudgement,
  createFinding,
  inconclusiveJudgement,
  judgementFrom,
  noListFinding,
  PASSED_JUDGEMENT,
} from './evidence.ts';
import { FLAG, objectParams, type SchemaParams, POINTER, POINTERS, STEP, STEPS, TEXT, TEXTS } from './params.ts';

// Records of a list over all its pages, and the records created before.

const QUERIED = {
  step: STEP,
  /** Pointer to the list of records in a response, and to the id below an entry. */
  records: POINTER,
  uid: POINTER,
  /** Steps that created the expected records, and a pointer to the id in their responses. */
  wanted: STEPS,
  made: POINTER,
} as const;

interface ListEntry {
  readonly exchange: Exchange;
  readonly value: Json;
  readonly id: string;
}

/** All entries of the list in order. */
function entriesOf(
  { step, records, uid }: { readonly step: string; readonly records: string; readonly uid: string },
  evidence: CaseEvidence,
): readonly ListEntry[] {
  requireResponse(evidence, step);
  const entries: ListEntry[] = [];
  for (const exchange of evidence[step] ?? []) {
    if (exchange.response === undefined) return endJudgement(inconclusiveJudgement('a page has no response'));
    const list = valueAtPointer(effectiveJson(exchange.response), records);
    if (!Array.isArray(list))
      return endJudgement(
        judgementFrom([noListFinding(exchange, records, `${exchange.response.status} ${jsonText(list)}`)]),
      );
    for (const value of list as readonly Json[])
      entries.push({ exchange, value, id: jsonText(valueAtPointer(value, uid)) });
  }
  return entries;
}

/** The ids of the records that the steps created. */
function createdIds(steps: readonly string[], pointer: string, evidence: CaseEvidence): readonly string[] {
  const ids: string[] = [];
  for (const step of steps) {
    const reply = requireResponse(evidence, step);
    const id = valueAtPointer(effectiveJson(reply.response), pointer);
    if (id === undefined) return endJudgement(inconclusiveJudgement(`step "${step}" returned no ID`));
    ids.push(jsonText(id));
  }
  return ids;
}

const filteredParams = objectParams(
  {
    ...QUERIED,
    /** The step whose body has the requested value, and steps that created records to exclude. */
    first: STEP,
    others: TEXTS,
    conditions: {
      type: 'array',
      minItems: 1,
      items: objectParams({
        parameter: TEXT,
        /** Pointers to the value in that body, and to its possible places in an entry. */
        sent: POINTER,
        shown: POINTERS,
        match: { enum: ['equals', 'contains'] },
      }),
    },
  },
  /** The step whose body has a second requested value. */
  { also: STEP },
);

type FilteredParams = SchemaParams<typeof filteredParams>;

const filtered = caseRule(
  {
    id: 'query.filtered',
    title: 'A filter returns exactly the matching records',
    fails: 'does not filter by {key}: {actual} instead of {expected}',
    explain:
      'Five records with one value and others with another value are created. The list is requested with the first value, with two records per page if it is paged. It returns all five and no others. A page link or cursor that drops the filter fails on the second page.',
    unlisted: true,
  },
  filteredParams,
  (params, evidence) => {
    const entries = entriesOf(params, evidence);
    const expected = createdIds(params.wanted, params.made, evidence);
    const unwanted = createdIds(params.others, params.made, evidence);
    const asked = [params.first, params.also ?? []].flat().map((step) => {
      const exchange = evidence[step]?.[0];
      return exchange === undefined ? undefined : requestJson(exchange);
    });
    const last = evidence[params.step]?.at(-1);
    if (asked.includes(undefined) || last === undefined)
      return inconclusiveJudgement('the requested value is missing in the recorded request');
    const came = new Set(entries.map(({ id }) => id));
    const lost = expected.filter((id) => !came.has(id));
    const odd = entries.find(
      ({ id, value }) =>
        unwanted.includes(id) ||
        params.conditions.some((item) => !asked.some((record) => fitsConditions(item, value, record ?? null))),
    );
    const names = params.conditions.map(({ parameter }) => parameter).join(' and ');
    return judgementFrom([
      ...(odd === undefined
        ? []
        : [
            createFinding(
              odd.exchange,
              'body records',
              `only records that match ${names}`,
              shownByConditions(params, odd.value),
            ),
          ]),
      ...(lost.length === 0
        ? []
        : [
            createFinding(
              last,
              'body records',
              `all ${pluralize(expected.length, 'record')} that match ${names}`,
              `${lost.length} missing`,
            ),
          ]),
    ]);
  },
);

function fitsConditions(
  { sent, shown, match }: FilteredParams['conditions'][number],
  entry: Json,
  asked: Json,
): boolean {
  const value = valueAtPointer(asked, sent) ?? null;
  return shown.some((place) => {
    const shownValue = valueAtPointer(entry, place);
    if (match === 'equals') return shownValue !== undefined && isSameValue(shownValue, value);
    return typeof shownValue === 'string' && shownValue.toLowerCase().includes(String(value).toLowerCase());
  });
}

function shownByConditions({ conditions }: FilteredParams, entry: Json): string {
  return conditions
    .flatMap(({ shown }) => shown.map((place) => `${place.slice(1)} ${jsonText(valueAtPointer(entry, place))}`))
    .join(', ');
}

const narrowedParams = objectParams(
  {
    step: STEP,
    /** Pointer to the list of records in a response. */
    records: POINTER,
    /** Name of the query parameter, and pointers to its possible places in an entry. */
    parameter: TEXT,
    shown: POINTERS,
    match: { enum: ['equals', 'contains'] },
  },
  /** True if no record is known to have the value. */
  { mayBeNone: FLAG },
);

type NarrowedParams = SchemaParams<typeof narrowedParams>;

const narrowed = caseRule(
  {
    id: 'query.narrowed',
    title: 'A filter returns only matching records, and at least one',
    fails: 'does not filter by {key}: {actual} instead of {expected}',
    explain:
      'No records can be added to this list, so it is requested with a value of the record that the target names. It returns at least one record, and all records have that value.',
    unlisted: true,
  },
  narrowedParams,
  (params, evidence) => {
    const entries = entriesOf({ ...params, uid: '' }, evidence);
    const first = requireResponse(evidence, params.step);
    const asked = new URL(first.exchange.request.url, 'http://service').searchParams.get(params.parameter);
    if (asked === null) return inconclusiveJudgement('the requested value is missing in the recorded request');
    const expected = `records whose ${params.parameter} is ${asked}`;
    if (entries.length === 0 && params.mayBeNone !== true)
      return judgementFrom([createFinding(first.exchange, 'body records', expected, 'none')]);
    const odd = entries.find(({ value }) => !fitsParameter(params, value, asked));
    if (odd === undefined) return PASSED_JUDGEMENT;
    return judgementFrom([
      createFinding(odd.exchange, 'body records', `only ${expected}`, shownAtPlaces(params, odd.value)),
    ]);
  },
);

function fitsParameter({ shown, match }: NarrowedParams, entry: Json, asked: string): boolean {
  return shown.some((place) => {
    const shownValue = valueAtPointer(entry, place);
    if (shownValue === undefined || shownValue === null) return false;
    const text = typeof shownValue === 'string' ? shownValue : JSON.stringify(shownValue);
    return match === 'equals' ? text === asked : text.toLowerCase().includes(asked.toLowerCase());
  });
}

function shownAtPlaces({ shown }: NarrowedParams, entry: Json): string {
  return shown.map((place) => `${place.slice(1)} ${jsonText(valueAtPointer(entry, place))}`).join(', ');
}

const several = caseRule(
  {
    id: 'query.several',
    title: 'Several values of a filter return the records of each value',
    fails: 'does not combine several values of {key}: {actual} instead of {expected}',
    explain:
      'The list is requested with each of two values, and then with both. A service that uses only the first value, or treats both as one text, returns fewer records or none.',
    unlisted: true,
  },
  objectParams({
    /** The steps that requested each of two values, and both together. */
    one: STEP,
    other: STEP,
    both: STEP,
    /** Pointer to the list of records in a response. */
    records: POINTER,
  }),
  ({ one, other, both, records }, evidence) => {
    const lists = [one, other, both].map((step) => entriesOf({ step, records, uid: '' }, evidence));
    // Records are compared by their id alone.
    const [first = [], second = [], all = []] = lists.map((list) => list.map(({ id }) => id));
    const wanted = new Set([...first, ...second]);
    const came = new Set(all);
    const lost = [...wanted].filter((id) => !came.has(id)).length;
    const odd = [...came].filter((id) => !wanted.has(id)).length;
    const last = evidence[both]?.at(-1);
    if (last === undefined) return inconclusiveJudgement('the requested value is missing in the recorded request');
    const expected = `the ${wanted.size} records that the two values return separately`;
    return judgementFrom([
      ...(lost === 0 ? [] : [createFinding(last, 'body records', expected, `${lost} missing`)]),
      ...(odd === 0 ? [] : [createFinding(last, 'body records', expected, `${odd} other records`)]),
    ]);
  },
);

const sorted = caseRule(
  {
    id: 'query.sorted',
    title: 'A sort parameter returns the records in its order',
    fails: 'does not sort by {key}: {actual} instead of {expected}',
    explain:
      'Records are created in random order, and the list is requested with a sort order. All pages together have that order and contain every record.',
    unlisted: true,
  },
  objectParams({
    ...QUERIED,
    /** Pointer to the sort value below an entry. */
    by: POINTER,
    descending: FLAG,
  }),
  /**
   * Only records of this run are compared, since a service may sort the texts of other records by its own collation.
   */
  (params, evidence) => {
    const entries = entriesOf(params, evidence);
    const created = createdIds(params.wanted, params.made, evidence);
    const own = entries.filter(({ id }) => created.includes(id));
    const [first] = own;
    const last = evidence[params.step]?.at(-1);
    if (last === undefined) return inconclusiveJudgement('the list was not read');
    if (first === undefined || own.length < created.length)
      return judgementFrom([
        createFinding(last, 'body records', `all ${pluralize(created.length, 'record')}`, `${own.length} of them`),
      ]);
    const values = own.map(({ value }) => valueAtPointer(value, params.by));
    const wanted = [...values].sort((a, b) => (isBefore(a, b) ? -1 : 1) * (params.descending ? -1 : 1));
    const [expected, actual] = [wanted.map(jsonText).join(', '), values.map(jsonText).join(', ')];
    return judgementFrom(expected === actual ? [] : [createFinding(first.exchange, 'body records', expected, actual)]);
  },
);

export const queryRules = [filtered, narrowed, several, sorted] as const;
