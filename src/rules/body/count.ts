import type { CaseEvidence } from '../../exchange/model.ts';
import { at, finding, judged, show } from '../evidence.ts';
import type { CaseRule, Judgement } from '../model.ts';
import { withBody } from './with-body.ts';

interface CountParams {
  readonly step: string;
  readonly pointer: string;
  readonly count: number;
}

function judge(params: CountParams, evidence: CaseEvidence): Judgement {
  return withBody(evidence, params.step, (body, exchange) => {
    const list = at(body, params.pointer);
    const shown = Array.isArray(list) ? list.length : undefined;
    return judged(shown === params.count ? [] : [finding(exchange, `body#${params.pointer}`, `${params.count} entries`, shown === undefined ? show(list) : `${shown} entries`)]);
  });
}

export const count = {
  id: 'body.count',
  kind: 'case',
  title: 'A list of the answer has the right length',
  explain: 'The contract knows how many entries this list must have.',
  covers: [],
  params: {
    type: 'object',
    required: ['step', 'pointer', 'count'],
    properties: { step: { type: 'string' }, pointer: { type: 'string' }, count: { type: 'integer' } },
    additionalProperties: false,
  },
  judge: judge as CaseRule['judge'],
} as const satisfies CaseRule;
