/** The laws of paging: what must hold between the pages of one walk, whatever the records are. */
import type { CaseEvidence, Exchange, RecordedResponse } from '../exchange/model.ts';
import type { Json } from '../load/model.ts';
import { answered, at, finding, header, inconclusive, isJudgement, jsonBody, judged, show } from './evidence.ts';
import type { CaseRule, Finding, Judgement } from './model.ts';
import { acceptanceRule } from './outcome.ts';
import { refusalRule } from './refused.ts';

/** What every paging rule gets: where records, uids and page numbers stand. */
export interface PageParams {
  readonly step: string;
  /** Pointer to the array of records in an answer, and to the uid below a record. */
  readonly records: string;
  readonly uid: string;
  readonly headers: { readonly current: string; readonly next: string; readonly previous: string; readonly total: string };
  /** Records asked for per page, and the most the service may bring. */
  readonly size: number;
  readonly cap?: number;
  readonly ends: 'absent' | 'empty' | 'zero';
  /** Step whose answer holds the uids of all records of the collection, and the pointer to one of an item's. */
  readonly filled?: string;
  readonly filledUid?: string;
  /** Whether others may have records in the same collection. */
  readonly shared?: boolean;
}

const PARAMS = {
  type: 'object',
  required: ['step', 'records', 'uid', 'headers', 'size', 'ends'],
  properties: {
    step: { type: 'string' },
    records: { type: 'string' },
    uid: { type: 'string' },
    headers: { type: 'object' },
    size: { type: 'integer' },
    cap: { type: 'integer' },
    ends: { enum: ['absent', 'empty', 'zero'] },
    filled: { type: 'string' },
    filledUid: { type: 'string' },
    shared: { type: 'boolean' },
  },
  additionalProperties: false,
} as const;

interface Page {
  readonly exchange: Exchange;
  readonly response: RecordedResponse;
  readonly uids: readonly (Json | undefined)[];
}

/** The pages of a step, or why they cannot be judged. */
function pages(params: PageParams, evidence: CaseEvidence): readonly Page[] | Judgement {
  const first = answered(evidence, params.step);
  if (isJudgement(first)) return first;
  const result: Page[] = [];
  for (const exchange of evidence[params.step] ?? []) {
    if (exchange.response === undefined) return inconclusive(`page ${result.length + 1} has no answer: ${exchange.failure?.message ?? ''}`);
    const body = jsonBody(exchange.response);
    const list = body.ok ? at(body.value, params.records) : undefined;
    if (exchange.response.status !== 200 || !Array.isArray(list)) {
      return judged([finding(exchange, `body#${params.records}`, 'status 200 and an array of records', `${exchange.response.status} ${show(list)}`)]);
    }
    result.push({ exchange, response: exchange.response, uids: (list as readonly Json[]).map((r) => at(r, params.uid)) });
  }
  return result;
}

type PageJudge = (list: readonly Page[], params: PageParams, evidence: CaseEvidence) => readonly Finding[] | Judgement;

function pageRule<const Id extends string>(id: Id, title: string, explain: string, covers: readonly string[], judge: PageJudge): CaseRule & { readonly id: Id } {
  const judgeAll = (params: PageParams, evidence: CaseEvidence): Judgement => {
    const list = pages(params, evidence);
    if (!Array.isArray(list)) return list as Judgement;
    const result = judge(list as readonly Page[], params, evidence);
    return Array.isArray(result) ? judged(result as readonly Finding[]) : (result as Judgement);
  };
  return { id, kind: 'case', title, explain, covers, params: PARAMS, judge: judgeAll as CaseRule['judge'] };
}

function filledUids(params: PageParams, evidence: CaseEvidence): readonly Json[] | Judgement {
  if (params.filled === undefined) return [];
  const found = answered(evidence, params.filled);
  if (isJudgement(found)) return found;
  return (evidence[params.filled] ?? []).flatMap(({ response }) => {
    const body = response === undefined ? undefined : jsonBody(response);
    if (body?.ok !== true) return [];
    const items = Array.isArray(body.value) ? (body.value as readonly Json[]) : [body.value];
    return items.map((item) => at(item, params.filledUid ?? '') ?? null);
  });
}

function pageNumber(page: Page, name: string): number | undefined {
  const value = header(page.response, name);
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;
}

/** How a page number looks where there is no such page. */
function isEnd(page: Page, name: string, ends: PageParams['ends']): boolean {
  const value = header(page.response, name);
  if (ends === 'absent') return value === undefined;
  return value === (ends === 'zero' ? '0' : '');
}

