/** Rules about creating and deleting records. */
import { effectiveJson, requestJson, responseValue } from '../model/body.ts';
import { pluralize } from '../model/text.ts';
import { type Exchange, isUnavailable } from '../model/exchange.ts';
import { firstHeader } from '../model/headers.ts';
import { type Json, isSameJson, jsonText } from '../model/json.ts';
import { valueAtPointer } from '../model/pointer.ts';
import { isSuccessStatus, succeeded } from '../model/success.ts';
import { isSameStored } from './compare.ts';
import { caseRule } from './define-rule.ts';
import {
  requireResponse,
  responseExcerpt,
  createFinding,
  inapplicableJudgement,
  inconclusiveJudgement,
  judgementFrom,
  statusFinding,
  valueFinding,
} from './evidence.ts';
import { readListEntries, isReducedEntry, readRecord, REDUCED_PAGE_REASON } from './lifecycle-read.ts';
import type { Finding } from './model.ts';
import { ANYTHING, objectParams, type SchemaParams, POINTER, STEP, SUCCESS, TEXTS } from './params.ts';

const madeApart = caseRule(
  {
    id: 'lifecycle.made-apart',
    title: 'Every create stores a new record',
    fails: 'returns the record of the first create for a second create: {where} is {actual}',
    explain:
      'The same record is created twice, and each response has its own ID. Below another record the ID may be the same, and the second record is then read by its own URL. A guard against duplicate requests, or a cache in front of POST, returns one record to two callers.',
  },
  objectParams(
    /** Two consecutive creates, and a pointer to the id in their responses. */
    { create: STEP, other: STEP, made: POINTER },
    /** The read of the second record and a pointer to its id, if the URL of each create contains a parent. */
    { read: STEP, shown: POINTER, success: SUCCESS },
  ),
  (params, evidence) => {
    const first = readRecord(evidence, params.create, params.made);
    const second = readRecord(evidence, params.other, params.made);
    if (first.value === undefined || second.value === undefined)
      return inapplicableJudgement('the responses contain no ID');
    if (jsonText(first.value) !== jsonText(second.value)) return judgementFrom([]);
    const actual = `${jsonText(second.value)} again`;
    const again = createFinding(second.exchange, `body#${params.made}`, 'a unique ID', actual, {
      kind: 'value',
    });
    // RFC 9110 §3.1: the whole URI identifies a resource.
    const { read: step, shown = '', success } = params;
    const isOfOne = first.exchange.request.url === second.exchange.request.url;
    if (step === undefined || success === undefined || isOfOne) return judgementFrom([again]);
    const read = readRecord(evidence, step, shown);
    const status = read.exchange.response?.status ?? 0;
    if (status >= 500)
      return inconclusiveJudgement(`unknown whether a second record exists: its read returned ${status}`);
    const isThere =
      succeeded(read.exchange, success) &&
      (read.value === undefined || jsonText(read.value) === jsonText(second.value));
    return judgementFrom(isThere ? [] : [again]);
  },
);

const storedOnce = caseRule(
  {
    id: 'lifecycle.stored-once',
    title: 'One create stores one record',
    fails: 'does not list a new record exactly once: {actual}',
    explain:
      'A record is created and its list is fetched immediately. The list has the record once, with the sent values. Two records indicate an internal retry after a timeout. No record indicates a list that is updated late.',
  },
  objectParams(
    {
      created: STEP,
      list: STEP,
      /** Pointers to the record in the request, to the records in the list, and to the record below an entry. */
      sent: POINTER,
      records: POINTER,
      record: POINTER,
      /** Fields that are not compared. */
      skip: TEXTS,
    },
    {
      /** The same list before the create, since it may already contain records. */
      before: STEP,
    },
  ),
  (params, evidence) => {
    const created = evidence[params.created]?.[0];
    const list = readListEntries(evidence, params.list, params.records);
    const sent = created === undefined ? undefined : valueAtPointer(requestJson(created), params.sent);
    if (typeof sent !== 'object' || sent === null)
      return inconclusiveJudgement('the sent record is missing in the recorded request');
    const members = Object.entries(sent as Readonly<Record<string, Json>>).filter(
      ([name]) => !params.skip.includes(name),
    );
    const { exchange, all, unsure } = list;
    const before = params.before === undefined ? undefined : readListEntries(evidence, params.before, params.records);
    const alike = ({ value: entry }: { readonly value: Json }): boolean =>
      members.every(([name, value]) =>
        isSameStored(value, valueAtPointer(valueAtPointer(entry, params.record), `/${name}`)),
      );
    const added = all.filter(alike).length - (before?.all.filter(alike).length ?? 0);
    if (added === 1) return judgementFrom([]);
    if (unsure !== undefined) return unsure;
    if (all.some(isReducedEntry)) return inapplicableJudgement(REDUCED_PAGE_REASON);
    return judgementFrom([
      createFinding(
        exchange,
        `body#${params.records}`,
        'the new record once',
        `${pluralize(Math.max(0, added), 'time')} in ${pluralize(all.length, 'record')}`,
      ),
    ]);
  },
);

