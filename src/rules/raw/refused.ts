/**
 * The judgement that all rows on raw traffic share: one answer at most, and that a refusal. Behind a request with content
 * there is always more on the connection, so that a server which goes on reading where it has to close answers that too.
 */
import { counted } from '../../record/counted.ts';
import { succeeded } from '../../record/success.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { beginning, finding, inconclusive, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, FLAG, STATUSES, STEP, SUCCESS, type ParamsOf } from '../params.ts';

const RAW_PARAMS = object(
  {
    step: STEP,
    /** Whether the connection may be closed without an answer. */
    mayClose: FLAG,
  },
  {
    /** What it may be refused with; absent: with any status below 500. */
    statuses: STATUSES,
    /** Any one answer will do, since the request may also be read in the one way that the standard names. */
    anyAnswer: FLAG,
    /** It may be answered before its content is read, and what cannot be read then be refused on its own. */
    early: FLAG,
    /** Given where the service may mend the fault and serve the request. */
    success: SUCCESS,
  },
);

type RawParams = ParamsOf<typeof RAW_PARAMS>;

function judge(params: RawParams, evidence: CaseEvidence): Judgement {
  const list = evidence[params.step] ?? [];
  const [first, second] = list;
  if (first === undefined) return inconclusive(`step "${params.step}" was not sent`);
  const isOfTheRest = params.early === true && list.length === 2 && second?.response?.status === 400;
  if (second !== undefined && !isOfTheRest)
    return judged([
      finding(second, 'exchange', 'one answer to one request', `${counted(list.length, 'answer')} on the connection`, {
        kind: 'added',
      }),
    ]);
  if (first.response === undefined) {
    const closed = first.failure?.kind === 'reset' || first.failure?.kind === 'truncated';
    if (!closed) return inconclusive(first.failure?.message ?? 'no answer');
    return judged(
      params.mayClose
        ? []
        : [finding(first, 'exchange', wantedOf(params), 'the connection was closed without an answer')],
    );
  }
  const { status } = first.response;
  const served = params.success !== undefined && succeeded(first, params.success);
  const refused = params.statuses === undefined ? status >= 300 && status < 500 : params.statuses.includes(status);
  if (served || refused || (params.anyAnswer === true && status < 500)) return judged([]);
  return judged([
    statusFinding(first, params.statuses ?? [], { expected: wantedOf(params), actual: beginning(first.response) }),
  ]);
}

function wantedOf({ statuses }: RawParams): string {
  return statuses === undefined ? 'a refusal below 500' : statuses.join(' or ');
}

export const refused = caseRule(
  {
    id: 'raw.refused',
    title: 'Traffic that no client sends is refused, once',
    fails: '{accepts} a request that is none: {status}',
    awaits: 'refusal',
    explain:
      'The request breaks the grammar of HTTP, which clients keep for their users. It gets one answer at most, and that a refusal: what two servers on the way read differently lets a second request be hidden.',
    covers: [],
  },
  RAW_PARAMS,
  judge,
);
