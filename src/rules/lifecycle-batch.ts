/** Rules about batch requests: each item is processed independently of the others. */
import { jsonBody, requestJson } from '../model/body.ts';
import { type Json, isSameJson } from '../model/json.ts';
import { valueAtPointer } from '../model/pointer.ts';
import { succeeded } from '../model/success.ts';
import { isSameValue } from './compare.ts';
import { caseRule } from './define-rule.ts';
import {
  requireResponse,
  responseExcerpt,
  createFinding,
  inapplicableJudgement,
  judgementFrom,
  statusFinding,
  valueFinding,
} from './evidence.ts';
import { readRecord } from './lifecycle-read.ts';
import type { Finding } from './model.ts';
import { FLAGS, objectParams, POINTER, STEP, STEPS, SUCCESS, TEXTS } from './params.ts';

const batchAlike = caseRule(
  {
    id: 'lifecycle.batch-alike',
    title: 'Every item of a batch gets a response with the same fields',
    fails: 'returns other fields for later items of a batch than for the first: {where} is {actual}',
    explain:
      'Equal items with every field are sent in one request. The result of each item has the same fields as that of the first, such as warnings.',
  },
  objectParams({ step: STEP, flag: POINTER }),
  /** The items differ only in unique values, so their responses have the same fields. Values are not compared. */
  (params, evidence) => {
    const reply = requireResponse(evidence, params.step);
    const body = jsonBody(reply.response);
    const [first, ...others] = body.ok && Array.isArray(body.value) ? (body.value as readonly Json[]) : [];
    if (first === undefined || others.length === 0)
      return inapplicableJudgement('the response does not contain several items');
    if ([first, ...others].some((item) => valueAtPointer(item, params.flag) === false))
      return inapplicableJudgement('not every item was accepted, which the check with a single item covers');
    const expected = pointersOf(first);
    return judgementFrom(
      others.flatMap((item, index) => {
        const shown = pointersOf(item);
        const lacking = outermost([...expected].filter((pointer) => !shown.has(pointer)));
        const beyond = outermost([...shown].filter((pointer) => !expected.has(pointer)));
        const place = (pointer: string): string => `body#/${index + 1}${pointer}`;
        return [
          ...lacking.map((pointer) =>
            createFinding(reply.exchange, place(pointer), 'present, as in the first item', undefined),
          ),
          ...beyond.map((pointer) =>
            createFinding(reply.exchange, place(pointer), 'absent, as in the first item', 'present'),
          ),
        ];
      }),
    );
  },
);

function pointersOf(value: Json, pointer = ''): ReadonlySet<string> {
  const below: readonly (readonly [string, Json])[] =
    typeof value === 'object' && value !== null ? (Object.entries(value) as readonly (readonly [string, Json])[]) : [];
  return new Set([
    pointer,
    ...below.flatMap(([name, item]) => [
      ...pointersOf(item, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    ]),
  ]);
}

/** Removes pointers below another one of the list. */
function outermost(pointers: readonly string[]): readonly string[] {
  return pointers.filter((pointer) => !pointers.some((right) => pointer.startsWith(`${right}/`)));
}

const batchIndependent = caseRule(
  {
    id: 'lifecycle.batch-independent',
    title: 'An invalid item does not affect the other items of its batch',
    fails: 'rejects valid items of a batch because of an invalid one: {actual}',
    explain:
      'A batch has one invalid item between two valid ones. The valid items are stored and the invalid one is rejected.',
  },
  objectParams({ step: STEP, flag: POINTER, wanted: FLAGS }),
  (params, evidence) => {
    const reply = requireResponse(evidence, params.step);
    const body = jsonBody(reply.response);
    const items = body.ok && Array.isArray(body.value) ? (body.value as readonly Json[]) : [];
    const shown = items.map((item) => valueAtPointer(item, params.flag) === true);
    if (isSameJson(shown, params.wanted)) return judgementFrom([]);
    return judgementFrom([
      createFinding(
        reply.exchange,
        `body ${params.flag}`,
        JSON.stringify(params.wanted),
        `status ${reply.response.status}, ${JSON.stringify(shown)}`,
      ),
    ]);
  },
);

const batchReadable = caseRule(
  {
    id: 'lifecycle.batch-readable',
    title: 'The stored items of a batch with an invalid item can be read',
    fails: 'does not return the stored items of a batch by their IDs: {where} is {actual} instead of {expected}',
    explain:
      'A batch has one invalid item between two valid ones, and the response reports both valid items as stored. Each is then read by the ID from its own result. If one is missing, the batch was rolled back after its confirmation. If the other one is returned, the IDs are mixed up.',
  },
  objectParams({
    batch: STEP,
    /** Reads of the records from the valid items, and the indexes of these items in the batch. */
    reads: STEPS,
    places: { type: 'array', items: { type: 'integer', minimum: 0 }, minItems: 1 },
    /** Pointers to the first record in the request, and to the record in the response of the read. */
    sent: POINTER,
    shown: POINTER,
    /** Fields that are not read back as sent. */
    skip: TEXTS,
    success: SUCCESS,
  }),
  (params, evidence) => {
    const batch = evidence[params.batch]?.[0];
    const sent = batch === undefined ? undefined : requestJson(batch);
    const within = params.sent.replace(/^\/\d+/, '');
    const items = params.places.map((place) =>
      sent === undefined ? undefined : valueAtPointer(sent, `/${place}${within}`),
    );
    const findings: Finding[] = [];
    for (const [index, step] of params.reads.entries()) {
      const reply = requireResponse(evidence, step);
      if (!succeeded(reply.exchange, params.success)) {
        findings.push(
          statusFinding(reply.exchange, [], { expected: 'the record', actual: responseExcerpt(reply.response) }),
        );
        continue;
      }
      const read = readRecord(evidence, step, params.shown);
      for (const [name, expected, shown] of valuesOfOtherItems(items[index], items.toSpliced(index, 1), read.value))
        if (!params.skip.includes(name))
          findings.push(valueFinding(read.exchange, `body#${params.shown}/${name}`, expected, shown));
    }
    return judgementFrom(findings);
  },
);

/** Fields that have the value of another item. Other rules judge values that were not sent at all. */
function valuesOfOtherItems(
  own: Json | undefined,
  others: readonly (Json | undefined)[],
  shown: Json | undefined,
): readonly (readonly [string, Json, Json])[] {
  if (typeof own !== 'object' || own === null || shown === undefined) return [];
  return Object.entries(own as Readonly<Record<string, Json>>).flatMap(([name, expected]) => {
    const value = valueAtPointer(shown, `/${name}`);
    const isOther =
      value !== undefined &&
      !isSameValue(value, expected) &&
      others.some((right) => right !== undefined && isSameValue(valueAtPointer(right, `/${name}`), value));
    return isOther ? [[name, expected, value] as const] : [];
  });
}

export const lifecycleBatchRules = [batchAlike, batchIndependent, batchReadable] as const;
