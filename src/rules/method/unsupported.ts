import type { CaseEvidence, Exchange } from '../../exchange/model.ts';
import { caseRule } from '../case-rule.ts';
import type { Judgement } from '../model.ts';
import { judgeRefused, REFUSED_PARAMS, type RefusedParams } from '../refused.ts';

/** What was accepted may have changed what it was tried on, which whoever keeps the service has to be told. */
function judge(params: RefusedParams, evidence: CaseEvidence): Judgement {
  const judgement = judgeRefused(params, evidence);
  const [exchange] = evidence[params.step] ?? [];
  if (judgement.kind !== 'judged' || exchange === undefined || !mayHaveChanged(exchange)) return judgement;
  const { method, url } = exchange.request;
  const effect = `${method} may have changed what is at ${url}, so nothing more was tried there`;
  return { ...judgement, findings: judgement.findings.map((f) => ({ ...f, actual: `${f.actual}: ${effect}` })) };
}

function mayHaveChanged({ request, response }: Exchange): boolean {
  return request.method !== 'GET' && response !== undefined && response.status < 300;
}

export const unsupported = caseRule(
  {
    id: 'method.unsupported',
    title: 'A method that the path does not have is refused',
    fails: '{accepts} a method that the path does not have ({key}): {status}',
    explain:
      'The path exists and the method is not one of its own. Tried only where the contract says that it is the whole of the interface, on records that nothing else uses; a method that is accepted is the last one tried there.',
    requirement: 'http.methods',
    covers: ['B01', 'B02', 'B06'],
  },
  REFUSED_PARAMS,
  judge,
);
