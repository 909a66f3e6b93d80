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
    title: 'Every create makes a record of its own',
    fails: 'answers a second create with the record that the first one made: {where} is {actual}',
    explain:
      'The same record is made twice, and each answer has another identifier; one that is below another record may have the same there, and is then read by its own address. A guard against requests that are sent twice, or a cache before a POST, gives two callers one record, and the changes of one are seen by the other.',
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
      return inapplicableJudgement('the answers show no identifier');
    if (jsonText(first.value) !== jsonText(second.value)) return judgementFrom([]);
    const actual = `${jsonText(second.value)} again`;
    const again = createFinding(second.exchange, `body#${params.made}`, 'an identifier of its own', actual, {
      kind: 'value',
    });
    // RFC 9110 §3.1: the whole URI identifies a resource.
    const { read: step, shown = '', success } = params;
    const isOfOne = first.exchange.request.url === second.exchange.request.url;
    if (step === undefined || success === undefined || isOfOne) return judgementFrom([again]);
    const read = readRecord(evidence, step, shown);
    const status = read.exchange.response?.status ?? 0;
    if (status >= 500)
      return inconclusiveJudgement(`whether there is a second was not seen: its read was answered ${status}`);
    const isThere =
      succeeded(read.exchange, success) &&
      (read.value === undefined || jsonText(read.value) === jsonText(second.value));
    return judgementFrom(isThere ? [] : [again]);
  },
);

const storedOnce = caseRule(
  {
    id: 'lifecycle.stored-once',
    title: 'One create makes one record',
    fails: 'does not list a new record exactly once: {actual}',
    explain:
      'A record is created and its list fetched at once: it is there once, with the values that were sent. Two are mostly a write that is done again after a time-out inside; none is a list that lags behind.',
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
    if (typeof sent !== 'object' || sent === null) return inconclusiveJudgement('what was sent is not on record');
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
        `${pluralize(Math.max(0, added), 'time')} among ${pluralize(all.length, 'record')}`,
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
    title: 'What nobody gave is not shown',
    fails: 'shows a value that nobody gave: {where} is {actual}',
    explain:
      'A record is created with its required members alone and read. An optional member that has a value all the same was made up: a default that nobody reported is taken for a report.',
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
    if (typeof sent !== 'object' || sent === null) return inconclusiveJudgement('what was sent is not on record');
    const shown = responseValue(read, params.shown);
    if (typeof shown !== 'object' || shown === null) return inconclusiveJudgement('the record is not in the answer');
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
          'absent, since nobody gave it',
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
    title: 'Location leads to the record that was made',
    fails: 'sends a Location that does not lead to the new record: {actual}',
    explain:
      'The address in the Location of a create is read with the same token: it is the new record. A wrong one mostly lacks a part of the path. One at another origin is not followed, since a token is never taken there.',
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
    if (location === undefined) return inapplicableJudgement('the answer has no Location');
    const followed = evidence[params.followed]?.[0];
    if (followed?.response === undefined) {
      const why = followed?.failure?.message ?? 'it was not followed';
      if (isElsewhere(location, created.exchange.request.url))
        return inapplicableJudgement(`the Location leads elsewhere, where no token is taken: ${location}`);
      // A missing value from another step does not make the URL wrong.
      return followed?.failure?.kind === 'not-sent' && followed.failure.why !== 'lacking'
        ? judgementFrom([createFinding(created.exchange, 'header location', 'an address', `${location}: ${why}`)])
        : inconclusiveJudgement(why);
    }
    const { status } = followed.response;
    if (isUnavailable(followed.response)) return inconclusiveJudgement(`a gateway answered ${status} at ${location}`);
    const isOfCollection =
      isTarget(location, created.exchange) && hasOtherUrl(location, evidence[params.known]?.[0], params);
    if (!succeeded(followed, params.success)) {
      if (isOfCollection) return judgementFrom([ofTarget(created.exchange, location)]);
      // Any other response means that a resource exists there.
      if (status !== 404 && status !== 410) return inapplicableJudgement(`at ${location} it is answered ${status}`);
      const known = requireResponse(evidence, params.known);
      if (!succeeded(known.exchange, params.success))
        return inconclusiveJudgement(`by its identifier the new record is answered ${known.response.status} too`);
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
      return inapplicableJudgement('an answer without an identifier: that the address answers is all there is to see');
    if (isSameJson(expected, shown)) return judgementFrom([]);
    const [due, actual] = [
      `the record ${jsonText(expected)}`,
      `another record stands at ${location}: ${jsonText(shown)}`,
    ];
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
    'the address of the new record',
    `${location}, where the create was sent to`,
  );
}

function isElsewhere(location: string, url: string): boolean {
  return URL.canParse(location, url) && new URL(location, url).origin !== new URL(url).origin;
}

const empties = caseRule(
  {
    id: 'lifecycle.empties',
    title: 'The parts are removed and the record stays',
    fails: '{leaves}: {where} is {actual}',
    explain:
      'After the removal the record is read: it must still be there, with nothing in the parts that were removed.',
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
      ? inconclusiveJudgement(
          `step "${params.before}" shows no ${params.members.join(' and no ')} that could be removed`,
        )
      : judgementFrom([]);
  },
);

function isAbsentOrEmpty(value: Json | undefined): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

const marked = caseRule(
  {
    id: 'lifecycle.marked',
    title: 'A deleted record that stays readable says that it was deleted',
    fails: 'does not tell a deleted record from others: {where} is {actual} instead of {expected}',
    explain:
      'The contract says that a delete leaves the record, and where the record shows that it was deleted. It is read before and after: it is still there, shows that now, and did not before.',
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
        createFinding(before.exchange, where, 'what it is before it is deleted', jsonText(was), { kind: 'value' }),
      ]);
    if (isMark(now)) return judgementFrom([]);
    return judgementFrom([
      expected === undefined
        ? createFinding(read.exchange, where, 'what says that it was deleted', jsonText(now), { kind: 'lost' })
        : valueFinding(read.exchange, where, expected, now),
    ]);
  },
);

export const lifecycleCreateRules = [madeApart, storedOnce, nothingAdded, locationLeads, empties, marked] as const;
