/** Rules about malformed requests, which are sent over a raw connection. */
import { isUnanswered } from '../model/exchange.ts';
import { joinWithOr, pluralize } from '../model/text.ts';
import { succeeded } from '../model/success.ts';
import { caseRule } from './define-rule.ts';
import {
  responseExcerpt,
  truncateText,
  createFinding,
  inconclusiveJudgement,
  judgementFrom,
  PASSED_JUDGEMENT,
  statusFinding,
} from './evidence.ts';
import { FLAG, objectParams, type SchemaParams, STATUSES, STEP, SUCCESS } from './params.ts';

const RAW_PARAMS = objectParams(
  {
    step: STEP,
    /** True if the service may close the connection without a response. */
    mayClose: FLAG,
  },
  {
    /** Allowed statuses of the rejection; absent: any status below 500. */
    statuses: STATUSES,
    /** Any single response is right, since the request may also be read in the way that the standard names. */
    anyAnswer: FLAG,
    /** The service may respond before it reads the content, and then reject the rest as a request of its own. */
    early: FLAG,
    /** Set if the service may repair the request and serve it. */
    success: SUCCESS,
  },
);

type RawParams = SchemaParams<typeof RAW_PARAMS>;

/**
 * Shared by all rows on malformed HTTP: at most one response, and that a rejection. A request with content is followed
 * by more bytes, so a server that reads on instead of closing sends a second response.
 */
const refused = caseRule(
  {
    id: 'raw.refused',
    title: 'A malformed HTTP request is rejected, with one response',
    fails: '{accepts} a malformed HTTP request: {status}',
    awaits: 'refusal',
    explain:
      'The request violates the grammar of HTTP, which HTTP clients enforce. It gets at most one response, and that is a rejection. If two servers on the way interpret it differently, an attacker can hide a second request in it.',
  },
  RAW_PARAMS,
  (params, evidence) => {
    const list = evidence[params.step] ?? [];
    const [first, second] = list;
    if (first === undefined) return inconclusiveJudgement(`step "${params.step}" was not sent`);
    const isOfTheRest = params.early === true && list.length === 2 && second?.response?.status === 400;
    if (second !== undefined && !isOfTheRest)
      return judgementFrom([
        createFinding(
          second,
          'exchange',
          'one response to one request',
          `${pluralize(list.length, 'response')} on the connection`,
          {
            kind: 'added',
          },
        ),
      ]);
    if (first.response === undefined) {
      const closed = first.failure?.kind === 'reset' || first.failure?.kind === 'truncated';
      if (!closed) return inconclusiveJudgement(first.failure?.message ?? 'no response');
      if (params.mayClose) return PASSED_JUDGEMENT;
      return judgementFrom([
        createFinding(first, 'exchange', expectedText(params), 'the connection was closed without a response'),
      ]);
    }
    const { status } = first.response;
    const served = params.success !== undefined && succeeded(first, params.success);
    const refused = params.statuses === undefined ? status >= 300 && status < 500 : params.statuses.includes(status);
    if (served || refused || (params.anyAnswer === true && status < 500)) return judgementFrom([]);
    return judgementFrom([
      statusFinding(first, params.statuses ?? [], {
        expected: expectedText(params),
        actual: responseExcerpt(first.response),
      }),
    ]);
  },
);

function expectedText({ statuses }: RawParams): string {
  return statuses === undefined ? 'a rejection with a status below 500' : joinWithOr(statuses);
}

export const stillRespondsRule = caseRule(
  {
    id: 'raw.still-responds',
    title: 'The service responds after malformed, aborted and huge requests',
    fails: 'stops responding after a malformed, aborted or huge request: {actual}',
    explain:
      'One client can stop the service for all others. After a group that sends malformed, aborted or huge requests, Plumbline sends one valid read. If nothing responds and the service comes back, the group is sent once more while nothing else is sent; the check fails if the service stops again.',
    source:
      'No RFC requires a server to keep running; RFC 9112 §2.2 specifies 400 as the response to malformed messages',
    requirement: 'http.still-responds',
    judgesThrottling: true,
  },
  objectParams({ step: STEP }),
  /** A service that stops twice, the second time while no other request is sent, stops because of these requests. */
  ({ step }, evidence) => {
    const read = evidence[step]?.[0];
    if (read === undefined) return inconclusiveJudgement(`step "${step}" was not sent`);
    if (!isUnanswered(read)) return PASSED_JUDGEMENT;
    const { after, failure, response } = read;
    const why = failure?.message ?? `status ${response?.status}`;
    if (after === undefined) return inconclusiveJudgement(why);
    if (after.twice !== true) return inconclusiveJudgement(`stopped responding after ${after.request}: ${why}`);
    return judgementFrom([
      {
        where: 'exchange',
        expected: 'a response to the next valid request',
        actual: truncateText(`stopped responding twice after ${after.request}`),
        evidence: after.exchange,
      },
    ]);
  },
);

export const rawRules = [refused, stillRespondsRule] as const;
