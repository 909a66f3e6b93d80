/** Rules about a traversal of all pages: every record once, in a stable order. */
import { jsonBody, effectiveJson } from '../model/body.ts';
import { pluralize } from '../model/text.ts';
import { omitUndefined, mapOptional } from '../model/objects.ts';
import type { CaseEvidence } from '../model/exchange.ts';
import { isMap, type Json, jsonText } from '../model/json.ts';
import { areSamePages, readListedRecords, type RecordIds } from '../model/paging/lists.ts';
import { orderOf } from '../model/paging/styles.ts';
import { valueAtPointer } from '../model/pointer.ts';
import { isSuccessStatus } from '../model/success.ts';
import { arePagesInOrder } from './compare.ts';
import { caseRule } from './define-rule.ts';
import {
  requireResponse,
  createFinding,
  inconclusiveJudgement,
  isTruncatedTraversal,
  judgementFrom,
  noListFinding,
  truncatedTraversal,
  PASSED_JUDGEMENT,
} from './evidence.ts';
import type { Finding, Judgement, RecordPlace } from './model.ts';
import { createdUids, ifListUnchanged, type JudgedPage, type PageParams, pageRule, pagesOfTraversal } from './page.ts';
import { COUNT, objectParams, type SchemaParams, POINTER, STEP, STEPS } from './params.ts';

// Position of missing records in a traversal; known only if the returned records are in order.

/** Positions at the ends of a list that are also the ends of each page. */
const AT_EDGES: readonly (readonly [RecordPlace, readonly RecordPlace[]])[] = [
  ['page-end', ['last', 'newest']],
  ['page-begin', ['first', 'newest']],
];

/** The common position of all missing records; undefined if they have none. */
function placeOfLost(
  created: readonly Json[],
  pages: readonly JudgedPage[],
  size: number | undefined,
): RecordPlace | undefined {
  const known = new Map(created.map((uid, index) => [jsonText(uid), index]));
  const ranks = pages.map(({ uids }) => uids.flatMap((uid) => known.get(jsonText(uid)) ?? []));
  if (ranks.every((page) => page.length === 0)) return 'all';
  if (isRising(ranks.flat())) return commonTo(placesIn(ranks, created.length, size, 'newest'));
  const turned = ranks.map((page) => page.map((rank) => created.length - 1 - rank));
  if (!isRising(turned.flat())) return undefined;
  return commonTo(
    placesIn(turned, created.length, size, 'last').map((place) => (place === 'first' ? 'newest' : place)),
  );
}

function isRising(ranks: readonly number[]): boolean {
  return ranks.every((rank, index) => index === 0 || rank > (ranks[index - 1] ?? 0));
}

function commonTo(places: readonly RecordPlace[]): RecordPlace | undefined {
  const [first] = places;
  return places.every((place) => place === first)
    ? first
    : AT_EDGES.find(([edge, same]) => places.every((place) => place === edge || same.includes(place)))?.[0];
}

/**
 * Possible positions of each missing record.
 * @param ranks of the records on each page, ascending over all pages
 * @param ending the position of records after all others
 */
function placesIn(
  ranks: readonly (readonly number[])[],
  count: number,
  size: number | undefined,
  ending: 'last' | 'newest',
): readonly RecordPlace[] {
  const all = ranks.flat();
  const [lowest = 0, highest = 0] = [all[0], all.at(-1)];
  const isShown = new Set(all);
  return Array.from({ length: count }, (_none, rank) => rank)
    .filter((rank) => !isShown.has(rank))
    .map((rank) => {
      if (rank < lowest) return 'first';
      if (rank > highest) return ending;
      const own = size === undefined ? undefined : onOwnPage(rank, ranks[Math.floor(rank / size)] ?? [], size);
      if (own !== undefined) return own;
      return ranks.some((page) => (page[0] ?? rank) < rank && (page.at(-1) ?? rank) > rank) ? 'within' : 'between';
    });
}

