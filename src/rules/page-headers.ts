/** Rules about page headers, links between pages and totals. */
import { jsonBody, effectiveJson } from '../model/body.ts';
import { joinWithOr, pluralize } from '../model/text.ts';
import type { CaseEvidence, Exchange, RecordedResponse } from '../model/exchange.ts';
import { jsonText } from '../model/json.ts';
import { SECRET_MASK } from '../model/jwt.ts';
import { endOfList, isMissingPage, missingPageForm } from '../model/paging/end.ts';
import { OTHER_PAGE_LINKS, type PageStyle, type ResponsePlace } from '../model/paging/model.ts';
import { valueAtSpot, pagingParameters, responsePlaceName } from '../model/paging/lists.ts';
import { isUrlReference, styleOf } from '../model/paging/styles.ts';
import { valueAtPointer } from '../model/pointer.ts';
import { caseRule } from './define-rule.ts';
import {
  requireResponse,
  createFinding,
  inapplicableJudgement,
  inconclusiveJudgement,
  isTruncatedTraversal,
  judgementFrom,
  truncatedTraversal,
} from './evidence.ts';
import type { Finding } from './model.ts';
import { createdUids, ifListUnchanged, type JudgedPage, pageRule } from './page.ts';
import { COUNT, objectParams, type SchemaParams, POINTER, STEP, TEXT } from './params.ts';

// Readers of page headers and links, for each style of paging.

/** The value as findings show it. */
function shownText(page: JudgedPage, spot: ResponsePlace): string | undefined {
  const value = valueAtSpot(page.seen, spot);
  return value === null ? 'null' : value;
}

/** The number at a place, or undefined. */
function numberAt(page: JudgedPage, spot: ResponsePlace): number | undefined {
  const value = valueAtSpot(page.seen, spot);
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined;
}

/** The number of a page at a position, if the style has numbers in place of URLs or opaque tokens. */
function tokenOf(style: PageStyle, spot: ResponsePlace, position: number, size: number): number | undefined {
  const token = isUrlReference(style, spot) ? undefined : styleOf(style).token(style, position, size);
  return token === undefined ? undefined : Number(token);
}

/**
 * The page that was requested, from 1, as the page before named it. If a link led to a wrong page, each page is judged
 * by its request and not by its position.
 */
function requestedPosition(list: readonly JudgedPage[], index: number, style: PageStyle, size: number): number {
  const { next } = style;
  const before = list[index - 1];
  if (before === undefined || next === undefined || 'last' in next) return index + 1;
  const [said, first, second] = [numberAt(before, next), tokenOf(style, next, 1, size), tokenOf(style, next, 2, size)];
  if (said === undefined || first === undefined || second === undefined || first === second) return index + 1;
  const position = (said - first) / (second - first) + 1;
  return Number.isInteger(position) && position > 0 ? position : index + 1;
}

/** True if the value can lead to a page. */
function leadsTo(page: JudgedPage, style: PageStyle, spot: ResponsePlace): boolean {
  if (tokenOf(style, spot, 1, 1) !== undefined) return numberAt(page, spot) !== undefined;
  const value = valueAtSpot(page.seen, spot);
  return value !== undefined && value !== null && value !== '';
}

/** The expected value if a link to a page is missing. */
function expectedReference(style: PageStyle, spot: ResponsePlace): string {
  return 'link' in spot ? 'the URL of a page' : styleOf(style).shows;
}

/** Findings about the reference from one page to the page at a position. */
function wrongReference(
  page: JudgedPage,
  style: PageStyle,
  spot: ResponsePlace,
  position: number,
  size: number,
): readonly Finding[] {
  const token = tokenOf(style, spot, position, size);
  const isRight = token === undefined ? leadsTo(page, style, spot) : numberAt(page, spot) === token;
  if (isRight) return [];
  return [
    token === undefined
      ? createFinding(page.exchange, responsePlaceName(spot), expectedReference(style, spot), shownText(page, spot))
      : otherNumber(page, spot, token),
  ];
}

