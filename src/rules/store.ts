/** Rules about stored values: a read returns the written values, and a rejected write stores none. */
import { answeredJson, sentJson } from '../model/body.ts';
import { counted } from '../model/text.ts';
import type { CaseEvidence } from '../model/exchange.ts';
import { isMap, type Json, ownMember, sameJson, show } from '../model/json.ts';
import { at, pointerFrom } from '../model/pointer.ts';
import { differences, sameStored, sameValue } from './compare.ts';
import { caseRule } from './define-rule.ts';
import { finding, inapplicable, inconclusive, judged, PASS, valueFinding } from './evidence.ts';
import { entriesOf, isReduced, record, REDUCED } from './lifecycle-read.ts';
import type { Finding, Judgement } from './model.ts';
import { object, type ParamsOf, POINTER, STEP, TEXTS } from './params.ts';

/** 202 describes a pending state and 204 has no content (RFC 9110 §15.3.3, §15.3.5), so they contain no record. */
const SHOWS_NONE: readonly number[] = [202, 204];

export const equals = caseRule(
  {
    id: 'store.equals',
    title: 'What was accepted is stored as it was sent',
    fails: 'stores something else than was sent: {where} is {actual} instead of {expected}',
    explain: 'The record is read back after it was accepted; every member must be as it was sent.',
    needs: ['accepted', 'read'],
    filled: 'stored',
  },
  object(
    {
      written: STEP,
      read: STEP,
      /** Pointers to the record in the request and in the response of the read. */
      sent: POINTER,
      shown: POINTER,
      /** Fields that are not compared: write-only ones, and nested ones that are read elsewhere. */
      skip: TEXTS,
    },
    {
      /** An earlier read: values that it already shows are ignored. */
      first: STEP,
      /** Pointers, relative to the record, to fields beside it that are sent and shown. */
      beside: TEXTS,
      /** Fields that a response may omit: only a different value is a failure. */
      sometimes: TEXTS,
      /** The earlier write that this merge patch is applied to (RFC 7396 §2). */
      onto: STEP,
    },
  ),
  (params, evidence) => {
    const written = evidence[params.written]?.[0];
    const read = record(evidence, params.read, params.shown);
    const { status } = read.exchange.response ?? {};
    if (status !== undefined && SHOWS_NONE.includes(status))
      return inapplicable(`an answer with ${status} shows no record`);
    const sent = written === undefined ? undefined : at(sentJson(written), params.sent);
    if (typeof sent !== 'object' || sent === null) return inconclusive('what was sent is not on record');
    const first = params.first === undefined ? undefined : record(evidence, params.first, params.shown);
    const before = params.onto === undefined ? undefined : evidence[params.onto]?.[0];
    const patched = before === undefined ? undefined : at(sentJson(before), params.sent);
    const findings: Finding[] = [];
    for (const [name, patch] of Object.entries(sent)) {
      const value = mergePatched(at(patched, `/${name}`), patch);
      if (params.skip.includes(name)) continue;
      const shown = at(read.value, `/${name}`);
      if (first !== undefined && sameValue(at(first.value, `/${name}`), shown)) continue;
      if (shown === undefined && isMap(read.value) && params.sometimes?.includes(name) === true) continue;
      // A field that was sent as null may be absent, or be shown as null.
      const expected = value === null && shown !== null ? undefined : value;
      for (const place of placesOf(expected, shown))
        findings.push(
          valueFinding(read.exchange, `body#${params.shown}/${name}${place}`, at(expected, place), at(shown, place)),
        );
    }
    const bodies = { sent: written === undefined ? undefined : sentJson(written), shown: answeredJson(read.exchange) };
    for (const place of params.beside ?? []) {
      const wanted = at(bodies.sent, pointerFrom(params.sent, place));
      const pointer = pointerFrom(params.shown, place);
      const shown = at(bodies.shown, pointer);
      if (wanted !== undefined && !sameStored(wanted === null && shown !== null ? undefined : wanted, shown))
        findings.push(valueFinding(read.exchange, `body#${pointer}`, wanted, shown));
    }
    return judged(findings);
  },
);

/** The value with a merge patch applied (RFC 7396 §2); removed fields are null. */
function mergePatched(value: Json | undefined, patch: Json): Json {
  if (!isMap(value) || !isMap(patch)) return patch;
  return {
    ...value,
    ...Object.fromEntries(
      Object.entries(patch).map(([name, item]) => [name, mergePatched(ownMember(value, name), item)]),
    ),
  };
}

/** Pointers to the differing fields of a nested record. */
function placesOf(expected: Json | undefined, shown: Json | undefined): readonly string[] {
  if (expected === undefined || shown === undefined) return sameStored(expected, shown) ? [] : [''];
  const places = differences(expected, shown, '', isStored).map((place) => place.replace(/(?:\/\d+)+$/, ''));
  return [...new Set(places)];
}

/** Additional fields in the response are ignored, and an absent field equals null. */
function isStored(sent: Json | undefined, shown: Json | undefined): boolean {
  return sent === undefined || (sent ?? shown ?? null) === null || (shown !== undefined && sameStored(sent, shown));
}

export const TRACE_PARAMS = object(
  { sent: STEP, list: STEP, records: POINTER },
  {
    /** Pointers to the unique value in the request and a listed record. Absent: the list must be empty, or as `before`. */
    value: POINTER,
    shown: POINTER,
    /** The same list before the write, since it may already contain records. */
    before: STEP,
  },
);

export function judgeTrace(params: ParamsOf<typeof TRACE_PARAMS>, evidence: CaseEvidence): Judgement {
  const list = entriesOf(evidence, params.list, params.records);
  const { exchange, all, unsure } = list;
  if (params.value === undefined || params.shown === undefined) {
    const before = params.before === undefined ? undefined : entriesOf(evidence, params.before, params.records);
    const wanted = before?.all.length ?? 0;
    const expected = wanted === 0 ? 'no record' : counted(wanted, 'record');
    if (all.length === wanted) return PASS;
    return judged([finding(exchange, `body#${params.records}`, expected, `${counted(all.length, 'record')}`)]);
  }
  const probe = evidence[params.sent]?.[0];
  const value = probe === undefined ? undefined : at(sentJson(probe), params.value);
  if (value === undefined) return inconclusive('the unique value that was sent is not on record');
  const shown = params.shown;
  const stored = all.find((entry) => sameJson(at(entry.value, shown), value));
  if (stored === undefined) return unsure ?? (all.some(isReduced) ? inapplicable(REDUCED) : judged([]));
  return judged([
    finding(stored.exchange, `body#${params.records}`, `no record with ${show(value)}`, show(stored.value)),
  ]);
}

const noTrace = caseRule(
  {
    id: 'store.no-trace',
    title: 'What was refused is not stored',
    fails: 'stores what it refused: {actual}',
    explain: 'The list of records is fetched after the refusal; the record must not be among them.',
    needs: ['list'],
    filled: 'listed',
  },
  TRACE_PARAMS,
  judgeTrace,
);

export const storeRules = [equals, noTrace] as const;