/** Position of the record on the page where it belongs, if no other record moved there. */
function onOwnPage(rank: number, page: readonly number[], size: number): RecordPlace | undefined {
  const [first, last] = [page[0], page.at(-1)];
  const pageOf = (item: number): number => Math.floor(item / size);
  if (first === undefined || last === undefined) return undefined;
  if (pageOf(first) !== pageOf(rank) || pageOf(last) !== pageOf(rank)) return undefined;
  if (rank < first) return 'page-begin';
  return rank > last ? 'page-end' : 'within';
}

/** True for a single response to a request without paging parameters. */
function isUnpaged(list: readonly JudgedPage[], { style }: PageParams): boolean {
  const [only] = list;
  if (only === undefined || list.length > 1) return false;
  const { headers, url } = only.exchange.request;
  const query = new URL(url, 'http://localhost').searchParams;
  const slots = [style.ask.page, style.ask.offset, style.ask.cursor, style.ask.size].flatMap((slot) => slot ?? []);
  return !slots.some(
    (slot) =>
      ('header' in slot && headers.some(([name]) => name.toLowerCase() === slot.header?.toLowerCase())) ||
      ('query' in slot && slot.query !== undefined && query.has(slot.query)) ||
      'body' in slot ||
      'path' in slot,
  );
}

/** Other page sizes must return the records of the first traversal: all, or the requested number from the beginning. */
function inParts(
  list: readonly JudgedPage[],
  step: string,
  params: PageParams,
  evidence: CaseEvidence,
): readonly Finding[] | Judgement {
  const whole = pagesOfTraversal({ ...params, step }, evidence);
  const orderOfValues = ifListUnchanged(() => traversalFindings(list, whole, params));
  return orderOfValues(whole, params, evidence);
}

function traversalFindings(
  list: readonly JudgedPage[],
  whole: readonly JudgedPage[],
  { style }: PageParams,
): readonly Finding[] {
  const last = list.at(-1)?.exchange;
  if (last === undefined) return [];
  const came = list.flatMap(({ uids }) => uids.map(jsonText));
  const isCutShort = isTruncatedTraversal(list);
  const all = whole.reduce((sum, { uids }) => sum + uids.length, 0);
  // If the list has no order, any records may come first. Another rule judges a wrong order.
  const due = !isCutShort ? all : arePagesInOrder(whole, style) ? Math.min(came.length, all) : 0;
  const expected = `the ${isCutShort ? 'first ' : ''}${pluralize(due, 'record')} of larger pages`;
  const twice = came.find((uid, index) => came.indexOf(uid) < index);
  if (twice !== undefined)
    return [createFinding(last, 'pages', `${expected}, once each`, `${twice} twice`, { kind: 'again' })];
  const seen = new Set(came);
  // Counted in place, since a long traversal has a million records.
  let [left, lost, first] = [due, 0, ''];
  for (const { uids } of whole) {
    for (const uid of uids.slice(0, left)) {
      const shown = jsonText(uid);
      if (seen.has(shown)) continue;
      if (lost === 0) first = shown;
      lost += 1;
    }
    left -= Math.min(left, uids.length);
    if (left === 0) break;
  }
  const missing = `${lost} missing, such as ${first}`;
  return lost === 0 ? [] : [createFinding(last, 'pages', expected, missing, { kind: 'unlisted' })];
}