/** A finding about a wrong number; for a total, `words` describes the count. */
function otherNumber(page: JudgedPage, spot: ResponsePlace, due: number, words = String(due)): Finding {
  const came = numberAt(page, spot);
  const shown = shownText(page, spot);
  return came === undefined
    ? createFinding(page.exchange, responsePlaceName(spot), words, shown)
    : createFinding(page.exchange, responsePlaceName(spot), words, shown, { asked: String(due), came: String(came) });
}

const headers = pageRule(
  {
    id: 'page.headers',
    title: 'Every page states its number and its neighbours',
    fails: 'does not state the page number on every page: {where} is {actual} instead of {expected}',
    explain:
      'With paging, every page has the fields of the contract: its number, the next and the previous page, and the total.',
  },
  (list, { style, size }) =>
    list.flatMap((page, index) => {
      const { current, next, previous, total } = style;
      const shown = (
        spot: ResponsePlace | undefined,
        isIt: (spot: ResponsePlace) => boolean,
        words: string,
      ): readonly Finding[] =>
        spot === undefined || isIt(spot)
          ? []
          : [createFinding(page.exchange, responsePlaceName(spot), words, shownText(page, spot))];
      const isThere = (spot: ResponsePlace): boolean => leadsTo(page, style, spot);
      const place =
        current === undefined ? undefined : tokenOf(style, current, requestedPosition(list, index, style, size), size);
      const isWrong =
        current !== undefined && isThere(current) && place !== undefined && numberAt(page, current) !== place;
      const onward = next === undefined || 'last' in next ? undefined : next;
      return [
        ...(current === undefined ? [] : shown(current, isThere, expectedReference(style, current))),
        ...(isWrong ? [otherNumber(page, current, place)] : []),
        ...shown(
          total,
          (spot) => numberAt(page, spot) !== undefined,
          total?.counts === 'records' ? 'a number' : 'a page number',
        ),
        ...((index < list.length - 1 || isTruncatedTraversal(list)) && onward !== undefined
          ? shown(onward, isThere, expectedReference(style, onward))
          : []),
        ...(index > 0 && previous !== undefined ? shown(previous, isThere, expectedReference(style, previous)) : []),
      ];
    }),
);

const noHeaders = pageRule(
  {
    id: 'page.no-headers',
    title: 'A list without paging has no page headers',
    fails: 'sends page headers without paging: {where} is {actual}',
    explain: 'Page headers in a list without paging suggest to clients that the list is paged.',
  },
  (list, { style: { current, next, previous, total } }) =>
    list.flatMap((page) =>
      [current, next, previous, total]
        .flatMap((spot) => (spot === undefined || 'last' in spot ? [] : [spot]))
        .filter((spot) => valueAtSpot(page.seen, spot) !== undefined)
        .map((spot) => createFinding(page.exchange, responsePlaceName(spot), 'absent', shownText(page, spot))),
    ),
);

const next = pageRule(
  {
    id: 'page.next',
    title: 'Each page refers to the next one, and the last to none',
    fails: 'returns a wrong next page: {actual} instead of {expected}',
    explain:
      'Each page except the last refers to the page after it. The last page refers to none. Clients that follow the references stop early, loop or skip pages.',
  },
  (list, { style, size }) => {
    const spot = style.next === undefined || 'last' in style.next ? undefined : style.next;
    return list.flatMap((page, index) => {
      if (index === list.length - 1 && !isTruncatedTraversal(list)) {
        const { isShown, words } = endOfList(style, page.seen);
        const place =
          spot === undefined || missingPageForm(style.ends) === undefined ? 'pages' : responsePlaceName(spot);
        const shown = spot === undefined ? `${pluralize(page.uids.length, 'record')}` : shownText(page, spot);
        return isShown ? [] : [createFinding(page.exchange, place, `${words} on the last page`, shown)];
      }
      if (spot === undefined) return [];
      return wrongReference(page, style, spot, requestedPosition(list, index, style, size) + 1, size);
    });
  },
);

