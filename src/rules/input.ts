/** Rules about invalid and unusual input: it is rejected without a trace, or stored as sent. */
import { requestJson, responseValue } from '../model/body.ts';
import { pluralize } from '../model/text.ts';
import { mapOptional } from '../model/objects.ts';
import type { CaseEvidence, Exchange } from '../model/exchange.ts';
import { type Json, isSameJson, jsonText } from '../model/json.ts';
import { valueAtPointer } from '../model/pointer.ts';
import { isAccepted, succeeded, type Success } from '../model/success.ts';
import { caseRule } from './define-rule.ts';
import {
  requireResponse,
  responseExcerpt,
  endJudgement,
  createFinding,
  inapplicableJudgement,
  inconclusiveJudgement,
  judgementFrom,
  PASSED_JUDGEMENT,
  statusFinding,
  valueFinding,
} from './evidence.ts';
import { readListEntries, readRecord } from './lifecycle-read.ts';
import { REJECTED_PARAMS, type RejectedParams } from './outcome.ts';
import { COUNT, objectParams, POINTER, STEP, SUCCESS, TEXT, TEXTS } from './params.ts';
import { storedEqualsRule, judgeNoTrace, TRACE_PARAMS } from './store.ts';

const noTrace = caseRule(
  {
    id: 'input.no-trace',
    title: 'A rejected write stores nothing',
    fails: 'stores a record after rejecting it: {actual} instead of {expected}',
    explain:
      'An invalid record is sent to a place where nothing else is written. The list is fetched afterwards and contains no new record.',
  },
  objectParams(
    { list: STEP, records: POINTER, count: COUNT },
    {
      /** The same list before the write, since it may already contain records. */
      before: STEP,
    },
  ),
  (params, evidence) => {
    const list = readRecord(evidence, params.list, params.records);
    const count = Array.isArray(list.value) ? list.value.length : undefined;
    const before = params.before === undefined ? undefined : readListEntries(evidence, params.before, params.records);
    const expected = before?.all.length ?? params.count;
    if (count === expected) return PASSED_JUDGEMENT;
    return judgementFrom([
      createFinding(
        list.exchange,
        `body#${params.records}`,
        `${pluralize(expected, 'record')}`,
        count === undefined ? mapOptional(list.value, jsonText) : `${pluralize(count, 'record')}`,
      ),
    ]);
  },
);

const { value, shown, before, ...traceRequired } = TRACE_PARAMS.properties;

const noTraceInside = caseRule(
  {
    id: 'input.no-trace-inside',
    title: 'A create with an invalid nested record stores nothing',
    fails: 'rejects a create because of a nested record, but stores the outer record',
    explain:
      'A record is sent with an invalid record inside it, and the list is fetched afterwards. A service that stores the outer record before it validates the nested one keeps half of a rejected request. The corrected request is then rejected as a duplicate.',
    needs: ['list'],
    filled: 'listed',
  },
  objectParams({ ...traceRequired, success: SUCCESS }, { value, shown, before }),
  /** Only the acceptance of the request is a failure. */
  (params, evidence) => {
    const sent = requireResponse(evidence, params.sent);
    if (isAccepted(sent.exchange, params.success))
      return inapplicableJudgement('the record was accepted with its nested record, which another check covers');
    return judgeNoTrace(params, evidence);
  },
);

const { step, kind, statuses, success, ...refusedOptional } = REJECTED_PARAMS.properties;

