/** Rules about single pages, and `pageRule`, the constructor of all paging rules. */
import { responseJson, effectiveJson } from '../model/body.ts';
import { pluralize, decodePercent } from '../model/text.ts';
import type { CaseEvidence, Exchange, RecordedResponse } from '../model/exchange.ts';
import { type Json, jsonText } from '../model/json.ts';
import { areSamePages, readListedRecords, ReducedPage, type RecordIds } from '../model/paging/lists.ts';
import type { TraversedPage, PageStyle } from '../model/paging/model.ts';
import { isOrderedById, isRandomAccess, orderOf } from '../model/paging/styles.ts';
import { valueAtPointer } from '../model/pointer.ts';
import { isSuccessStatus } from '../model/success.ts';
import { arePagesInOrder, isBefore } from './compare.ts';
import { caseRule, type TypedCaseRule } from './define-rule.ts';
import {
  requireResponse,
  endJudgement,
  createFinding,
  inconclusiveJudgement,
  isTruncatedTraversal,
  judgementFrom,
  runJudge,
  noListFinding,
  statusFinding,
  missingIdentifier,
  changedMeanwhile,
} from './evidence.ts';
import type { CaseRule, Finding, Judgement, RuleTexts } from './model.ts';
import { COUNT, FLAG, objectParams, type SchemaParams, POINTER, STEP } from './params.ts';

