/** Rules about invalid and unusual input: it is rejected without a trace, or stored as sent. */
import { jsonBody, sentJson } from '../model/body.ts';
import { counted } from '../model/text.ts';
import { maybe } from '../model/objects.ts';
import type { CaseEvidence, Exchange } from '../model/exchange.ts';
import { type Json, sameJson, show } from '../model/json.ts';
import { at } from '../model/pointer.ts';
import { letThrough, succeeded, type Success } from '../model/success.ts';
import { caseRule } from './define-rule.ts';
import {
  answered,
  beginning,
  end,
  finding,
  inapplicable,
  inconclusive,
  judged,
  PASS,
  statusFinding,
  valueFinding,
} from './evidence.ts';
import { entriesOf, record } from './lifecycle-read.ts';
import { REFUSED_PARAMS, type RefusedParams } from './outcome.ts';
import { COUNT, object, POINTER, STEP, SUCCESS, TEXT, TEXTS } from './params.ts';
import { equals, judgeTrace, TRACE_PARAMS } from './store.ts';

const noTrace = caseRule(
  {
    id: 'input.no-trace',
    title: 'A refused write leaves no trace',
    fails: 'keeps a trace of what it refused: {actual} instead of {expected}',
    explain: 'A faulty record is sent to a place where nothing else is written, and the place is listed afterwards.',
  },
  object(
    { list: STEP, records: POINTER, count: COUNT },
    {
      /** The same list before the write, since it may already contain records. */
      before: STEP,
    },
  ),
  (params, evidence) => {
    const list = record(evidence, params.list, params.records);
    const count = Array.isArray(list.value) ? list.value.length : undefined;
    const before = params.before === undefined ? undefined : entriesOf(evidence, params.before, params.records);
    const expected = before?.all.length ?? params.count;
    if (count === expected) return PASS;
    return judged([
      finding(
        list.exchange,
        `body#${params.records}`,
        `${counted(expected, 'record')}`,
        count === undefined ? maybe(list.value, show) : `${counted(count, 'record')}`,
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
  object({ ...traceRequired, success: SUCCESS }, { value, shown, before }),
  /** Only the acceptance of the request is a failure. */
  (params, evidence) => {
    const sent = answered(evidence, params.sent);
    if (letThrough(sent.exchange, params.success))
      return inapplicable('the record was taken with what is inside it, which is judged by itself');
    return judgeTrace(params, evidence);
  },
);

const { step, kind, statuses, success, ...refusedOptional } = REFUSED_PARAMS.properties;

const batchRefused = caseRule(
  {
    id: 'input.batch-refused',
    title: 'A faulty item is refused in a batch as it is alone',
    fails: 'refuses a faulty item of a batch with another code than alone: {actual} instead of {expected}',
    explain:
      'A faulty item is sent by itself, and between two good ones. Both refusals have the same codes: who reads why an item was not taken looks them up, however many were sent.',
  },
  object(
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
    const alone = answered(evidence, params.alone);
    const batch = answered(evidence, params.step);
    const { family, item, place } = params;
    if (family?.code === undefined) return inapplicable('the contract does not say where an error has its code');
    if (letThrough(alone.exchange, params.success)) return inapplicable('the faulty item is accepted by itself');
    const body = jsonBody(batch.response);
    const answer = body.ok ? at(body.value, `/${place}`) : undefined;
    if (answer === undefined || at(answer, params.success.flag ?? '') !== false)
      return inapplicable('the faulty item was not refused among others, which is judged by itself');
    const single = jsonBody(alone.response);
    const expected = codesOf(single.ok ? at(single.value, item ?? '') : undefined, family);
    if (expected.length === 0) return inapplicable('the refusal of the item by itself has no code');
    const shown = codesOf(answer, family);
    const where = `body#/${place}${family.entries ?? family.entry ?? ''}/${family.code}`;
    if (sameJson(expected, shown)) return judged([]);
    const kind = expected.every((code) => shown.includes(code)) ? { kind: 'added' as const } : {};
    return judged([finding(batch.exchange, where, expected.join(', '), shown.join(', ') || 'none', kind)]);
  },
);

/** The error codes, sorted: the contract defines no order. */
function codesOf(answer: Json | undefined, family: NonNullable<RefusedParams['family']>): readonly string[] {
  const { entries, entry = '', code } = family;
  const listed = answer === undefined ? undefined : at(answer, entries ?? entry);
  const all = entries === undefined ? [listed] : Array.isArray(listed) ? (listed as readonly Json[]) : [];
  const codes = all.flatMap((item) => (item === undefined ? undefined : at(item, `/${code}`)) ?? []);
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
  object(
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
    const { exchange, response } = answered(evidence, params.step);
    const { family, item = '', place } = params;
    if (letThrough(exchange, params.success))
      return inapplicable('nothing was refused, so that no error points anywhere');
    if (family?.entries === undefined || family.source === undefined)
      return inapplicable('the contract does not say where an error says what it is about');
    const body = jsonBody(response);
    const listed = body.ok ? at(body.value, `${item}${family.entries}`) : undefined;
    const pointers = pointersOf(Array.isArray(listed) ? (listed as readonly Json[]) : [], family.source);
    if (pointers.length === 0) return inapplicable('no error points to one of the records');
    const wrong = pointers.filter((pointer) => INDEXED.exec(pointer)?.[1] !== String(place));
    return judged(
      wrong.map((pointer) =>
        finding(
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
  const all = entries.map((entry) => at(entry, source));
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
  const written = answered(evidence, params.written);
  const { exchange, response } = written;
  if (response.status >= 500)
    return end(
      judged([statusFinding(exchange, [], { expected: 'stored, or refused below 500', actual: beginning(response) })]),
    );
  if (!succeeded(exchange, params.success)) return end(PASS);
  const read = answered(evidence, params.read);
  const body = jsonBody(read.response);
  return { written: exchange, read: read.exchange, shown: body.ok ? at(body.value, params.shown) : undefined };
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
  object({
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
    return equals.judge(params, evidence);
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
  object({
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
    if (same) return PASS;
    return judged([
      finding(
        read,
        `body#${params.shown}`,
        Number.isFinite(expected) ? params.text : `a refusal of ${params.text}`,
        show(shown),
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
  object({
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
    const sent = at(sentJson(result.written), params.sent);
    if (sent === undefined) return inconclusive('what was sent is not on record');
    if (sameJson(shown, sent)) return PASS;
    return judged([valueFinding(read, `body#${params.shown}`, sent, shown, (value) => escaped(show(value)))]);
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
