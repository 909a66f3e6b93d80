/** Reading and writing the values of paging where a contract says that they stand. */
import { header } from '../headers.ts';
import { isMap, type Json } from '../json.ts';
import { linkTarget } from '../links.ts';
import { at, partName } from '../pointer.ts';
import type { PageAnswer, PageSeen, PageStyle, Slot, Spot, PageTurn } from './model.ts';

/** What stands there, as text; null of a null in the body, undefined where there is nothing. */
export function shownAt(answer: PageAnswer, spot: Spot): string | null | undefined {
  if ('header' in spot) return header(answer, spot.header.toLowerCase());
  if ('link' in spot) return linkTarget(answer, spot.link);
  const found = at(answer.body, spot.body);
  return found === null ? null : textOf(found);
}

export function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** How a place is called in what is told. */
export function spotName(spot: Spot): string {
  if ('header' in spot) return `header ${spot.header.toLowerCase()}`;
  return 'link' in spot ? `header link rel=${spot.link}` : `body#${spot.body}`;
}

/** What asks for the page that an answer names. Without `isToken` it is named by its address, as by a link it always is. */
export function shownTurn(
  style: PageStyle,
  seen: PageSeen,
  isToken?: (value: string) => boolean,
): PageTurn | undefined {
  const { next } = style;
  if (next === undefined || 'last' in next) return undefined;
  const value = shownAt(seen, next);
  if (value === undefined || value === null) return undefined;
  if (isToken === undefined || 'link' in next) return value === '' ? undefined : { address: value };
  return isToken(value) ? { token: value } : undefined;
}

/** Names of the query parameters that ask for pages and their size. */
export function slotNames({ ask }: PageStyle): readonly string[] {
  return [ask.page, ask.offset, ask.cursor, ask.size].flatMap((slot) =>
    slot !== undefined && 'query' in slot && slot.query !== undefined ? [slot.query] : [],
  );
}

/** As much of a request as can say which page is asked for. */
interface Asking {
  readonly parameters: Readonly<Record<string, Json>>;
  readonly query?: readonly (readonly [string, Json])[];
  readonly headers: Readonly<Record<string, Json>>;
  readonly body?: { readonly kind: string };
}

/** The request with a value in a slot, in place of what was there. */
export function withSlot<T extends Asking>(request: T, slot: Slot, value: Json): T {
  if ('header' in slot) return { ...request, headers: { ...request.headers, [slot.header]: value } };
  if ('path' in slot) return { ...request, parameters: { ...request.parameters, [slot.path]: value } };
  if ('query' in slot) {
    const others = (request.query ?? []).filter(([name]) => name !== slot.query);
    return { ...request, query: [...others, [slot.query, value]] };
  }
  const { body } = request;
  const written = body?.kind === 'json' && 'value' in body ? (body.value as Json) : {};
  return { ...request, body: { ...body, kind: 'json', value: putAt(written, slot.body, value) } };
}

/** The value with another one at a pointer; what is not there on the way is made. */
export function putAt(value: Json, pointer: string, put: Json): Json {
  const [, first, ...more] = pointer.split('/');
  if (first === undefined) return put;
  const rest = more.map((part) => `/${part}`).join('');
  const name = partName(first);
  if (Array.isArray(value))
    return (value as readonly Json[]).map((one, i) => (String(i) === name ? putAt(one, rest, put) : one));
  const members = isMap(value) ? value : {};
  return { ...members, [name]: putAt(members[name] ?? {}, rest, put) };
}