const batchRefused = caseRule(
  {
    id: 'input.batch-refused',
    title: 'An invalid item gets the same error in a batch as alone',
    fails: 'rejects an invalid item of a batch with another error code than alone: {actual} instead of {expected}',
    explain:
      'An invalid item is sent alone, and between two valid items. Both rejections have the same error codes. Clients look up the code, for any number of items.',
  },
  objectParams(
    {
      step,
      kind,
      statuses,
      success,
      /** The same invalid item, sent alone. */
      alone: STEP,
      /** Index of the invalid item in the batch. */
      place: COUNT,
    },
    refusedOptional,
  ),
  /** An invalid item gets the same error in a batch as alone. Another rule judges whether it is rejected. */
  (params, evidence) => {
    const alone = requireResponse(evidence, params.alone);
    const batch = requireResponse(evidence, params.step);
    const { family, item, place } = params;
    if (family?.code === undefined)
      return inapplicableJudgement('the contract does not specify where an error has its code');
    if (isAccepted(alone.exchange, params.success)) return inapplicableJudgement('the invalid item is accepted alone');
    const answer = responseValue(batch, `/${place}`);
    if (answer === undefined || valueAtPointer(answer, params.success.flag ?? '') !== false)
      return inapplicableJudgement('the invalid item was not rejected in the batch, which another check covers');
    const expected = codesOf(responseValue(alone, item ?? ''), family);
    if (expected.length === 0) return inapplicableJudgement('the rejection of the item alone has no code');
    const shown = codesOf(answer, family);
    const where = `body#/${place}${family.entries ?? family.entry ?? ''}/${family.code}`;
    if (isSameJson(expected, shown)) return judgementFrom([]);
    const kind = expected.every((code) => shown.includes(code)) ? { kind: 'added' as const } : {};
    return judgementFrom([createFinding(batch.exchange, where, expected.join(', '), shown.join(', ') || 'none', kind)]);
  },
);

/** The error codes, sorted: the contract defines no order. */
function codesOf(answer: Json | undefined, family: NonNullable<RejectedParams['family']>): readonly string[] {
  const { entries, entry = '', code } = family;
  const listed = answer === undefined ? undefined : valueAtPointer(answer, entries ?? entry);
  const all = entries === undefined ? [listed] : Array.isArray(listed) ? (listed as readonly Json[]) : [];
  const codes = all.flatMap((item) => (item === undefined ? undefined : valueAtPointer(item, `/${code}`)) ?? []);
  return [...new Set(codes.map(String))].sort();
}

/** A pointer into a list of records: the index and the rest. */
const INDEXED = /^\/(0|[1-9][0-9]*)(?=\/|$)/;

const batchPointed = caseRule(
  {
    id: 'input.batch-pointed',
    title: 'An error points to the invalid record',
    fails: 'points to the wrong record in an error: {actual} instead of {expected}',
    explain:
      'One of several records in a request is invalid, and its error has a pointer. Clients use it to find the record. A pointer that counts from one, or always names the first record, leads to a valid record.',
  },
  objectParams(
    {
      step,
      kind,
      statuses,
      success,
      /** Index of the invalid record, from 0. */
      place: COUNT,
    },
    refusedOptional,
  ),
  /** Exactly one record is invalid, so every error must point to it. RFC 6901 §4: indexes start at zero. */
  (params, evidence) => {
    const { exchange, response } = requireResponse(evidence, params.step);
    const { family, item = '', place } = params;
    if (isAccepted(exchange, params.success))
      return inapplicableJudgement('nothing was rejected, so no error has a pointer');
    if (family?.entries === undefined || family.source === undefined)
      return inapplicableJudgement('the contract does not specify where an error has its pointer');
    const listed = responseValue({ response }, `${item}${family.entries}`);
    const pointers = pointersOf(Array.isArray(listed) ? (listed as readonly Json[]) : [], family.source);
    if (pointers.length === 0) return inapplicableJudgement('no error points to one of the records');
    const wrong = pointers.filter((pointer) => INDEXED.exec(pointer)?.[1] !== String(place));
    return judgementFrom(
      wrong.map((pointer) =>
        createFinding(
          exchange,
          `body#${item}${family.entries ?? ''}`,
          pointer.replace(INDEXED, `/${String(place)}`),
          pointer,
        ),
      ),
    );
  },
);

function pointersOf(entries: readonly Json[], source: string): readonly string[] {
  const all = entries.map((entry) => valueAtPointer(entry, source));
  return [...new Set(all.filter((item): item is string => typeof item === 'string' && INDEXED.test(item)))];
}

// An unusual value may be rejected with a status below 500. If it is accepted, it is read back and compared.

interface Steps {
  readonly written: string;
  readonly read: string;
  readonly shown: string;
  readonly success: Success;
}

interface Kept {
  readonly written: Exchange;
  readonly read: Exchange;
  /** The value in the response of the read. */
  readonly shown: Json | undefined;
}

