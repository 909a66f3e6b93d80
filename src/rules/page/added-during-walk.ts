/** What must hold when the collection changes between two pages of one walk. */
import { counted } from '../../record/counted.ts';
import type { Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { show } from '../../record/json.ts';
import { jsonBody, meantJson } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, inconclusive, isJudgement, judged } from '../evidence.ts';
import { noList } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, COUNT, POINTER, STEP, STEPS, type ParamsOf } from '../params.ts';

const PARAMS = object(
  {
    /** Steps that fetch the pages, in order; between the first two of them something is added or removed. */
    pages: STEPS,
    records: POINTER,
    uid: POINTER,
    /** The step that made the old records (once or in a burst), and where an uid stands in an item of its answers. */
    filled: STEP,
    filledUid: POINTER,
  },
  {
    /** How many of the old records, from the end, are removed during the walk. */
    removed: COUNT,
  },
);

/** No record that was there before the walk and is there after it may be missing from its pages. */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const filled = answered(evidence, params.filled);
  if (isJudgement(filled)) return filled;
  const old = (evidence[params.filled] ?? []).flatMap((exchange) => {
    const body = exchange.response === undefined ? undefined : jsonBody(exchange.response);
    const value = body?.ok === true ? body.value : undefined;
    const items = Array.isArray(value) ? (value as readonly Json[]) : value === undefined ? [] : [value];
    return items.map((item) => at(item, params.filledUid)).filter((uid) => uid !== undefined);
  });
  if (old.length === 0) return inconclusive('the records that were made are not on record');
  const seen = new Set<string>();
  let last: Parameters<typeof finding>[0] | undefined;
  for (const step of params.pages) {
    const found = answered(evidence, step);
    if (isJudgement(found)) return found;
    const records = at(meantJson(found.response), params.records);
    if (!Array.isArray(records)) return judged([noList(found.exchange, params.records, show(records))]);
    for (const record of records as readonly Json[]) seen.add(String(at(record, params.uid)));
    last = found.exchange;
  }
  const kept = [...old].sort((a, b) => Number(a) - Number(b)).slice(0, old.length - (params.removed ?? 0));
  const lost = kept.filter((uid) => !seen.has(String(uid)));
  return judged(
    lost.length === 0 || last === undefined
      ? []
      : [
          finding(
            last,
            'body records',
            `all ${counted(kept.length, 'record')} that were there throughout`,
            `${lost.map((uid) => show(uid)).join(', ')} on no page`,
          ),
        ],
  );
}

/** The order is by uid, and a new record has the highest: it comes at the end, so that no page may shift. */
export const addedDuringWalk = caseRule(
  {
    id: 'page.added-during-walk',
    title: 'A record added during a walk hides no other',
    fails: 'loses records of a walk when one is added: {actual}',
    explain:
      'Between two pages of a walk a record is added, which the order puts at the end. Every record that was there before must still come.',
    covers: ['I12'],
  },
  PARAMS,
  judge,
);
