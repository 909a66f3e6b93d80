import type { Json } from '../../record/json.ts';
import { at, pointerPart } from '../../record/pointer.ts';
import { jsonBody } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, isJudgement, judged } from '../evidence.ts';
import { differences } from '../differences.ts';
import { statusFinding, valueFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, TEXTS, type ParamsOf } from '../params.ts';

const PARAMS = object(
  {
    /** The reads of another record, before and after. */
    before: STEP,
    after: STEP,
    shown: POINTER,
  },
  {
    /** Members that may differ. */
    skip: TEXTS,
  },
);

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const before = answered(evidence, params.before);
  if (isJudgement(before)) return before;
  const after = answered(evidence, params.after);
  if (isJudgement(after)) return after;
  if (before.response.status !== after.response.status)
    return judged([statusFinding(after.exchange, [before.response.status])]);
  const record = (found: typeof before): Json | undefined => {
    const body = jsonBody(found.response);
    return body.ok ? at(body.value, params.shown) : undefined;
  };
  const [wanted, shown] = [record(before), record(after)];
  return judged(
    differences(wanted, shown)
      .filter((pointer) => params.skip?.some((name) => isWithin(pointer, name)) !== true)
      .map((pointer) =>
        valueFinding(after.exchange, `body#${params.shown}${pointer}`, partAt(wanted, pointer), partAt(shown, pointer)),
      ),
  );
}

function isWithin(pointer: string, name: string): boolean {
  return `${pointer}/`.startsWith(`/${pointerPart(name)}/`);
}

function partAt(value: Json | undefined, pointer: string): Json | undefined {
  return value === undefined ? undefined : at(value, pointer);
}

export const othersKept = caseRule(
  {
    id: 'lifecycle.others-kept',
    title: 'Other records stay as they are',
    fails: 'changes records that nobody named: {where} is {actual} instead of {expected}',
    explain:
      'Two records are made and one of them is changed or removed. The other is read before and after: it is the same. A difference is mostly a write without its condition.',
    covers: ['E08'],
  },
  PARAMS,
  judge,
);
