/** Steps that fetch pages of a list, and the parameters of the rules that judge them. */
import { defined, maybe } from '../../model/objects.ts';
import type { PageWords } from '../../load/model.ts';
import type { OperationContext } from '../context.ts';
import type { RequestTemplate, Step } from '../model.ts';
import type { ScopedOperation } from '../scope.ts';
import { authOf } from './credentials.ts';
import { asking, type Paging, pagingOf } from './paging.ts';

/** Upper bound of a list without a cap. */
const ENDLESS = 1_000_000;
/** All pages, from first to last. */
const EVERY = 'every';
/** The first pages: enough for a relation between two pages to be checked more than once. */
const FEW = 'few';
const FEW_PAGES = 5;

/** A step that fetches a page. Without page and size it fetches the list without paging. */
export interface PageAsked {
  readonly name: string;
  /** A position, a literal text, all pages, or the first few. */
  readonly page?: number | string;
  readonly size?: number;
  /**
   * Sends the page or the size without the other, although paging needs both: the response is the list without paging.
   */
  readonly alone?: boolean;
  readonly token?: string;
  /** Follows the links of the last page too. */
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

/** Fetches every page of a list that is always paged, with the largest page size. */
export function toItsEnd(context: ScopedOperation, step: Step): Step {
  const paging = pagingOf(context);
  if (paging?.isEnforced !== true) return step;
  const size = paging.size === undefined ? undefined : paging.cap;
  return { ...step, request: asking(context, step.request, { page: 1, size }), send: walkOf(paging, size) };
}

function walkOf(paging: Paging, size: number | undefined): Extract<NonNullable<Step['send']>, { kind: 'walk' }> {
  const { style, records, uid } = paging;
  return { kind: 'walk', pages: { style, size: sizeOf(paging, size), records, uid } };
}

/** Parameters for the rules of paging. Most of them judge the first page step. */
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

function sizeOf({ cap = ENDLESS, usual = ENDLESS, isEnforced }: Paging, asked: number | undefined): number {
  const size = asked ?? usual;
  return isEnforced ? Math.min(size, cap) : size;
}

/** Records of a response without paging. */
function usualOf({ usual, isEnforced }: Paging): number {
  return isEnforced ? (usual ?? ENDLESS) : ENDLESS;
}
