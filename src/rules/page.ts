/** Rules about single pages, and `pageRule`, the constructor of all paging rules. */
import { answeredJson, meantJson } from '../model/body.ts';
import { counted, decodePercent } from '../model/text.ts';
import type { CaseEvidence, Exchange, RecordedResponse } from '../model/exchange.ts';
import { type Json, show } from '../model/json.ts';
import { areSame, listedOn, ReducedPage, type Uids } from '../model/paging/lists.ts';
import type { PageSeen, PageStyle } from '../model/paging/model.ts';
import { isOrderedById, isRandom, orderOf } from '../model/paging/styles.ts';
import { at } from '../model/pointer.ts';
import { isSuccessful } from '../model/success.ts';
import { areInOrder, isBefore } from './compare.ts';
import { caseRule, type CaseRuleOf } from './define-rule.ts';
import {
  answered,
  end,
  finding,
  inconclusive,
  isCut,
  judged,
  judgementOf,
  noList,
  statusFinding,
  unnamed,
  unsettled,
} from './evidence.ts';
import type { CaseRule, Finding, Judgement, RuleWords } from './model.ts';
import { COUNT, FLAG, object, type ParamsOf, POINTER, STEP } from './params.ts';

/** Parameters of every paging rule: pointers to records and ids, and the style of paging. */
const pageRuleParams = object(
  {
    step: STEP,
    /** Pointer to the list of records in a response, and to the id below a record. */
    records: POINTER,
    uid: POINTER,
    /** How the list is paged: `PageStyle` of `src/model/paging/model.ts`. */
    style: { type: 'object' },
    /** Records of a full page. */
    size: COUNT,
  },
  {
    /** The maximum page size, and the default page size. */
    cap: COUNT,
    usual: COUNT,
    /** Step whose responses contain the ids of all records of the collection, and the pointer to an id in an item. */
    filled: STEP,
    filledUid: POINTER,
    /** For create responses without content: the segment of their URL that contains the id, counted from the end. */
    filledSegment: COUNT,
    /** True if the first record was deleted before the pages were requested. */
    isFirstGone: FLAG,
    /** The allowed number of pages of an empty list. */
    pagesOfNone: { type: 'array', items: { enum: [0, 1] } },
    /** True if other clients may have records in the same collection. */
    shared: FLAG,
    /** Step that traverses the collection again, if other clients may write to it. */
    again: STEP,
    /** Step that traverses the collection, for rules that judge another step. */
    walk: STEP,
  },
);

export type PageParams = Omit<ParamsOf<typeof pageRuleParams>, 'style'> & { readonly style: PageStyle };

export interface Page {
  readonly exchange: Exchange;
  readonly response: RecordedResponse;
  readonly uids: Uids;
  /** Input of the paging style. */
  readonly seen: PageSeen;
}

export type PageJudge = (
  list: readonly Page[],
  params: PageParams,
  evidence: CaseEvidence,
) => readonly Finding[] | Judgement;

/** A rule over the pages of one step. A response that is not a page is a failure. */
export function pageRule<const Id extends string>(
  words: RuleWords<Id> & Pick<CaseRule, 'quiet'>,
  judge: PageJudge,
): CaseRuleOf<Id, typeof pageRuleParams> {
  const judgeAll = (planned: ParamsOf<typeof pageRuleParams>, evidence: CaseEvidence): Judgement => {
    const params = planned as PageParams;
    const list = pagesOfStep(params, evidence);
    const result = judge(list, params, evidence);
    return Array.isArray(result) ? judged(result as readonly Finding[]) : (result as Judgement);
  };
  return caseRule(words, pageRuleParams, judgeAll);
}

/** A rule that applies only to an unchanged list: inapplicable if a second traversal returns other records. */
export function ofUnchanged(judge: PageJudge): PageJudge {
  return (list, params, evidence) => {
    const result = judge(list, params, evidence);
    if (params.again === undefined || !Array.isArray(result) || result.length === 0) return result;
    const again = pagesOfStep({ ...params, step: params.again }, evidence);
    const uidsOf = (pages: readonly Page[]): readonly Uids[] => pages.map(({ uids }) => uids);
    const [item, right] = [uidsOf(list), uidsOf(again)];
    if (areSame(item, right)) return result as readonly Finding[];
    const [before, after] = [item, right].map((pages) => new Set(pages.flatMap((uids) => uids.map(show))));
    const isSame = before?.size === after?.size && [...(before ?? [])].every((uid) => after?.has(uid) === true);
    return isSame ? result : unsettled('the list changed between two walks: others write to it');
  };
}

