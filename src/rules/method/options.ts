import type { CaseEvidence } from '../../exchange/model.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, headerTokens, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';

interface OptionsParams {
  readonly step: string;
  readonly methods: readonly string[];
}

function judge(params: OptionsParams, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const { exchange, response } = found;
  if (response.status < 200 || response.status > 299) return judged([finding(exchange, 'status', 'a success', String(response.status))]);
  const allow = headerTokens(response, 'allow');
  const lacking = params.methods.filter((m) => !allow.includes(m));
  const extra = allow.filter((m) => !params.methods.includes(m) && m !== 'OPTIONS' && m !== 'HEAD');
  return judged(lacking.length === 0 && extra.length === 0 ? [] : [finding(exchange, 'header allow', params.methods.join(', '), allow.length === 0 ? 'absent' : allow.join(', '))]);
}

export const options = caseRule(
  {
    id: 'method.options',
    title: 'OPTIONS lists the methods of the path',
    fails: 'does not list the methods of the path: {actual} instead of {expected}',
    explain: 'The Allow field of the answer lists what the contract declares for the path.',
    requirement: 'http.options',
    covers: ['B05', 'I16'],
  },
  {
    type: 'object',
    required: ['step', 'methods'],
    properties: { step: { type: 'string' }, methods: { type: 'array', items: { type: 'string' } } },
    additionalProperties: false,
  },
  judge,
);
