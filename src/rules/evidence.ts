/** Small readers of recorded exchanges, shared by the rules. */
import { counted } from '../model/text.ts';
import { defined } from '../model/objects.ts';
import type { CaseEvidence, Exchange, RecordedResponse } from '../model/exchange.ts';
import { type Json, show } from '../model/json.ts';
import { at } from '../model/pointer.ts';
import type { Finding, Judgement } from './model.ts';
import type { SchemaDeparture } from './schema.ts';

export const PASS: Judgement = { kind: 'judged', findings: [] };

/** What the owner of a service says of a definition that is published of another version. */
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

/** Nothing can be said because something was written meanwhile. */
export function unsettled(reason: string): Judgement {
  return { kind: 'inapplicable', reason, unsettled: true };
}

/** What a step made cannot be looked for, where its answer does not say what it is called. */
export function unnamed(step: string, pointer: string): Judgement {
  return { kind: 'inconclusive', cause: `step "${step}" brought nothing at ${pointer || 'its root'}`, lacks: step };
}

/** What of a finding can be compared. */
type Comparable = Omit<Finding, 'where' | 'expected' | 'actual' | 'evidence'>;

/** Nothing came where `actual` is undefined. */
export function finding(
  exchange: Exchange,
  where: string,
  expected: string,
  actual: string | undefined,
  comparable: Comparable = actual === undefined ? { kind: 'absent' } : {},
): Finding {
  return { where, expected: clip(expected), actual: clip(actual ?? 'absent'), evidence: exchange.id, ...comparable };
}

/** `500: Internal Server Error`: how an answer begins. */
export function beginning({ status, body }: RecordedResponse, most = 160): string {
  return body.trim() === '' ? `${status} with an empty body` : `${status}: ${clip(body, most)}`;
}

/** Long values are cut, so that a finding stays readable and a report small. */
export function clip(text: string, most = 300): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${counted(text.length, 'character')})`;
}

/** Statuses by which a gateway says that it did not reach the service, so that what the service would do was not seen. */
const UNREACHED = [502, 503, 504];

export function isUnreached(response: RecordedResponse): boolean {
  return UNREACHED.includes(response.status);
}

/**
 * Ends the judgement of a rule early: thrown by readers of evidence that cannot go on, and returned as the judgement by `caseRule` and
 * `passiveRule`. So a judge reads its evidence line by line, without a test after each.
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

/** What `judge` returns, or the judgement that ended it. */
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

/** The first exchange of a step, with its response. Ends the judgement as inconclusive if there is none. */
export function answered(evidence: CaseEvidence, step: string): Answered {
  const exchange = evidence[step]?.[0];
  if (exchange === undefined) return end(inconclusive(`step "${step}" was not sent`));
  if (exchange.response === undefined)
    return end(inconclusive(`step "${step}" has no answer: ${exchange.failure?.message ?? 'unknown'}`));
  return { exchange, response: exchange.response };
}

/** Like `answered`, for a rejection that another response is compared with. A 5xx is judged by its own rule and rejects nothing. */
export function refused(evidence: CaseEvidence, step: string): Answered {
  const found = answered(evidence, step);
  return found.response.status < 500
    ? found
    : end(inconclusive(`step "${step}" was answered ${found.response.status}, which refuses nothing`));
}

// Findings that many rules report, each with the values that reports compare.

/** Another status than those that are due; without any, `expected` says in words what is. */
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

/** Another value than was wanted; `undefined` stands for none. */
export function valueFinding(
  exchange: Exchange,
  where: string,
  wanted: Json | undefined,
  shown: Json | undefined,
  write: (value: Json | undefined) => string = show,
): Finding {
  const kind = shown === undefined ? 'lost' : wanted === undefined ? 'added' : 'value';
  return finding(exchange, where, write(wanted), write(shown), { kind });
}

/** Something else where records should be listed. */
export function noList(exchange: Exchange, pointer: string, shown: string): Finding {
  return finding(exchange, `body#${pointer}`, 'an array of records', shown, { kind: 'no-list' });
}

/** What a schema finds of a value that stands at a pointer of the body. */
export function schemaFinding(
  exchange: Exchange,
  pointer: string,
  value: Json,
  { pointer: inner, expected, ...comparable }: SchemaDeparture,
): Finding {
  return finding(exchange, `body#${pointer}${inner}`, expected, show(at(value, inner)), comparable);
}

// Traversals that stop before the end of the list.

type Walk = readonly { readonly exchange: Exchange }[];

/** Whether the walk ends before the list does. */
export function isCut(walk: Walk): boolean {
  return walk.some(({ exchange }) => exchange.cut === true);
}

export function notToTheEnd(walk: Walk): Judgement {
  const pages = walk.filter(({ exchange }) => exchange.onward === undefined).length;
  return inapplicable(`the list is longer than the ${pages} pages that were asked for (limits.pages of the target)`);
}
