import { counted } from '../../record/counted.ts';
import type { Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { sameJson, show } from '../../record/json.ts';
import { jsonBody, sentJson } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, inconclusive, isJudgement, judged } from '../evidence.ts';
import { noList } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, type ParamsOf } from '../params.ts';

export const TRACE_PARAMS = object(
  { sent: STEP, list: STEP, records: POINTER },
  {
    /** Where the unique value stands in the request and, below a listed record, in the answer; absent: the list must be empty. */
    value: POINTER,
    shown: POINTER,
  },
);

export function judgeTrace(params: ParamsOf<typeof TRACE_PARAMS>, evidence: CaseEvidence): Judgement {
  const list = answered(evidence, params.list);
  if (isJudgement(list)) return list;
  const body = jsonBody(list.response);
  const records = body.ok ? at(body.value, params.records) : undefined;
  if (!Array.isArray(records)) return judged([noList(list.exchange, params.records, show(records))]);
  if (params.value === undefined || params.shown === undefined) {
    return judged(
      records.length === 0
        ? []
        : [finding(list.exchange, `body#${params.records}`, 'no record', `${counted(records.length, 'record')}`)],
    );
  }
  const probe = evidence[params.sent]?.[0];
  const value = probe === undefined ? undefined : at(sentJson(probe), params.value);
  if (value === undefined) return inconclusive('the unique value that was sent is not on record');
  const shown = params.shown;
  const stored = (records as readonly Json[]).find((record) => sameJson(at(record, shown), value));
  return judged(
    stored === undefined
      ? []
      : [finding(list.exchange, `body#${params.records}`, `no record with ${show(value)}`, show(stored))],
  );
}

export const noTrace = caseRule(
  {
    id: 'store.no-trace',
    title: 'What was refused is not stored',
    fails: 'stores what it refused: {actual}',
    explain: 'The list of records is fetched after the refusal; the record must not be among them.',
    covers: ['E07'],
    needs: ['list'],
    filled: 'listed',
  },
  TRACE_PARAMS,
  judgeTrace,
);
