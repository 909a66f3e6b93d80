/** What an update must leave behind: the record as it was, but for the members that it names. */
import { ownMember, type Json } from '../../record/json.ts';
import { at, pointerFrom } from '../../record/pointer.ts';
import { answeredJson, sentJson } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { inconclusive, isJudgement, judged } from '../evidence.ts';
import { valueFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, TEXTS, type ParamsOf } from '../params.ts';
import { record } from './record.ts';
import { sameStored, sameValue } from '../same-value.ts';

const PARAMS = object(
  { before: STEP, after: STEP, update: STEP, shown: POINTER, sent: POINTER },
  {
    /** Members that are written and never shown. */
    skip: TEXTS,
    /** What the service makes of an update by itself, such as when it came. */
    own: TEXTS,
    /** Those that are judged, where there may be others of which nothing is said. */
    known: TEXTS,
    /** Where members stand that are sent and shown beside the record, from it. */
    beside: TEXTS,
  },
);

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const before = record(evidence, params.before, params.shown);
  if (isJudgement(before)) return before;
  const after = record(evidence, params.after, params.shown);
  if (isJudgement(after)) return after;
  const update = evidence[params.update]?.[0];
  const sent = update === undefined ? undefined : at(sentJson(update), params.sent);
  if (typeof sent !== 'object' || sent === null || typeof before.value !== 'object' || before.value === null) {
    return inconclusive('the record before the change is not on record');
  }
  const wanted: Record<string, Json> = { ...(before.value as Readonly<Record<string, Json>>) };
  for (const [name, value] of Object.entries(sent)) {
    if (params.skip?.includes(name) === true) continue;
    if (value === null) delete wanted[name];
    else wanted[name] = value;
  }
  const shown = (typeof after.value === 'object' && after.value !== null ? after.value : {}) as Readonly<
    Record<string, Json>
  >;
  const names = [...new Set([...Object.keys(wanted), ...Object.keys(shown)])].sort();
  const aside = (params.beside ?? []).flatMap((place) => {
    const pointer = pointerFrom(params.shown, place);
    const named = update === undefined ? undefined : at(sentJson(update), pointerFrom(params.sent, place));
    const [due, now] = [named ?? at(answeredJson(before.exchange), pointer), at(answeredJson(after.exchange), pointer)];
    return sameValue(due, now) ? [] : [valueFinding(after.exchange, `body#${pointer}`, due, now)];
  });
  return judged([
    ...aside,
    ...names
      .filter((name) => params.own?.includes(name) !== true && params.known?.includes(name) !== false)
      .map((name) => ({ name, due: ownMember(wanted, name), now: ownMember(shown, name) }))
      .filter(({ name, due, now }) => !(Object.hasOwn(sent, name) ? sameStored : sameValue)(due, now))
      .map(({ name, due, now }) => valueFinding(after.exchange, `body#${params.shown}/${name}`, due, now)),
  ]);
}

export const updateOnlyNamed = caseRule(
  {
    id: 'lifecycle.update-only-named',
    title: 'An update changes what it names and nothing else',
    fails: 'changes more than the update named: {where} is {actual} instead of {expected}',
    explain:
      'The record is read before and after a PATCH of one member. Any other difference is a member that the service cleared, defaulted or recomputed. What only the service sets may be another by now.',
    covers: ['E08'],
  },
  PARAMS,
  judge,
);
