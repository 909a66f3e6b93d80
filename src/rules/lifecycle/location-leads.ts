import { succeeded } from '../../record/success.ts';
import { at } from '../../record/pointer.ts';
import { sameJson, show } from '../../record/json.ts';
import { jsonBody, meantJson } from '../../record/body.ts';
import { header } from '../../record/headers.ts';
import type { CaseEvidence, Exchange } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import {
  answered,
  beginning,
  finding,
  inapplicable,
  inconclusive,
  isJudgement,
  isUnreached,
  judged,
} from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Finding, Judgement } from '../model.ts';
import { object, POINTER, STEP, SUCCESS, type ParamsOf } from '../params.ts';

const PARAMS = object({
  created: STEP,
  followed: STEP,
  /** The record by its identifier, afterwards: it may not be there yet. */
  known: STEP,
  /** Where the identifier stands in the answer to the create, and in the answer at the Location. */
  made: POINTER,
  shown: POINTER,
  success: SUCCESS,
});

/**
 * RFC 9110 §9.3.3, §15.3.2: Location identifies the primary resource that was created. It may do so at another origin, such as the
 * public name of a service that is tested by an inner address, and in another form than the interface has.
 */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const created = answered(evidence, params.created);
  if (isJudgement(created)) return created;
  const location = header(created.response, 'location');
  // Whether it must be there is judged on every 201.
  if (location === undefined) return inapplicable('the answer has no Location');
  const followed = evidence[params.followed]?.[0];
  if (followed?.response === undefined) {
    const why = followed?.failure?.message ?? 'it was not followed';
    if (isElsewhere(location, created.exchange.request.url))
      return inapplicable(`the Location leads elsewhere, where no token is taken: ${location}`);
    // What another step was to bring is no matter of the address.
    return followed?.failure?.kind === 'not-sent' && followed.failure.why !== 'lacking'
      ? judged([finding(created.exchange, 'header location', 'an address', `${location}: ${why}`)])
      : inconclusive(why);
  }
  const { status } = followed.response;
  if (isUnreached(followed.response)) return inconclusive(`a gateway answered ${status} at ${location}`);
  const isOfCollection =
    isTarget(location, created.exchange) && isKnownElsewhere(location, evidence[params.known]?.[0], params);
  if (!succeeded(followed, params.success)) {
    if (isOfCollection) return judged([ofTarget(created.exchange, location)]);
    // What answers and is not shown in this way is there all the same.
    if (status !== 404 && status !== 410) return inapplicable(`at ${location} it is answered ${status}`);
    const known = answered(evidence, params.known);
    if (isJudgement(known)) return known;
    if (!succeeded(known.exchange, params.success))
      return inconclusive(`by its identifier the new record is answered ${known.response.status} too`);
    return judged([
      statusFinding(followed, [], { expected: `the record, at ${location}`, actual: beginning(followed.response) }),
    ]);
  }
  const record = jsonBody(followed.response);
  const wanted = at(meantJson(created.response), params.made);
  const shown = record.ok ? at(record.value, params.shown) : undefined;
  if (shown === undefined && isOfCollection) return judged([ofTarget(created.exchange, location)]);
  if (wanted === undefined || shown === undefined)
    return inapplicable('an answer without an identifier: that the address answers is all there is to see');
  if (sameJson(wanted, shown)) return judged([]);
  const [due, actual] = [`the record ${show(wanted)}`, `another record stands at ${location}: ${show(shown)}`];
  return judged([finding(followed, `body#${params.shown}`, due, actual, { kind: 'value' })]);
}

/** Whether it is the address that the create was sent to: mostly that of a collection. */
function isTarget(location: string, { request: { url } }: Exchange): boolean {
  return URL.canParse(location, url) && new URL(location, url).href === new URL(url).href;
}

/** Whether the new record is read at another address: what is made where it was sent to has that one for its own. */
function isKnownElsewhere(
  location: string,
  known: Exchange | undefined,
  { success }: ParamsOf<typeof PARAMS>,
): boolean {
  return known !== undefined && succeeded(known, success) && !isTarget(location, known);
}

function ofTarget(created: Exchange, location: string): Finding {
  return finding(
    created,
    'header location',
    'the address of the new record',
    `${location}, where the create was sent to`,
  );
}

function isElsewhere(location: string, url: string): boolean {
  return URL.canParse(location, url) && new URL(location, url).origin !== new URL(url).origin;
}

export const locationLeads = caseRule(
  {
    id: 'lifecycle.location-leads',
    title: 'Location leads to the record that was made',
    fails: 'sends a Location that does not lead to the new record: {actual}',
    explain:
      'The address in the Location of a create is read with the same token: it is the new record. A wrong one mostly lacks a part of the path. One at another origin is not followed, since a token is never taken there.',
    requirement: 'http.location',
    covers: ['A15'],
  },
  PARAMS,
  judge,
);
