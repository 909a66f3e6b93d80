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
    title: 'A refused write leaves no trace',
    fails: 'keeps a trace of what it refused: {actual} instead of {expected}',
    explain: 'A faulty record is sent to a place where nothing else is written, and the place is listed afterwards.',
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
    title: 'A create that is refused for what is inside it leaves no trace',
    fails: 'stores a record although it refuses the create for what is inside it',
    explain:
      'A record is sent with another one inside that has a fault, and the list is fetched afterwards. Who stores a record before what it brings is judged keeps a half of what it said that it did not take, and the same request without the fault is then refused as sent before.',
    needs: ['list'],
    filled: 'listed',
  },
  objectParams({ ...traceRequired, success: SUCCESS }, { value, shown, before }),
  /** Only the acceptance of the request is a failure. */
  (params, evidence) => {
    const sent = requireResponse(evidence, params.sent);
    if (isAccepted(sent.exchange, params.success))
      return inapplicableJudgement('the record was taken with what is inside it, which is judged by itself');
    return judgeNoTrace(params, evidence);
  },
);

const { step, kind, statuses, success, ...refusedOptional } = REJECTED_PARAMS.properties;

const batchRefused = caseRule(
  {
    id: 'input.batch-refused',
    title: 'A faulty item is refused in a batch as it is alone',
    fails: 'refuses a faulty item of a batch with another code than alone: {actual} instead of {expected}',
    explain:
      'A faulty item is sent by itself, and between two good ones. Both refusals have the same codes: who reads why an item was not taken looks them up, however many were sent.',
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
      return inapplicableJudgement('the contract does not say where an error has its code');
    if (isAccepted(alone.exchange, params.success))
      return inapplicableJudgement('the faulty item is accepted by itself');
    const answer = responseValue(batch, `/${place}`);
    if (answer === undefined || valueAtPointer(answer, params.success.flag ?? '') !== false)
      return inapplicableJudgement('the faulty item was not refused among others, which is judged by itself');
    const expected = codesOf(responseValue(alone, item ?? ''), family);
    if (expected.length === 0) return inapplicableJudgement('the refusal of the item by itself has no code');
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
    title: 'An error points to the record that it is about',
    fails: 'points with an error to another record than the one that is wrong: {actual} instead of {expected}',
    explain:
      'One of several records in a request is faulty, and its error has a pointer. Clients follow it to the record that they have to mend; one that counts from one, or always names the first, leads them to what nothing is wrong with.',
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
      return inapplicableJudgement('nothing was refused, so that no error points anywhere');
    if (family?.entries === undefined || family.source === undefined)
      return inapplicableJudgement('the contract does not say where an error says what it is about');
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
        statusFinding(exchange, [], { expected: 'stored, or refused below 500', actual: responseExcerpt(response) }),
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
    title: 'Blanks at the ends of any text are kept, or the record is refused',
    fails: 'cuts blanks at the ends of a text instead of keeping or refusing them: in {where} {became}',
    explain:
      'Every text that may hold anything begins and ends with a blank, all in one record, which is read at once. Who trims some of them keeps another text than was sent, and says nothing of it.',
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
    title: 'A number is the same however it is written, or refused',
    fails: 'changes numbers in {field} by how they are written: {actual} instead of {expected}',
    explain:
      'JSON has exponents, a negative zero, and numbers beyond what any computer holds. Each is stored with its value or refused; storing null, zero or a rounded amount in its place is neither.',
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
        Number.isFinite(expected) ? params.text : `a refusal of ${params.text}`,
        jsonText(shown),
        Number.isFinite(expected) ? { kind: shown === undefined ? 'lost' : 'value' } : {},
      ),
    ]);
  },
);

const textTrap = caseRule(
  {
    id: 'input.text-trap',
    title: 'A rare character is kept as it is, or refused',
    fails: 'changes rare characters in {field} instead of keeping or refusing them: {became}',
    explain:
      'A text with one awkward character (joined emoji, a combining accent, a direction mark, a zero-width space, NUL, half of a pair) is stored unchanged or refused. Cutting, replacing or composing it changes people’s names without a word.',
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
    if (sent === undefined) return inconclusiveJudgement('what was sent is not on record');
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
