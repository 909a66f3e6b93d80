import { decodePercent, escapeRegExp } from './text.ts';
import { jsonBody } from './body.ts';
import type { Exchange } from './exchange.ts';
import { isMap, type Json, show } from './json.ts';
import { patternOf } from './pattern.ts';
import { putAt } from './paging/lists.ts';
import { at, valuesAt } from './pointer.ts';

/** What counts as the success of an operation: the one definition, for those who judge and those who send on. */

/** What a success is: a 2xx, in the form that the contract names one of these statuses, and for enveloped answers `success: true` in every item. */
export interface Success {
  readonly statuses: readonly number[];
  /** Pointer to the success flag of an answer (`/success`), or of each item of an array answer. */
  readonly flag?: string;
  /** Where the answer holds the identifier of what was made, and of which JSON type: without it others cannot refer to it. */
  readonly brings?: { readonly pointer: string; readonly type: 'number' | 'string' };
  /**
   * Of a create whose answer has no content: what of its Location is the identifier, which then counts as standing at `pointer`
   * (RFC 9110 §15.3.2: it is the address of what was made). `path` is the template of such an address; `unasked` says that the contract has
   * the answer show the record.
   */
  readonly located?: {
    readonly pointer: string;
    readonly path: string;
    readonly parameter: string;
    readonly type: 'number' | 'string';
    readonly unasked?: boolean;
  };
  /** Where the answer holds what it grants, such as an access token: an object without it lets nobody in, whatever its status. */
  readonly grants?: string;
  /** Of a list that may be left out where it is empty: its place in the answer. */
  readonly unlisted?: string;
  /** Id of the check that says whether the operation succeeds at all. */
  readonly provenBy?: string;
}

/** The answer with an empty list in the place of one that it leaves out; undefined where it is as it is. */
export function withList(answer: Json | undefined, { unlisted }: Success): Json | undefined {
  const isLeftOut = unlisted !== undefined && isMap(answer) && at(answer, unlisted) === undefined;
  return isLeftOut ? putAt(answer, unlisted, []) : undefined;
}

/** What a Location names, as an answer would show it; undefined where it is no address of that form. */
export function namedBy(location: string, located: NonNullable<Success['located']>): Json | undefined {
  const { pointer, path, parameter, type } = located;
  const form = path.split(/(\{[^}]+\})/).map((part) => {
    if (!part.startsWith('{')) return escapeRegExp(part);
    // What it stands below may be written with slashes, as what has a path for its name is.
    return part === `{${parameter}}` ? '([^/]+)' : '.+';
  });
  const text = patternOf(`${form.join('')}/?$`).group(new URL(location).pathname);
  const id = text === undefined ? undefined : decodePercent(text);
  if (id === undefined || (type === 'number' && !/^\d{1,15}$/.test(id))) return undefined;
  return putAt({}, pointer, type === 'number' ? Number(id) : id);
}

/**
 * Whether an exchange was answered with a success: any 2xx, since which of them is a matter of form, or a status that its
 * operation calls one, and the flag of its envelope. Content that cannot be read says nothing good.
 */
export function succeeded(exchange: Exchange, success: Success): boolean {
  const response = exchange.response;
  if (response === undefined || !isOfSuccess(response.status, success)) return false;
  const { flag } = success;
  if (flag === undefined || response.body === '') return true;
  const body = jsonBody(response);
  return body.ok && grants(body.value, flag);
}

/**
 * Whether an answer lets its request through: any 2xx, whatever status the contract names for a success, but for one whose
 * flag says in so many words that an item was not taken, or that has not what it would grant.
 */
export function letThrough(exchange: Exchange, success: Success): boolean {
  const response = exchange.response;
  if (response === undefined || !isSuccessful(response.status)) return false;
  const body = jsonBody(response);
  return !(body.ok && (denies(body.value, success.flag) || lacksGrant(body.value, success)));
}

function lacksGrant(answer: Json, { grants: place }: Success): boolean {
  return place !== undefined && isMap(answer) && at(answer, place) === undefined;
}

function isOfSuccess(status: number, { statuses }: Success): boolean {
  return isSuccessful(status) || statuses.includes(status);
}

/** RFC 9110 §15.3. */
export function isSuccessful(status: number): boolean {
  return status >= 200 && status <= 299;
}

/** Whether the flag of an answer says of an item that it was not taken. */
export function denies(answer: Json | undefined, flag: string | undefined): boolean {
  return flag !== undefined && answer !== undefined && itemsOf(answer).some((item) => at(item, flag) === false);
}

/** Whether the flag of an answer says of all of it that it was done. */
export function grants(answer: Json | undefined, flag: string): boolean {
  const items = answer === undefined ? [] : itemsOf(answer);
  return items.length > 0 && items.every((item) => at(item, flag) === true);
}

/** What stands where the identifier is due that later steps refer to, in words; undefined where it is one, or none is asked for. */
export function unfitFor(
  answer: Json | undefined,
  { brings: due, located }: Success,
  location?: string,
): string | undefined {
  if (due === undefined) return undefined;
  const found = valuesAt(answer, due.pointer)[0];
  if (typeof found === due.type) return undefined;
  if (located !== undefined && located.unasked !== true && found === undefined) {
    const named = location === undefined ? undefined : namedBy(location, { ...located, type: 'string' });
    return named === undefined
      ? `no Location that leads to ${located.path}`
      : `${show(at(named, located.pointer))} in its Location, where the contract has a number for {${located.parameter}}`;
  }
  const what =
    found === undefined || found === null
      ? 'nothing'
      : `${nameOf(found)} in place of a ${due.type === 'string' ? 'text' : 'number'}`;
  return `${what} at ${due.pointer || 'its root'}`;
}

function nameOf(value: Json): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'a text';
  return typeof value === 'number' ? 'a number' : typeof value === 'boolean' ? 'a boolean' : 'an object';
}

function itemsOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}