function endText(ends: PageParams['ends']): string {
  return ends === 'absent' ? 'absent' : ends === 'zero' ? '0' : 'empty';
}

const judgeComplete: PageJudge = (list, params, evidence) => {
  const wanted = filledUids(params, evidence);
  if (!Array.isArray(wanted)) return wanted as Judgement;
  const seen = new Set(list.flatMap((p) => p.uids.map(show)));
  const lost = (wanted as readonly Json[]).map(show).filter((uid) => !seen.has(uid));
  const last = list[list.length - 1];
  if (last === undefined) return inconclusive('no page was fetched');
  const extra = params.shared === true ? 0 : seen.size - (wanted.length - lost.length);
  return [
    ...(lost.length === 0 ? [] : [finding(last.exchange, 'walk', `all ${wanted.length} records`, `${lost.length} lost, such as ${lost[0] ?? ''}`)]),
    ...(extra <= 0 ? [] : [finding(last.exchange, 'walk', `only the ${wanted.length} records of the collection`, `${extra} others`)]),
  ];
};

const judgeDuplicates: PageJudge = (list) => {
  const seen = new Map<string, number>();
  const findings: Finding[] = [];
  list.forEach((page, index) => {
    for (const uid of page.uids.map(show)) {
      const before = seen.get(uid);
      if (before !== undefined) findings.push(finding(page.exchange, 'walk', 'each record once', `${uid} on pages ${before + 1} and ${index + 1}`));
      else seen.set(uid, index);
    }
  });
  return findings.slice(0, 5);
};

const judgeOrder: PageJudge = (list) => {
  let before = -Infinity;
  for (const page of list) {
    for (const uid of page.uids) {
      if (typeof uid !== 'number' || uid <= before) return [finding(page.exchange, 'walk', 'ascending uids', `${show(uid)} after ${before}`)];
      before = uid;
    }
  }
  return [];
};

const judgeSize: PageJudge = (list, params) =>
  list.flatMap((page, index) => {
    const last = index === list.length - 1;
    const count = page.uids.length;
    const right = last ? count <= params.size : count === params.size;
    return right ? [] : [finding(page.exchange, 'body records', last ? `at most ${params.size}` : `exactly ${params.size}, since more follow`, String(count))];
  });

const judgeCap: PageJudge = (list, params) =>
  list
    .filter((page) => page.uids.length > (params.cap ?? params.size))
    .map((page) => finding(page.exchange, 'body records', `at most ${params.cap ?? params.size}`, String(page.uids.length)));

const judgeHeaders: PageJudge = (list, params) =>
  list.flatMap((page, index) => {
    const { current, next, previous, total } = params.headers;
    const number = (name: string): readonly Finding[] =>
      pageNumber(page, name) === undefined ? [finding(page.exchange, `header ${name}`, 'a page number', header(page.response, name) ?? 'absent')] : [];
    const wrongCurrent = pageNumber(page, current) !== undefined && pageNumber(page, current) !== index + 1;
    return [
      ...number(current),
      ...(wrongCurrent ? [finding(page.exchange, `header ${current}`, String(index + 1), header(page.response, current) ?? '')] : []),
      ...number(total),
      ...(index < list.length - 1 ? number(next) : []),
      ...(index > 0 ? number(previous) : []),
    ];
  });

const judgeTotal: PageJudge = (list, params) => {
  const records = list.reduce((sum, page) => sum + page.uids.length, 0);
  const wanted = records === 0 ? [0, 1] : [Math.ceil(records / params.size)];
  return list
    .filter((page) => !wanted.includes(pageNumber(page, params.headers.total) ?? -1))
    .map((page) =>
      finding(page.exchange, `header ${params.headers.total}`, `${wanted.join(' or ')} for ${records} records`, header(page.response, params.headers.total) ?? 'absent'),
    );
};

const judgeNext: PageJudge = (list, params) =>
  list.flatMap((page, index) => {
    const name = params.headers.next;
    const shown = header(page.response, name) ?? 'absent';
    if (index === list.length - 1) return isEnd(page, name, params.ends) ? [] : [finding(page.exchange, `header ${name}`, `${endText(params.ends)} on the last page`, shown)];
    return pageNumber(page, name) === index + 2 ? [] : [finding(page.exchange, `header ${name}`, String(index + 2), shown)];
  });

