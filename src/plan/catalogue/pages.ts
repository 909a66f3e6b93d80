/** Pages of a list that a case asks for, step by step, and what the laws that judge them are told. */
import { defined, maybe } from '../../record/defined.ts';
import type { Json } from '../../record/json.ts';
import type { OperationContext } from '../context.ts';
import type { RequestTemplate, Step } from '../model.ts';
import { authOf } from './credentials.ts';
import { asked, pagingOf } from './paging.ts';

/** Words of a step that asks for a page. */
export const PAGE_WORDS = ['page', 'size', 'token'] as const;

/** More requests than a walk over any collection of ours takes: who sends in circles is stopped. */
const LONGEST_WALK = 1000;
/** No list that is not capped is longer. */
const ENDLESS = 1_000_000;
/** Of a page: all of them, from the first to the last. */
const EVERY = 'every';

/** A step that asks for a page, or, without a page and a size, for the list without paging. */
export interface PageAsked {
  readonly name: string;
  readonly page?: string;
  readonly size?: number;
  readonly token?: string;
}

export function readPages(steps: Readonly<Record<string, Json>>): readonly PageAsked[] {
  return Object.entries(steps).map(([name, said]) => readPage(name, said));
}

export function readPage(name: string, said: Json): PageAsked {
  const { page, size, token } = said as Readonly<Record<string, string | number | undefined>>;
  return {
    name,
    ...defined({ page: maybe(page, String), size: maybe(size, Number), token: maybe(token, String) }),
  };
}

export function pageStep(
  context: OperationContext,
  list: RequestTemplate,
  { name, page, size, token }: PageAsked,
): Step {
  const paging = pagingOf(context);
  const headers = asked(context, {
    page: page === EVERY ? '1' : page,
    size: size === undefined ? undefined : String(size),
  });
  const auth = token === undefined ? undefined : authOf(token, new Map());
  const request: RequestTemplate = {
    ...list,
    headers: { ...list.headers, ...headers },
    ...defined({ auth }),
  };
  const { path: operation, success } = context;
  if (page !== EVERY || paging === undefined) return { name, operation, request, success };
  const { records, uid } = paging;
  return {
    name,
    operation,
    request,
    send: {
      kind: 'walk',
      nextHeader: paging.headers.next,
      pageHeader: paging.page,
      limit: LONGEST_WALK,
      kept: { records, uid },
    },
    success,
  };
}

/** What rules of paging may take, in their order. The first page that is asked for is the one that most of them judge. */
export function pageParams(
  context: OperationContext,
  pages: readonly PageAsked[],
): Readonly<Record<string, unknown>> | undefined {
  const paging = pagingOf(context);
  if (paging === undefined) return undefined;
  const { records, uid, headers, ends, cap, isEnforced } = paging;
  const [first] = pages;
  const size = first?.size ?? cap;
  const plain = pages.find((one) => one.page === undefined && one.size === undefined);
  return {
    step: first?.name,
    steps: pages.flatMap((one) => (one.size === undefined ? [] : [{ step: one.name, size: one.size }])),
    pages: pages.flatMap((one) => (one.page === undefined ? [] : [one.name])),
    records,
    uid,
    headers,
    size: isEnforced ? Math.min(size, cap) : size,
    ends,
    ...(isEnforced ? { cap } : {}),
    total: headers.total,
    ...defined({ plain: maybe(plain, (it) => ({ step: it.name, records, most: isEnforced ? cap : ENDLESS })) }),
  };
}
