/** Rules about concurrent requests: two writes, or several reads, sent at the same time. */
import { effectiveJson, requestJson, responseValue } from '../model/body.ts';
import type { CaseEvidence, Exchange } from '../model/exchange.ts';
import { type Json, isSameJson, jsonText } from '../model/json.ts';
import { valueAtPointer } from '../model/pointer.ts';
import { isSuccessStatus, succeeded, type Success } from '../model/success.ts';
import { differences, newDifferences, isSameStored } from './compare.ts';
import { caseRule } from './define-rule.ts';
import {
  requireResponse,
  responseExcerpt,
  createFinding,
  inapplicableJudgement,
  inconclusiveJudgement,
  judgementFrom,
  statusFinding,
  changedMeanwhile,
  valueFinding,
} from './evidence.ts';
import { readRecord } from './lifecycle-read.ts';
import type { Finding, Judgement } from './model.ts';
import { objectParams, type SchemaParams, POINTER, NON_EMPTY_TEXTS, STEP, SUCCESS, TEXTS } from './params.ts';

// Two concurrent writes: which were accepted, whether they overlapped, and the state afterwards.

const TWO_WRITES = { one: STEP, other: STEP, success: SUCCESS } as const;

interface TwoWrites {
  readonly one: string;
  readonly other: string;
  readonly success: Success;
}

/** The accepted writes. A service may reject either to serialize them (409, 412, 423, 429, 503). */
function acceptedWrites({ one, other, success }: TwoWrites, evidence: CaseEvidence): readonly Exchange[] {
  const first = requireResponse(evidence, one);
  const second = requireResponse(evidence, other);
  return [first.exchange, second.exchange].filter((exchange) => succeeded(exchange, success));
}

const ONE_REJECTED = inapplicableJudgement(
  'one of the two writes was rejected, so its change is not expected in the record',
);

/** Fields whose value in the read differs from the one in the write. */
function changedFields(
  write: Exchange,
  read: { readonly exchange: Exchange; readonly value: Json | undefined },
  { sent, shown, skip = [] }: { readonly sent: string; readonly shown: string; readonly skip?: readonly string[] },
): readonly Finding[] {
  const members = Object.entries((valueAtPointer(requestJson(write), sent) ?? {}) as Readonly<Record<string, Json>>);
  return members.flatMap(([name, expected]) => {
    const value = valueAtPointer(read.value, `/${name}`);
    return skip.includes(name) || isSameStored(expected, value)
      ? []
      : [valueFinding(read.exchange, `body#${shown}/${name}`, expected, value)];
  });
}

const NO_OVERLAP =
  'the two requests did not overlap: the target allows one request at a time, or handles them far apart';

/** A failure counts at any timing; a pass requires that the two requests overlapped. */
function ifOverlapping({ one, other }: TwoWrites, evidence: CaseEvidence, findings: readonly Finding[]): Judgement {
  const [first, second] = [evidence[one]?.[0], evidence[other]?.[0]];
  if (findings.length > 0) return judgementFrom(findings);
  // A target that allows one request at a time can never show an overlap.
  if (first?.together !== true || second?.together !== true) return inapplicableJudgement(NO_OVERLAP);
  return isSequential(first, second) || isSequential(second, first) ? changedMeanwhile(NO_OVERLAP) : judgementFrom([]);
}

/** True if the first response came before the second request, as under a rate limit. */
function isSequential(left: Exchange, right: Exchange): boolean {
  return right.at > left.at + left.durationMs;
}

const createsAtOnceParams = objectParams({
  /** Concurrent creates, and a read of each record. */
  ...TWO_WRITES,
  'one-read': STEP,
  'other-read': STEP,
  /** Pointers to the id in the create responses, and to the record in requests and reads. */
  made: POINTER,
  sent: POINTER,
  shown: POINTER,
  /** Fields that are not read back as sent. */
  skip: TEXTS,
});

