import type { CaseEvidence } from '../../exchange/model.ts';
import type { Json } from '../../load/model.ts';
import type { Success } from '../../plan/model.ts';
import { caseRule } from '../case-rule.ts';
import { answered, at, finding, isJudgement, jsonBody, judged, sameJson, show, succeeded } from '../evidence.ts';
import type { Judgement } from '../model.ts';

interface AtomicParams {
  readonly before: string;
  readonly update: string;
  readonly after: string;
  readonly shown: string;
  readonly success: Success;
}

/** RFC 5789 §2: the whole set of changes is applied, or none of it. */
function judge(params: AtomicParams, evidence: CaseEvidence): Judgement {
  const [before, update, after] = [params.before, params.update, params.after].map((step) => answered(evidence, step));
  if (before === undefined || update === undefined || after === undefined) return judged([]);
  for (const found of [before, update, after]) if (isJudgement(found)) return found;
  if (isJudgement(before) || isJudgement(update) || isJudgement(after)) return judged([]);
  if (succeeded(update.exchange, params.success))
    return judged([finding(update.exchange, 'status', 'a refusal, since one member is faulty', `accepted with ${update.response.status}`)]);
  const record = (found: typeof before): Json | undefined => {
    const body = jsonBody(found.response);
    return body.ok ? at(body.value, params.shown) : undefined;
  };
  const [wanted, shown] = [record(before), record(after)];
  if (sameJson(wanted, shown)) return judged([]);
  const names = [...new Set([...namesOf(wanted), ...namesOf(shown)])].filter((name) => !sameJson(at(wanted, `/${name}`), at(shown, `/${name}`)));
  return judged(names.map((name) => finding(after.exchange, `body#${params.shown}/${name}`, show(at(wanted, `/${name}`)), show(at(shown, `/${name}`)))));
}

function namesOf(value: Json | undefined): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [''];
}

export const updateAtomic = caseRule(
  {
    id: 'lifecycle.update-atomic',
    title: 'A refused update changes nothing at all',
    fails: 'changes a record with an update that it refuses: {where} is {actual} instead of {expected}',
    explain: 'An update sets one member rightly and another wrongly. It is refused, and the record is read again: it is as it was, the right member included.',
    requirement: 'http.patch-atomic',
    covers: ['E07'],
  },
  {
    type: 'object',
    required: ['before', 'update', 'after', 'shown', 'success'],
    properties: { before: { type: 'string' }, update: { type: 'string' }, after: { type: 'string' }, shown: { type: 'string' }, success: { type: 'object' } },
    additionalProperties: false,
  },
  judge,
);
