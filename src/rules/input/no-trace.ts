import { counted } from '../../record/counted.ts';
import { maybe } from '../../record/defined.ts';
import { show } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { finding, isJudgement, judged } from '../evidence.ts';
import { entriesOf, record } from '../lifecycle/record.ts';
import type { Judgement } from '../model.ts';
import { object, COUNT, POINTER, STEP, type ParamsOf } from '../params.ts';

const PARAMS = object(
  { list: STEP, records: POINTER, count: COUNT },
  {
    /** The same list before the write: a place may have records of its own. */
    before: STEP,
  },
);

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const list = record(evidence, params.list, params.records);
  if (isJudgement(list)) return list;
  const count = Array.isArray(list.value) ? list.value.length : undefined;
  const before = params.before === undefined ? undefined : entriesOf(evidence, params.before, params.records);
  if (before !== undefined && isJudgement(before)) return before;
  const wanted = before?.all.length ?? params.count;
  return judged(
    count === wanted
      ? []
      : [
          finding(
            list.exchange,
            `body#${params.records}`,
            `${counted(wanted, 'record')}`,
            count === undefined ? maybe(list.value, show) : `${counted(count, 'record')}`,
          ),
        ],
  );
}

export const noTrace = caseRule(
  {
    id: 'input.no-trace',
    title: 'A refused write leaves no trace',
    fails: 'keeps a trace of what it refused: {actual} instead of {expected}',
    explain: 'A faulty record is sent to a place where nothing else is written, and the place is listed afterwards.',
    covers: ['E07'],
  },
  PARAMS,
  judge,
);