const previous = pageRule(
  {
    id: 'page.previous',
    title: 'Each page refers to the previous one, and the first to none',
    fails: 'returns a wrong previous page: {actual} instead of {expected}',
    explain: 'Each page except the first refers to the page before it. The first page refers to none.',
  },
  (list, { style, size }) => {
    const { previous: spot, ends } = style;
    if (spot === undefined) return [];
    const none = missingPageForm(ends) ?? 'absent';
    return list.flatMap((page, index) => {
      if (index === 0)
        return isMissingPage(page.seen, spot, none)
          ? []
          : [
              createFinding(
                page.exchange,
                responsePlaceName(spot),
                `${none === 'zero' ? '0' : none} on the first page`,
                shownText(page, spot),
              ),
            ];
      return wrongReference(page, style, spot, requestedPosition(list, index, style, size) - 1, size);
    });
  },
);

const leads = pageRule(
  {
    id: 'page.leads',
    title: 'Links to the previous, first and last page return these pages',
    fails: 'returns a link that leads to another page than its name: {actual}',
    explain:
      'All pages of a collection are read. From the last page, the links to the previous, the first and the last page are followed. Each returns the records of that page. A client that only reads forward does not notice a wrong link.',
    unlisted: true,
  },
  (list, { style }) => {
    if (isTruncatedTraversal(list)) return truncatedTraversal(list);
    const traversed = list.filter(({ exchange }) => exchange.onward === undefined);
    const last = traversed.at(-1);
    if (last === undefined) return inconclusiveJudgement('no page was read');
    if (traversed.length < 2) return inconclusiveJudgement('there is only one page, and no other to refer to');
    const meant = { previous: traversed.at(-2), first: traversed[0], last };
    return OTHER_PAGE_LINKS.flatMap((name): readonly Finding[] => {
      const spot = style[name];
      if (spot === undefined || !isUrlReference(style, spot)) return [];
      const there = list.find(({ exchange }) => exchange.onward === name);
      if (there === undefined)
        return [
          createFinding(last.exchange, responsePlaceName(spot), `the URL of the ${name} page`, shownText(last, spot)),
        ];
      const [expected, actual] = [listed(meant[name]), listed(there)];
      return expected === actual
        ? []
        : [createFinding(there.exchange, 'body records', `the records of the ${name} page: ${expected}`, actual)];
    });
  },
);

function listed(page: JudgedPage | undefined): string {
  return (page?.uids ?? []).map(jsonText).join(', ');
}

const linked = pageRule(
  {
    id: 'page.linked',
    title: 'Page links stay at the service and keep the query',
    fails: 'returns a wrong link to another page: {actual} instead of {expected}',
    explain:
      'The URL of another page has the origin of the request and all its query parameters, except those that select the page. A link without a filter returns records that the client did not request. A link to an internal host name cannot be followed.',
  },
  (list, { style }) => {
    const [first] = list;
    const asked = first === undefined ? undefined : new URL(first.exchange.request.url);
    return asked === undefined ? [] : list.flatMap((page) => astray(page, style, asked)).slice(0, 5);
  },
);

function astray(page: JudgedPage, style: PageStyle, asked: URL): readonly Finding[] {
  return addressesOf(style).flatMap((spot): readonly Finding[] => {
    const shown = valueAtSpot(page.seen, spot);
    if (typeof shown !== 'string' || shown === '') return [];
    const report = (expected: string): Finding =>
      createFinding(page.exchange, responsePlaceName(spot), expected, shown);
    if (!URL.canParse(shown, page.exchange.request.url)) return [report('a URL')];
    const link = new URL(shown, page.exchange.request.url);
    if (link.origin !== asked.origin) return [report(`a URL below ${asked.origin}`)];
    const paging = pagingParameters(style);
    // A link need not repeat an API key, which identifies the caller and not the content.
    const isKey = (name: string): boolean => showParameter(asked, name).includes(SECRET_MASK);
    const names = [...new Set(asked.searchParams.keys())].filter((name) => !paging.includes(name) && !isKey(name));
    const lost = names.find((name) => showParameter(link, name) !== showParameter(asked, name));
    return lost === undefined ? [] : [report(`the parameter ${lost} of the request: ${showParameter(asked, lost)}`)];
  });
}

