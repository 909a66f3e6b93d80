/** What declared cases say of a body or a header, and of the warnings beside a success. */
import type { CaseEvidence } from '../exchange/model.ts';
import type { Json } from '../load/model.ts';
import { answered, at, finding, header, isJudgement, jsonBody, judged, sameJson, show } from './evidence.ts';
import type { CaseRule, Judgement } from './model.ts';

const STEP = { step: { type: 'string' } } as const;
const POINTERS = { pointers: { type: 'array', items: { type: 'string' }, minItems: 1 } } as const;

function withBody(evidence: CaseEvidence, step: string, judge: (body: Json | undefined, exchange: Parameters<typeof finding>[0]) => Judgement): Judgement {
  const found = answered(evidence, step);
  if (isJudgement(found)) return found;
  const body = jsonBody(found.response);
  return judge(body.ok ? body.value : undefined, found.exchange);
}

interface PointersParams {
  readonly step: string;
  readonly pointers: readonly string[];
}

const judgeHas = (params: PointersParams, evidence: CaseEvidence): Judgement =>
  withBody(evidence, params.step, (body, exchange) =>
    judged(params.pointers.filter((p) => at(body, p) === undefined).map((p) => finding(exchange, `body#${p}`, 'present', 'absent'))),
  );

const judgeLacks = (params: PointersParams, evidence: CaseEvidence): Judgement =>
  withBody(evidence, params.step, (body, exchange) =>
    judged(params.pointers.filter((p) => at(body, p) !== undefined).map((p) => finding(exchange, `body#${p}`, 'absent', show(at(body, p))))),
  );

const judgeEquals = (params: { readonly step: string; readonly pointer: string; readonly value: Json }, evidence: CaseEvidence): Judgement =>
  withBody(evidence, params.step, (body, exchange) =>
    judged(sameJson(at(body, params.pointer), params.value) ? [] : [finding(exchange, `body#${params.pointer}`, show(params.value), show(at(body, params.pointer)))]),
  );

const judgeCount = (params: { readonly step: string; readonly pointer: string; readonly count: number }, evidence: CaseEvidence): Judgement =>
  withBody(evidence, params.step, (body, exchange) => {
    const list = at(body, params.pointer);
    const count = Array.isArray(list) ? list.length : undefined;
    return judged(count === params.count ? [] : [finding(exchange, `body#${params.pointer}`, `${params.count} entries`, count === undefined ? show(list) : `${count} entries`)]);
  });

const judgeHeader =
  (wanted: boolean) =>
  (params: { readonly step: string; readonly name: string }, evidence: CaseEvidence): Judgement => {
    const found = answered(evidence, params.step);
    if (isJudgement(found)) return found;
    const value = header(found.response, params.name.toLowerCase());
    return judged((value !== undefined) === wanted ? [] : [finding(found.exchange, `header ${params.name}`, wanted ? 'present' : 'absent', value ?? 'absent')]);
  };

interface WarningParams {
  readonly step: string;
  /** Pointer to the messages of the answer, resolved by the plan from the envelope. */
  readonly messages: string;
  readonly mentions: readonly string[];
  readonly codes: readonly string[];
}

function warnings(body: Json | undefined, pointer: string): readonly Json[] {
  const list = at(body, pointer);
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}

const judgeWarningGiven = (params: WarningParams, evidence: CaseEvidence): Judgement =>
  withBody(evidence, params.step, (body, exchange) => {
    const list = warnings(body, params.messages);
    const lacking = params.mentions.filter((word) => !list.some((w) => JSON.stringify(w).includes(word)));
    const codes = (params.codes ?? []).filter((code) => !list.some((w) => String(at(w, '/code') ?? '').startsWith(code)));
    return judged([
      ...lacking.map((word) => finding(exchange, `body#${params.messages}`, `a warning that mentions ${word}`, show(list))),
      ...codes.map((code) => finding(exchange, `body#${params.messages}`, `a warning whose code begins with ${code}`, show(list))),
    ]);
  });

