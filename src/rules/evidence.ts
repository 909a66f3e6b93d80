/** Readers of recorded exchanges and constructors of findings, shared by the rules. */
import { joinWithOr, pluralize } from '../model/text.ts';
import { omitUndefined } from '../model/objects.ts';
import type { CaseEvidence, Exchange, RecordedResponse } from '../model/exchange.ts';
import { type Json, jsonText } from '../model/json.ts';
import { valueAtPointer } from '../model/pointer.ts';
import type { Finding, Judgement } from './model.ts';
import type { SchemaFailure } from './schema.ts';

export const PASSED_JUDGEMENT: Judgement = { kind: 'judged', findings: [] };

/** Reason for services that declare that their published definition has another version. */
export const OTHER_VERSION_PUBLISHED =
  'the owner declares that the published definition has another version than the tested one';

export function judgementFrom(findings: readonly Finding[]): Judgement {
  return findings.length === 0 ? PASSED_JUDGEMENT : { kind: 'judged', findings };
}

export function inconclusiveJudgement(cause: string): Judgement {
  return { kind: 'inconclusive', cause };
}

export function inapplicableJudgement(reason: string): Judgement {
  return { kind: 'inapplicable', reason };
}

/** Inapplicable because the data changed during the case. */
export function changedMeanwhile(reason: string): Judgement {
  return { kind: 'inapplicable', reason, unsettled: true };
}

/** A created record cannot be identified if the response contains no id. */
export function missingIdentifier(step: string, pointer: string): Judgement {
  return { kind: 'inconclusive', cause: `step "${step}" returned no value at ${pointer || 'its root'}`, lacks: step };
}

/** The machine-readable part of a finding. */
type Comparable = Omit<Finding, 'where' | 'expected' | 'actual' | 'evidence'>;

/** `actual` is undefined if the value is absent. */
export function createFinding(
  exchange: Exchange,
  where: string,
  expected: string,
  actual: string | undefined,
  comparable: Comparable = actual === undefined ? { kind: 'absent' } : {},
): Finding {
  return {
    where,
    expected: truncateText(expected),
    actual: truncateText(actual ?? 'absent'),
    evidence: exchange.id,
    ...comparable,
  };
}

/** The first characters of a response: `500: Internal Server Error`. */
export function responseExcerpt({ status, body }: RecordedResponse, most = 160): string {
  return body.trim() === '' ? `${status} with an empty body` : `${status}: ${truncateText(body, most)}`;
}

/** Long values are cut to keep findings readable and reports small. */
export function truncateText(text: string, most = 300): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${pluralize(text.length, 'character')})`;
}

/**
 * Ends the judgement of a rule early: readers of evidence throw it, `caseRule` and `passiveRule` return its judgement.
 * A judge therefore needs no test after each line.
 */
class JudgementEnd extends Error {
  readonly judgement: Judgement;

  constructor(judgement: Judgement) {
    super(judgement.kind);
    this.judgement = judgement;
  }
}

export function endJudgement(judgement: Judgement): never {
  throw new JudgementEnd(judgement);
}

export function runJudge<T>(judge: () => T): T | Judgement {
  try {
    return judge();
  } catch (error) {
    if (error instanceof JudgementEnd) return error.judgement;
    throw error;
  }
}

export interface StepResponse {
  readonly exchange: Exchange;
  readonly response: RecordedResponse;
}

/** The first exchange of a step, with its response. Ends the judgement as inconclusive if the step has no response. */
export function requireResponse(evidence: CaseEvidence, step: string): StepResponse {
  const exchange = evidence[step]?.[0];
  if (exchange === undefined) return endJudgement(inconclusiveJudgement(`step "${step}" was not sent`));
  if (exchange.response === undefined)
    return endJudgement(
      inconclusiveJudgement(`step "${step}" has no response: ${exchange.failure?.message ?? 'unknown'}`),
    );
  return { exchange, response: exchange.response };
}

/** Like `requireResponse`, for a rejection that others are compared with. A 5xx has its own rule and is not a rejection. */
export function requireRejection(evidence: CaseEvidence, step: string): StepResponse {
  const reply = requireResponse(evidence, step);
  return reply.response.status < 500
    ? reply
    : endJudgement(inconclusiveJudgement(`step "${step}" returned ${reply.response.status}, which is not a rejection`));
}

// Findings that many rules report, with the values that reports compare.

/** A finding about an unexpected status. If no status is given, `expected` describes the right one. */
export function statusFinding(
  exchange: Exchange,
  due: readonly number[],
  { expected = joinWithOr(due), actual }: { readonly expected?: string; readonly actual?: string } = {},
): Finding {
  const got = exchange.response?.status;
  return createFinding(exchange, 'status', expected, actual ?? String(got), {
    kind: 'status',
    ...omitUndefined({ got, due: due.length === 0 ? undefined : due }),
  });
}

/** A finding about an unexpected value; `undefined` is an absent value. */
export function valueFinding(
  exchange: Exchange,
  where: string,
  expected: Json | undefined,
  shown: Json | undefined,
  write: (value: Json | undefined) => string = jsonText,
): Finding {
  const kind = shown === undefined ? 'lost' : expected === undefined ? 'added' : 'value';
  return createFinding(exchange, where, write(expected), write(shown), { kind });
}

/** A finding about a value that is not a list of records. */
export function noListFinding(exchange: Exchange, pointer: string, shown: string): Finding {
  return createFinding(exchange, `body#${pointer}`, 'an array of records', shown, { kind: 'no-list' });
}

/** A schema failure as a finding about the body. */
export function schemaFinding(
  exchange: Exchange,
  pointer: string,
  value: Json,
  { pointer: inner, expected, ...comparable }: SchemaFailure,
): Finding {
  return createFinding(
    exchange,
    `body#${pointer}${inner}`,
    expected,
    jsonText(valueAtPointer(value, inner)),
    comparable,
  );
}

type Traversal = readonly { readonly exchange: Exchange }[];

export function isTruncatedTraversal(pages: Traversal): boolean {
  return pages.some(({ exchange }) => exchange.cut === true);
}

export function truncatedTraversal(walk: Traversal): Judgement {
  const pages = walk.filter(({ exchange }) => exchange.onward === undefined).length;
  return inapplicableJudgement(`the list has more than the ${pages} pages that were read (limits.pages of the target)`);
}
