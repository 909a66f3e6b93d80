/** What counts as the success of an operation. */
import { jsonBody } from './body.ts';
import type { Exchange } from './exchange.ts';
import type { Json } from './json.ts';
import { at, valuesAt } from './pointer.ts';

/** What counts as a success: a status of the list and, for enveloped answers, `success: true` in every item. */
export interface Success {
  readonly statuses: readonly number[];
  /** Pointer to the success flag of an answer (`/success`), or of each item of an array answer. */
  readonly flag?: string;
  /** Where the answer holds the identifier of what was made, and of which JSON type: without it others cannot refer to it. */
  readonly brings?: { readonly pointer: string; readonly type: 'number' | 'string' };
  /** Id of the check that says whether the operation succeeds at all. */
  readonly provenBy?: string;
}

/** Whether an exchange was answered with what its operation calls a success. */
export function succeeded(exchange: Exchange, success: Success): boolean {
  const response = exchange.response;
  if (response === undefined || !success.statuses.includes(response.status)) return false;
  if (success.flag === undefined || response.body === '') return true;
  const body = jsonBody(response);
  if (!body.ok) return false;
  const flag = success.flag;
  if (Array.isArray(body.value)) {
    return body.value.length > 0 && (body.value as readonly Json[]).every((item) => at(item, flag) === true);
  }
  return at(body.value, flag) === true;
}

/**
 * Whether an answer lets its request through: any 2xx, whatever status the contract names for a success, but for one whose
 * flag says in so many words that an item was not taken.
 */
export function letThrough(exchange: Exchange, success: Success): boolean {
  const response = exchange.response;
  if (response === undefined || response.status < 200 || response.status > 299) return false;
  const { flag } = success;
  const body = flag === undefined ? undefined : jsonBody(response);
  if (flag === undefined || body?.ok !== true) return true;
  const items = Array.isArray(body.value) ? (body.value as readonly Json[]) : [body.value];
  return !items.some((item) => at(item, flag) === false);
}

/** Whether an answer is what a step calls a success: the status, and the flag in every item where there is one. */
export function isSuccess(status: number | undefined, answer: Json | undefined, success: Success): boolean {
  if (status === undefined || !success.statuses.includes(status)) return false;
  if (success.flag === undefined || answer === undefined) return true;
  const items = Array.isArray(answer) ? (answer as readonly Json[]) : [answer];
  return items.length > 0 && items.every((item) => valuesAt(item, success.flag ?? '')[0] === true);
}

/** Whether an answer holds the identifier that later steps refer to; so it is where none is asked for. */
export function brings(answer: Json | undefined, success: Success): boolean {
  return success.brings === undefined || typeof valuesAt(answer, success.brings.pointer)[0] === success.brings.type;
}
