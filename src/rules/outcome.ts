/** What a single answer must be: accepted, refused, never a known fault. */
import type { CaseEvidence } from '../exchange/model.ts';
import type { Success } from '../plan/model.ts';
import { answered, at, clip, finding, isJudgement, jsonBody, judged, succeeded } from './evidence.ts';
import type { CaseRule, Judgement } from './model.ts';
import { refusalRule } from './refused.ts';

export interface AcceptedParams {
  readonly step: string;
  readonly success: Success;
}

export const ACCEPTED_PARAMS = {
  type: 'object',
  required: ['step', 'success'],
  properties: { step: { type: 'string' }, success: { type: 'object' } },
  additionalProperties: false,
} as const;

/** Departures of every answer of a step from a success. */
export function judgeAccepted(params: AcceptedParams, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const departures = (evidence[params.step] ?? []).flatMap((exchange) => {
    if (exchange.response === undefined || succeeded(exchange, params.success)) return [];
    const { status, body } = exchange.response;
    const wanted = `a success with status ${params.success.statuses.join(' or ')}`;
    return [finding(exchange, 'status', wanted, params.success.statuses.includes(status) ? `${status}, but not a success: ${clip(body, 200)}` : `${status}: ${clip(body, 200)}`)];
  });
  return judged(departures);
}

/** A rule of this kind needs only its words. */
export function acceptanceRule<const Id extends string>(rule: {
  readonly id: Id;
  readonly title: string;
  readonly explain: string;
  readonly covers: readonly string[];
}): CaseRule & { readonly id: Id } {
  return { ...rule, kind: 'case', params: ACCEPTED_PARAMS, judge: judgeAccepted as CaseRule['judge'] };
}

interface NeverParams {
  readonly step: string;
  readonly statuses: readonly number[];
  readonly texts: readonly string[];
}

function judgeNever(params: NeverParams, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const { exchange, response } = found;
  const status = params.statuses.includes(response.status) ? [finding(exchange, 'status', `anything but ${params.statuses.join(', ')}`, String(response.status))] : [];
  const texts = params.texts.filter((text) => response.body.includes(text)).map((text) => finding(exchange, 'body', `no text "${text}"`, response.body));
  return judged([...status, ...texts]);
}

interface RefusedOrCompleteParams extends AcceptedParams {
  readonly pointers: readonly string[];
}

function judgeRefusedOrComplete(params: RefusedOrCompleteParams, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const { exchange, response } = found;
  if (!succeeded(exchange, params.success)) {
    return judged(response.status >= 500 ? [finding(exchange, 'status', 'a refusal below 500, or a complete success', String(response.status))] : []);
  }
  const body = jsonBody(response);
  return judged(
    params.pointers
      .filter((pointer) => !body.ok || at(body.value, pointer) === undefined)
      .map((pointer) => finding(exchange, `body#${pointer}`, 'present in an accepted answer', 'absent')),
  );
}

export const outcomeRules = [
  acceptanceRule({
    id: 'outcome.accepted',
    title: 'A correct request is accepted',
    explain:
      'The request keeps every rule of the contract. A refusal means that the service asks for something the specification does not, or that its data or sign-in is not in order.',
    covers: ['M02'],
  }),
  refusalRule({
    id: 'outcome.refused',
    title: 'A faulty request is refused for its fault',
    explain: 'The same request without the one fault was accepted in this run. The refusal must have the declared status and its error must name the fault.',
    covers: ['F14'],
  }),
  {
    id: 'outcome.refused-or-complete',
    kind: 'case',
    title: 'Refused, or accepted whole',
    explain: 'The documents do not say whether the service must refuse this. They do rule out the middle way: accepting it and then doing only half of the work.',
    covers: [],
    params: {
      type: 'object',
      required: ['step', 'success', 'pointers'],
      properties: { step: { type: 'string' }, success: { type: 'object' }, pointers: { type: 'array', items: { type: 'string' }, minItems: 1 } },
      additionalProperties: false,
    },
    judge: judgeRefusedOrComplete as CaseRule['judge'],
  },
  {
    id: 'outcome.never',
    kind: 'case',
    title: 'A known fault does not come back',
    explain: 'The operator reported this answer as a fault and said that it was mended. It must not be seen again.',
    covers: [],
    params: {
      type: 'object',
      required: ['step'],
      properties: { step: { type: 'string' }, statuses: { type: 'array', items: { type: 'integer' } }, texts: { type: 'array', items: { type: 'string' } } },
      additionalProperties: false,
    },
    judge: ((params: NeverParams, evidence: CaseEvidence) =>
      judgeNever({ step: params.step, statuses: params.statuses ?? [], texts: params.texts ?? [] }, evidence)) as CaseRule['judge'],
  },
] as const satisfies readonly CaseRule[];