function storedOrRejected(params: Steps, evidence: CaseEvidence): Kept {
  const written = requireResponse(evidence, params.written);
  const { exchange, response } = written;
  if (response.status >= 500)
    return endJudgement(
      judgementFrom([
        statusFinding(exchange, [], {
          expected: 'stored, or rejected with a status below 500',
          actual: responseExcerpt(response),
        }),
      ]),
    );
  if (!succeeded(exchange, params.success)) return endJudgement(PASSED_JUDGEMENT);
  const read = requireResponse(evidence, params.read);
  return { written: exchange, read: read.exchange, shown: responseValue(read, params.shown) };
}

/** Several texts of one record, which may be rejected together or stored as sent. */
const blanksStored = caseRule(
  {
    id: 'input.blanks-stored',
    title: 'Leading and trailing spaces are kept, or the record is rejected',
    fails: 'trims leading or trailing spaces of a text: in {where} {became}',
    explain:
      'Every free-text field begins and ends with a space. All are sent in one record, which is then read. A service that trims them silently stores another text than the sent one.',
  },
  objectParams({
    written: STEP,
    read: STEP,
    /** Pointers to the record in the request and in the response of the read. */
    sent: POINTER,
    shown: POINTER,
    /** Fields that are not compared: write-only ones, and nested ones that are read elsewhere. */
    skip: TEXTS,
    success: SUCCESS,
  }),
  (params, evidence) => {
    storedOrRejected(params, evidence);
    return storedEqualsRule.judge(params, evidence);
  },
);

const numberText = caseRule(
  {
    id: 'input.number-text',
    title: 'A number is stored with its value in every notation, or rejected',
    fails: 'changes a number in {field} because of its notation: {actual} instead of {expected}',
    explain:
      'JSON allows exponents, negative zero and numbers that no programming language can represent. The service stores the exact value or rejects it. It does not store null, zero or a rounded number instead.',
  },
  objectParams({
    written: STEP,
    read: STEP,
    shown: POINTER,
    /** The number as it is written in the body. */
    text: TEXT,
    success: SUCCESS,
  }),
  (params, evidence) => {
    const result = storedOrRejected(params, evidence);
    const { read, shown } = result;
    // JSON numbers are interoperable as doubles (RFC 8259 §6). -0 equals 0; a number out of range has no equal.
    const expected = Number(params.text);
    const same = typeof shown === 'number' && Number.isFinite(expected) && shown === expected;
    if (same) return PASSED_JUDGEMENT;
    return judgementFrom([
      createFinding(
        read,
        `body#${params.shown}`,
        Number.isFinite(expected) ? params.text : `a rejection of ${params.text}`,
        jsonText(shown),
        Number.isFinite(expected) ? { kind: shown === undefined ? 'lost' : 'value' } : {},
      ),
    ]);
  },
);

const textTrap = caseRule(
  {
    id: 'input.text-trap',
    title: 'A rare character is stored unchanged, or rejected',
    fails: 'changes a rare character in {field}: {became}',
    explain:
      'A text contains one unusual character: a joined emoji, a combining accent, a direction mark, a zero-width space, NUL, or half of a surrogate pair. The service stores it unchanged or rejects it. Removing, replacing or composing it silently changes names of people.',
  },
  objectParams({
    written: STEP,
    read: STEP,
    /** Pointers to the text in the request and in the response of the read. */
    sent: POINTER,
    shown: POINTER,
    success: SUCCESS,
  }),
  /** The service may reject the text or store it unchanged, but not change it. */
  (params, evidence) => {
    const result = storedOrRejected(params, evidence);
    const { read, shown } = result;
    const sent = valueAtPointer(requestJson(result.written), params.sent);
    if (sent === undefined) return inconclusiveJudgement('the sent value is missing in the recorded request');
    if (isSameJson(shown, sent)) return PASSED_JUDGEMENT;
    return judgementFrom([
      valueFinding(read, `body#${params.shown}`, sent, shown, (value) => escaped(jsonText(value))),
    ]);
  },
);

/** Most of these characters are invisible, so they are escaped. */
function escaped(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export const inputRules = [
  noTrace,
  noTraceInside,
  batchRefused,
  batchPointed,
  blanksStored,
  numberText,
  textTrap,
] as const;
