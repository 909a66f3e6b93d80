/**
 * Paging of a list according to pagination.yaml. Rows have only positions and sizes; the page style translates them.
 */
import { pointerFrom } from '../../model/pointer.ts';
import { defined } from '../../model/objects.ts';
import { type Operation, USUAL_STYLE } from '../../load/model.ts';
import type { PageStyle, SizeAsked, Slot } from '../../model/paging/model.ts';
import { orderOf, styleOf } from '../../model/paging/styles.ts';
import { withSlot } from '../../model/paging/lists.ts';
import type { OperationContext } from '../context.ts';
import type { RequestTemplate } from '../model.ts';
import type { Scope, ScopedOperation } from '../scope.ts';
import { identifierPointer, listPointers } from '../request-templates.ts';
import { observed } from '../open-question-uses.ts';

export interface Paging {
  readonly style: PageStyle;
  /** Place of the page size in a request; undefined if it cannot be set. */
  readonly size: Slot | undefined;
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
export function pagingOf({ scope, endpoint, operation }: ScopedOperation): Paging | undefined {
  const declared = pageStyleOf(scope, operation);
  if (operation.kind !== 'list' || declared === undefined) return undefined;
  const { records, record } = listPointers(scope, endpoint, operation);
  const style = plain(declared);
  const { size } = style.ask;
  return {
    style,
    size: size === undefined ? undefined : slotOf(size),
    cap: size?.maximum,
    usual: size?.default ?? size?.maximum,
    isEnforced: operation.pagination === 'enforced',
    records,
    uid: pointerFrom(record, identifierPointer(scope, endpoint, operation)),
  };
}

/** The page style as plain values, without the limits that other cases check. */
function plain(paging: PageStyle): PageStyle {
  const { style, ask, current, next, previous, first, last, total, ends } = paging;
  return {
    style,
    ask: {
      ...defined({ page: copied(ask.page), offset: copied(ask.offset), cursor: copied(ask.cursor) }),
      ...defined({ size: ask.size === undefined ? undefined : sizeOf(ask.size) }),
      ...defined({ first: ask.first }),
    },
    ...defined({
      current: copied(current),
      next: copied(next),
      previous: copied(previous),
      first: copied(first),
      last: copied(last),
      total: copied(total),
    }),
    ends: typeof ends === 'object' ? { ...ends } : ends,
    // Traversal does not depend on the order of records: only checks of the order do, through their requirement.
    ...defined({ order: observed(() => copied(orderOf(paging))).value }),
  };
}

/** A copy: properties of the contract are getters that record their use, and a plan holds plain values. */
function copied<T extends object>(value: T | undefined): T | undefined {
  return value === undefined ? undefined : { ...value };
}

function sizeOf(size: SizeAsked): SizeAsked {
  return defined({
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
export function namingPath({ scope, operation }: OperationContext): string {
  const ask = operation.kind === 'list' ? pageStyleOf(scope, operation)?.ask : undefined;
  if (ask === undefined) return operation.path;
  return [ask.page, ask.offset, ask.cursor].reduce(
    (path, slot) => (slot !== undefined && 'path' in slot ? path.replace(`{${slot.path}}`, slot.path) : path),
    operation.path,
  );
}

export function slotOf({ header, query, path, body }: SizeAsked): Slot | undefined {
  if (header !== undefined) return { header };
  if (query !== undefined) return { query };
  if (path !== undefined) return { path };
  return body === undefined ? undefined : { body };
}

/** The name of a request parameter in a rejection. */
export function slotName(slot: Slot): string {
  return Object.values(slot)[0] ?? '';
}

/** Page and size of a row: numbers are positions from 1, texts are sent unchanged. */
export interface AskedPage {
  readonly page?: number | string | undefined;
  readonly size?: number | string | undefined;
  /** Sends only the given parameters, even if they do not enable paging. */
  readonly alone?: boolean | undefined;
}

export function asking(context: ScopedOperation, request: RequestTemplate, asked: AskedPage): RequestTemplate {
  const paging = asked.page === undefined && asked.size === undefined ? undefined : pagingOf(context);
  if (paging === undefined) return request;
  const { style, usual = 1 } = paging;
  const { page, size } = isHalf(context, asked) ? { page: asked.page ?? 1, size: asked.size ?? usual } : asked;
  const ways = styleOf(style);
  const each = typeof size === 'number' ? size : usual;
  const token = typeof page === 'number' ? ways.token(style, page, each) : page;
  const slot = token === undefined ? undefined : ways.slot(style);
  const placed = slot === undefined || token === undefined ? request : withSlot(request, slot, token);
  return size === undefined || paging.size === undefined ? placed : withSlot(placed, paging.size, String(size));
}

/**
 * Whether the other one of page and size is needed too. Looks at the contract only if one is missing, because each look
 * counts as a use.
 */
function isHalf({ scope, operation }: ScopedOperation, { page, size, alone = false }: AskedPage): boolean {
  return !alone && (page === undefined) !== (size === undefined) && !asksAlone(pageStyleOf(scope, operation));
}

export function asksAlone(style: PageStyle | undefined): boolean {
  return style?.ask.alone !== false;
}