const walkComplete = pageRule(
  {
    id: 'page.walk-complete',
    title: 'All pages together return every record',
    fails: '{loses} {records} {walk}: {actual}',
    explain:
      'The records were created in this run, so the expected ones are known. For an existing list, a traversal with large pages shows them. Most missing records are at the boundary of two pages.',
    unlisted: true,
  },
  (list, params, evidence) => {
    if (params.walk !== undefined) return inParts(list, params.walk, params, evidence);
    if (isTruncatedTraversal(list)) return truncatedTraversal(list);
    const expected = createdUids(params, evidence);
    const seen = new Set(list.flatMap((p) => p.uids.map(jsonText)));
    const lost = expected.map(jsonText).filter((uid) => !seen.has(uid));
    const last = list[list.length - 1];
    if (last === undefined) return inconclusiveJudgement('no page was read');
    const whole = isUnpaged(list, params);
    const where = whole ? 'list' : 'pages';
    const came = expected.length - lost.length;
    const endsEarly = expected.slice(came).every((uid) => !seen.has(jsonText(uid)));
    const endsWith = whole && endsEarly;
    const place = endsWith ? undefined : placeOfLost(expected, list, params.size);
    const missing = `${lost.length} missing, such as ${lost[0] ?? ''}`;
    const extra = params.shared === true ? 0 : seen.size - (expected.length - lost.length);
    return [
      ...(lost.length === 0
        ? []
        : [
            createFinding(
              last.exchange,
              where,
              `all ${pluralize(expected.length, 'record')}`,
              endsWith
                ? `${lost.length} missing, the list ends after ${came} of ${pluralize(expected.length, 'record')}`
                : missing,
              { kind: 'unlisted', ...omitUndefined({ place }) },
            ),
          ]),
      ...(extra <= 0
        ? []
        : [
            createFinding(
              last.exchange,
              where,
              `only the ${pluralize(expected.length, 'record')} of the collection`,
              pluralize(extra, 'other record'),
              { kind: 'stray' },
            ),
          ]),
    ];
  },
);

const noDuplicates = pageRule(
  {
    id: 'page.no-duplicates',
    title: 'No record is on two pages',
    fails: 'returns a record twice across all pages',
    explain: 'Usual causes are a page boundary that counts a record twice, or an order that is not stable.',
    unlisted: true,
  },
  ifListUnchanged((list) => {
    if (isAscending(list)) return [];
    const seen = new Map<Json | undefined, number>();
    const findings: Finding[] = [];
    list.forEach((page, index) => {
      for (const uid of page.uids) {
        const known = isMap(uid) || Array.isArray(uid) ? jsonText(uid) : uid;
        const before = seen.get(known);
        if (before !== undefined)
          findings.push(
            createFinding(
              page.exchange,
              'pages',
              'each record once',
              `${jsonText(uid)} on pages ${before + 1} and ${index + 1}`,
              {
                kind: 'again',
              },
            ),
          );
        else seen.set(known, index);
      }
    });
    return findings.slice(0, 5);
  }),
);

/** True if the ids ascend. Then none is repeated, and no set of a million ids is needed. */
function isAscending(list: readonly JudgedPage[]): boolean {
  let before: number | string | undefined;
  for (const { uids } of list)
    for (const uid of uids) {
      const isHigher =
        (typeof uid === 'number' && (before === undefined || (typeof before === 'number' && uid > before))) ||
        (typeof uid === 'string' && (before === undefined || (typeof before === 'string' && uid > before)));
      if (!isHigher) return false;
      before = uid;
    }
  return true;
}

const order = pageRule(
  {
    id: 'page.order',
    title: 'Records are returned in a total and stable order',
    fails: 'returns records out of order across pages: {actual}',
    explain:
      'All pages together have the order that the contract specifies: by ID, unless it names another field. Texts are compared by character code.',
    unlisted: true,
  },
  ifListUnchanged((list, { uid, style }) => {
    const by = orderOf(style);
    const isOwn = by?.by === undefined;
    const descending = by?.descending === true;
    let before: Json | undefined;
    for (const page of list) {
      const values = isOwn ? page.uids : page.seen.records.map((record) => valueAtPointer(record, by.by ?? uid));
      for (const value of values) {
        const isFirst = before === undefined;
        const direction = isFirst ? -1 : compareValues(before, value);
        const isRight = isComparable(value) && (descending ? direction > 0 : direction < 0);
        // Several records may have the same sort value, but ids are unique.
        if (!isFirst ? !isRight && !(direction === 0 && !isOwn) : !isComparable(value))
          return [
            createFinding(
              page.exchange,
              'pages',
              `${descending ? 'descending' : 'ascending'} ${isOwn ? 'IDs' : (by.by ?? '')}`,
              `${jsonText(value)} after ${isFirst ? '-Infinity' : jsonText(before)}`,
            ),
          ];
        before = value;
      }
    }
    return [];
  }),
);

