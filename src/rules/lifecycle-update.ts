/** Rules about updates: an update changes only the fields it contains; a rejected write changes none. */
import { responseJson, requestJson, responseValue } from '../model/body.ts';
import { type Json, ownProperty, isSameJson, jsonText, isMap, type JsonMap } from '../model/json.ts';
import { valueAtPointer, resolvePointer, encodePointerPart } from '../model/pointer.ts';
import { isAccepted, succeeded } from '../model/success.ts';
import { differences, isSameStored, isSameValue } from './compare.ts';
import { caseRule } from './define-rule.ts';
import {
  requireResponse,
  createFinding,
  inapplicableJudgement,
  inconclusiveJudgement,
  judgementFrom,
  statusFinding,
  valueFinding,
} from './evidence.ts';
import { readListEntries, readRecord } from './lifecycle-read.ts';
import { objectParams, POINTER, STEP, SUCCESS, TEXTS } from './params.ts';

const updateOnlyNamed = caseRule(
  {
    id: 'lifecycle.update-only-named',
    title: 'An update changes only the fields that it contains',
    fails: 'changes fields that the update did not contain: {where} is {actual} instead of {expected}',
    explain:
      'The record is read before and after a PATCH of one field. Any other difference is a field that the service cleared, defaulted or recalculated. Fields that only the service sets may differ.',
  },
  objectParams(
    { before: STEP, after: STEP, update: STEP, shown: POINTER, sent: POINTER },
    {
      /** Write-only fields. */
      skip: TEXTS,
      /** Fields that the service sets on an update, such as its time. */
      own: TEXTS,
      /** Fields that are judged, if there may be undeclared ones. */
      known: TEXTS,
      /** Pointers, relative to the record, to fields beside it that are sent and shown. */
      beside: TEXTS,
    },
  ),
  (params, evidence) => {
    const before = readRecord(evidence, params.before, params.shown);
    const after = readRecord(evidence, params.after, params.shown);
    const update = evidence[params.update]?.[0];
    const sent = update === undefined ? undefined : valueAtPointer(requestJson(update), params.sent);
    if (typeof sent !== 'object' || sent === null || typeof before.value !== 'object' || before.value === null) {
      return inconclusiveJudgement('the read before the change is missing');
    }
    const expected: Record<string, Json> = { ...(before.value as Readonly<Record<string, Json>>) };
    for (const [name, value] of Object.entries(sent)) {
      if (params.skip?.includes(name) === true) continue;
      if (value === null) delete expected[name];
      else expected[name] = value;
    }
    const shown = (typeof after.value === 'object' && after.value !== null ? after.value : {}) as Readonly<
      Record<string, Json>
    >;
    const names = [...new Set([...Object.keys(expected), ...Object.keys(shown)])].sort();
    const aside = (params.beside ?? []).flatMap((place) => {
      const pointer = resolvePointer(params.shown, place);
      const named =
        update === undefined ? undefined : valueAtPointer(requestJson(update), resolvePointer(params.sent, place));
      const [due, now] = [
        named ?? valueAtPointer(responseJson(before.exchange), pointer),
        valueAtPointer(responseJson(after.exchange), pointer),
      ];
      return isSameValue(due, now) ? [] : [valueFinding(after.exchange, `body#${pointer}`, due, now)];
    });
    return judgementFrom([
      ...aside,
      ...names
        .filter((name) => params.own?.includes(name) !== true && params.known?.includes(name) !== false)
        .map((name) => ({ name, due: ownProperty(expected, name), now: ownProperty(shown, name) }))
        .filter(({ name, due, now }) => !(Object.hasOwn(sent, name) ? isSameStored : isSameValue)(due, now))
        .map(({ name, due, now }) => valueFinding(after.exchange, `body#${params.shown}/${name}`, due, now)),
    ]);
  },
);

