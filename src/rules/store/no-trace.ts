import { counted } from '../../record/counted.ts';
import { at } from '../../record/pointer.ts';
import { sameJson, show } from '../../record/json.ts';
import { sentJson } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { finding, inapplicable, inconclusive, isJudgement, judged } from '../evidence.ts';
import { entriesOf, isReduced, REDUCED } from '../lifecycle/record.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, type ParamsOf } from '../params.ts';

export const TRACE_PARAMS = object(
  { sent: STEP, list: STEP, records: POINTER },
  {
    /** Where the unique value stands in the request and, below a listed record, in the answer; absent: the list must be empty, or as it was `before`. */
    value: POINTER,
    shown: POINTER,
    /** The same list before the write: a place may have records of its own. */
    before: STEP,
  },
);

export function judgeTrace(params: ParamsOf<typeof TRACE_PARAMS>, evidence: CaseEvidence): Judgement {
  const list = entriesOf(evidence, params.list, params.records);
  if (isJudgement(list)) return list;
  const { exchange, all, unsure } = list;
  if (params.value === undefined || params.shown === undefined) {
    const before = params.before === undefined ? undefined : entriesOf(evidence, params.before, params.records);
    if (before !== undefined && isJudgement(before)) return before;
    const wanted = before?.all.length ?? 0;
    const expected = wanted === 0 ? 'no record' : counted(wanted, 'record');
    return judged(
      all.length === wanted
        ? []
        : [finding(exchange, `body#${params.records}`, expected, `${counted(all.length, 'record')}`)],
    );
  }
  const probe = evidence[params.sent]?.[0];
  const value = probe === undefined ? undefined : at(sentJson(probe), params.value);
  if (value === undefined) return inconclusive('the unique value that was sent is not on record');
  const shown = params.shown;
  const stored = all.find((entry) => sameJson(at(entry.value, shown), value));
  if (stored === undefined) return unsure ?? (all.some(isReduced) ? inapplicable(REDUCED) : judged([]));
  return judged([
    finding(stored.exchange, `body#${params.records}`, `no record with ${show(value)}`, show(stored.value)),
  ]);
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
