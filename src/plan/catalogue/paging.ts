/**
 * How a list is paged, as pagination.yaml says: how a page is asked for, and what laws of paging are told.
 * Rows know positions and sizes alone; what they come to is for the style of the list to say.
 */
import { pointerFrom } from '../../model/pointer.ts';
import { defined } from '../../model/objects.ts';
import { type Operation, USUAL_STYLE } from '../../load/model.ts';
import type { PageStyle, SizeAsked, Slot } from '../../model/paging/model.ts';
import { orderOf, styleOf } from '../../model/paging/styles.ts';
import { withSlot } from '../../model/paging/lists.ts';
import type { OperationContext } from '../context.ts';
import type { RequestTemplate } from '../model.ts';
import type { Scope } from '../scope.ts';
import { identifierPointer, listPointers } from '../request-templates.ts';
import { observed } from '../open-question-uses.ts';

export interface Paging {
  readonly style: PageStyle;
  /** Where the size goes that is asked for; undefined where it cannot be asked for. */
  readonly size: Slot | undefined;
  /** The most records that a page has, where that is so without being asked; undefined where none is known. */
  readonly cap: number | undefined;
  /** Records of a page where no size is asked for. */
  readonly usual: number | undefined;
  readonly isEnforced: boolean;
  /** Where the records of an answer stand, and the identifier below an entry. */
  readonly records: string;
  readonly uid: string;
}

/** A list, and where what is said of it stands. */
export type ListContext = Pick<OperationContext, 'scope' | 'endpoint' | 'operation'>;

/** Undefined of what is no list, and where the contracts know no paging. */
export function pagingOf({ scope, endpoint, operation }: ListContext): Paging | undefined {
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

/** What a walk goes by, as it stands in a plan. What becomes of sizes over the maximum and of pages past the end is asked apart. */
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
    // That a walk has an order is a guess for what is judged of the order alone, which its requirement rests on.
    ...defined({ order: observed(() => copied(orderOf(paging))).value }),
  };
}

/** A contract notes who looks at what of it: in a plan stands what was seen. */
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

/** The style of an operation: its own among the others, or that of the service. */
export function pageStyleOf({ contracts }: Scope, { style }: Pick<Operation, 'style'>): PageStyle | undefined {
  const block = contracts.pagination;
  return style === undefined || style === USUAL_STYLE ? block : block?.others?.[style];
}

/** The path, with what asks for a page in it as a segment like any other: it names nothing. */
export function namingPath({ scope, operation }: OperationContext): string {
  const ask = operation.kind === 'list' ? pageStyleOf(scope, operation)?.ask : undefined;
  if (ask === undefined) return operation.path;
  return [ask.page, ask.offset, ask.cursor].reduce(
    (path, slot) => (slot !== undefined && 'path' in slot ? path.replace(`{${slot.path}}`, slot.path) : path),
    operation.path,
  );
}

/** Undefined where none of the places is named. */
export function slotOf({ header, query, path, body }: SizeAsked): Slot | undefined {
  if (header !== undefined) return { header };
  if (query !== undefined) return { query };
  if (path !== undefined) return { path };
  return body === undefined ? undefined : { body };
}

/** How a place of a request is called where a refusal names it. */
export function slotName(slot: Slot): string {
  return Object.values(slot)[0] ?? '';
}

/** What a row asks for: a number is a position, from 1, a text is sent as it is. */
export interface AskedPage {
  readonly page?: number | string | undefined;
  readonly size?: number | string | undefined;
  /** Only what is named is sent, also where that asks for no paging. */
  readonly alone?: boolean | undefined;
}

/** The request for a page, a size or both. */
export function asking(context: ListContext, request: RequestTemplate, asked: AskedPage): RequestTemplate {
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

/** Whether the other of page and size has to be sent as well. What the contract says of it is looked at only where one is asked for alone. */
function isHalf({ scope, operation }: ListContext, { page, size, alone = false }: AskedPage): boolean {
  return !alone && (page === undefined) !== (size === undefined) && !asksAlone(pageStyleOf(scope, operation));
}

/** Whether a page or a size alone asks for paging. */
export function asksAlone(style: PageStyle | undefined): boolean {
  return style?.ask.alone !== false;
}