/** Pages by traversal and parameters, since several rules judge the same ones. */
const pagesByTraversal = new WeakMap<readonly Exchange[], Map<string, readonly Page[]>>();

export function pagesOfStep(params: PageParams, evidence: CaseEvidence): readonly Page[] {
  const pages = evidence[params.step];
  if (pages === undefined) return pagesOf(params, evidence);
  const key = JSON.stringify([params.records, params.uid, params.size]);
  const before = pagesByTraversal.get(pages) ?? new Map<string, readonly Page[]>();
  pagesByTraversal.set(pages, before);
  const found = before.get(key) ?? pagesOf(params, evidence);
  before.set(key, found);
  return found;
}

function pagesOf(params: PageParams, evidence: CaseEvidence): readonly Page[] {
  answered(evidence, params.step);
  const result: Page[] = [];
  let taken = 0;
  for (const exchange of evidence[params.step] ?? []) {
    const { response } = exchange;
    if (response === undefined)
      return end(inconclusive(`page ${result.length + 1} has no answer: ${exchange.failure?.message ?? ''}`));
    // Another rule judges which success status it is.
    if (!isSuccessful(response.status)) return end(judged([statusFinding(exchange, [], { expected: 'a success' })]));
    const listed = listedOn(response, params.records, params.uid);
    if (listed === undefined)
      return end(judged([noList(exchange, params.records, show(at(answeredJson(exchange), params.records)))]));
    const { uids, beside } = listed;
    taken += uids.length;
    const seen = { headers: response.headers, position: result.length + 1, taken, size: params.size };
    result.push({
      exchange,
      response,
      uids,
      seen:
        beside === undefined
          ? { ...seen, ...pageContent(exchange, params.records) }
          : new ReducedPage(response, listed, seen),
    });
  }
  return result;
}

function pageContent(exchange: Exchange, place: string): Pick<PageSeen, 'body' | 'records'> {
  const body = answeredJson(exchange);
  return { body, records: (at(body, place) ?? []) as readonly Json[] };
}

/** Ids of the existing records that this run created, from the responses of the step that filled the collection. */
export function filledUids(
  params: Pick<PageParams, 'filled' | 'filledUid' | 'isFirstGone'> & { readonly filledSegment?: number },
  evidence: CaseEvidence,
): readonly Json[] {
  const { filled, filledUid = '', filledSegment } = params;
  if (filled === undefined) return [];
  answered(evidence, filled);
  const created: readonly (Json | undefined)[] = (evidence[filled] ?? []).flatMap(({ request, response }) => {
    if (response === undefined) return [];
    if (filledSegment !== undefined) return [segmentFromEnd(request.url, filledSegment)];
    const shown = meantJson(response);
    if (shown === undefined) return [undefined];
    const items = Array.isArray(shown) ? (shown as readonly Json[]) : [shown];
    return items.map((item) => at(item, filledUid));
  });
  if (!isWhole(created)) return end(unnamed(filled, filledUid));
  return params.isFirstGone === true ? created.slice(1) : created;
}

function segmentFromEnd(url: string, place: number): string | undefined {
  const segment = new URL(url, 'http://localhost').pathname.split('/').at(-1 - place);
  return segment === undefined ? undefined : decodePercent(segment);
}

function isWhole(uids: readonly (Json | undefined)[]): uids is readonly Json[] {
  return !uids.includes(undefined);
}

const capOnPages = pageRule(
  {
    id: 'page.cap',
    title: 'No page has more records than the cap',
    fails: 'serves more records on a page than the cap: {actual} instead of {expected}',
    explain: 'The specification limits the records of one call.',
    // A wrong name of the paging header only disables paging, and the cap applies without it too.
    whatever: ['/pagination'],
  },
  (list, params) =>
    list
      .filter((page) => page.uids.length > (params.cap ?? params.size))
      .map((page) =>
        finding(page.exchange, 'body records', `at most ${params.cap ?? params.size}`, String(page.uids.length)),
      ),
);

/** A rejected request returns no records. Another rule judges whether a size above the cap may be rejected. */
const cap = caseRule(capOnPages, capOnPages.params, (params, evidence) => {
  const answers = evidence[params.step] ?? [];
  const isRefusal = (status: number | undefined): boolean => status !== undefined && status >= 400 && status <= 499;
  return answers.length > 0 && answers.every(({ response }) => isRefusal(response?.status))
    ? judged([])
    : capOnPages.judge(params, evidence);
});

