/** Rules about the JSON body of a response, for cases that a contract declares. */
import { jsonBody } from '../model/body.ts';
import { pluralize } from '../model/text.ts';
import { mapOptional } from '../model/objects.ts';
import type { CaseEvidence, Exchange } from '../model/exchange.ts';
import { type Json, isSameJson, jsonText } from '../model/json.ts';
import { compilePattern } from '../model/pattern.ts';
import { valueAtPointer } from '../model/pointer.ts';
import { isBefore } from './compare.ts';
import { caseRule } from './define-rule.ts';
import {
  requireResponse,
  truncateText,
  createFinding,
  inconclusiveJudgement,
  judgementFrom,
  PASSED_JUDGEMENT,
  schemaFinding,
  valueFinding,
} from './evidence.ts';
import type { Finding, Judgement } from './model.ts';
import { ANYTHING, COUNT, FLAG, objectParams, POINTER, POINTERS, STEP, TEXT } from './params.ts';
import { schemaFailures } from './schema.ts';

/** Judges the JSON body of the first response of a step. */
export function withBody(
  evidence: CaseEvidence,
  step: string,
  judge: (body: Json | undefined, exchange: Exchange) => Judgement,
): Judgement {
  const reply = requireResponse(evidence, step);
  const body = jsonBody(reply.response);
  return judge(body.ok ? body.value : undefined, reply.exchange);
}

// Helper for rules about a list in the JSON body. A value that is not a list is a finding.

type FindingAt = (
  place: string,
  expected: string,
  actual: string | undefined,
  comparable?: Parameters<typeof createFinding>[4],
) => Finding;

/** @param judge gets the entries and a function that creates a finding at a pointer below the list */
function withList(
  evidence: CaseEvidence,
  step: string,
  pointer: string,
  judge: (entries: readonly Json[], findingAt: FindingAt) => readonly Finding[],
): Judgement {
  return withBody(evidence, step, (body, exchange) => {
    const list = valueAtPointer(body, pointer);
    const findingAt: FindingAt = (place, ...rest) => createFinding(exchange, `body#${pointer}${place}`, ...rest);
    return judgementFrom(
      Array.isArray(list)
        ? judge(list as readonly Json[], findingAt)
        : [findingAt('', 'an array', mapOptional(list, jsonText))],
    );
  });
}

const POINTERS_PARAMS = objectParams({ step: STEP, pointers: POINTERS });

const has = caseRule(
  {
    id: 'body.has',
    title: 'The response contains the required fields',
    fails: 'returns a response without {where}',
    explain: 'The contract requires these fields in the response.',
    needs: ['accepted'],
  },
  POINTERS_PARAMS,
  (params, evidence) =>
    withBody(evidence, params.step, (body, exchange) =>
      judgementFrom(
        params.pointers
          .filter((p) => valueAtPointer(body, p) === undefined)
          .map((p) => createFinding(exchange, `body#${p}`, 'present', undefined)),
      ),
    ),
);

const lacks = caseRule(
  {
    id: 'body.lacks',
    title: 'The response contains no forbidden fields',
    fails: 'returns {where}, which the contract forbids',
    explain: 'The contract forbids these fields in the response.',
  },
  POINTERS_PARAMS,
  (params, evidence) =>
    withBody(evidence, params.step, (body, exchange) =>
      judgementFrom(
        params.pointers
          .filter((p) => valueAtPointer(body, p) !== undefined)
          .map((p) => valueFinding(exchange, `body#${p}`, undefined, valueAtPointer(body, p))),
      ),
    ),
);

const equals = caseRule(
  {
    id: 'body.equals',
    title: 'A field of the response has the expected value',
    fails: 'returns a wrong value for {where}: {actual} instead of {expected}',
    explain: 'The contract specifies the value of this field.',
  },
  objectParams({ step: STEP, pointer: POINTER, value: ANYTHING }),
  (params, evidence) => {
    // Values in a contract are always JSON.
    const value = params.value as Json;
    return withBody(evidence, params.step, (body, exchange) =>
      judgementFrom(
        isSameJson(valueAtPointer(body, params.pointer), value)
          ? []
          : [valueFinding(exchange, `body#${params.pointer}`, value, valueAtPointer(body, params.pointer))],
      ),
    );
  },
);

const matches = caseRule(
  {
    id: 'body.matches',
    title: 'A field of the response matches its pattern',
    fails: 'returns a wrong value for {where}: {actual} instead of {expected}',
    explain: 'The contract specifies the format of this text.',
  },
  objectParams({ step: STEP, pointer: POINTER, pattern: TEXT }),
  ({ step, pointer, pattern }, evidence) =>
    withBody(evidence, step, (body, exchange) => {
      const value = valueAtPointer(body, pointer);
      const isRight = typeof value === 'string' && compilePattern(pattern).test(value);
      return judgementFrom(
        isRight
          ? []
          : [createFinding(exchange, `body#${pointer}`, `text that matches ${pattern}`, mapOptional(value, jsonText))],
      );
    }),
);

const schema = caseRule(
  {
    id: 'body.schema',
    title: 'The response matches a schema of the contract',
    fails: 'returns a wrong value for {where}: {actual} instead of {expected}',
    explain: 'The contract specifies this part of the response with a JSON Schema of its own.',
  },
  objectParams({ step: STEP, schema: ANYTHING }, { pointer: POINTER }),
  (params, evidence) => {
    const { step, pointer = '' } = params;
    return withBody(evidence, step, (body, exchange) => {
      const value = valueAtPointer(body, pointer);
      if (value === undefined) return judgementFrom([createFinding(exchange, `body#${pointer}`, 'a value', undefined)]);
      return judgementFrom(
        schemaFailures(params.schema as Json, value).map((item) => schemaFinding(exchange, pointer, value, item)),
      );
    });
  },
);

