import type { CaseEvidence } from '../../exchange/model.ts';
import { caseRule } from '../case-rule.ts';
import { answered, at, finding, isJudgement, jsonBody, judged, sameJson, show } from '../evidence.ts';
import type { Judgement } from '../model.ts';

interface SafeParams {
  /** The reads before and after, with others between them. */
  readonly before: string;
  readonly after: string;
}

function judge(params: SafeParams, evidence: CaseEvidence): Judgement {
  const before = answered(evidence, params.before);
  if (isJudgement(before)) return before;
  const after = answered(evidence, params.after);
  if (isJudgement(after)) return after;
  if (before.response.status !== after.response.status) return judged([finding(after.exchange, 'status', String(before.response.status), String(after.response.status))]);
  const [first, last] = [jsonBody(before.response), jsonBody(after.response)];
  const wanted = first.ok ? first.value : undefined;
  const shown = last.ok ? last.value : undefined;
  return judged(sameJson(wanted, shown) ? [] : [finding(after.exchange, 'body', show(at(wanted, '')), show(at(shown, '')))]);
}

export const safe = caseRule(
  {
    id: 'method.safe',
    title: 'Reading changes nothing',
    fails: 'changes a record that was only read',
    explain: 'A record is read, asked about with HEAD, and read again: both reads are the same. Crawlers, monitors and browsers send GET and HEAD whenever they like.',
    requirement: 'http.safe-methods',
    covers: ['B07'],
  },
  { type: 'object', required: ['before', 'after'], properties: { before: { type: 'string' }, after: { type: 'string' } }, additionalProperties: false },
  judge,
);
