/** Rules about access across tenants: a response shows no data of another organisation. */
import { jsonBody, requestJson } from '../model/body.ts';
import type { Exchange, RecordedResponse } from '../model/exchange.ts';
import { type Json, isSameJson } from '../model/json.ts';
import { valueAtPointer } from '../model/pointer.ts';
import { caseRule } from './define-rule.ts';
import {
  requireResponse,
  createFinding,
  inconclusiveJudgement,
  judgementFrom,
  requireRejection,
  statusFinding,
} from './evidence.ts';
import type { Finding } from './model.ts';
import { objectParams, POINTER, STEP, STEPS } from './params.ts';

/** Shorter texts can turn up by chance. */
const SHORTEST = 8;

const canary = caseRule(
  {
    id: 'access.canary',
    title: 'Data of one organisation is not shown to another',
    fails: 'shows data of one organisation to another',
    explain:
      'A record is created with a unique text. Another organisation then lists its own records. The text does not occur anywhere in the response.',
  },
  objectParams({
    /** The step that sent the text, and a pointer to the text in its request. */
    sent: STEP,
    text: POINTER,
    /** Steps of another organisation, whose responses must not contain the text. */
    strangers: STEPS,
  }),
  (params, evidence) => {
    const created = evidence[params.sent]?.[0];
    const text = created === undefined ? undefined : valueAtPointer(requestJson(created), params.text);
    if (typeof text !== 'string' || text.length < SHORTEST)
      return inconclusiveJudgement('the unique text is missing in the recorded request');
    for (const step of params.strangers) requireResponse(evidence, step);
    return judgementFrom(
      params.strangers.flatMap((step) => {
        const shown = (evidence[step] ?? []).find((item) => shows(item, text));
        return shown === undefined
          ? []
          : [createFinding(shown, 'response', 'no data of the record of another organisation', text)];
      }),
    );
  },
);

function shows({ response }: Exchange, text: string): boolean {
  if (response === undefined) return false;
  const { headers, body } = response;
  return body.includes(text) || headers.some(([, value]) => value.includes(text));
}

/** Fields that differ between responses: time, connection (RFC 9110 §7.6.1) and framing (RFC 9112 §6). */
const VOLATILE_HEADERS = new Set([
  'age',
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'proxy-connection',
  'trailer',
  'transfer-encoding',
  'traceparent',
  'x-correlation-id',
  'x-request-id',
]);

/** The body with numbers and identifiers replaced, since it may contain the requested id. */
function shapeOf(body: string): string {
  return body.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '#').replace(/\d+/g, '#');
}

/** Compares two bodies; the order of JSON fields does not matter (RFC 8259 §1, §4). */
function hasSameContent(one: RecordedResponse, other: RecordedResponse): boolean {
  const areAlike = (text: string, another: string): boolean => shapeOf(text) === shapeOf(another);
  if (areAlike(one.body, other.body)) return true;
  const [left, right] = [jsonBody(one), jsonBody(other)];
  return left.ok && right.ok && isSameJson(withoutNumbers(left.value), withoutNumbers(right.value), areAlike);
}

function withoutNumbers(value: Json): Json {
  return JSON.parse(JSON.stringify(value), (_name, member: Json) => (typeof member === 'number' ? 0 : member)) as Json;
}

const sameAnswer = caseRule(
  {
    id: 'access.same-answer',
    title: 'A foreign record is indistinguishable from a missing one',
    fails: 'returns different responses for a foreign record and a missing one: {actual} instead of {expected}',
    explain:
      'Another organisation requests a record that exists and one that does not. Status, headers and body are the same. Any difference reveals which records other organisations have.',
  },
  objectParams({
    /** The same caller requests a record of another organisation, and an id that does not exist. */
    forbidden: STEP,
    absent: STEP,
  }),
  (params, evidence) => {
    const forbidden = requireResponse(evidence, params.forbidden);
    const absent = requireRejection(evidence, params.absent);
    const [item, right] = [forbidden.response, absent.response];
    const findings: Finding[] = [];
    if (item.status !== right.status)
      findings.push(
        statusFinding(forbidden.exchange, [right.status], {
          expected: `${right.status}, as for a record that does not exist`,
        }),
      );
    if (!hasSameContent(item, right)) findings.push(createFinding(forbidden.exchange, 'body', right.body, item.body));
    const names = (headers: typeof item.headers): string =>
      [...new Set(headers.map(([name]) => name))]
        .filter((name) => !VOLATILE_HEADERS.has(name))
        .sort()
        .join(', ');
    if (names(item.headers) !== names(right.headers))
      findings.push(createFinding(forbidden.exchange, 'headers', names(right.headers), names(item.headers)));
    return judgementFrom(findings);
  },
);

export const accessRules = [canary, sameAnswer] as const;
