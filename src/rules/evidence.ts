/** Readers of recorded exchanges and constructors of findings, shared by the rules. */
import { counted } from '../model/text.ts';
import { defined } from '../model/objects.ts';
import type { CaseEvidence, Exchange, RecordedResponse } from '../model/exchange.ts';
import { type Json, show } from '../model/json.ts';
import { at } from '../model/pointer.ts';
import type { Finding, Judgement } from './model.ts';
import type { SchemaDeparture } from './schema.ts';

export const PASS: Judgement = { kind: 'judged', findings: [] };

/** Reason for services that declare that their published definition has another version. */
export const UNALIGNED = 'by its owner’s word the published definition is not that of the tested version';

export function judged(findings: readonly Finding[]): Judgement {
  return findings.length === 0 ? PASS : { kind: 'judged', findings };
}

export function inconclusive(cause: string): Judgement {
  return { kind: 'inconclusive', cause };
}

export function inapplicable(reason: string): Judgement {
  return { kind: 'inapplicable', reason };
}

/** Inapplicable because the data changed during the case. */
export function unsettled(reason: string): Judgement {
  return { kind: 'inapplicable', reason, unsettled: true };
}

/** A created record cannot be identified if the response contains no id. */
export function unnamed(step: string, pointer: string): Judgement {
  return { kind: 'inconclusive', cause: `step "${step}" brought nothing at ${pointer || 'its root'}`, lacks: step };
}

/** The machine-readable part of a finding. */
type Comparable = Omit<Finding, 'where' | 'expected' | 'actual' | 'evidence'>;

/** `actual` is undefined if the value is absent. */
export function finding(
  exchange: Exchange,
  where: string,
  expected: string,
  actual: string | undefined,
  comparable: Comparable = actual === undefined ? { kind: 'absent' } : {},
): Finding {
  return { where, expected: clip(expected), actual: clip(actual ?? 'absent'), evidence: exchange.id, ...comparable };
}

/** The first characters of a response: `500: Internal Server Error`. */
export function beginning({ status, body }: RecordedResponse, most = 160): string {
  return body.trim() === '' ? `${status} with an empty body` : `${status}: ${clip(body, most)}`;
}

/** Long values are cut to keep findings readable and reports small. */
export function clip(text: string, most = 300): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${counted(text.length, 'character')})`;
}

/** Statuses of a gateway that did not reach the service. */
const UNREACHED = [502, 503, 504];

export function isUnreached(response: RecordedResponse): boolean {
  return UNREACHED.includes(response.status);
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

export function end(judgement: Judgement): never {
  throw new JudgementEnd(judgement);
}

export function judgementOf<T>(judge: () => T): T | Judgement {
  try {
    return judge();
  } catch (error) {
    if (error instanceof JudgementEnd) return error.judgement;
    throw error;
  }
}

export interface Answered {
  readonly exchange: Exchange;
  readonly response: RecordedResponse;
}

/** The first exchange of a step, with its response. Ends the judgement as inconclusive if the step has no response. */
export function answered(evidence: CaseEvidence, step: string): Answered {
  const exchange = evidence[step]?.[0];
  if (exchange === undefined) return end(inconclusive(`step "${step}" was not sent`));
  if (exchange.response === undefined)
    return end(inconclusive(`step "${step}" has no answer: ${exchange.failure?.message ?? 'unknown'}`));
  return { exchange, response: exchange.response };
}

/** Like `answered`, for a rejection that others are compared with. A 5xx has its own rule and is not a rejection. */
export function refused(evidence: CaseEvidence, step: string): Answered {
  const reply = answered(evidence, step);
  return reply.response.status < 500
    ? reply
    : end(inconclusive(`step "${step}" was answered ${reply.response.status}, which refuses nothing`));
}

// Findings that many rules report, with the values that reports compare.

/** A finding about an unexpected status. If no status is given, `expected` describes the right one. */
export function statusFinding(
  exchange: Exchange,
  due: readonly number[],
  { expected = due.join(' or '), actual }: { readonly expected?: string; readonly actual?: string } = {},
): Finding {
  const got = exchange.response?.status;
  return finding(exchange, 'status', expected, actual ?? String(got), {
    kind: 'status',
    ...defined({ got, due: due.length === 0 ? undefined : due }),
  });
}

/** A finding about an unexpected value; `undefined` is an absent value. */
export function valueFinding(
  exchange: Exchange,
  where: string,
  expected: Json | undefined,
  shown: Json | undefined,
  write: (value: Json | undefined) => string = show,
): Finding {
  const kind = shown === undefined ? 'lost' : expected === undefined ? 'added' : 'value';
  return finding(exchange, where, write(expected), write(shown), { kind });
}

/** A finding about a value that is not a list of records. */
export function noList(exchange: Exchange, pointer: string, shown: string): Finding {
  return finding(exchange, `body#${pointer}`, 'an array of records', shown, { kind: 'no-list' });
}

/** A schema failure as a finding about the body. */
export function schemaFinding(
  exchange: Exchange,
  pointer: string,
  value: Json,
  { pointer: inner, expected, ...comparable }: SchemaDeparture,
): Finding {
  return finding(exchange, `body#${pointer}${inner}`, expected, show(at(value, inner)), comparable);
}

type Traversal = readonly { readonly exchange: Exchange }[];

export function isCut(pages: Traversal): boolean {
  return pages.some(({ exchange }) => exchange.cut === true);
}

export function notToTheEnd(walk: Traversal): Judgement {
  const pages = walk.filter(({ exchange }) => exchange.onward === undefined).length;
  return inapplicable(`the list is longer than the ${pages} pages that were asked for (limits.pages of the target)`);
}