const asSent = caseRule(
  {
    id: 'body.as-sent',
    title: 'The content equals the uploaded content',
    fails: 'returns content that differs from the upload: {actual} instead of {expected}',
    explain: 'A file or text is uploaded and read again. Every byte is the same.',
  },
  objectParams({
    step: STEP,
    /** The step whose request had the same content. */
    other: STEP,
  }),
  ({ step, other }, evidence) => {
    const reply = requireResponse(evidence, step);
    const sent = evidence[other]?.[0]?.request.body;
    if (sent === undefined) return inconclusiveJudgement('the uploaded content is missing in the recorded request');
    const { body } = reply.response;
    return judgementFrom(
      body === sent ? [] : [createFinding(reply.exchange, 'body', truncateText(sent, 120), truncateText(body, 120))],
    );
  },
);

const count = caseRule(
  {
    id: 'body.count',
    title: 'A list in the response has the expected length',
    fails: 'returns a list with a wrong length: {actual} instead of {expected}',
    explain: 'The contract specifies the number of entries in this list.',
  },
  objectParams({ step: STEP, pointer: POINTER, count: COUNT }),
  (params, evidence) =>
    withBody(evidence, params.step, (body, exchange) => {
      const list = valueAtPointer(body, params.pointer);
      const shown = Array.isArray(list) ? list.length : undefined;
      if (shown === params.count) return PASSED_JUDGEMENT;
      return judgementFrom([
        createFinding(
          exchange,
          `body#${params.pointer}`,
          `${pluralize(params.count, 'entry', 'entries')}`,
          shown === undefined ? mapOptional(list, jsonText) : `${pluralize(shown, 'entry', 'entries')}`,
        ),
      ]);
    }),
);

const includes = caseRule(
  {
    id: 'body.includes',
    title: 'A list in the response contains the expected entry',
    fails: 'returns a list without an expected entry: {expected}',
    explain: 'The contract specifies an entry that this list contains. Other entries are allowed.',
  },
  objectParams({ step: STEP, pointer: POINTER, value: ANYTHING }, { by: POINTER }),
  (params, evidence) => {
    const { step, pointer, by = '' } = params;
    const value = params.value as Json;
    return withList(evidence, step, pointer, (entries, findingAt) =>
      entries.some((entry) => isSameJson(valueAtPointer(entry, by), value))
        ? []
        : [findingAt('', `an entry with ${jsonText(value)}`, `${entries.length} other entries`)],
    );
  },
);

const isDistinct = caseRule(
  {
    id: 'body.distinct',
    title: 'The entries of a list in the response are unique',
    fails: 'returns a list with a repeated entry: {actual}',
    explain: 'No two entries of this list are equal, or have the same value in the named field.',
  },
  objectParams({ step: STEP, pointer: POINTER }, { by: POINTER }),
  ({ step, pointer, by = '' }, evidence) =>
    withList(evidence, step, pointer, (entries, findingAt) => {
      const values = entries.map((entry) => valueAtPointer(entry, by));
      const again = values.findIndex((value, index) =>
        values.slice(0, index).some((before) => isSameJson(before, value)),
      );
      return again === -1
        ? []
        : [
            findingAt(
              `/${again}${by}`,
              'a value that differs from all entries before it',
              mapOptional(values[again], jsonText),
            ),
          ];
    }),
);

const each = caseRule(
  {
    id: 'body.each',
    title: 'Every entry of a list in the response matches a schema',
    fails: 'returns a wrong value for {where}: {actual} instead of {expected}',
    explain: 'The contract specifies every entry of this list with a JSON Schema.',
  },
  objectParams({ step: STEP, pointer: POINTER, schema: ANYTHING }),
  ({ step, pointer, schema }, evidence) =>
    withList(evidence, step, pointer, (entries, findingAt) =>
      entries.flatMap((entry, index) =>
        schemaFailures(schema as Json, entry).map(({ pointer: inner, expected, ...comparable }) =>
          findingAt(`/${index}${inner}`, expected, jsonText(valueAtPointer(entry, inner)), comparable),
        ),
      ),
    ),
);

const sorted = caseRule(
  {
    id: 'body.sorted',
    title: 'A list in the response is sorted',
    fails: 'returns a list that is not sorted: {actual} instead of {expected}',
    explain: 'The entries are sorted by value: numbers by size, texts by character code.',
  },
  objectParams({ step: STEP, pointer: POINTER }, { by: POINTER, descending: FLAG }),
  (params, evidence) => {
    const { step, pointer, by = '', descending = false } = params;
    return withList(evidence, step, pointer, (entries, findingAt) => {
      const values = entries.map((entry) => valueAtPointer(entry, by));
      const wrong = values.findIndex((value, index) => {
        if (index === 0) return false;
        const before = values[index - 1];
        return descending ? isBefore(before, value) : isBefore(value, before);
      });
      return wrong < 1
        ? []
        : [
            findingAt(
              `/${wrong}${by}`,
              `${descending ? 'at most' : 'at least'} ${jsonText(values[wrong - 1])}`,
              mapOptional(values[wrong], jsonText),
            ),
          ];
    });
  },
);

export const bodyRules = [
  has,
  lacks,
  equals,
  matches,
  schema,
  asSent,
  count,
  includes,
  isDistinct,
  each,
  sorted,
] as const;
