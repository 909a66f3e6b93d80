/** What an update of one member does to the others. */
import { succeeded } from '../../record/success.ts';
import { ownMember, type Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { sentJson } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, inapplicable, inconclusive, isJudgement, judged } from '../evidence.ts';
import { valueFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, SUCCESS, TEXTS, type ParamsOf } from '../params.ts';
import { record } from './record.ts';
import { sameValue } from '../same-value.ts';

const PARAMS = object({
  before: STEP,
  update: STEP,
  after: STEP,
  shown: POINTER,
  sent: POINTER,
  /** Members that the service sets itself. */
  own: TEXTS,
  success: SUCCESS,
});

type Members = Readonly<Record<string, Json>>;

/** That the update is taken, and reaches its member, is asked of others. */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const update = answered(evidence, params.update);
  if (isJudgement(update)) return update;
  if (!succeeded(update.exchange, params.success)) return inapplicable('by itself the member is not changed');
  const before = record(evidence, params.before, params.shown);
  if (isJudgement(before)) return before;
  const after = record(evidence, params.after, params.shown);
  if (isJudgement(after)) return after;
  const [sent, was, is] = [at(sentJson(update.exchange), params.sent), before.value, after.value].map(membersOf);
  if (sent === undefined || was === undefined || is === undefined)
    return inconclusive('the record is not in the answer');
  const others = [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((name) => !Object.hasOwn(sent, name) && !params.own.includes(name))
    .sort();
  return judged(
    others
      .map((name) => ({ name, due: ownMember(was, name), now: ownMember(is, name) }))
      .filter(({ due, now }) => !sameValue(due, now))
      .map(({ name, due, now }) => valueFinding(after.exchange, `body#${params.shown}/${name}`, due, now)),
  );
}

function membersOf(value: Json | undefined): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined;
}

export const updateAlone = caseRule(
  {
    id: 'lifecycle.update-alone',
    title: 'An update of one member leaves all others as they were',
    fails: 'changes another member by an update of {key} alone: {where} is {actual} instead of {expected}',
    explain:
      'A record is changed in one member after the other, each by an update of its own, and read after each. What else differs was derived, cleared or counted anew from the one that was named, by a trigger or by a form that sends more than was asked.',
    covers: ['E08'],
  },
  PARAMS,
  judge,
);