/** True if an empty page may follow the last records: the style ends with one, or a page only links to the next. */
function mayEndEmpty(style: PageStyle): boolean {
  return style.ends === 'empty-page' || !isRandom(style);
}

const size = pageRule(
  {
    id: 'page.size',
    title: 'Pages have the size that was asked for',
    fails: 'serves pages of another size than asked: {actual} instead of {expected}',
    explain: 'Every page but the last is full; only the last may be short.',
  },
  (list, params) => {
    // The first page after which no records follow.
    const end = mayEndEmpty(params.style) ? list.findLastIndex(({ uids }) => uids.length > 0) : list.length - 1;
    const wasCut = isCut(list);
    return list.flatMap((page, index) => {
      const last = !wasCut && (index >= end || index === list.length - 1);
      const count = page.uids.length;
      const right = last ? count <= params.size : count === params.size;
      return right
        ? []
        : [
            finding(
              page.exchange,
              'body records',
              last ? `at most ${params.size}` : `exactly ${params.size}, since more follow`,
              String(count),
            ),
          ];
    });
  },
);

const pastTheEnd = pageRule(
  {
    id: 'page.past-the-end',
    title: 'A page past the end is empty',
    fails: 'answers a page past the end otherwise than with an empty list: {actual}',
    explain: 'There is nothing there, and asking is no fault.',
  },
  (list) =>
    list
      .filter((page) => page.uids.length > 0)
      .map((page) => finding(page.exchange, 'body records', 'none past the end', String(page.uids.length))),
);

/** A request without paging returns the first records of the collection, up to the cap. */
const notEnabled = pageRule(
  {
    id: 'page.not-enabled',
    title: 'Without paging the first records come, up to the cap',
    fails: 'does not bring the first records where paging was not asked for: {actual} instead of {expected}',
    explain:
      'Exactly the first records of the collection, no more and no fewer. Which ones are the first is the list’s own affair where its pages come in another order than the contract has, which `page.order` tells.',
    // A wrong name of the paging header only disables paging, and the cap applies without it too.
    whatever: ['/pagination'],
    quiet: true,
  },
  (list, params, evidence) => {
    const all = collection(params, evidence);
    const page = list[0];
    if (page === undefined) return inconclusive('the list was not fetched');
    const due = Math.min(all.length, params.usual ?? params.cap ?? Infinity);
    const came = page.uids.map(show);
    const expected = all.map(show);
    const collectionIds = new Set(expected);
    const areFirst =
      isOrderedById(params.style) && !hasOtherOrder(params, evidence)
        ? came.every((uid, index) => uid === expected[index])
        : new Set(came).size === came.length && came.every((uid) => collectionIds.has(uid));
    return came.length === due && areFirst
      ? []
      : [
          finding(
            page.exchange,
            'body records',
            `the first ${counted(due, 'record')} of ${all.length}`,
            `${counted(came.length, 'record')}, from ${came[0] ?? 'absent'} to ${came.at(-1) ?? 'absent'}`,
            { asked: String(due), came: String(came.length) },
          ),
        ];
  },
);

/** True if the pages have another order than the contract, so that the first records are unknown. */
function hasOtherOrder(params: PageParams, evidence: CaseEvidence): boolean {
  const { walk: step, style, shared } = params;
  if (shared === true || step === undefined) return false;
  const pages = judgementOf(() => pagesOfStep({ ...params, step }, evidence));
  return Array.isArray(pages) && !areInOrder(pages as readonly Page[], style);
}

/** The ids of the collection in list order. In a shared list only the records of a traversal are known. */
function collection(params: PageParams, evidence: CaseEvidence): readonly Json[] {
  const { shared, walk: step, style } = params;
  if (shared === true && step !== undefined) {
    return pagesOfStep({ ...params, step }, evidence).flatMap(({ uids }) => uids.map((uid) => uid ?? null));
  }
  const created = filledUids(params, evidence);
  if (!isOrderedById(params.style)) return created;
  const ascending = created.toSorted((left, right) => (isBefore(left, right) ? -1 : 1));
  return orderOf(style)?.descending === true ? ascending.toReversed() : ascending;
}

export const pageRules = [cap, size, pastTheEnd, notEnabled] as const;
