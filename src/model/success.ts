import { decodePercent, escapeRegExp } from './text.ts';
import { jsonBody } from './body.ts';
import type { Exchange } from './exchange.ts';
import { isMap, type Json, jsonText } from './json.ts';
import { compilePattern } from './pattern.ts';
import { withValueAt } from './paging/lists.ts';
import { valueAtPointer, valuesAt } from './pointer.ts';

/** Definition of a successful operation, for judging and for sending dependent steps. */

/** A success is a 2xx or one of these statuses; with an envelope also `success: true` in every item. */
export interface Success {
  readonly statuses: readonly number[];
  /** Pointer to the success flag of a response (`/success`), or of each item of an array response. */
  readonly flag?: string;
  /** Pointer to the created id and its JSON type; later steps need it. */
  readonly brings?: { readonly pointer: string; readonly type: 'number' | 'string' };
  /**
   * For a create without content: the part of Location that is the id, which is then available at `pointer` (RFC 9110
   * §15.3.2: Location is the URL of the created resource). `path` is the template of the URL; `unasked`: the contract
   * requires the record in the response.
   */
  readonly located?: {
    readonly pointer: string;
    readonly path: string;
    readonly parameter: string;
    readonly type: 'number' | 'string';
    readonly unasked?: boolean;
  };
  /** Pointer to the granted value, such as an access token. A response without it grants no access, with any status. */
  readonly grants?: string;
  /** Pointer to a list that may be omitted if it is empty. */
  readonly unlisted?: string;
  /** Id of the check that proves that the operation succeeds. */
  readonly provenBy?: string;
}

/** The response with an empty list added; undefined if no list is missing. */
export function withEmptyList(answer: Json | undefined, { unlisted }: Success): Json | undefined {
  const isLeftOut = unlisted !== undefined && isMap(answer) && valueAtPointer(answer, unlisted) === undefined;
  return isLeftOut ? withValueAt(answer, unlisted, []) : undefined;
}

/** The id in a Location, in the type of the contract; undefined if the URL does not match the template. */
export function idFromLocation(location: string, located: NonNullable<Success['located']>): Json | undefined {
  const { pointer, path, parameter, type } = located;
  const form = path.split(/(\{[^}]+\})/).map((part) => {
    if (!part.startsWith('{')) return escapeRegExp(part);
    // A parent in the path may contain slashes, if its id is a path.
    return part === `{${parameter}}` ? '([^/]+)' : '.+';
  });
  const text = compilePattern(`${form.join('')}/?$`).group(new URL(location).pathname);
  const id = text === undefined ? undefined : decodePercent(text);
  if (id === undefined || (type === 'number' && !/^\d{1,15}$/.test(id))) return undefined;
  return withValueAt({}, pointer, type === 'number' ? Number(id) : id);
}

/**
 * True if the status is a 2xx or one that the operation declares, and the flag of the envelope is set. Rules on the
 * form judge which 2xx it is. A body that cannot be parsed is not a success.
 */
export function succeeded(exchange: Exchange, success: Success): boolean {
  const response = exchange.response;
  if (response === undefined || !isOfSuccess(response.status, success)) return false;
  const { flag } = success;
  if (flag === undefined || response.body === '') return true;
  const body = jsonBody(response);
  return body.ok && hasOnlyAcceptedItems(body.value, flag);
}

/** True if the response accepts the request: any 2xx, unless a flag rejects an item or a granted value is missing. */
export function isAccepted(exchange: Exchange, success: Success): boolean {
  const response = exchange.response;
  if (response === undefined || !isSuccessStatus(response.status)) return false;
  const body = jsonBody(response);
  return !(body.ok && (hasRejectedItem(body.value, success.flag) || lacksGrant(body.value, success)));
}

function lacksGrant(answer: Json, { grants: place }: Success): boolean {
  return place !== undefined && isMap(answer) && valueAtPointer(answer, place) === undefined;
}

function isOfSuccess(status: number, { statuses }: Success): boolean {
  return isSuccessStatus(status) || statuses.includes(status);
}

/** RFC 9110 §15.3. */
export function isSuccessStatus(status: number): boolean {
  return status >= 200 && status <= 299;
}

/** True if the flag rejects at least one item. */
export function hasRejectedItem(answer: Json | undefined, flag: string | undefined): boolean {
  return (
    flag !== undefined && answer !== undefined && itemsOf(answer).some((item) => valueAtPointer(item, flag) === false)
  );
}

/** True if the flag accepts all items. */
export function hasOnlyAcceptedItems(answer: Json | undefined, flag: string): boolean {
  const items = answer === undefined ? [] : itemsOf(answer);
  return items.length > 0 && items.every((item) => valueAtPointer(item, flag) === true);
}

/** Describes a value that later steps cannot use as id; undefined if it is usable, or no id is needed. */
export function unusableIdText(
  answer: Json | undefined,
  { brings: due, located }: Success,
  location?: string,
): string | undefined {
  if (due === undefined) return undefined;
  const id = valuesAt(answer, due.pointer)[0];
  if (typeof id === due.type) return undefined;
  if (located !== undefined && located.unasked !== true && id === undefined) {
    const named = location === undefined ? undefined : idFromLocation(location, { ...located, type: 'string' });
    return named === undefined
      ? `no Location for ${located.path}`
      : `${jsonText(valueAtPointer(named, located.pointer))} in Location instead of a number for {${located.parameter}}`;
  }
  const what = id === undefined || id === null ? 'no value' : `${nameOf(id)} instead of a ${due.type}`;
  return `${what} at ${due.pointer || 'the root'}`;
}

function nameOf(value: Json): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'a string';
  return typeof value === 'number' ? 'a number' : typeof value === 'boolean' ? 'a boolean' : 'an object';
}

function itemsOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}