function isEmptyList(value: Json | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}

const nothingAdded = caseRule(
  {
    id: 'lifecycle.nothing-added',
    title: 'An omitted field has no value',
    fails: 'returns a value for a field that the client omitted: {where} is {actual}',
    explain:
      'A record is created with only its required fields and then read. A value in an optional field was invented by the service. Readers mistake such a default for reported data.',
  },
  objectParams(
    {
      written: STEP,
      read: STEP,
      sent: POINTER,
      shown: POINTER,
      /** Fields that the service sets itself. */
      own: TEXTS,
    },
    {
      /** Fields for which null means absent. */
      nullable: TEXTS,
      /** Fields that are judged, if responses may have additional ones. */
      known: TEXTS,
    },
  ),
  (params, evidence) => {
    const written = evidence[params.written]?.[0];
    const read = requireResponse(evidence, params.read);
    const sent = written === undefined ? undefined : valueAtPointer(requestJson(written), params.sent);
    if (typeof sent !== 'object' || sent === null)
      return inconclusiveJudgement('the sent record is missing in the recorded request');
    const shown = responseValue(read, params.shown);
    if (typeof shown !== 'object' || shown === null)
      return inconclusiveJudgement('the response does not contain the record');
    // An empty list is equivalent to an absent one.
    const added = Object.entries(shown).filter(
      ([name, value]) =>
        !Object.hasOwn(sent, name) &&
        !params.own.includes(name) &&
        params.known?.includes(name) !== false &&
        !isEmptyList(value as Json) &&
        !(value === null && params.nullable?.includes(name) === true),
    );
    return judgementFrom(
      added.map(([name, value]) =>
        createFinding(
          read.exchange,
          `body#${params.shown}/${name}`,
          'absent, since the client omitted it',
          jsonText(value as Json),
          {
            kind: 'added',
          },
        ),
      ),
    );
  },
);

const locationLeadsParams = objectParams({
  created: STEP,
  followed: STEP,
  /** A read of the record by its id afterwards: it may not exist yet. */
  known: STEP,
  /** Pointers to the id in the create response, and in the response at the Location. */
  made: POINTER,
  shown: POINTER,
  success: SUCCESS,
});

const locationLeads = caseRule(
  {
    id: 'lifecycle.location-leads',
    title: 'Location is the URL of the new record',
    fails: 'sends a Location that is not the URL of the new record: {actual}',
    explain:
      'The URL in the Location header of a create is read with the same token and returns the new record. The usual error is a missing part of the path. A URL at another origin is not followed, since the token is never sent there.',
    requirement: 'http.location',
  },
  locationLeadsParams,
  /**
   * RFC 9110 §9.3.3, §15.3.2: Location identifies the primary resource that was created. It may have another origin,
   * such as the public name of a service that is tested at an internal address, and another representation.
   */
  (params, evidence) => {
    const created = requireResponse(evidence, params.created);
    const location = firstHeader(created.response, 'location');
    // Another rule requires Location on every 201.
    if (location === undefined) return inapplicableJudgement('the response has no Location header');
    const followed = evidence[params.followed]?.[0];
    if (followed?.response === undefined) {
      const why = followed?.failure?.message ?? 'it was not followed';
      if (isElsewhere(location, created.exchange.request.url))
        return inapplicableJudgement(`the Location has another origin, where no token is sent: ${location}`);
      // A missing value from another step does not make the URL wrong.
      return followed?.failure?.kind === 'not-sent' && followed.failure.why !== 'lacking'
        ? judgementFrom([createFinding(created.exchange, 'header location', 'a URL', `${location}: ${why}`)])
        : inconclusiveJudgement(why);
    }
    const { status } = followed.response;
    if (isUnavailable(followed.response)) return inconclusiveJudgement(`a gateway returned ${status} at ${location}`);
    const isOfCollection =
      isTarget(location, created.exchange) && hasOtherUrl(location, evidence[params.known]?.[0], params);
    if (!succeeded(followed, params.success)) {
      if (isOfCollection) return judgementFrom([ofTarget(created.exchange, location)]);
      // Any other response means that a resource exists there.
      if (status !== 404 && status !== 410) return inapplicableJudgement(`a read of ${location} returned ${status}`);
      const known = requireResponse(evidence, params.known);
      if (!succeeded(known.exchange, params.success))
        return inconclusiveJudgement(`a read of the new record by its ID returned ${known.response.status} too`);
      return judgementFrom([
        statusFinding(followed, [], {
          expected: `the record, at ${location}`,
          actual: responseExcerpt(followed.response),
        }),
      ]);
    }
    const expected = valueAtPointer(effectiveJson(created.response), params.made);
    const shown = responseValue(followed, params.shown);
    if (shown === undefined && isOfCollection) return judgementFrom([ofTarget(created.exchange, location)]);
    if (expected === undefined || shown === undefined)
      return inapplicableJudgement('the response has no ID, so only the status of the Location can be checked');
    if (isSameJson(expected, shown)) return judgementFrom([]);
    const [due, actual] = [`the record ${jsonText(expected)}`, `another record at ${location}: ${jsonText(shown)}`];
    return judgementFrom([createFinding(followed, `body#${params.shown}`, due, actual, { kind: 'value' })]);
  },
);

