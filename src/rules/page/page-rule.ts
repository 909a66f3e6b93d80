/** How a law of paging is made: it judges the pages of one walk, whatever the records are. */
import type { Json } from '../../record/json.ts';
import type { PageSeen, PageStyle } from '../../record/paging/model.ts';
import { areSame, listedOn, ReducedPage, type Uids } from '../../record/paging/listed.ts';
import { at } from '../../record/pointer.ts';
import { show } from '../../record/json.ts';
import { isSuccessful } from '../../record/success.ts';
import { answeredJson } from '../../record/body.ts';
import type { CaseEvidence, Exchange, RecordedResponse } from '../../record/exchange.ts';
import { caseRule, type CaseRuleOf } from '../case-rule.ts';
import { answered, inconclusive, isJudgement, judged, unsettled } from '../evidence.ts';
import { noList, statusFinding } from '../findings.ts';
import type { CaseRule, Finding, Judgement, RuleWords } from '../model.ts';
import { object, COUNT, FLAG, POINTER, STEP, type ParamsOf } from '../params.ts';

/** What every paging rule gets: where records and identifiers stand, and how the list is paged. */
const PARAMS = object(
  {
    step: STEP,
    /** Pointer to the array of records in an answer, and to the uid below a record. */
    records: POINTER,
    uid: POINTER,
    /** How the list is paged: `PageStyle` of `src/record/paging/model.ts`. */
    style: { type: 'object' },
    /** Records of a full page. */
    size: COUNT,
  },
  {
    /** The most that the service may bring, and how many it brings where no size is asked for. */
    cap: COUNT,
    usual: COUNT,
    /** Step whose answer holds the uids of all records of the collection, and the pointer to one of an item's. */
    filled: STEP,
    filledUid: POINTER,
    /** Of records created without content in the answer: the segment of their address that names them, counted from the end. */
    filledSegment: COUNT,
    /** Whether the first of them was removed before the pages were asked for. */
    isFirstGone: FLAG,
    /** How many pages there are of no record. */
    pagesOfNone: { type: 'array', items: { enum: [0, 1] } },
    /** Whether others may have records in the same collection. */
    shared: FLAG,
    /** Step that walks the collection once more, where whoever writes to it is not known. */
    again: STEP,
    /** Step that walks the collection, where another is judged. */
    walk: STEP,
  },
);

export type PageParams = Omit<ParamsOf<typeof PARAMS>, 'style'> & { readonly style: PageStyle };

export interface Page {
  readonly exchange: Exchange;
  readonly response: RecordedResponse;
  readonly uids: Uids;
  /** What the style of paging judges by. */
  readonly seen: PageSeen;
}

export type PageJudge = (
  list: readonly Page[],
  params: PageParams,
  evidence: CaseEvidence,
) => readonly Finding[] | Judgement;

/** A rule over the pages of one step; where one of them is no page, that is the departure. */
export function pageRule<const Id extends string>(
  words: RuleWords<Id> & Pick<CaseRule, 'quiet'>,
  judge: PageJudge,
): CaseRuleOf<Id, typeof PARAMS> {
  const judgeAll = (planned: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement => {
    const params = planned as PageParams;
    const list = pagesOfStep(params, evidence);
    if (!Array.isArray(list)) return list as Judgement;
    const result = judge(list as readonly Page[], params, evidence);
    return Array.isArray(result) ? judged(result as readonly Finding[]) : (result as Judgement);
  };
  return caseRule(words, PARAMS, judgeAll);
}

/** What only a list that nobody writes to has to keep: where a second walk brings other records, nothing is said. */
export function ofUnchanged(judge: PageJudge): PageJudge {
  return (list, params, evidence) => {
    const result = judge(list, params, evidence);
    if (params.again === undefined || !Array.isArray(result) || result.length === 0) return result;
    const again = pagesOfStep({ ...params, step: params.again }, evidence);
    if (!Array.isArray(again)) return again as Judgement;
    const uidsOf = (walk: readonly Page[]): readonly Uids[] => walk.map(({ uids }) => uids);
    const [one, other] = [uidsOf(list), uidsOf(again as readonly Page[])];
    if (areSame(one, other)) return result as readonly Finding[];
    const [before, after] = [one, other].map((walk) => new Set(walk.flatMap((uids) => uids.map(show))));
    const isSame = before?.size === after?.size && [...(before ?? [])].every((uid) => after?.has(uid) === true);
    return isSame ? result : unsettled('the list changed between two walks: others write to it');
  };
}

/** By the exchanges of a walk and what is asked of them: several laws judge one. */
const known = new WeakMap<readonly Exchange[], Map<string, readonly Page[] | Judgement>>();

/** The pages of a step, or why they cannot be judged. */
export function pagesOfStep(params: PageParams, evidence: CaseEvidence): readonly Page[] | Judgement {
  const walk = evidence[params.step];
  if (walk === undefined) return pagesOf(params, evidence);
  const key = JSON.stringify([params.records, params.uid, params.size]);
  const before = known.get(walk) ?? new Map<string, readonly Page[] | Judgement>();
  known.set(walk, before);
  const found = before.get(key) ?? pagesOf(params, evidence);
  before.set(key, found);
  return found;
}

function pagesOf(params: PageParams, evidence: CaseEvidence): readonly Page[] | Judgement {
  const first = answered(evidence, params.step);
  if (isJudgement(first)) return first;
  const result: Page[] = [];
  let taken = 0;
  for (const exchange of evidence[params.step] ?? []) {
    const { response } = exchange;
    if (response === undefined)
      return inconclusive(`page ${result.length + 1} has no answer: ${exchange.failure?.message ?? ''}`);
    // Which success it is, is a matter of its form.
    if (!isSuccessful(response.status)) return judged([statusFinding(exchange, [], { expected: 'a success' })]);
    const listed = listedOn(response, params.records, params.uid);
    if (listed === undefined)
      return judged([noList(exchange, params.records, show(at(answeredJson(exchange), params.records)))]);
    const { uids, beside } = listed;
    taken += uids.length;
    const seen = { headers: response.headers, position: result.length + 1, taken, size: params.size };
    result.push({
      exchange,
      response,
      uids,
      seen:
        beside === undefined
          ? { ...seen, ...wholeOf(exchange, params.records) }
          : new ReducedPage(response, listed, seen),
    });
  }
  return result;
}

function wholeOf(exchange: Exchange, place: string): Pick<PageSeen, 'body' | 'records'> {
  const body = answeredJson(exchange);
  return { body, records: (at(body, place) ?? []) as readonly Json[] };
}
