/** Steps that fetch pages of a list, and the parameters of the rules that judge them. */
import { omitUndefined, mapOptional } from '../../model/objects.ts';
import type { PageStep } from '../../load/model.ts';
import type { OperationContext } from '../context.ts';
import type { RequestTemplate, Step } from '../model.ts';
import type { ScopedOperation } from '../scope.ts';
import { authForToken } from './credentials.ts';
import { withPage, type ListPaging, listPaging } from './paging.ts';

/** Upper bound of a list without a cap. */
const ENDLESS = 1_000_000;
/** All pages, from first to last. */
const EVERY = 'every';
/** The first pages: enough for a relation between two pages to be checked more than once. */
const FEW = 'few';
const FEW_PAGES = 5;

/** A step that fetches a page. Without page and size it fetches the list without paging. */
export interface PageRequest {
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

export function isWholeTraversal({ page }: PageRequest): boolean {
  return page === EVERY;
}

export function pageRequests(steps: Readonly<Record<string, PageStep>>): readonly PageRequest[] {
  return Object.entries(steps).map(([name, said]) => pageRequest(name, said));
}

export function pageRequest(name: string, { page, size, alone, token, onward }: PageStep): PageRequest {
  return {
    name,
    ...omitUndefined({
      page: typeof page === 'number' || typeof page === 'string' ? page : undefined,
      size: mapOptional(size, Number),
      alone,
      token,
      onward: mapOptional(onward, (it) => it === 'links'),
    }),
  };
}

export function pageStep(
  context: OperationContext,
  list: RequestTemplate,
  { name, page, size, alone, token, onward }: PageRequest,
): Step {
  const paging = listPaging(context);
  const auth = token === undefined ? undefined : authForToken(context, token, new Map());
  const isWalked = page === EVERY || page === FEW;
  const asked = withPage(context, list, { page: isWalked ? 1 : page, size, alone });
  const request: RequestTemplate = { ...asked, ...omitUndefined({ auth }) };
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
export function fetchAllPages(context: ScopedOperation, step: Step): Step {
  const paging = listPaging(context);
  if (paging?.isEnforced !== true) return step;
  const size = paging.size === undefined ? undefined : paging.cap;
  return { ...step, request: withPage(context, step.request, { page: 1, size }), send: walkOf(paging, size) };
}

function walkOf(paging: ListPaging, size: number | undefined): Extract<NonNullable<Step['send']>, { kind: 'walk' }> {
  const { style, records, uid } = paging;
  return { kind: 'walk', pages: { style, size: sizeOf(paging, size), records, uid } };
}

/** Parameters for the rules of paging. Most of them judge the first page step. */
export function pageRuleParameters(
  context: OperationContext,
  pages: readonly PageRequest[],
): Readonly<Record<string, unknown>> | undefined {
  const paging = listPaging(context);
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
    ...(isEnforced ? omitUndefined({ cap }) : {}),
    ...(usualOf(paging) === (cap ?? ENDLESS) || !isEnforced ? {} : { usual: usualOf(paging) }),
    ...omitUndefined({
      total: style.total,
      plain: mapOptional(plain, (it) => ({ step: it.name, records, most: usualOf(paging) })),
    }),
  };
}

function sizeOf({ cap = ENDLESS, usual = ENDLESS, isEnforced }: ListPaging, asked: number | undefined): number {
  const size = asked ?? usual;
  return isEnforced ? Math.min(size, cap) : size;
}

/** Records of a response without paging. */
function usualOf({ usual, isEnforced }: ListPaging): number {
  return isEnforced ? (usual ?? ENDLESS) : ENDLESS;
}
