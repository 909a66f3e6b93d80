/** Whether what was accepted is there when it is read. */
import { jsonBody } from '../../record/body.ts';
import type { Exchange } from '../../record/exchange.ts';
import { inapplicable, inconclusive, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Judgement, PassiveJudge, CallOnMade } from '../model.ts';

/** What says that there is no such thing, or no longer. */
const GONE: readonly (number | undefined)[] = [404, 410];

export const isGone = ({ call }: CallOnMade): boolean => GONE.includes(call.response?.status);
const isFound = ({ call: { response } }: CallOnMade): boolean => response !== undefined && response.status < 300;

/**
 * RFC 9110 §15.3.2: a 201 says that the resource has been created, and §15.3.3 has 202 for what is still to be done. That reading itself is at
 * fault, where it is, its own checks say.
 */
function judgeMade(calls: readonly CallOnMade[]): Judgement {
  const reads = calls.filter(({ call }) => call.request.method === 'GET');
  if (reads.length === 0) return inapplicable('nothing that was made here was read');
  const gone = reads.filter(isGone);
  const besides = onlyIn(gone, reads.filter(isFound));
  return judged(
    gone.map(({ made, call }) =>
      statusFinding(call, [], {
        expected: `the record, as its ${made.request.method} was answered ${made.response?.status}`,
        actual: `${call.response?.status}${besides === undefined ? '' : `, where the answer before had ${besides}`}`,
      }),
    ),
  );
}

/** What the answers by which all of the one were made have beside their records, and those of the others have not: such as warnings. */
function onlyIn(gone: readonly CallOnMade[], found: readonly CallOnMade[]): string | undefined {
  if (found.length === 0) return undefined;
  const [first = [], ...others] = gone.map(({ made }) => listsOf(made));
  const inFound = new Set(found.flatMap(({ made }) => listsOf(made)));
  return first.find((name) => others.every((names) => names.includes(name)) && !inFound.has(name));
}

/** Names of lists in an answer that are not empty, but for those of the record itself. */
function listsOf({ response }: Exchange): readonly string[] {
  const body = response === undefined ? undefined : jsonBody(response);
  const [item] = body?.ok === true ? [body.value].flat() : [];
  return typeof item === 'object' && item !== null
    ? Object.entries(item).flatMap(([name, value]) => (Array.isArray(value) && value.length > 0 ? [name] : []))
    : [];
}

export const made = {
  id: 'http.made',
  kind: 'passive',
  judge: ({ response, failure }) =>
    response === undefined
      ? inconclusive(failure?.message ?? 'no answer')
      : inapplicable('a record is judged by what was made before'),
  judgeMade,
} as const satisfies PassiveJudge;
