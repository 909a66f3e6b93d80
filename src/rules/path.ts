/** Rules about paths: percent-encoding, errors for unknown paths, over-long targets. */
import { isJson, jsonBody } from '../model/body.ts';
import { type RecordedResponse, isUnavailable } from '../model/exchange.ts';
import { firstHeader } from '../model/headers.ts';
import { isMap, type Json, jsonText } from '../model/json.ts';
import { succeeded } from '../model/success.ts';
import { caseRule } from './define-rule.ts';
import {
  requireResponse,
  responseExcerpt,
  truncateText,
  createFinding,
  inapplicableJudgement,
  inconclusiveJudgement,
  judgementFrom,
  PASSED_JUDGEMENT,
  schemaFinding,
  statusFinding,
} from './evidence.ts';
import type { Finding } from './model.ts';
import { judgeAccepted } from './outcome.ts';
import { ANYTHING, objectParams, STEP, SUCCESS } from './params.ts';
import { schemaFailures } from './schema.ts';

/** RFC 9110 §4.2.3: distinct resources SHOULD NOT have addresses that are equivalent after normalization (RFC 3986 §6.2.2.2). */
const encoded = caseRule(
  {
    id: 'path.encoded',
    title: 'A percent-encoded letter in a path has no effect',
    fails: '{refuses} a path with a percent-encoded letter: {status}',
    awaits: 'acceptance',
    explain:
      'One letter of the path is percent-encoded. By RFC 3986 it is the same path, so the response is the same. A gateway or service that compares paths before it decodes them rejects this one, or returns an empty or default page.',
    requirement: 'http.target-equivalence',
  },
  objectParams({
    /** The plain path, and the path with an encoded letter. */
    plain: STEP,
    step: STEP,
    success: SUCCESS,
  }),
  /** A redirect to one spelling shows that the service treats both as the same resource. */
  ({ plain, ...params }, evidence) => {
    const wanted = requireResponse(evidence, plain);
    const { exchange, response } = requireResponse(evidence, params.step);
    if (response.status >= 300 && response.status <= 399 && firstHeader(response, 'location') !== undefined)
      return inapplicableJudgement(`the response redirects to another spelling of the URL (${response.status})`);
    const accepted = judgeAccepted(params, evidence);
    if (accepted.kind !== 'judged' || accepted.findings.length > 0) return accepted;
    const kind = differenceKind(wanted.response, response);
    if (kind === undefined) return PASSED_JUDGEMENT;
    const body = jsonBody(wanted.response);
    const expected = body.ok ? jsonText(body.value) : truncateText(wanted.response.body);
    return judgementFrom([createFinding(exchange, 'body', expected, response.body.trim() || 'nothing', { kind })]);
  },
);

/** Compares only the kind of content, since other clients may write to the resource in the meantime. */
function differenceKind(expected: RecordedResponse, shown: RecordedResponse): Finding['kind'] {
  if (expected.body.trim() === '') return undefined;
  if (shown.body.trim() === '') return 'no-content';
  const [due, came] = [jsonBody(expected), jsonBody(shown)];
  if (!due.ok) return undefined;
  if (!came.ok) return 'not-json';
  return isAlike(due.value, came.value) ? undefined : 'value';
}

/** True for two lists, or two objects with a common field. */
function isAlike(due: Json, came: Json): boolean {
  if (!isMap(due)) return Array.isArray(due) === Array.isArray(came) && typeof due === typeof came;
  const names = Object.keys(due);
  return isMap(came) && (names.length === 0 || names.some((name) => Object.hasOwn(came, name)));
}

const errorShape = caseRule(
  {
    id: 'path.error-shape',
    title: 'An error outside of the operations matches the error schema',
    fails: 'violates the error schema: {where} is {actual} ({expected})',
    explain:
      'Web servers and frameworks return an error page of their own if they find no handler, so that clients need a second parser.',
  },
  objectParams({ step: STEP, error: ANYTHING }),
  /** Judges errors only; other responses have their own rules. */
  ({ step, error }, evidence) => {
    const { exchange, response } = requireResponse(evidence, step);
    if (isUnavailable(response)) return inconclusiveJudgement(`a gateway returned ${response.status}`);
    if (response.status < 400 || response.status > 499) return inapplicableJudgement('not an error of the caller');
    const body = jsonBody(response);
    if (!body.ok)
      return judgementFrom([
        createFinding(
          exchange,
          'body',
          'a JSON error body',
          `${firstHeader(response, 'content-type') ?? 'no content type'}: ${truncateText(response.body, 120)}`,
        ),
      ]);
    if (!isJson(response))
      return judgementFrom([
        createFinding(exchange, 'header content-type', 'application/json', firstHeader(response, 'content-type')),
      ]);
    return judgementFrom(
      schemaFailures(error as Json, body.value).map((failure) => schemaFinding(exchange, '', body.value, failure)),
    );
  },
);

const overLong = caseRule(
  {
    id: 'path.over-long',
    title: 'An oversized URL is rejected or accepted, without a server error',
    fails: '{fails} an oversized URL: {actual}',
    explain:
      'A short query with an unknown parameter is accepted. Then the parameter becomes very long. The service accepts it, or rejects it with 414 or 431, or a filter rejects it. It does not fail or close the connection.',
    requirement: 'http.target-length',
  },
  objectParams({
    /** The same parameter, short and long. */
    short: STEP,
    step: STEP,
    success: SUCCESS,
  }),
  /**
   * RFC 9112 §3: a target longer than the server supports gets 414. The server chooses the limit, and a limit on the
   * header section (431) or a filter may respond first. The server must not fail or close the connection.
   */
  (params, evidence) => {
    const short = requireResponse(evidence, params.short);
    if (!succeeded(short.exchange, params.success))
      return inapplicableJudgement(`a short query with an unknown parameter is rejected too: ${short.response.status}`);
    const failure = evidence[params.step]?.[0]?.failure;
    const probe = evidence[params.step]?.[0];
    if (probe !== undefined && (failure?.kind === 'reset' || failure?.kind === 'truncated'))
      return judgementFrom([
        createFinding(
          probe,
          'exchange',
          '414, or the response to the same request with a short query',
          failure.message,
        ),
      ]);
    const { exchange, response } = requireResponse(evidence, params.step);
    if (response.status < 500) return PASSED_JUDGEMENT;
    return judgementFrom([
      statusFinding(exchange, [414], {
        expected: '414, or the response to the same request with a short query',
        actual: responseExcerpt(response),
      }),
    ]);
  },
);

export const pathRules = [encoded, errorShape, overLong] as const;