/** True if Location is the URL of the create, usually the collection. */
function isTarget(location: string, { request: { url } }: Exchange): boolean {
  return URL.canParse(location, url) && new URL(location, url).href === new URL(url).href;
}

/** True if the new record is read at a URL other than the one of the create. */
function hasOtherUrl(
  location: string,
  known: Exchange | undefined,
  { success }: SchemaParams<typeof locationLeadsParams>,
): boolean {
  return known !== undefined && succeeded(known, success) && !isTarget(location, known);
}

function ofTarget(created: Exchange, location: string): Finding {
  return createFinding(
    created,
    'header location',
    'the URL of the new record',
    `${location}, the URL of the create request`,
  );
}

function isElsewhere(location: string, url: string): boolean {
  return URL.canParse(location, url) && new URL(location, url).origin !== new URL(url).origin;
}

const empties = caseRule(
  {
    id: 'lifecycle.empties',
    title: 'A removal of parts keeps the record',
    fails: '{leaves}: {where} is {actual}',
    explain: 'The record is read after the removal. It still exists, and the removed parts are empty.',
  },
  objectParams(
    { read: STEP, members: TEXTS, shown: POINTER },
    {
      /** A read of the record with its nested records. If it shows none, their later absence proves nothing. */
      before: STEP,
    },
  ),
  (params, evidence) => {
    const read = readRecord(evidence, params.read, params.shown);
    const { response } = read.exchange;
    if (response !== undefined && !isSuccessStatus(response.status))
      return judgementFrom([
        statusFinding(read.exchange, [], { expected: 'the record', actual: responseExcerpt(response) }),
      ]);
    const findings = params.members.flatMap((name) => {
      const value = valueAtPointer(read.value, `/${name}`);
      // Whether an empty field is shown is judged only where a contract requires it.
      return isAbsentOrEmpty(value)
        ? []
        : [createFinding(read.exchange, `body#${params.shown}/${name}`, 'none', jsonText(value), { kind: 'added' })];
    });
    if (findings.length > 0 || params.before === undefined) return judgementFrom(findings);
    const before = readRecord(evidence, params.before, params.shown);
    return params.members.every((name) => isAbsentOrEmpty(valueAtPointer(before.value, `/${name}`)))
      ? inconclusiveJudgement(`step "${params.before}" returned no ${params.members.join(' and no ')} to remove`)
      : judgementFrom([]);
  },
);

function isAbsentOrEmpty(value: Json | undefined): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

const marked = caseRule(
  {
    id: 'lifecycle.marked',
    title: 'A deleted record that remains readable is marked as deleted',
    fails: 'does not mark a deleted record as deleted: {where} is {actual} instead of {expected}',
    explain:
      'The contract specifies that a delete keeps the record and marks it as deleted. The record is read before and after the delete. Only the second read has the mark.',
  },
  objectParams({
    before: STEP,
    read: STEP,
    shown: POINTER,
    /** A pointer to the deletion mark in the record, and its value; if no value is given, any except null. */
    mark: objectParams({ at: POINTER }, { is: ANYTHING }),
  }),
  (params, evidence) => {
    const before = readRecord(evidence, params.before, params.shown);
    const read = readRecord(evidence, params.read, params.shown);
    const { response } = read.exchange;
    if (response !== undefined && !isSuccessStatus(response.status))
      return judgementFrom([
        statusFinding(read.exchange, [], { expected: 'the record', actual: responseExcerpt(response) }),
      ]);
    const { at: place, is } = params.mark;
    const where = `body#${params.shown}${place}`;
    // Values in a contract are always JSON.
    const expected = is as Json | undefined;
    const isMark = (value: Json | undefined): boolean =>
      expected === undefined
        ? value !== undefined && value !== null
        : value !== undefined && isSameJson(value, expected);
    const [was, now] = [valueAtPointer(before.value, place), valueAtPointer(read.value, place)];
    if (isMark(was))
      return judgementFrom([
        createFinding(before.exchange, where, 'a value other than after the delete', jsonText(was), { kind: 'value' }),
      ]);
    if (isMark(now)) return judgementFrom([]);
    return judgementFrom([
      expected === undefined
        ? createFinding(read.exchange, where, 'the mark of a deleted record', jsonText(now), { kind: 'lost' })
        : valueFinding(read.exchange, where, expected, now),
    ]);
  },
);

export const lifecycleCreateRules = [madeApart, storedOnce, nothingAdded, locationLeads, empties, marked] as const;