const createsAtOnce = caseRule(
  {
    id: 'lifecycle.creates-at-once',
    title: 'Two concurrent creates store two records',
    fails: 'loses or mixes up records created concurrently: {where} is {actual} instead of {expected}',
    explain:
      'Two records are created at the same time and then read. Each has its own ID and its own values. Usual causes of a failure: IDs computed from the last record, a variable shared by two requests, or a list that is read, extended and written back.',
  },
  createsAtOnceParams,
  (params, evidence) => {
    const writes = acceptedWrites(params, evidence);
    const [first, second] = writes;
    if (first === undefined || second === undefined) return ONE_REJECTED;
    const ids = writes.map(({ response }) =>
      response === undefined ? undefined : valueAtPointer(effectiveJson(response), params.made),
    );
    if (ids.includes(undefined)) return inapplicableJudgement('the responses contain no ID');
    if (isSameJson(ids[0], ids[1]) && haveOneAddress(params, evidence)) {
      const again = createFinding(second, `body#${params.made}`, 'a unique ID', `${jsonText(ids[1])} again`, {
        kind: 'value',
      });
      return ifOverlapping(params, evidence, [again]);
    }
    const findings: Finding[] = [];
    for (const [write, step] of [
      [first, params['one-read']],
      [second, params['other-read']],
    ] as const) {
      const read = readRecord(evidence, step, params.shown);
      if (!succeeded(read.exchange, params.success)) {
        findings.push(statusFinding(read.exchange, [], { expected: 'the created record' }));
        continue;
      }
      findings.push(...changedFields(write, read, params));
    }
    return ifOverlapping(params, evidence, findings);
  },
);

/** RFC 9110 §3.1: the whole URI identifies a resource, so records below two parents may share an id. */
function haveOneAddress(params: SchemaParams<typeof createsAtOnceParams>, evidence: CaseEvidence): boolean {
  const [first, second] = [params['one-read'], params['other-read']].map((step) => evidence[step]?.[0]?.request.url);
  return first === second;
}

const keyAtOnce = caseRule(
  {
    id: 'lifecycle.key-at-once',
    title: 'One of two concurrent creates with the same key is rejected',
    fails: 'accepts two concurrent creates with the same {key}',
    explain:
      'Two records with the same unique key are created at the same time. At most one is accepted. Most services look up the key before they write. If both lookups run before either write, only a constraint in the database rejects the second one.',
  },
  objectParams(TWO_WRITES),
  (params, evidence) => {
    const writes = acceptedWrites(params, evidence);
    if (writes.length === 0) return inapplicableJudgement('neither of the two was accepted');
    const findings = writes
      .slice(1)
      .map((write) => statusFinding(write, [], { expected: 'one of the two rejected', actual: 'both accepted' }));
    return ifOverlapping(params, evidence, findings);
  },
);

const updatesAtOnce = caseRule(
  {
    id: 'lifecycle.updates-at-once',
    title: 'Two concurrent updates of different fields are both kept',
    fails: 'loses one of two concurrent updates: {where} is {actual} instead of {expected}',
    explain:
      'Two fields of one record are changed by two concurrent updates. If both are accepted, the record has both changes. An update that reads the whole record, changes one field and writes it back overwrites the other change.',
  },
  objectParams({
    /** Concurrent updates of one record, each of another field, and the read after them. */
    ...TWO_WRITES,
    read: STEP,
    /** Pointers to the record in the requests and in the read. */
    sent: POINTER,
    shown: POINTER,
  }),
  (params, evidence) => {
    const writes = acceptedWrites(params, evidence);
    if (writes.length < 2) return ONE_REJECTED;
    const read = readRecord(evidence, params.read, params.shown);
    return ifOverlapping(
      params,
      evidence,
      writes.flatMap((write) => changedFields(write, read, params)),
    );
  },
);