const judgeWarningNone = (params: WarningParams, evidence: CaseEvidence): Judgement =>
  withBody(evidence, params.step, (body, exchange) => {
    const list = warnings(body, params.messages);
    const mentions = params.mentions ?? [];
    const unwanted = mentions.length === 0 ? list : list.filter((w) => mentions.some((word) => JSON.stringify(w).includes(word)));
    return judged(unwanted.map((w) => finding(exchange, `body#${params.messages}`, 'no such warning', show(w))));
  });

const WARNING_PARAMS = {
  type: 'object',
  required: ['step', 'messages'],
  properties: { ...STEP, messages: { type: 'string' }, mentions: { type: 'array', items: { type: 'string' } }, codes: { type: 'array', items: { type: 'string' } } },
  additionalProperties: false,
} as const;

export const bodyRules = [
  {
    id: 'body.has',
    kind: 'case',
    title: 'The answer has what it must have',
    explain: 'These members must be in the answer.',
    covers: ['A04'],
    params: { type: 'object', required: ['step', 'pointers'], properties: { ...STEP, ...POINTERS }, additionalProperties: false },
    judge: judgeHas as CaseRule['judge'],
  },
  {
    id: 'body.lacks',
    kind: 'case',
    title: 'The answer does not have what it must not have',
    explain: 'These members must not be in the answer.',
    covers: ['A23'],
    params: { type: 'object', required: ['step', 'pointers'], properties: { ...STEP, ...POINTERS }, additionalProperties: false },
    judge: judgeLacks as CaseRule['judge'],
  },
  {
    id: 'body.equals',
    kind: 'case',
    title: 'A member of the answer has the right value',
    explain: 'The contract knows the value that this member must have.',
    covers: [],
    params: { type: 'object', required: ['step', 'pointer', 'value'], properties: { ...STEP, pointer: { type: 'string' }, value: {} }, additionalProperties: false },
    judge: judgeEquals as CaseRule['judge'],
  },
  {
    id: 'body.count',
    kind: 'case',
    title: 'A list of the answer has the right length',
    explain: 'The contract knows how many entries this list must have.',
    covers: [],
    params: {
      type: 'object',
      required: ['step', 'pointer', 'count'],
      properties: { ...STEP, pointer: { type: 'string' }, count: { type: 'integer' } },
      additionalProperties: false,
    },
    judge: judgeCount as CaseRule['judge'],
  },
  {
    id: 'header.present',
    kind: 'case',
    title: 'The answer carries the header',
    explain: 'This header must be sent with this answer.',
    covers: [],
    params: { type: 'object', required: ['step', 'name'], properties: { ...STEP, name: { type: 'string' } }, additionalProperties: false },
    judge: judgeHeader(true) as CaseRule['judge'],
  },
  {
    id: 'header.absent',
    kind: 'case',
    title: 'The answer does not carry the header',
    explain: 'This header must not be sent with this answer.',
    covers: [],
    params: { type: 'object', required: ['step', 'name'], properties: { ...STEP, name: { type: 'string' } }, additionalProperties: false },
    judge: judgeHeader(false) as CaseRule['judge'],
  },
  {
    id: 'warning.given',
    kind: 'case',
    title: 'A warning is given beside the success',
    explain: 'The request is accepted, and the answer warns of what could not be verified yet. Clients rely on the warning to follow it up.',
    covers: [],
    params: WARNING_PARAMS,
    judge: judgeWarningGiven as CaseRule['judge'],
  },
  {
    id: 'warning.none',
    kind: 'case',
    title: 'No warning is given where nothing is wrong',
    explain: 'A warning for a correct record sends people looking for a mistake that is not there.',
    covers: [],
    params: WARNING_PARAMS,
    judge: judgeWarningNone as CaseRule['judge'],
  },
] as const satisfies readonly CaseRule[];
