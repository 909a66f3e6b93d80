/** Rules about reading records and lists: every created record is listed once, in order and complete. */
import { jsonBody, effectiveJson, requestJson, responseValue } from '../model/body.ts';
import { pluralize } from '../model/text.ts';
import { omitUndefined, mapOptional } from '../model/objects.ts';
import type { CaseEvidence, Exchange } from '../model/exchange.ts';
import { type Json, isSameJson, jsonText, isMap, type JsonMap } from '../model/json.ts';
import { valueAtPointer } from '../model/pointer.ts';
import { isSameValue } from './compare.ts';
import { caseRule } from './define-rule.ts';
import {
  requireResponse,
  endJudgement,
  createFinding,
  inapplicableJudgement,
  inconclusiveJudgement,
  isTruncatedTraversal,
  judgementFrom,
  noListFinding,
  truncatedTraversal,
  PASSED_JUDGEMENT,
  missingIdentifier,
  changedMeanwhile,
  valueFinding,
} from './evidence.ts';
import type { Finding, Judgement } from './model.ts';
import { FLAG, objectParams, type SchemaParams, POINTER, STEP, TEXT } from './params.ts';

// Readers of records and lists, shared by the rules on lifecycle, input and storage.

/** An entry of a list, and its position. */
interface Entry {
  readonly value: Json;
  readonly exchange: Exchange;
  readonly where: string;
}

/** Later pages of long lists are recorded with their identifiers only. */
export function isReducedEntry({ exchange }: Pick<Entry, 'exchange'>): boolean {
  return exchange.response?.reduced !== undefined;
}

export const REDUCED_PAGE_REASON = 'the list is too long to store its records in full';

interface Entries {
  /** The first page. */
  readonly exchange: Exchange;
  readonly all: readonly Entry[];
  /** The reason why a missing or repeated record is not a certain failure. */
  readonly unsure?: Judgement;
}

/** Entries of a list over all its pages. A body without a list is a failure. */
export function readListEntries(evidence: CaseEvidence, step: string, records: string): Entries {
  const first = requireResponse(evidence, step);
  const pages = (evidence[step] ?? []).map((exchange) => ({ exchange, list: valueAt(exchange, records) }));
  const none = pages.find(({ list }) => !Array.isArray(list));
  if (none !== undefined)
    return endJudgement(judgementFrom([noListFinding(none.exchange, records, jsonText(none.list))]));
  const all = pages.flatMap(({ exchange, list }) =>
    (list as readonly Json[]).map((value, place) => ({ value, exchange, where: `body#${records}/${place}` })),
  );
  return { exchange: first.exchange, all, ...omitUndefined({ unsure: uncertainty(pages) }) };
}

/** A write between two pages moves records from one page to another. */
function uncertainty(pages: readonly { readonly exchange: Exchange }[]): Judgement | undefined {
  if (isTruncatedTraversal(pages)) return truncatedTraversal(pages);
  return pages.length > 1 && pages.some(({ exchange }) => exchange.crossed === true)
    ? changedMeanwhile('other cases of this run wrote to the list while its pages were read')
    : undefined;
}

interface Listing {
  readonly created: string;
  readonly list: string;
  readonly uidSent: string;
  readonly records: string;
  readonly uid: string;
}

/** The created id, and the entries of the list that have it. */
function listing(
  { created, list, uidSent, records, uid }: Listing,
  evidence: CaseEvidence,
): Entries & { readonly made: Json; readonly same: readonly Entry[] } {
  const { value: createdId } = readRecord(evidence, created, uidSent);
  if (createdId === undefined) return endJudgement(missingIdentifier(created, uidSent));
  const entries = readListEntries(evidence, list, records);
  return {
    ...entries,
    made: createdId,
    same: entries.all.filter(({ value }) => isSameJson(valueAtPointer(value, uid), createdId)),
  };
}

export function readRecord(
  evidence: CaseEvidence,
  step: string,
  pointer: string,
): { readonly exchange: Exchange; readonly value: Json | undefined } {
  const reply = requireResponse(evidence, step);
  return { exchange: reply.exchange, value: valueAt(reply.exchange, pointer) };
}

function valueAt({ response }: Exchange, pointer: string): Json | undefined {
  return response === undefined ? undefined : valueAtPointer(effectiveJson(response), pointer);
}

/** Checks whether a created record is in a list; the parameter `wanted` requires its presence or its absence. */
const listed = caseRule(
  {
    id: 'lifecycle.listed',
    title: 'A new record is listed',
    fails: 'does not list a new record',
    explain: 'A record that was just created is in its list.',
  },
  objectParams({
    created: STEP,
    list: STEP,
    uidSent: POINTER,
    records: POINTER,
    /** Pointer, below a record of the list, to its uid. */
    uid: POINTER,
    wanted: FLAG,
  }),
  (params, evidence) => {
    const { exchange, made, all, same, unsure } = listing(params, evidence);
    if (same.length === 0 && unsure !== undefined) return unsure;
    if (same.length > 0 === params.wanted) return judgementFrom([]);
    return judgementFrom([
      createFinding(
        same[0]?.exchange ?? exchange,
        `body#${params.records}`,
        `${params.wanted ? 'the' : 'no'} record ${jsonText(made)}`,
        params.wanted ? `not in ${pluralize(all.length, 'record')}` : 'still listed',
      ),
    ]);
  },
);