function isComparable(value: Json | undefined): value is number | string {
  return typeof value === 'number' || typeof value === 'string';
}

/** NaN if the two values cannot be compared. */
function compareValues(left: Json | undefined, right: Json | undefined): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left !== 'string' || typeof right !== 'string') return Number.NaN;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

const orderKeptParams = objectParams(
  { first: STEP, second: STEP, records: POINTER, uid: POINTER },
  {
    /** Step whose response contains the ids of this run, and the pointer to one. Records of other clients may move. */
    filled: STEP,
    filledUid: POINTER,
  },
);

const orderKept = caseRule(
  {
    id: 'page.order-kept',
    title: 'Two traversals return the records in the same order',
    fails: 'returns a list in another order each time: {actual} instead of {expected}',
    explain:
      'All pages of an unchanged collection are read twice. Pages are parts of one order. If it changes between requests, a record can move from an unread page to one that was already read, and the client never gets it.',
    convention: true,
  },
  orderKeptParams,
  /** Another rule judges records that only one of the traversals returns. */
  (params, evidence) => {
    for (const step of [params.first, params.second]) {
      requireResponse(evidence, step);
    }
    const [item, right] = [idsOf(params, evidence, params.first), idsOf(params, evidence, params.second)];
    if (item === undefined || right === undefined)
      return inconclusiveJudgement('the responses do not contain the records');
    if (areSamePages(item, right)) return judgementFrom([]);
    const once = (pages: readonly RecordIds[]): readonly Json[] => [
      ...new Set(pages.flatMap((uids) => uids.map(plain))),
    ];
    const [first, second] = [once(item), once(right)];
    const created = createdUids(params, evidence);
    const own = new Set(created.map(plain));
    const [inFirst, inSecond] = [first, second].map((pages) => new Set(pages));
    const isIn = (uid: Json, pages: ReadonlySet<Json> | undefined): boolean =>
      pages?.has(uid) === true && (params.filled === undefined || own.has(uid));
    const [before, after] = [first.filter((uid) => isIn(uid, inSecond)), second.filter((uid) => isIn(uid, inFirst))];
    const place = before.findIndex((uid, index) => uid !== after[index]);
    const last = evidence[params.second]?.at(-1);
    if (place < 0 || last === undefined) return PASSED_JUDGEMENT;
    return judgementFrom([
      createFinding(last, 'pages', `${jsonText(before[place])} as in the first traversal`, jsonText(after[place])),
    ]);
  },
);

/** The ids of all pages in order. */
function idsOf(
  { records, uid }: SchemaParams<typeof orderKeptParams>,
  evidence: CaseEvidence,
  step: string,
): readonly RecordIds[] | undefined {
  const pages = (evidence[step] ?? []).map(({ response }) =>
    mapOptional(response, (it) => readListedRecords(it, records, uid)?.uids),
  );
  return pages.every((uids) => uids !== undefined) ? pages : undefined;
}

/** A composite id as text. */
function plain(uid: Json | undefined): Json {
  return typeof uid === 'object' && uid !== null ? jsonText(uid) : (uid ?? null);
}

