/** Two walks over one collection that nobody has changed. */
import { show, type Json } from '../../record/json.ts';
import { jsonBody } from '../../record/body.ts';
import { at } from '../../record/pointer.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, inconclusive, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, type ParamsOf } from '../params.ts';

const PARAMS = object({ first: STEP, second: STEP, records: POINTER, uid: POINTER });

/** Records that only one of the walks brings are for another law to tell. */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  for (const step of [params.first, params.second]) {
    const found = answered(evidence, step);
    if (isJudgement(found)) return found;
  }
  const walks = [params.first, params.second].map((step) => listed(params, evidence, step));
  const [one, other] = walks;
  if (one === undefined || other === undefined) return inconclusive('the records are not in the answers');
  // Of two long walks that agree nothing is made but the two lists.
  if (one.length === other.length && one.every((uid, index) => uid === other[index])) return judged([]);
  const [first, second] = [[...new Set(one)], [...new Set(other)]];
  const [inFirst, inSecond] = [new Set(first), new Set(second)];
  const [before, after] = [first.filter((uid) => inSecond.has(uid)), second.filter((uid) => inFirst.has(uid))];
  const place = before.findIndex((uid, index) => uid !== after[index]);
  const last = evidence[params.second]?.at(-1);
  return judged(
    place < 0 || last === undefined
      ? []
      : [finding(last, 'walk', `${show(before[place])} as on the walk before`, show(after[place]))],
  );
}

/** The identifiers of all pages of a walk in their order; what is no plain value, as text. */
function listed(
  { records, uid }: ParamsOf<typeof PARAMS>,
  evidence: CaseEvidence,
  step: string,
): readonly Json[] | undefined {
  const uids: Json[] = [];
  for (const { response } of evidence[step] ?? []) {
    const body = response === undefined ? undefined : jsonBody(response);
    const page = body?.ok === true ? at(body.value, records) : undefined;
    if (!Array.isArray(page)) return undefined;
    for (const record of page as readonly Json[]) uids.push(plain(at(record, uid)));
  }
  return uids;
}

function plain(uid: Json | undefined): Json {
  return typeof uid === 'object' && uid !== null ? show(uid) : (uid ?? null);
}

export const orderKept = caseRule(
  {
    id: 'page.order-kept',
    title: 'Two walks bring the records in one order',
    fails: 'brings the records of a list in another order on each walk: {actual} instead of {expected}',
    explain:
      'A collection that nobody changes is walked twice. Pages are parts of one order: where it is another one at the next call, a record moves from a page that is still to come to one that has been read, and nobody ever sees it.',
    convention: true,
    covers: ['I06'],
  },
  PARAMS,
  judge,
);