const updateAlone = caseRule(
  {
    id: 'lifecycle.update-alone',
    title: 'An update of one field keeps all other fields',
    fails: 'changes another field in an update of {key} alone: {where} is {actual} instead of {expected}',
    explain:
      'Each field of a record is changed by an update of its own, and the record is read after each. Any other difference was derived, cleared or recalculated because of the changed field, for example by a trigger.',
  },
  objectParams({
    before: STEP,
    update: STEP,
    after: STEP,
    shown: POINTER,
    sent: POINTER,
    /** Fields that the service sets itself. */
    own: TEXTS,
    success: SUCCESS,
  }),
  /** Other rules judge whether the update is accepted and changes its field. */
  (params, evidence) => {
    const update = requireResponse(evidence, params.update);
    if (!succeeded(update.exchange, params.success))
      return inapplicableJudgement('the update of this field alone has no effect');
    const before = readRecord(evidence, params.before, params.shown);
    const after = readRecord(evidence, params.after, params.shown);
    const [sent, was, is] = [valueAtPointer(requestJson(update.exchange), params.sent), before.value, after.value].map(
      membersOf,
    );
    if (sent === undefined || was === undefined || is === undefined)
      return inconclusiveJudgement('the response does not contain the record');
    const others = [...new Set([...Object.keys(was), ...Object.keys(is)])]
      .filter((name) => !Object.hasOwn(sent, name) && !params.own.includes(name))
      .sort();
    return judgementFrom(
      others
        .map((name) => ({ name, due: ownProperty(was, name), now: ownProperty(is, name) }))
        .filter(({ due, now }) => !isSameValue(due, now))
        .map(({ name, due, now }) => valueFinding(after.exchange, `body#${params.shown}/${name}`, due, now)),
    );
  },
);

function membersOf(value: Json | undefined): JsonMap | undefined {
  return isMap(value) ? value : undefined;
}

const updateAtomic = caseRule(
  {
    id: 'lifecycle.update-atomic',
    title: 'A rejected update changes nothing',
    fails: 'changes a record in an update that it rejects: {where} is {actual} instead of {expected}',
    explain:
      'An update sets one field to a valid value and another to an invalid value. If it is rejected, the record is read again, and the valid value is not stored either.',
    requirement: 'http.patch-atomic',
  },
  objectParams({
    before: STEP,
    update: STEP,
    after: STEP,
    /** The field with a valid new value, in the response of a read. */
    member: POINTER,
    success: SUCCESS,
  }),
  /** RFC 5789 §2: a PATCH applies the whole set of changes or none. The service decides which change is invalid. */
  (params, evidence) => {
    const before = requireResponse(evidence, params.before);
    const update = requireResponse(evidence, params.update);
    const after = requireResponse(evidence, params.after);
    if (isAccepted(update.exchange, params.success))
      return inapplicableJudgement(`the update was accepted with ${update.response.status}`);
    const member = (reply: typeof before): Json | undefined => responseValue(reply, params.member);
    const [expected, shown] = [member(before), member(after)];
    return judgementFrom(
      isSameValue(expected, shown) ? [] : [valueFinding(after.exchange, `body#${params.member}`, expected, shown)],
    );
  },
);

/** The updated value is unique, so any other record that has it was created by the update. */
const updateMakesNone = caseRule(
  {
    id: 'lifecycle.update-makes-none',
    title: 'An update creates no record',
    fails: 'creates another record in an update: {actual}',
    explain:
      'An update gives a record a unique text, and the list is fetched. No other record has this text. Otherwise the update created the record, usually by a save that inserts instead of updating.',
  },
  objectParams({
    create: STEP,
    update: STEP,
    list: STEP,
    uidSent: POINTER,
    /**
     * Pointers to the record in the request, to the records in the list, and below an entry to the record and its id.
     */
    sent: POINTER,
    records: POINTER,
    record: POINTER,
    uid: POINTER,
  }),
  (params, evidence) => {
    const created = readRecord(evidence, params.create, params.uidSent);
    const list = readListEntries(evidence, params.list, params.records);
    const update = evidence[params.update]?.[0];
    const sent = update === undefined ? undefined : valueAtPointer(requestJson(update), params.sent);
    if (typeof sent !== 'object' || sent === null)
      return inconclusiveJudgement('the sent text is missing in the recorded request');
    const members = Object.entries(sent as Readonly<Record<string, Json>>);
    const having = list.all.filter(({ value: entry }) =>
      members.every(([name, value]) =>
        isSameStored(value, valueAtPointer(valueAtPointer(entry, params.record), `/${name}`)),
      ),
    );
    if (having.length === 0) return inapplicableJudgement('the list does not show the updated field');
    const right = having.find(({ value: entry }) => !isSameJson(valueAtPointer(entry, params.uid), created.value));
    if (right === undefined) return judgementFrom([]);
    const isNamedToo = having.some(({ value: entry }) => isSameJson(valueAtPointer(entry, params.uid), created.value));
    return judgementFrom([
      createFinding(
        right.exchange,
        right.where,
        `the updated value only in record ${jsonText(created.value)}`,
        `the updated record ${isNamedToo ? 'is changed too' : 'is unchanged'}`,
      ),
    ]);
  },
);