const concurrentWrites = caseRule(
  {
    id: 'lifecycle.concurrent-writes',
    title: 'After concurrent updates, the record equals one of them',
    fails: 'mixes or loses concurrent updates: {actual}',
    explain:
      'Several updates of one record are sent at the same time. Afterwards the record has the values of exactly one of them. A mixture is usually caused by a record that is read and written field by field.',
  },
  objectParams({
    /** Concurrent updates of one record, each with different values, and the read after them. */
    writes: STEP,
    read: STEP,
    /** Fields that every update sets, and pointers to the record in requests and in the read. */
    members: NON_EMPTY_TEXTS,
    sent: POINTER,
    shown: POINTER,
    success: SUCCESS,
  }),
  (params, evidence) => {
    const writes = evidence[params.writes] ?? [];
    const unanswered = writes.find((e) => e.response === undefined);
    if (writes.length === 0 || unanswered !== undefined)
      return inconclusiveJudgement(unanswered?.failure?.message ?? `step "${params.writes}" was not sent`);
    const failed = writes.flatMap((exchange) => {
      const { response } = exchange;
      if (response === undefined || response.status < 500) return [];
      return [
        statusFinding(exchange, [], {
          expected: 'a response with a status below 500',
          actual: responseExcerpt(response),
        }),
      ];
    });
    if (failed.length > 0) return judgementFrom(failed);
    const won = writes.filter((e) => succeeded(e, params.success));
    if (won.length === 0)
      return judgementFrom(
        writes.slice(0, 1).map((e) =>
          statusFinding(e, [], {
            expected: 'at least one successful update',
            actual: `none of ${writes.length}`,
          }),
        ),
      );
    const read = requireResponse(evidence, params.read);
    const shown = (name: string): Json | undefined => responseValue(read, `${params.shown}/${name}`);
    const isWhole = (write: Exchange): boolean =>
      params.members.every((name) =>
        isSameStored(valueAtPointer(requestJson(write), `${params.sent}/${name}`), shown(name)),
      );
    if (won.some(isWhole)) return judgementFrom([]);
    const values = params.members.map((name) => `${name} ${jsonText(shown(name))}`).join(', ');
    return judgementFrom([
      createFinding(read.exchange, `body#${params.shown}`, `all values of one of ${won.length} updates`, values),
    ]);
  },
);

const readAtOnce = caseRule(
  {
    id: 'lifecycle.read-at-once',
    title: 'Concurrent reads return the same record',
    fails: 'returns another record if it is read concurrently: {where} is {actual} instead of {expected}',
    explain:
      'A record is read twice in sequence, then several times concurrently, and once more. Values that are equal in the sequential reads are equal in all reads. A variable shared by requests, or a response sent before all data is loaded, causes wrong values only under load.',
  },
  objectParams({
    /** Two consecutive reads of a record, several concurrent ones, and one after them. */
    first: STEP,
    second: STEP,
    reads: STEP,
    after: STEP,
    shown: POINTER,
  }),
  (params, evidence) => {
    const first = requireResponse(evidence, params.first);
    const second = requireResponse(evidence, params.second);
    const after = requireResponse(evidence, params.after);
    const reads = (evidence[params.reads] ?? []).filter(({ response }) => isSuccessStatus(response?.status ?? 0));
    if (reads.length === 0) return inconclusiveJudgement('none of the concurrent reads succeeded');
    const record = (read: Exchange): Json | undefined => responseValue(read, params.shown);
    const expected = record(first.exchange);
    // Fields such as timestamps differ between any two reads.
    const volatileFields = [second, after].flatMap(({ exchange }) => differences(expected, record(exchange)));
    return judgementFrom(
      reads.flatMap((read): readonly Finding[] => {
        const shown = record(read);
        return newDifferences(volatileFields, expected, shown)
          .slice(0, 1)
          .map((pointer) =>
            valueFinding(
              read,
              `body#${params.shown}${pointer}`,
              valueAtPointer(expected ?? null, pointer),
              valueAtPointer(shown ?? null, pointer),
              jsonText,
            ),
          );
      }),
    );
  },
);

export const lifecycleConcurrencyRules = [
  createsAtOnce,
  keyAtOnce,
  updatesAtOnce,
  concurrentWrites,
  readAtOnce,
] as const;