const judgePrevious: PageJudge = (list, params) =>
  list.flatMap((page, index) => {
    const name = params.headers.previous;
    const shown = header(page.response, name) ?? 'absent';
    if (index === 0) return isEnd(page, name, params.ends) ? [] : [finding(page.exchange, `header ${name}`, `${endText(params.ends)} on the first page`, shown)];
    return pageNumber(page, name) === index ? [] : [finding(page.exchange, `header ${name}`, String(index), shown)];
  });

const judgeNoHeaders: PageJudge = (list, params) =>
  list.flatMap((page) =>
    Object.values(params.headers)
      .filter((name) => header(page.response, name) !== undefined)
      .map((name) => finding(page.exchange, `header ${name}`, 'absent', header(page.response, name) ?? '')),
  );

/** Without paging: the first records of the collection, as many as the cap allows. */
const judgeNotEnabled: PageJudge = (list, params, evidence) => {
  const all = filledUids(params, evidence);
  if (!Array.isArray(all)) return all as Judgement;
  const page = list[0];
  if (page === undefined) return inconclusive('the list was not fetched');
  const sorted = [...(all as readonly Json[])].sort((a, b) => Number(a) - Number(b)).slice(0, params.cap ?? Infinity);
  const same = sorted.length === page.uids.length && sorted.every((uid, i) => page.uids[i] === uid);
  return same
    ? []
    : [
        finding(
          page.exchange,
          'body records',
          `the first ${sorted.length} records of ${all.length}`,
          `${page.uids.length} records, from ${show(page.uids[0])} to ${show(page.uids[page.uids.length - 1])}`,
        ),
      ];
};

const judgePastTheEnd: PageJudge = (list) =>
  list.filter((page) => page.uids.length > 0).map((page) => finding(page.exchange, 'body records', 'none past the end', String(page.uids.length)));

export const pageRules = [
  pageRule(
    'page.walk-complete',
    'A walk over all pages brings every record',
    'The records were made in this run, so what the walk must bring is known exactly. A loss is mostly at the boundary of two pages.',
    ['I01'],
    judgeComplete,
  ),
  pageRule(
    'page.no-duplicates',
    'A walk brings no record twice',
    'A record on two pages is mostly a boundary counted twice, or an order that is not stable.',
    ['I01', 'I06'],
    judgeDuplicates,
  ),
  pageRule('page.order', 'The order of records is total and stable', 'Records come in ascending order of their uid over the whole walk.', ['I06'], judgeOrder),
  pageRule('page.size', 'Pages have the size that was asked for', 'Every page but the last is full; only the last may be short.', ['I03'], judgeSize),
  pageRule('page.cap', 'No page has more records than the cap', 'The specification limits the records of one call.', ['I03'], judgeCap),
  pageRule(
    'page.headers',
    'Every page says where it stands',
    'With paging enabled, the headers carry the current, next and previous page number and the total of pages.',
    [],
    judgeHeaders,
  ),
  pageRule('page.total', 'The total of pages agrees with the records', 'Records divided by the page size, rounded up, on every page of the walk.', ['I02'], judgeTotal),
  pageRule('page.next', 'The next page number leads through the walk and ends', 'Each page but the last names the one after it, and the last names none.', ['I08'], judgeNext),
  pageRule('page.previous', 'The previous page number leads back', 'Each page but the first names the one before it, and the first names none.', ['I08'], judgePrevious),
  pageRule('page.no-headers', 'Without paging there are no page headers', 'Page headers that were not asked for make clients believe that paging is on.', [], judgeNoHeaders),
  pageRule(
    'page.not-enabled',
    'Without paging the first records come, up to the cap',
    'Exactly the first records of the collection, no more and no fewer.',
    ['I04'],
    judgeNotEnabled,
  ),
  pageRule('page.past-the-end', 'A page past the end is empty', 'There is nothing there, and asking is no fault.', ['I07'], judgePastTheEnd),
  pageRule('page.ignored', 'A list without paging ignores the paging headers', 'Only the lists that offer paging answer with page headers.', [], judgeNoHeaders),
  acceptanceRule({ id: 'page.clamped', title: 'A size above the cap is served with the cap', explain: 'The size is reduced to the cap.', covers: ['I05'] }),
  refusalRule({
    id: 'page.refused',
    title: 'A page or size that is no positive number is refused',
    explain: 'Zero, negative numbers and words are no page and no size.',
    covers: ['I05', 'F07'],
  }),
] as const satisfies readonly CaseRule[];