function addressesOf(style: PageStyle): readonly ResponsePlace[] {
  return [style.next, style.previous, style.first, style.last].flatMap((spot) =>
    spot !== undefined && !('last' in spot) && isUrlReference(style, spot) ? [spot] : [],
  );
}

function showParameter(url: URL, name: string): string {
  return url.searchParams.getAll(name).join(', ');
}

const total = pageRule(
  {
    id: 'page.total',
    title: 'The total matches the number of records',
    fails: 'returns a wrong total: {actual} instead of {expected}',
    explain:
      'Every page has the total number of records. If pages are counted, the total is that number divided by the page size and rounded up.',
    unlisted: true,
  },
  ifListUnchanged((list, params, evidence) => {
    const { shared, size } = params;
    const { total: spot } = params.style;
    if (spot === undefined) return [];
    // Created records are known even if the traversal misses them. In a shared list only the records of the traversal
    // are known.
    const created = shared === false ? createdUids(params, evidence) : undefined;
    if (created === undefined && isTruncatedTraversal(list)) return truncatedTraversal(list);
    const records = created?.length ?? list.reduce((sum, page) => sum + page.uids.length, 0);
    const pages: readonly number[] = records === 0 ? (params.pagesOfNone ?? [0, 1]) : [Math.ceil(records / size)];
    const right = spot.counts === 'records' ? [records] : pages;
    return list
      .filter((page) => !right.includes(numberAt(page, spot) ?? -1))
      .map((page) =>
        otherNumber(
          page,
          spot,
          Math.max(...right),
          `${joinWithOr(right)} ${spot.counts} for ${pluralize(records, 'record')}`,
        ),
      );
  }),
);

// Place of a total in a response, as a parameter of rules.

const TOTAL = objectParams({ counts: { enum: ['records', 'pages'] } }, { header: TEXT, body: POINTER, link: TEXT });

/** The same page, requested twice. */
const TWICE = { before: STEP, after: STEP, total: TOTAL };

interface Twice {
  readonly before: string;
  readonly after: string;
  readonly total: SchemaParams<typeof TOTAL>;
}

interface Totals {
  readonly was: string | undefined;
  readonly is: string | undefined;
  /** The second response. */
  readonly after: Exchange;
}

/** The totals of a list before and after a change. */
function totalsOf({ before, after, total }: Twice, evidence: CaseEvidence): Totals {
  const first = requireResponse(evidence, before);
  const second = requireResponse(evidence, after);
  return { was: textAt(first.response, total), is: textAt(second.response, total), after: second.exchange };
}

function spotOf({ header, body, link }: SchemaParams<typeof TOTAL>): ResponsePlace {
  if (header !== undefined) return { header };
  return body === undefined ? { link: link ?? '' } : { body };
}

function textAt(response: RecordedResponse, total: SchemaParams<typeof TOTAL>): string | undefined {
  const body = jsonBody(response);
  return valueAtSpot({ headers: response.headers, body: body.ok ? body.value : undefined }, spotOf(total)) ?? undefined;
}

const totalGrown = caseRule(
  {
    id: 'page.total-grown',
    title: 'The total includes records that were just added',
    fails: 'does not count records added to a list: {actual} instead of {expected}',
    explain:
      'A list is counted, records are added to it, and it is counted again. With a cached total, clients stop before the last page.',
    unlisted: true,
  },
  objectParams(
    {
      /** The first page with one record, before and after a number of records were added or deleted. */
      ...TWICE,
    },
    { added: COUNT, deleted: COUNT },
  ),
  /** With one record on a page, the number of pages is the number of records. */
  (params, evidence) => {
    const totals = totalsOf(params, evidence);
    const { was, is, after } = totals;
    if (was === undefined || !/^\d+$/.test(was)) return inapplicableJudgement('no total was read before');
    const { added = 0, deleted = 0 } = params;
    const expected = String(Number(was) + added - deleted);
    return judgementFrom(
      is === expected ? [] : [createFinding(after, responsePlaceName(spotOf(params.total)), expected, is)],
    );
  },
);

