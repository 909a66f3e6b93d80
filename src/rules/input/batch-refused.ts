import { jsonBody } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { sameJson, type Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { letThrough } from '../../record/success.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, inapplicable, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { COUNT, object, STEP, type ParamsOf } from '../params.ts';
import { REFUSED_PARAMS, type RefusedParams } from '../outcome/refused.ts';

const { step, kind, statuses, success, ...more } = REFUSED_PARAMS.properties;
const PARAMS = object(
  {
    step,
    kind,
    statuses,
    success,
    /** The same faulty item by itself. */
    alone: STEP,
    /** Which of the batch is the faulty one. */
    place: COUNT,
  },
  more,
);

/** An item is refused for what is wrong with it, whatever is sent beside it. That it is refused at all is judged elsewhere. */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const alone = answered(evidence, params.alone);
  if (isJudgement(alone)) return alone;
  const batch = answered(evidence, params.step);
  if (isJudgement(batch)) return batch;
  const { family, item, place } = params;
  if (family?.code === undefined) return inapplicable('the contract does not say where an error has its code');
  if (letThrough(alone.exchange, params.success)) return inapplicable('the faulty item is accepted by itself');
  const body = jsonBody(batch.response);
  const answer = body.ok ? at(body.value, `/${place}`) : undefined;
  if (answer === undefined || at(answer, params.success.flag ?? '') !== false)
    return inapplicable('the faulty item was not refused among others, which is judged by itself');
  const single = jsonBody(alone.response);
  const wanted = codesOf(single.ok ? at(single.value, item ?? '') : undefined, family);
  if (wanted.length === 0) return inapplicable('the refusal of the item by itself has no code');
  const shown = codesOf(answer, family);
  const where = `body#/${place}${family.entries ?? family.entry ?? ''}/${family.code}`;
  if (sameJson(wanted, shown)) return judged([]);
  const kind = wanted.every((code) => shown.includes(code)) ? { kind: 'added' as const } : {};
  return judged([finding(batch.exchange, where, wanted.join(', '), shown.join(', ') || 'none', kind)]);
}

/** The codes of what is wrong, in an order of their own: the contract says of none that it comes first. */
function codesOf(answer: Json | undefined, family: NonNullable<RefusedParams['family']>): readonly string[] {
  const { entries, entry = '', code } = family;
  const found = answer === undefined ? undefined : at(answer, entries ?? entry);
  const all = entries === undefined ? [found] : Array.isArray(found) ? (found as readonly Json[]) : [];
  const codes = all.flatMap((one) => (one === undefined ? undefined : at(one, `/${code}`)) ?? []);
  return [...new Set(codes.map(String))].sort();
}

export const batchRefused = caseRule(
  {
    id: 'input.batch-refused',
    title: 'A faulty item is refused in a batch as it is alone',
    fails: 'refuses a faulty item of a batch with another code than alone: {actual} instead of {expected}',
    explain:
      'A faulty item is sent by itself, and between two good ones. Both refusals have the same codes: who reads why an item was not taken looks them up, however many were sent.',
    covers: ['F14'],
  },
  PARAMS,
  judge,
);
