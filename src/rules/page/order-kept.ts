/** Two walks over one collection that nobody has changed. */
import { show, type Json } from '../../record/json.ts';
import { maybe } from '../../record/defined.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { areSame, listedOn, type Uids } from '../../record/paging/listed.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, inconclusive, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, type ParamsOf } from '../params.ts';
import { filledUids } from './filled-uids.ts';

const PARAMS = object(
  { first: STEP, second: STEP, records: POINTER, uid: POINTER },
  {
    /** Step whose answer holds the uids of the records that this run made, and the pointer to one of an item's: where others stand is for them to change. */
    filled: STEP,
    filledUid: POINTER,
  },
);

/** Records that only one of the walks brings are for another law to tell. */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  for (const step of [params.first, params.second]) {
    const found = answered(evidence, step);
    if (isJudgement(found)) return found;
  }
  const [one, other] = [listed(params, evidence, params.first), listed(params, evidence, params.second)];
  if (one === undefined || other === undefined) return inconclusive('the records are not in the answers');
  if (areSame(one, other)) return judged([]);
  const once = (walk: readonly Uids[]): readonly Json[] => [...new Set(walk.flatMap((uids) => uids.map(plain)))];
  const [first, second] = [once(one), once(other)];
  const made = filledUids(params, evidence);
  if (!Array.isArray(made)) return made as Judgement;
  const own = new Set((made as readonly Json[]).map(plain));
  const [inFirst, inSecond] = [first, second].map((walk) => new Set(walk));
  const isIn = (uid: Json, walk: ReadonlySet<Json> | undefined): boolean =>
    walk?.has(uid) === true && (params.filled === undefined || own.has(uid));
  const [before, after] = [first.filter((uid) => isIn(uid, inSecond)), second.filter((uid) => isIn(uid, inFirst))];
  const place = before.findIndex((uid, index) => uid !== after[index]);
  const last = evidence[params.second]?.at(-1);
  return judged(
    place < 0 || last === undefined
      ? []
      : [finding(last, 'walk', `${show(before[place])} as on the walk before`, show(after[place]))],
  );
}

/** The identifiers of all pages of a walk in their order. */
function listed(
  { records, uid }: ParamsOf<typeof PARAMS>,
  evidence: CaseEvidence,
  step: string,
): readonly Uids[] | undefined {
  const pages = (evidence[step] ?? []).map(({ response }) => maybe(response, (it) => listedOn(it, records, uid)?.uids));
  return pages.every((uids) => uids !== undefined) ? pages : undefined;
}

/** What is no plain value, as text. */
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
