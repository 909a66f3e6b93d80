/** Pages of a list that a case asks for, step by step, and what the laws that judge them are told. */
import { defined, maybe } from '../../model/objects.ts';
import type { PageWords } from '../../load/model.ts';
import type { OperationContext } from '../context.ts';
import type { RequestTemplate, Step } from '../model.ts';
import { authOf } from './credentials.ts';
import { asking, type ListContext, type Paging, pagingOf } from './paging.ts';

/** No list that is not capped is longer. */
const ENDLESS = 1_000_000;
/** Of a page: all of them, from the first to the last. */
const EVERY = 'every';
/** And so many from the first one on: enough to see that what stands between two pages holds once more. */
const FEW = 'few';
const FEW_PAGES = 5;

/** A step that asks for a page, or, without a page and a size, for the list without paging. */
export interface PageAsked {
  readonly name: string;
  /** A position, a text that is sent as it is, all of them, or the first few. */
  readonly page?: number | string;
  readonly size?: number;
  /** The page or the size is asked for without the other, where paging takes both: it is the list without paging. */
  readonly alone?: boolean;
  readonly token?: string;
  /** From the last page, on to those that it has links to. */
  readonly onward?: boolean;
}

export function isWalk({ page }: PageAsked): boolean {
  return page === EVERY;
}

export function readPages(steps: Readonly<Record<string, PageWords>>): readonly PageAsked[] {
  return Object.entries(steps).map(([name, said]) => readPage(name, said));
}

export function readPage(name: string, { page, size, alone, token, onward }: PageWords): PageAsked {
  return {
    name,
    ...defined({
      page: typeof page === 'number' || typeof page === 'string' ? page : undefined,
      size: maybe(size, Number),
      alone,
      token,
      onward: maybe(onward, (it) => it === 'links'),
    }),
  };
}

export function pageStep(
  context: OperationContext,
  list: RequestTemplate,
  { name, page, size, alone, token, onward }: PageAsked,
): Step {
  const paging = pagingOf(context);
  const auth = token === undefined ? undefined : authOf(context, token, new Map());
  const isWalked = page === EVERY || page === FEW;
  const asked = asking(context, list, { page: isWalked ? 1 : page, size, alone });
  const request: RequestTemplate = { ...asked, ...defined({ auth }) };
  const { path: operation, success } = context;
  if (!isWalked || paging === undefined) return { name, operation, request, success };
  const send = {
    ...walkOf(paging, size),
    ...(onward === true ? { onward: true as const } : {}),
    ...(page === FEW ? { limit: FEW_PAGES } : {}),
  };
  return { name, operation, request, send, success };
}

/** A step that asks for a list, on to the end of it where that comes in pages whether they are asked for or not: of as many records as there may be. */
export function toItsEnd(context: ListContext, step: Step): Step {
  const paging = pagingOf(context);
  if (paging?.isEnforced !== true) return step;
  const size = paging.size === undefined ? undefined : paging.cap;
  return { ...step, request: asking(context, step.request, { page: 1, size }), send: walkOf(paging, size) };
}

function walkOf(paging: Paging, size: number | undefined): Extract<NonNullable<Step['send']>, { kind: 'walk' }> {
  const { style, records, uid } = paging;
  return { kind: 'walk', pages: { style, size: sizeOf(paging, size), records, uid } };
}

/** What rules of paging may take, in their order. The first page that is asked for is the one that most of them judge. */
export function pageParams(
  context: OperationContext,
  pages: readonly PageAsked[],
): Readonly<Record<string, unknown>> | undefined {
  const paging = pagingOf(context);
  if (paging === undefined) return undefined;
  const { style, records, uid, cap, isEnforced } = paging;
  const [first] = pages;
  const plain = pages.find((one) => one.alone === true || (one.page === undefined && one.size === undefined));
  const size = sizeOf(paging, first?.size);
  return {
    step: first?.name,
    steps: pages.flatMap((one) => (one.size === undefined ? [] : [{ step: one.name, size: one.size }])),
    pages: pages.flatMap((one) => (one.page === undefined ? [] : [one.name])),
    records,
    uid,
    style,
    size,
    ...(isEnforced ? defined({ cap }) : {}),
    ...(usualOf(paging) === (cap ?? ENDLESS) || !isEnforced ? {} : { usual: usualOf(paging) }),
    ...defined({
      total: style.total,
      plain: maybe(plain, (it) => ({ step: it.name, records, most: usualOf(paging) })),
    }),
  };
}

/** Records of a full page. */
function sizeOf({ cap = ENDLESS, usual = ENDLESS, isEnforced }: Paging, asked: number | undefined): number {
  const size = asked ?? usual;
  return isEnforced ? Math.min(size, cap) : size;
}

/** Records of the list that is asked for without paging. */
function usualOf({ usual, isEnforced }: Paging): number {
  return isEnforced ? (usual ?? ENDLESS) : ENDLESS;
}