const totalScaledParams = objectParams(
  {
    /** First pages of one collection with different page sizes; the first size is 1. */
    steps: { type: 'array', minItems: 2, items: objectParams({ step: STEP, size: { type: 'integer', minimum: 1 } }) },
    total: TOTAL,
  },
  {
    /** The list without paging, a pointer to its records, and the maximum it shows. */
    plain: objectParams({ step: STEP, records: POINTER, most: COUNT }),
  },
);

const totalScaled = caseRule(
  {
    id: 'page.total-scaled',
    title: 'The totals at all page sizes match one number of records',
    fails: 'returns a total at one page size that contradicts another size: {actual} instead of {expected}',
    explain:
      'The same collection is requested with several page sizes. Each total is the same number of records, divided by the page size and rounded up.',
    unlisted: true,
  },
  totalScaledParams,
  /** With one record on a page, the number of pages is the number of records. Every other size must agree with it. */
  (params, evidence) => {
    let records: number | undefined;
    const findings: Finding[] = [];
    for (const { step, size } of params.steps) {
      const reply = requireResponse(evidence, step);
      const text = textAt(reply.response, params.total);
      const total = /^\d+$/.test(text ?? '') ? Number(text) : undefined;
      if (size === 1) records = total;
      if (records === undefined)
        return total === undefined
          ? judgementFrom([createFinding(reply.exchange, responsePlaceName(spotOf(params.total)), 'a number', text)])
          : inconclusiveJudgement('the number of records is unknown');
      if (size === 1) findings.push(...uncounted(params, evidence, records, reply.exchange));
      const expected = params.total.counts === 'records' ? records : Math.ceil(records / size);
      if (total !== expected)
        findings.push(
          createFinding(
            reply.exchange,
            responsePlaceName(spotOf(params.total)),
            `${expected}: ${pluralize(records, 'record')}, ${size} per page`,
            text,
          ),
        );
    }
    return judgementFrom(findings);
  },
);

/** Without paging the records can be counted, unless the list is truncated. */
function uncounted(
  { plain, total }: SchemaParams<typeof totalScaledParams>,
  evidence: CaseEvidence,
  records: number,
  exchange: Exchange,
): readonly Finding[] {
  if (plain === undefined) return [];
  const response = evidence[plain.step]?.[0]?.response;
  const list = response === undefined ? undefined : valueAtPointer(effectiveJson(response), plain.records);
  if (!Array.isArray(list) || list.length >= plain.most || list.length === records) return [];
  return [
    createFinding(exchange, responsePlaceName(spotOf(total)), `${list.length}, the number of records`, String(records)),
  ];
}

const ownAlone = caseRule(
  {
    id: 'page.own-alone',
    title: 'The total counts only records that the caller may read',
    fails: 'counts records that the caller may not read: {actual} instead of {expected}',
    explain:
      'Another organisation requests the total before and after a record is created. It does not change. A total over the records of all organisations reveals how many there are.',
    unlisted: true,
  },
  /** Another organisation requests the page before and after records were created. */
  objectParams(TWICE),
  (params, evidence) => {
    const totals = totalsOf(params, evidence);
    const { was, is, after } = totals;
    return judgementFrom(
      was === is ? [] : [createFinding(after, responsePlaceName(spotOf(params.total)), was ?? 'absent', is)],
    );
  },
);

export const pageHeaderRules = [
  headers,
  noHeaders,
  next,
  previous,
  leads,
  linked,
  total,
  totalGrown,
  totalScaled,
  ownAlone,
] as const;