const listedOnce = caseRule(
  {
    id: 'lifecycle.listed-once',
    title: 'A record with several nested records is listed once',
    fails: 'lists a record with two {key} more or less than once: {actual}',
    explain:
      'A record is created with two nested records, and its list is fetched. The list has the record once. A query that joins the nested records returns the record once per nested record, and counts it as often.',
  },
  objectParams({
    created: STEP,
    list: STEP,
    uidSent: POINTER,
    records: POINTER,
    /** Pointer, below a record of the list, to its uid. */
    uid: POINTER,
  }),
  (params, evidence) => {
    const { exchange, made, same, unsure } = listing(params, evidence);
    if (same.length !== 1 && unsure !== undefined) return unsure;
    if (same.length === 1) return PASSED_JUDGEMENT;
    return judgementFrom([
      createFinding(
        exchange,
        `body#${params.records}`,
        `the record ${jsonText(made)} once`,
        pluralize(same.length, 'time'),
      ),
    ]);
  },
);

const listOrder = caseRule(
  {
    id: 'lifecycle.list-order',
    title: 'A list is sorted by ID',
    fails: 'returns records out of order: {actual} instead of {expected}',
    explain:
      'Three records are created in sequence and their list is fetched. Clients that compare two lists, or continue from their last position, rely on the order.',
    convention: true,
  },
  objectParams({ list: STEP, records: POINTER, uid: POINTER }),
  (params, evidence) => {
    const list = readListEntries(evidence, params.list, params.records);
    const { all, unsure } = list;
    const uids = all.map(({ value }) => valueAtPointer(value, params.uid));
    const index = uids.findIndex((uid, place) => place > 0 && !(Number(uids[place - 1]) < Number(uid)));
    const entry = all[index];
    if (entry === undefined) return judgementFrom([]);
    return (
      unsure ??
      judgementFrom([
        createFinding(
          entry.exchange,
          `${entry.where}${params.uid}`,
          `above ${jsonText(uids[index - 1])}`,
          mapOptional(uids[index], jsonText),
          uids[index] !== undefined && isSameJson(uids[index], uids[index - 1]) ? { kind: 'again' } : undefined,
        ),
      ])
    );
  },
);

// A record in the response of its own read, and its entry in a list.

const LISTED_ENTRY = objectParams({
  create: STEP,
  read: STEP,
  list: STEP,
  uidSent: POINTER,
  shown: POINTER,
  records: POINTER,
  /** Pointers, below an entry of the list, to the record and to its id. */
  record: POINTER,
  uid: POINTER,
});

interface ListedEntry {
  /** The record in the read and in the list. */
  readonly read: JsonMap;
  readonly listed: JsonMap;
  /** The response that lists the record, and the pointer to the entry. */
  readonly exchange: Exchange;
  readonly where: string;
}

function listedEntry(params: SchemaParams<typeof LISTED_ENTRY>, evidence: CaseEvidence): ListedEntry {
  const created = readRecord(evidence, params.create, params.uidSent);
  const read = readRecord(evidence, params.read, params.shown);
  const list = readListEntries(evidence, params.list, params.records);
  const entry = list.all.find(({ value }) => isSameJson(valueAtPointer(value, params.uid), created.value));
  const listed = entry === undefined ? undefined : valueAtPointer(entry.value, params.record);
  if (entry === undefined || !isMap(listed) || !isMap(read.value))
    return endJudgement(inapplicableJudgement('the list does not contain the record'));
  if (isReducedEntry(entry)) return endJudgement(inapplicableJudgement(REDUCED_PAGE_REASON));
  return { read: read.value, listed, exchange: entry.exchange, where: `${entry.where}${params.record}` };
}

const listedAsRead = caseRule(
  {
    id: 'lifecycle.listed-as-read',
    title: 'A list returns a changed record like its own read',
    fails: 'lists a record with other values than its own read: {where} is {actual} instead of {expected}',
    explain:
      'A record is changed, read by its ID, and searched in its list. Both responses have the same values. A list from an index or a cache that is not updated returns the old values.',
  },
  LISTED_ENTRY,
  (params, evidence) => {
    const entry = listedEntry(params, evidence);
    const { read, listed, exchange, where } = entry;
    return judgementFrom(
      Object.entries(listed)
        .filter(([name, value]) => Object.hasOwn(read, name) && !isSameValue(value, read[name]))
        .map(([name, value]) => valueFinding(exchange, `${where}/${name}`, read[name], value)),
    );
  },
);

