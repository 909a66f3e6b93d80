/** Rules about stored values: a read returns the written values, and a rejected write stores none. */
import { responseJson, requestJson } from '../model/body.ts';
import { pluralize } from '../model/text.ts';
import type { CaseEvidence } from '../model/exchange.ts';
import { isMap, type Json, ownProperty, isSameJson, jsonText } from '../model/json.ts';
import { valueAtPointer, resolvePointer } from '../model/pointer.ts';
import { differences, isSameStored, isSameValue } from './compare.ts';
import { caseRule } from './define-rule.ts';
import {
  createFinding,
  inapplicableJudgement,
  inconclusiveJudgement,
  judgementFrom,
  PASSED_JUDGEMENT,
  valueFinding,
} from './evidence.ts';
import { readListEntries, isReducedEntry, readRecord, REDUCED_PAGE_REASON } from './lifecycle-read.ts';
import type { Finding, Judgement } from './model.ts';
import { objectParams, type SchemaParams, POINTER, STEP, TEXTS } from './params.ts';

/** 202 describes a pending state and 204 has no content (RFC 9110 §15.3.3, §15.3.5), so they contain no record. */
const SHOWS_NONE: readonly number[] = [202, 204];

export const storedEqualsRule = caseRule(
  {
    id: 'store.equals',
    title: 'An accepted record is stored as sent',
    fails: 'stores another value than sent: {where} is {actual} instead of {expected}',
    explain: 'The record is read after it was accepted. Every field has the sent value.',
    needs: ['accepted', 'read'],
    filled: 'stored',
  },
  objectParams(
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
    const read = readRecord(evidence, params.read, params.shown);
    const { status } = read.exchange.response ?? {};
    if (status !== undefined && SHOWS_NONE.includes(status))
      return inapplicableJudgement(`a response with ${status} has no record`);
    const sent = written === undefined ? undefined : valueAtPointer(requestJson(written), params.sent);
    if (typeof sent !== 'object' || sent === null)
      return inconclusiveJudgement('the sent record is missing in the recorded request');
    const first = params.first === undefined ? undefined : readRecord(evidence, params.first, params.shown);
    const before = params.onto === undefined ? undefined : evidence[params.onto]?.[0];
    const patched = before === undefined ? undefined : valueAtPointer(requestJson(before), params.sent);
    const findings: Finding[] = [];
    for (const [name, patch] of Object.entries(sent)) {
      const value = mergePatched(valueAtPointer(patched, `/${name}`), patch);
      if (params.skip.includes(name)) continue;
      const shown = valueAtPointer(read.value, `/${name}`);
      if (first !== undefined && isSameValue(valueAtPointer(first.value, `/${name}`), shown)) continue;
      if (shown === undefined && isMap(read.value) && params.sometimes?.includes(name) === true) continue;
      // A field that was sent as null may be absent, or be shown as null.
      const expected = value === null && shown !== null ? undefined : value;
      for (const place of placesOf(expected, shown))
        findings.push(
          valueFinding(
            read.exchange,
            `body#${params.shown}/${name}${place}`,
            valueAtPointer(expected, place),
            valueAtPointer(shown, place),
          ),
        );
    }
    const bodies = {
      sent: written === undefined ? undefined : requestJson(written),
      shown: responseJson(read.exchange),
    };
    for (const place of params.beside ?? []) {
      const wanted = valueAtPointer(bodies.sent, resolvePointer(params.sent, place));
      const pointer = resolvePointer(params.shown, place);
      const shown = valueAtPointer(bodies.shown, pointer);
      if (wanted !== undefined && !isSameStored(wanted === null && shown !== null ? undefined : wanted, shown))
        findings.push(valueFinding(read.exchange, `body#${pointer}`, wanted, shown));
    }
    return judgementFrom(findings);
  },
);

/** The value with a merge patch applied (RFC 7396 §2); removed fields are null. */
function mergePatched(value: Json | undefined, patch: Json): Json {
  if (!isMap(value) || !isMap(patch)) return patch;
  return {
    ...value,
    ...Object.fromEntries(
      Object.entries(patch).map(([name, item]) => [name, mergePatched(ownProperty(value, name), item)]),
    ),
  };
}

/** Pointers to the differing fields of a nested record. */
function placesOf(expected: Json | undefined, shown: Json | undefined): readonly string[] {
  if (expected === undefined || shown === undefined) return isSameStored(expected, shown) ? [] : [''];
  const places = differences(expected, shown, '', isStored).map((place) => place.replace(/(?:\/\d+)+$/, ''));
  return [...new Set(places)];
}

/** Additional fields in the response are ignored, and an absent field equals null. */
function isStored(sent: Json | undefined, shown: Json | undefined): boolean {
  return sent === undefined || (sent ?? shown ?? null) === null || (shown !== undefined && isSameStored(sent, shown));
}

export const TRACE_PARAMS = objectParams(
  { sent: STEP, list: STEP, records: POINTER },
  {
    /** Pointers to the unique value in the request and a listed record. Absent: the list must be empty, or as `before`. */
    value: POINTER,
    shown: POINTER,
    /** The same list before the write, since it may already contain records. */
    before: STEP,
  },
);

export function judgeNoTrace(params: SchemaParams<typeof TRACE_PARAMS>, evidence: CaseEvidence): Judgement {
  const list = readListEntries(evidence, params.list, params.records);
  const { exchange, all, unsure } = list;
  if (params.value === undefined || params.shown === undefined) {
    const before = params.before === undefined ? undefined : readListEntries(evidence, params.before, params.records);
    const wanted = before?.all.length ?? 0;
    const expected = wanted === 0 ? 'no record' : pluralize(wanted, 'record');
    if (all.length === wanted) return PASSED_JUDGEMENT;
    return judgementFrom([
      createFinding(exchange, `body#${params.records}`, expected, `${pluralize(all.length, 'record')}`),
    ]);
  }
  const probe = evidence[params.sent]?.[0];
  const value = probe === undefined ? undefined : valueAtPointer(requestJson(probe), params.value);
  if (value === undefined) return inconclusiveJudgement('the unique value is missing in the recorded request');
  const shown = params.shown;
  const stored = all.find((entry) => isSameJson(valueAtPointer(entry.value, shown), value));
  if (stored === undefined)
    return unsure ?? (all.some(isReducedEntry) ? inapplicableJudgement(REDUCED_PAGE_REASON) : judgementFrom([]));
  return judgementFrom([
    createFinding(
      stored.exchange,
      `body#${params.records}`,
      `no record with ${jsonText(value)}`,
      jsonText(stored.value),
    ),
  ]);
}

const noTrace = caseRule(
  {
    id: 'store.no-trace',
    title: 'A rejected record is not stored',
    fails: 'stores a record that it rejects: {actual}',
    explain: 'The list is fetched after the rejection. It does not contain the record.',
    needs: ['list'],
    filled: 'listed',
  },
  TRACE_PARAMS,
  judgeNoTrace,
);

export const storeRules = [storedEqualsRule, noTrace] as const;