const othersKept = caseRule(
  {
    id: 'lifecycle.others-kept',
    title: 'A write does not change other records',
    fails: 'changes a record that the request does not name: {where} is {actual} instead of {expected}',
    explain:
      'Two records are created, and one of them is changed or removed. The other is read before and after and is the same. A difference is usually a write without its WHERE condition.',
  },
  objectParams(
    {
      /** The reads of another record, before and after. */
      before: STEP,
      after: STEP,
      shown: POINTER,
    },
    {
      /** Fields that may differ. */
      skip: TEXTS,
    },
  ),
  (params, evidence) => {
    const before = requireResponse(evidence, params.before);
    const after = requireResponse(evidence, params.after);
    if (before.response.status !== after.response.status)
      return judgementFrom([statusFinding(after.exchange, [before.response.status])]);
    const record = (reply: typeof before): Json | undefined => responseValue(reply, params.shown);
    const [expected, shown] = [record(before), record(after)];
    return judgementFrom(
      differences(expected, shown)
        .filter((pointer) => params.skip?.some((name) => isWithin(pointer, name)) !== true)
        .map((pointer) =>
          valueFinding(
            after.exchange,
            `body#${params.shown}${pointer}`,
            partAt(expected, pointer),
            partAt(shown, pointer),
          ),
        ),
    );
  },
);

function isWithin(pointer: string, name: string): boolean {
  return `${pointer}/`.startsWith(`/${encodePointerPart(name)}/`);
}

function partAt(value: Json | undefined, pointer: string): Json | undefined {
  return value === undefined ? undefined : valueAtPointer(value, pointer);
}

const refusedUntouched = caseRule(
  {
    id: 'lifecycle.refused-untouched',
    title: 'A write rejected for its token changes nothing',
    fails: 'applies a write that it rejects for its token: {where} is {actual} instead of {expected}',
    explain:
      'A write with a token changed after signing is rejected. The record is read again and is unchanged. A handler that continues after the error response, or that runs in parallel with the token check, still applies the write.',
  },
  objectParams({
    before: STEP,
    /** The write that must be rejected. */
    refused: STEP,
    after: STEP,
    shown: POINTER,
    success: SUCCESS,
  }),
  /** Another check judges an accepted write. A rejected one must leave the record unchanged. */
  (params, evidence) => {
    const { before, refused, after, shown, success } = params;
    const reply = requireResponse(evidence, refused);
    if (isAccepted(reply.exchange, success))
      return inapplicableJudgement(`the write returned ${reply.response.status}, so it may have been applied`);
    // An earlier rejected write may have changed the record; another check judges it.
    const there = evidence[before]?.[0]?.response?.status ?? 0;
    if (there >= 400) return inapplicableJudgement(`a read of the record returned ${there} before`);
    return othersKept.judge({ before, after, shown }, evidence);
  },
);

export const lifecycleUpdateRules = [
  updateOnlyNamed,
  updateAlone,
  updateAtomic,
  updateMakesNone,
  othersKept,
  refusedUntouched,
] as const;