const listedWhole = caseRule(
  {
    id: 'lifecycle.listed-whole',
    title: 'A list returns all fields of its records',
    fails: 'omits fields in a list that the read of the record returns: {where}, which is {expected}',
    explain:
      'A record with every field is read by its ID and searched in its list. A field that only the read returns was usually added later in one place. Many services list fewer fields, so this is checked only if the contract states that lists return whole records.',
    convention: true,
  },
  LISTED_ENTRY,
  (params, evidence) => {
    const entry = listedEntry(params, evidence);
    const { read, listed, exchange, where } = entry;
    return judgementFrom(
      Object.entries(read)
        .filter(([name]) => !Object.hasOwn(listed, name))
        .map(([name, value]) => valueFinding(exchange, `${where}/${name}`, value, undefined)),
    );
  },
);

const sameRecord = caseRule(
  {
    id: 'lifecycle.same-record',
    title: 'A response contains the requested record',
    fails: 'returns another record than the requested one: {where} is {actual} instead of {expected}',
    explain:
      "Two records are created. Each is read or changed by the ID from its create, and the response contains that ID and no other. A cache with too short a key, or a variable shared by requests, returns one caller's record to another.",
  },
  objectParams({
    /** Two records and a response about each, in the same order, so that swapped records are found. */
    created: STEP,
    read: STEP,
    'other-created': STEP,
    'other-read': STEP,
    /** Pointers to the id in the create response, and in the response about the record. */
    made: POINTER,
    shown: POINTER,
  }),
  /** Another rule judges the shape of a response without an id. */
  (params, evidence) => {
    const findings: Finding[] = [];
    let compared = 0;
    for (const [created, read] of [
      [params.created, params.read],
      [params['other-created'], params['other-read']],
    ] as const) {
      const createdId = requireResponse(evidence, created);
      const reply = requireResponse(evidence, read);
      const expected = valueAtPointer(effectiveJson(createdId.response), params.made);
      const shown = responseValue(reply, params.shown);
      if (expected === undefined || shown === undefined) continue;
      compared += 1;
      // Compared as texts: whether the id is a number or a string is a matter of shape.
      if (identifierOf(expected) !== identifierOf(shown))
        findings.push(valueFinding(reply.exchange, `body#${params.shown}`, expected, shown));
    }
    return compared === 0 ? inapplicableJudgement('the responses contain no ID') : judgementFrom(findings);
  },
);

function identifierOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const correlationEchoed = caseRule(
  {
    id: 'lifecycle.correlation-echoed',
    title: 'Each response contains the correlation ID of its request',
    fails: 'returns a wrong correlation ID: {actual} instead of {expected}',
    explain: 'Clients match responses to their items by this ID.',
  },
  objectParams({ step: STEP, member: TEXT }),
  /** Every item of the response has the correlation id of its request item, in the same order. */
  (params, evidence) => {
    const reply = requireResponse(evidence, params.step);
    const body = jsonBody(reply.response);
    const list = (value: Json | undefined): readonly (Json | undefined)[] =>
      (Array.isArray(value) ? (value as readonly Json[]) : [value]).map((item) =>
        valueAtPointer(item, `/${params.member}`),
      );
    const sent = list(requestJson(reply.exchange));
    const shown = list(body.ok ? body.value : undefined);
    if (isSameJson(sent as readonly Json[], shown as readonly Json[])) return judgementFrom([]);
    return judgementFrom([
      createFinding(
        reply.exchange,
        `body ${params.member}`,
        jsonText(sent as readonly Json[]),
        JSON.stringify(shown.map((s) => s ?? null)),
      ),
    ]);
  },
);

const innerCorrelation = caseRule(
  {
    id: 'lifecycle.inner-correlation',
    title: 'Nested records of a create have their own correlation IDs in the response',
    fails: 'returns another correlation ID for {key} of a create than the sent one: {actual} instead of {expected}',
    explain:
      'Each nested record is sent in an envelope of its own. Clients match each result to its nested record by this correlation ID. The ID of the outer record identifies none of them.',
  },
  objectParams({
    step: STEP,
    member: TEXT,
    /** Pointers to the record with its envelope in the request and in the response. */
    sent: POINTER,
    shown: POINTER,
  }),
  ({ step, member, sent, shown }, evidence) => {
    const reply = requireResponse(evidence, step);
    const body = jsonBody(reply.response);
    if (!body.ok || valueAtPointer(body.value, shown) === undefined)
      return inapplicableJudgement('the response does not contain the nested record, which another check covers');
    const expected = valueAtPointer(requestJson(reply.exchange), `${sent}/${member}`);
    if (expected === undefined) return inconclusiveJudgement('the sent record is missing in the recorded request');
    const given = valueAtPointer(body.value, `${shown}/${member}`);
    return judgementFrom(
      given === expected ? [] : [valueFinding(reply.exchange, `body#${shown}/${member}`, expected, given)],
    );
  },
);

export const lifecycleReadRules = [
  listed,
  listedOnce,
  listOrder,
  listedAsRead,
  listedWhole,
  sameRecord,
  correlationEchoed,
  innerCorrelation,
] as const;
