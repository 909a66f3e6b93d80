import { jsonBody } from '../../record/body.ts';
import type { CaseEvidence, RecordedResponse } from '../../record/exchange.ts';
import { sameJson, type Json } from '../../record/json.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, isJudgement, judged, refused } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Finding, Judgement } from '../model.ts';
import { object, STEP, type ParamsOf } from '../params.ts';

const PARAMS = object({
  /** The same caller asks for a record of another organisation, and for one that nobody has. */
  forbidden: STEP,
  absent: STEP,
});

/** Fields that differ between any two answers: of the moment, of the connection (RFC 9110 §7.6.1), and of how the content is framed (RFC 9112 §6). */
const OF_THE_MOMENT = new Set([
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

/** A body without the numbers and identifiers in it, which may name what was asked for. */
function shapeOf(body: string): string {
  return body.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '#').replace(/\d+/g, '#');
}

/** Whether two bodies say the same, whatever the order of their members (RFC 8259 §1, §4). */
function saysTheSame(one: RecordedResponse, other: RecordedResponse): boolean {
  const areAlike = (text: string, another: string): boolean => shapeOf(text) === shapeOf(another);
  if (areAlike(one.body, other.body)) return true;
  const [left, right] = [jsonBody(one), jsonBody(other)];
  return left.ok && right.ok && sameJson(withoutNumbers(left.value), withoutNumbers(right.value), areAlike);
}

function withoutNumbers(value: Json): Json {
  return JSON.parse(JSON.stringify(value), (_name, member: Json) => (typeof member === 'number' ? 0 : member)) as Json;
}

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const forbidden = answered(evidence, params.forbidden);
  if (isJudgement(forbidden)) return forbidden;
  const absent = refused(evidence, params.absent);
  if (isJudgement(absent)) return absent;
  const [one, other] = [forbidden.response, absent.response];
  const departures: Finding[] = [];
  if (one.status !== other.status)
    departures.push(
      statusFinding(forbidden.exchange, [other.status], {
        expected: `${other.status}, as for a record that nobody has`,
      }),
    );
  if (!saysTheSame(one, other)) departures.push(finding(forbidden.exchange, 'body', other.body, one.body));
  const names = (headers: typeof one.headers): string =>
    [...new Set(headers.map(([name]) => name))]
      .filter((name) => !OF_THE_MOMENT.has(name))
      .sort()
      .join(', ');
  if (names(one.headers) !== names(other.headers))
    departures.push(finding(forbidden.exchange, 'headers', names(other.headers), names(one.headers)));
  return judged(departures);
}

export const sameAnswer = caseRule(
  {
    id: 'access.same-answer',
    title: 'What is not yours looks like what is not there',
    fails: 'answers otherwise for what is another’s than for what is not there: {actual} instead of {expected}',
    explain:
      'Another organisation asks for a record that exists and for one that does not: status, fields and words are the same. Any difference tells it which records others have.',
    covers: ['G11', 'G10'],
  },
  PARAMS,
  judge,
);
