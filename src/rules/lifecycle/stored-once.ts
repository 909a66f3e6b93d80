import { counted } from '../../record/counted.ts';
import type { Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { sentJson } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { finding, inapplicable, inconclusive, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, TEXTS, type ParamsOf } from '../params.ts';
import { sameStored } from '../same-value.ts';
import { entriesOf, isReduced, REDUCED } from './record.ts';

const PARAMS = object(
  {
    created: STEP,
    list: STEP,
    /** Pointers to the record in the request, to the records in the list, and to one below its entry. */
    sent: POINTER,
    records: POINTER,
    record: POINTER,
    /** Members that are not compared. */
    skip: TEXTS,
  },
  {
    /** The same list before the create: a place may have records of its own. */
    before: STEP,
  },
);

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const created = evidence[params.created]?.[0];
  const list = entriesOf(evidence, params.list, params.records);
  if (isJudgement(list)) return list;
  const sent = created === undefined ? undefined : at(sentJson(created), params.sent);
  if (typeof sent !== 'object' || sent === null) return inconclusive('what was sent is not on record');
  const members = Object.entries(sent as Readonly<Record<string, Json>>).filter(
    ([name]) => !params.skip.includes(name),
  );
  const { exchange, all, unsure } = list;
  const before = params.before === undefined ? undefined : entriesOf(evidence, params.before, params.records);
  if (before !== undefined && isJudgement(before)) return before;
  const alike = ({ value: entry }: { readonly value: Json }): boolean =>
    members.every(([name, value]) => sameStored(value, at(at(entry, params.record), `/${name}`)));
  const added = all.filter(alike).length - (before?.all.filter(alike).length ?? 0);
  if (added === 1) return judged([]);
  if (unsure !== undefined) return unsure;
  if (all.some(isReduced)) return inapplicable(REDUCED);
  return judged([
    finding(
      exchange,
      `body#${params.records}`,
      'the new record once',
      `${counted(Math.max(0, added), 'time')} among ${counted(all.length, 'record')}`,
    ),
  ]);
}

export const storedOnce = caseRule(
  {
    id: 'lifecycle.stored-once',
    title: 'One create makes one record',
    fails: 'does not list a new record exactly once: {actual}',
    explain:
      'A record is created and its list fetched at once: it is there once, with the values that were sent. Two are mostly a write that is done again after a time-out inside; none is a list that lags behind.',
    covers: ['E12'],
  },
  PARAMS,
  judge,
);