/** Parameters of every paging rule: pointers to records and ids, and the style of paging. */
const pageRuleParams = objectParams(
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

export type PageParams = Omit<SchemaParams<typeof pageRuleParams>, 'style'> & { readonly style: PageStyle };

export interface JudgedPage {
  readonly exchange: Exchange;
  readonly response: RecordedResponse;
  readonly uids: RecordIds;
  /** Input of the paging style. */
  readonly seen: TraversedPage;
}

export type PageJudge = (
  list: readonly JudgedPage[],
  params: PageParams,
  evidence: CaseEvidence,
) => readonly Finding[] | Judgement;

/** A rule over the pages of one step. A response that is not a page is a failure. */
export function pageRule<const Id extends string>(
  words: RuleTexts<Id> & Pick<CaseRule, 'unlisted'>,
  judge: PageJudge,
): TypedCaseRule<Id, typeof pageRuleParams> {
  const judgeAll = (planned: SchemaParams<typeof pageRuleParams>, evidence: CaseEvidence): Judgement => {
    const params = planned as PageParams;
    const list = pagesOfTraversal(params, evidence);
    const result = judge(list, params, evidence);
    return Array.isArray(result) ? judgementFrom(result as readonly Finding[]) : (result as Judgement);
  };
  return caseRule(words, pageRuleParams, judgeAll);
}

/** A rule that applies only to an unchanged list: inapplicable if a second traversal returns other records. */
export function ifListUnchanged(judge: PageJudge): PageJudge {
  return (list, params, evidence) => {
    const result = judge(list, params, evidence);
    if (params.again === undefined || !Array.isArray(result) || result.length === 0) return result;
    const again = pagesOfTraversal({ ...params, step: params.again }, evidence);
    const uidsOf = (pages: readonly JudgedPage[]): readonly RecordIds[] => pages.map(({ uids }) => uids);
    const [first, second] = [uidsOf(list), uidsOf(again)];
    if (areSamePages(first, second)) return result as readonly Finding[];
    const [before, after] = [first, second].map((pages) => new Set(pages.flatMap((uids) => uids.map(jsonText))));
    const isSame = before?.size === after?.size && [...(before ?? [])].every((uid) => after?.has(uid) === true);
    return isSame ? result : changedMeanwhile('the list changed between two traversals: other clients write to it');
  };
}

/** Pages by traversal and parameters, since several rules judge the same ones. */
const pagesByTraversal = new WeakMap<readonly Exchange[], Map<string, readonly JudgedPage[]>>();

export function pagesOfTraversal(params: PageParams, evidence: CaseEvidence): readonly JudgedPage[] {
  const pages = evidence[params.step];
  if (pages === undefined) return pagesOf(params, evidence);
  const key = JSON.stringify([params.records, params.uid, params.size]);
  const before = pagesByTraversal.get(pages) ?? new Map<string, readonly JudgedPage[]>();
  pagesByTraversal.set(pages, before);
  const found = before.get(key) ?? pagesOf(params, evidence);
  before.set(key, found);
  return found;
}

function pagesOf(params: PageParams, evidence: CaseEvidence): readonly JudgedPage[] {
  requireResponse(evidence, params.step);
  const result: JudgedPage[] = [];
  let taken = 0;
  for (const exchange of evidence[params.step] ?? []) {
    const { response } = exchange;
    if (response === undefined)
      return endJudgement(
        inconclusiveJudgement(`page ${result.length + 1} has no response: ${exchange.failure?.message ?? ''}`),
      );
    // Another rule judges which success status it is.
    if (!isSuccessStatus(response.status))
      return endJudgement(judgementFrom([statusFinding(exchange, [], { expected: 'a success' })]));
    const listed = readListedRecords(response, params.records, params.uid);
    if (listed === undefined)
      return endJudgement(
        judgementFrom([
          noListFinding(exchange, params.records, jsonText(valueAtPointer(responseJson(exchange), params.records))),
        ]),
      );
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

function pageContent(exchange: Exchange, place: string): Pick<TraversedPage, 'body' | 'records'> {
  const body = responseJson(exchange);
  return { body, records: (valueAtPointer(body, place) ?? []) as readonly Json[] };
}

/** Ids of the existing records that this run created, from the responses of the step that filled the collection. */
export function createdUids(
  params: Pick<PageParams, 'filled' | 'filledUid' | 'isFirstGone'> & { readonly filledSegment?: number },
  evidence: CaseEvidence,
): readonly Json[] {
  const { filled, filledUid = '', filledSegment } = params;
  if (filled === undefined) return [];
  requireResponse(evidence, filled);
  const created: readonly (Json | undefined)[] = (evidence[filled] ?? []).flatMap(({ request, response }) => {
    if (response === undefined) return [];
    if (filledSegment !== undefined) return [segmentFromEnd(request.url, filledSegment)];
    const shown = effectiveJson(response);
    if (shown === undefined) return [undefined];
    const items = Array.isArray(shown) ? (shown as readonly Json[]) : [shown];
    return items.map((item) => valueAtPointer(item, filledUid));
  });
  if (!isWhole(created)) return endJudgement(missingIdentifier(filled, filledUid));
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
    title: 'Page size does not exceed the maximum',
    fails: 'returns more records per page than the maximum: {actual} instead of {expected}',
    explain: 'The specification limits the number of records in one response.',
    // A wrong name of the paging header only disables paging, and the cap applies without it too.
    whatever: ['/pagination'],
  },
  (list, params) =>
    list
      .filter((page) => page.uids.length > (params.cap ?? params.size))
      .map((page) =>
        createFinding(page.exchange, 'body records', `at most ${params.cap ?? params.size}`, String(page.uids.length)),
      ),
);

/** A rejected request returns no records. Another rule judges whether a size above the cap may be rejected. */
const cap = caseRule(capOnPages, capOnPages.params, (params, evidence) => {
  const answers = evidence[params.step] ?? [];
  const isRefusal = (status: number | undefined): boolean => status !== undefined && status >= 400 && status <= 499;
  return answers.length > 0 && answers.every(({ response }) => isRefusal(response?.status))
    ? judgementFrom([])
    : capOnPages.judge(params, evidence);
});

/** True if an empty page may follow the last records: the style ends with one, or a page only links to the next. */
function mayEndEmpty(style: PageStyle): boolean {
  return style.ends === 'empty-page' || !isRandomAccess(style);
}

const size = pageRule(
  {
    id: 'page.size',
    title: 'Pages have the requested size',
    fails: 'returns pages of another size than requested: {actual} instead of {expected}',
    explain: 'Every page except the last has exactly the requested number of records. The last page may have fewer.',
  },
  (list, params) => {
    // The first page after which no records follow.
    const end = mayEndEmpty(params.style) ? list.findLastIndex(({ uids }) => uids.length > 0) : list.length - 1;
    const wasCut = isTruncatedTraversal(list);
    return list.flatMap((page, index) => {
      const last = !wasCut && (index >= end || index === list.length - 1);
      const count = page.uids.length;
      const right = last ? count <= params.size : count === params.size;
      return right
        ? []
        : [
            createFinding(
              page.exchange,
              'body records',
              last ? `at most ${params.size}` : `exactly ${params.size}, since more records follow`,
              String(count),
            ),
          ];
    });
  },
);

const pastTheEnd = pageRule(
  {
    id: 'page.past-the-end',
    title: 'A page after the last one is empty',
    fails: 'does not return an empty list for a page after the last one: {actual}',
    explain:
      'There are no records on this page, and requesting it is not an error. Clients that read until an empty page rely on this.',
  },
  (list) =>
    list
      .filter((page) => page.uids.length > 0)
      .map((page) =>
        createFinding(page.exchange, 'body records', 'no records after the last page', String(page.uids.length)),
      ),
);

/** A request without paging returns the first records of the collection, up to the cap. */
const notEnabled = pageRule(
  {
    id: 'page.not-enabled',
    title: 'A list without paging returns the first records, up to the maximum',
    fails: 'does not return the first records without paging: {actual} instead of {expected}',
    explain:
      'The list contains exactly the first records of the collection. If its pages have another order than the contract specifies, `page.order` reports that, and the first records are those of the first page.',
    // A wrong name of the paging header only disables paging, and the cap applies without it too.
    whatever: ['/pagination'],
    unlisted: true,
  },
  (list, params, evidence) => {
    const all = collection(params, evidence);
    const page = list[0];
    if (page === undefined) return inconclusiveJudgement('the list was not read');
    const due = Math.min(all.length, params.usual ?? params.cap ?? Infinity);
    const came = page.uids.map(jsonText);
    const expected = all.map(jsonText);
    const collectionIds = new Set(expected);
    const areFirst =
      isOrderedById(params.style) && !hasOtherOrder(params, evidence)
        ? came.every((uid, index) => uid === expected[index])
        : new Set(came).size === came.length && came.every((uid) => collectionIds.has(uid));
    return came.length === due && areFirst
      ? []
      : [
          createFinding(
            page.exchange,
            'body records',
            `the first ${pluralize(due, 'record')} of ${all.length}`,
            `${pluralize(came.length, 'record')}, from ${came[0] ?? 'absent'} to ${came.at(-1) ?? 'absent'}`,
            { asked: String(due), came: String(came.length) },
          ),
        ];
  },
);

/** True if the pages have another order than the contract, so that the first records are unknown. */
function hasOtherOrder(params: PageParams, evidence: CaseEvidence): boolean {
  const { walk: step, style, shared } = params;
  if (shared === true || step === undefined) return false;
  const pages = runJudge(() => pagesOfTraversal({ ...params, step }, evidence));
  return Array.isArray(pages) && !arePagesInOrder(pages as readonly JudgedPage[], style);
}

/** The ids of the collection in list order. In a shared list only the records of a traversal are known. */
function collection(params: PageParams, evidence: CaseEvidence): readonly Json[] {
  const { shared, walk: step, style } = params;
  if (shared === true && step !== undefined) {
    return pagesOfTraversal({ ...params, step }, evidence).flatMap(({ uids }) => uids.map((uid) => uid ?? null));
  }
  const created = createdUids(params, evidence);
  if (!isOrderedById(params.style)) return created;
  const ascending = created.toSorted((left, right) => (isBefore(left, right) ? -1 : 1));
  return orderOf(style)?.descending === true ? ascending.toReversed() : ascending;
}

export const pageRules = [cap, size, pastTheEnd, notEnabled] as const;
