/**
 * Paging of a list according to pagination.yaml. Rows have only positions and sizes; the page style translates them.
 */
import { resolvePointer } from '../../model/pointer.ts';
import { omitUndefined } from '../../model/objects.ts';
import { type Operation, USUAL_STYLE } from '../../load/model.ts';
import type { PageStyle, PageSizeSetting, PagingSlot } from '../../model/paging/model.ts';
import { orderOf, styleOf } from '../../model/paging/styles.ts';
import { withPagingValue } from '../../model/paging/lists.ts';
import type { OperationContext } from '../context.ts';
import type { RequestTemplate } from '../model.ts';
import type { Scope, ScopedOperation } from '../scope.ts';
import { identifierPointer, listPointers } from '../request-templates.ts';
import { collectUses } from '../open-question-uses.ts';

export interface ListPaging {
  readonly style: PageStyle;
  /** Place of the page size in a request; undefined if it cannot be set. */
  readonly size: PagingSlot | undefined;
  /** The page size that is enforced without being requested; undefined if unknown. */
  readonly cap: number | undefined;
  /** Default page size. */
  readonly usual: number | undefined;
  readonly isEnforced: boolean;
  /** Pointers to the records of a response, and to the ID in an entry. */
  readonly records: string;
  readonly uid: string;
}

/** Undefined if the operation is not a list, or the contracts have no paging. */
export function listPaging({ scope, endpoint, operation }: ScopedOperation): ListPaging | undefined {
  const declared = pageStyleOf(scope, operation);
  if (operation.kind !== 'list' || declared === undefined) return undefined;
  const { records, record } = listPointers(scope, endpoint, operation);
  const style = plain(declared);
  const { size } = style.ask;
  return {
    style,
    size: size === undefined ? undefined : sizeSlot(size),
    cap: size?.maximum,
    usual: size?.default ?? size?.maximum,
    isEnforced: operation.pagination === 'enforced',
    records,
    uid: resolvePointer(record, identifierPointer(scope, endpoint, operation)),
  };
}

/** The page style as plain values, without the limits that other cases check. */
function plain(paging: PageStyle): PageStyle {
  const { style, ask, current, next, previous, first, last, total, ends } = paging;
  return {
    style,
    ask: {
      ...omitUndefined({ page: copied(ask.page), offset: copied(ask.offset), cursor: copied(ask.cursor) }),
      ...omitUndefined({ size: ask.size === undefined ? undefined : sizeOf(ask.size) }),
      ...omitUndefined({ first: ask.first }),
    },
    ...omitUndefined({
      current: copied(current),
      next: copied(next),
      previous: copied(previous),
      first: copied(first),
      last: copied(last),
      total: copied(total),
    }),
    ends: typeof ends === 'object' ? { ...ends } : ends,
    // Traversal does not depend on the order of records: only checks of the order do, through their requirement.
    ...omitUndefined({ order: collectUses(() => copied(orderOf(paging))).value }),
  };
}

/** A copy: properties of the contract are getters that record their use, and a plan holds plain values. */
function copied<T extends object>(value: T | undefined): T | undefined {
  return value === undefined ? undefined : { ...value };
}

function sizeOf(size: PageSizeSetting): PageSizeSetting {
  return omitUndefined({
    header: size.header,
    query: size.query,
    path: size.path,
    body: size.body,
    default: size.default,
    maximum: size.maximum,
  });
}

export function pageStyleOf({ contracts }: Scope, { style }: Pick<Operation, 'style'>): PageStyle | undefined {
  const block = contracts.pagination;
  return style === undefined || style === USUAL_STYLE ? block : block?.others?.[style];
}

/** The path with page parameters as plain segments: they name no record. */
export function pathWithoutPageSlots({ scope, operation }: OperationContext): string {
  const ask = operation.kind === 'list' ? pageStyleOf(scope, operation)?.ask : undefined;
  if (ask === undefined) return operation.path;
  return [ask.page, ask.offset, ask.cursor].reduce(
    (path, slot) => (slot !== undefined && 'path' in slot ? path.replace(`{${slot.path}}`, slot.path) : path),
    operation.path,
  );
}

export function sizeSlot({ header, query, path, body }: PageSizeSetting): PagingSlot | undefined {
  if (header !== undefined) return { header };
  if (query !== undefined) return { query };
  if (path !== undefined) return { path };
  return body === undefined ? undefined : { body };
}

/** The name of a request parameter in a rejection. */
export function slotName(slot: PagingSlot): string {
  return Object.values(slot)[0] ?? '';
}

/** Page and size of a row: numbers are positions from 1, texts are sent unchanged. */
export interface PageAndSize {
  readonly page?: number | string | undefined;
  readonly size?: number | string | undefined;
  /** Sends only the given parameters, even if they do not enable paging. */
  readonly alone?: boolean | undefined;
}

export function withPage(context: ScopedOperation, request: RequestTemplate, asked: PageAndSize): RequestTemplate {
  const paging = asked.page === undefined && asked.size === undefined ? undefined : listPaging(context);
  if (paging === undefined) return request;
  const { style, usual = 1 } = paging;
  const { page, size } = isHalf(context, asked) ? { page: asked.page ?? 1, size: asked.size ?? usual } : asked;
  const ways = styleOf(style);
  const each = typeof size === 'number' ? size : usual;
  const token = typeof page === 'number' ? ways.token(style, page, each) : page;
  const slot = token === undefined ? undefined : ways.slot(style);
  const placed = slot === undefined || token === undefined ? request : withPagingValue(request, slot, token);
  return size === undefined || paging.size === undefined ? placed : withPagingValue(placed, paging.size, String(size));
}

/**
 * Whether the other one of page and size is needed too. Looks at the contract only if one is missing, because each look
 * counts as a use.
 */
function isHalf({ scope, operation }: ScopedOperation, { page, size, alone = false }: PageAndSize): boolean {
  return !alone && (page === undefined) !== (size === undefined) && !sizeEnablesPaging(pageStyleOf(scope, operation));
}

export function sizeEnablesPaging(style: PageStyle | undefined): boolean {
  return style?.ask.alone !== false;
}