/** The order is by id and a new record has the highest, so it comes last and no page shifts. */
const addedDuringWalk = caseRule(
  {
    id: 'page.added-during-walk',
    title: 'A record added during a traversal hides no other record',
    fails: 'loses records of a traversal when one is added: {actual}',
    explain:
      'Between two pages of a traversal a record is added, which the order puts at the end. All records that existed before are still returned.',
  },
  objectParams(
    {
      /** Steps that fetch the pages in order; a record is added or removed between the first two. */
      pages: STEPS,
      records: POINTER,
      uid: POINTER,
      /** The step that created the initial records, and a pointer to an id in its responses. */
      filled: STEP,
      filledUid: POINTER,
    },
    {
      /** The number of initial records, from the end, that are removed during the traversal. */
      removed: COUNT,
    },
  ),
  /** A record that exists before and after the traversal must be on its pages. */
  (params, evidence) => {
    requireResponse(evidence, params.filled);
    const old = (evidence[params.filled] ?? []).flatMap((exchange) => {
      const body = exchange.response === undefined ? undefined : jsonBody(exchange.response);
      const value = body?.ok === true ? body.value : undefined;
      const items = Array.isArray(value) ? (value as readonly Json[]) : value === undefined ? [] : [value];
      return items.map((item) => valueAtPointer(item, params.filledUid)).filter((uid) => uid !== undefined);
    });
    if (old.length === 0) return inconclusiveJudgement('the created records are missing in the recorded responses');
    const seen = new Set<string>();
    let last: Parameters<typeof createFinding>[0] | undefined;
    for (const step of params.pages) {
      const reply = requireResponse(evidence, step);
      const records = valueAtPointer(effectiveJson(reply.response), params.records);
      if (!Array.isArray(records))
        return judgementFrom([noListFinding(reply.exchange, params.records, jsonText(records))]);
      for (const record of records as readonly Json[]) seen.add(String(valueAtPointer(record, params.uid)));
      last = reply.exchange;
    }
    const kept = [...old].sort((a, b) => Number(a) - Number(b)).slice(0, old.length - (params.removed ?? 0));
    const lost = kept.filter((uid) => !seen.has(String(uid)));
    if (lost.length === 0 || last === undefined) return PASSED_JUDGEMENT;
    return judgementFrom([
      createFinding(
        last,
        'body records',
        `all ${pluralize(kept.length, 'record')} that existed throughout`,
        `${lost.map((uid) => jsonText(uid)).join(', ')} on no page`,
      ),
    ]);
  },
);

const othersApart = caseRule(
  {
    id: 'page.others-apart',
    title: 'No page contains records of another organisation',
    fails: 'returns records of another organisation on a later page: {actual}',
    explain:
      'Records are created, and another organisation requests its second page with several page sizes. Together they cover the beginning of any list. A query that filters by organisation only on the first page reveals foreign records.',
  },
  objectParams({
    /** Steps in which another organisation requests pages. */
    pages: STEPS,
    records: POINTER,
    uid: POINTER,
    /** The step that created records, and a pointer to an id in its responses. */
    filled: STEP,
    filledUid: POINTER,
  }),
  /** A rejected page, as one past the end may be, contains no records. */
  (params, evidence) => {
    const created = createdUids(params, evidence);
    if (created.length === 0) return inconclusiveJudgement('the created records are missing in the recorded responses');
    const ownIds = new Set(created.map(jsonText));
    const findings: Finding[] = [];
    for (const step of params.pages) {
      const reply = requireResponse(evidence, step);
      if (!isSuccessStatus(reply.response.status)) continue;
      const records = valueAtPointer(effectiveJson(reply.response), params.records);
      const shown = Array.isArray(records)
        ? (records as readonly Json[]).map((item) => valueAtPointer(item, params.uid))
        : [];
      const foreign = shown.filter((uid) => uid !== undefined && ownIds.has(jsonText(uid)));
      if (foreign.length > 0)
        findings.push(
          createFinding(
            reply.exchange,
            'body records',
            'no record of the first organisation',
            foreign.map((uid) => jsonText(uid)).join(', '),
          ),
        );
    }
    return judgementFrom(findings);
  },
);

export const pageTraversalRules = [walkComplete, noDuplicates, order, orderKept, addedDuringWalk, othersApart] as const;
