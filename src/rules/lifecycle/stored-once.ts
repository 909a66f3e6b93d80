import { counted } from '../../record/counted.ts';
import type { Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { show } from '../../record/json.ts';
import { jsonBody, sentJson } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, inconclusive, isJudgement, judged } from '../evidence.ts';
import { noList } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, TEXTS, type ParamsOf } from '../params.ts';
import { sameValue } from '../same-value.ts';

const PARAMS = object({
  created: STEP,
  list: STEP,
  /** Pointers to the record in the request, to the records in the list, and to one below its entry. */
  sent: POINTER,
  records: POINTER,
  record: POINTER,
  /** Members that are not compared. */
  skip: TEXTS,
});

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const created = evidence[params.created]?.[0];
  const list = answered(evidence, params.list);
  if (isJudgement(list)) return list;
  const sent = created === undefined ? undefined : at(sentJson(created), params.sent);
  if (typeof sent !== 'object' || sent === null) return inconclusive('what was sent is not on record');
  const body = jsonBody(list.response);
  const records = body.ok ? at(body.value, params.records) : undefined;
  if (!Array.isArray(records)) return judged([noList(list.exchange, params.records, show(records))]);
  const members = Object.entries(sent as Readonly<Record<string, Json>>).filter(
    ([name]) => !params.skip.includes(name),
  );
  const same = (records as readonly Json[]).filter((entry) =>
    members.every(([name, value]) => sameValue(at(at(entry, params.record), `/${name}`), value)),
  );
  return judged(
    same.length === 1
      ? []
      : [
          finding(
            list.exchange,
            `body#${params.records}`,
            'the new record once',
            `${counted(same.length, 'time')} among ${counted(records.length, 'record')}`,
          ),
        ],
  );
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
