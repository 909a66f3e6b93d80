import type { CaseEvidence } from '../../exchange/model.ts';
import type { Success } from '../../plan/model.ts';
import { caseRule } from '../case-rule.ts';
import { answered, at, clip, finding, header, inapplicable, inconclusive, isJudgement, jsonBody, judged, sameJson, show, succeeded } from '../evidence.ts';
import type { Judgement } from '../model.ts';

interface LocationParams {
  readonly created: string;
  readonly followed: string;
  /** Where the identifier stands in the answer to the create, and in the answer at the Location. */
  readonly made: string;
  readonly shown: string;
  readonly success: Success;
}

function judge(params: LocationParams, evidence: CaseEvidence): Judgement {
  const created = answered(evidence, params.created);
  if (isJudgement(created)) return created;
  const location = header(created.response, 'location');
  // Whether it must be there is judged on every 201.
  if (location === undefined) return inapplicable('the answer has no Location');
  const followed = evidence[params.followed]?.[0];
  if (followed?.response === undefined) {
    const why = followed?.failure?.message ?? 'it was not followed';
    return followed?.failure?.kind === 'not-sent' ? judged([finding(created.exchange, 'header location', 'an address of the service', `${location}: ${why}`)]) : inconclusive(why);
  }
  const { status, body: text } = followed.response;
  if (!succeeded(followed, params.success)) return judged([finding(followed, 'status', `the record, at ${location}`, `${status}: ${clip(text, 160)}`)]);
  const [answer, record] = [jsonBody(created.response), jsonBody(followed.response)];
  const wanted = answer.ok ? at(answer.value, params.made) : undefined;
  const shown = record.ok ? at(record.value, params.shown) : undefined;
  return judged(sameJson(wanted, shown) ? [] : [finding(followed, `body#${params.shown}`, show(wanted), show(shown))]);
}

export const locationLeads = caseRule(
  {
    id: 'lifecycle.location-leads',
    title: 'Location leads to the record that was made',
    fails: 'sends a Location that does not lead to the new record: {actual}',
    explain:
      'The address in the Location of a create is read with the same token: it is the new record. A wrong one is mostly that of the server behind the gateway, or lacks a part of the path.',
    requirement: 'http.location',
    covers: ['A15'],
  },
  {
    type: 'object',
    required: ['created', 'followed', 'made', 'shown', 'success'],
    properties: { created: { type: 'string' }, followed: { type: 'string' }, made: { type: 'string' }, shown: { type: 'string' }, success: { type: 'object' } },
    additionalProperties: false,
  },
  judge,
);
