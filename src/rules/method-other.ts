/** Rules about OPTIONS, TRACE, method overrides and methods that a path does not support (RFC 9110 §9.1, §9.3.7 and §9.3.8). */
import { type Exchange, isUnavailable } from '../model/exchange.ts';
import { firstHeader, headerTokens } from '../model/headers.ts';
import { SECRET_MASK } from '../model/jwt.ts';
import { isSuccessStatus, isAccepted, succeeded } from '../model/success.ts';
import { caseRule } from './define-rule.ts';
import {
  requireResponse,
  responseExcerpt,
  createFinding,
  inapplicableJudgement,
  inconclusiveJudgement,
  judgementFrom,
  PASSED_JUDGEMENT,
  statusFinding,
} from './evidence.ts';
import { REJECTED_PARAMS } from './outcome.ts';
import { objectParams, STEP, STEP_PARAMS, SUCCESS, TEXTS } from './params.ts';

const unsupported = caseRule(
  {
    id: 'method.unsupported',
    title: 'An undeclared method is rejected',
    fails: '{accepts} an undeclared method ({key}): {status}',
    awaits: 'refusal',
    explain:
      'The path exists, but does not support the method. Tested only if the contract declares all methods of the service, on records that no other case uses. After an accepted method, no further one is tested at this path.',
    requirement: 'http.methods',
  },
  REJECTED_PARAMS,
  /**
   * RFC 9110 §9.1: a method that the server does not implement SHOULD get 501, one that the resource does not allow
   * 405. Another error means that the service rejected the request before it looked at the method.
   */
  (params, evidence) => {
    const { exchange, response } = requireResponse(evidence, params.step);
    if (isAccepted(exchange, params.success))
      return judgementFrom([
        statusFinding(exchange, params.statuses, {
          actual: `accepted with ${response.status}${possibleEffect(exchange)}`,
        }),
      ]);
    if (params.statuses.includes(response.status)) return judgementFrom([]);
    if (response.status === 401 || response.status === 403)
      return inapplicableJudgement(`the token is checked before the method: ${response.status}`);
    if (isUnavailable(response))
      return inconclusiveJudgement(`a gateway returned ${response.status}, so the response of the service is unknown`);
    if (response.status === 404 || response.status >= 500)
      return judgementFrom([statusFinding(exchange, params.statuses)]);
    return inapplicableJudgement(`another part of the request is checked before the method: ${response.status}`);
  },
);

/** An accepted method may have changed the resource; the owner of the service needs to know. */
function possibleEffect({ request }: Exchange): string {
  return request.method === 'GET'
    ? ''
    : `: ${request.method} may have changed ${request.url}, so no further method was tested there`;
}

const offered = caseRule(
  {
    id: 'method.offered',
    title: 'A declared method is supported',
    fails: 'does not support the method: {status}',
    explain:
      'HTTP lets a service decide which methods it supports. This service declares that it supports the method, so it returns a success.',
  },
  STEP_PARAMS,
  (params, evidence) => {
    const reply = requireResponse(evidence, params.step);
    const { status } = reply.response;
    return judgementFrom(isSuccessStatus(status) ? [] : [statusFinding(reply.exchange, [], { expected: 'a success' })]);
  },
);

const override = caseRule(
  {
    id: 'method.override',
    title: 'The method is the one in the request line',
    fails: 'uses a method from a header instead of the request line: {actual}',
    explain:
      'A GET has DELETE in X-HTTP-Method-Override and similar headers, and the record is read again afterwards. Frameworks that support these headers let a request bypass every rule written for its real method.',
    convention: true,
  },
  objectParams({
    /** The GET with a method override, and a plain one after it. */
    probe: STEP,
    after: STEP,
    success: SUCCESS,
  }),
  (params, evidence) => {
    const probe = requireResponse(evidence, params.probe);
    const after = requireResponse(evidence, params.after);
    return judgementFrom(
      [probe, after]
        .filter(({ exchange }) => !succeeded(exchange, params.success))
        .map(({ exchange, response }) =>
          statusFinding(exchange, [], { expected: 'the response of a GET', actual: responseExcerpt(response) }),
        ),
    );
  },
);

/** Other fields that list the methods of a path. */
const OTHER_OPTION_FIELDS = ['access-control-allow-methods', 'accept-patch', 'accept-post'];

const options = caseRule(
  {
    id: 'method.options',
    title: 'OPTIONS lists the methods of the path',
    fails: 'returns a wrong Allow for OPTIONS: {actual} instead of {expected}',
    explain:
      'If OPTIONS succeeds, its Allow header lists the methods that the contract declares for the path. It may list more.',
    requirement: 'http.options',
  },
  objectParams({ step: STEP, methods: TEXTS }),
  /**
   * RFC 9110 §9.3.7: a *successful* response to OPTIONS SHOULD have a field that describes the options, such as Allow.
   * OPTIONS itself is optional (§9.1), and the list may contain undeclared methods.
   */
  (params, evidence) => {
    const { exchange, response } = requireResponse(evidence, params.step);
    if (!isSuccessStatus(response.status))
      return inapplicableJudgement(`OPTIONS is not supported here: ${response.status}`);
    const allow = headerTokens(response, 'allow');
    if (
      firstHeader(response, 'allow') === undefined &&
      OTHER_OPTION_FIELDS.some((name) => firstHeader(response, name) !== undefined)
    )
      return judgementFrom([]);
    const lacking = params.methods.filter((m) => !allow.includes(m));
    if (lacking.length === 0) return PASSED_JUDGEMENT;
    return judgementFrom([
      createFinding(
        exchange,
        'header allow',
        params.methods.join(', '),
        allow.length === 0 ? undefined : allow.join(', '),
      ),
    ]);
  },
);

/** Methods that a server may support everywhere without listing them for one path. */
const EVERYWHERE: readonly string[] = ['OPTIONS', 'TRACE', 'CONNECT'];

const allowSame = caseRule(
  {
    id: 'method.allow-same',
    title: 'OPTIONS lists only methods that the path supports',
    fails: 'lists other methods for OPTIONS than the path supports: {actual} instead of {expected}',
    explain:
      'OPTIONS is sent, and then a method that the path rejects. The Allow header of OPTIONS does not list that method. It equals the Allow header of the rejection, except for HEAD. A list that is the same for every path misleads clients.',
    requirement: 'http.allow-same',
    convention: true,
  },
  objectParams({
    options: STEP,
    /** The request with a method that the path does not have. */
    probe: STEP,
  }),
  /**
   * RFC 9110 §10.2.1: Allow lists the supported methods at the time of each request. So two lists may differ without
   * violating the RFC; a listed method that is then rejected is of no use to clients.
   */
  (params, evidence) => {
    const options = requireResponse(evidence, params.options);
    const probe = requireResponse(evidence, params.probe);
    const listed = headerTokens(options.response, 'allow');
    if (!isSuccessStatus(options.response.status) || listed.length === 0)
      return inapplicableJudgement(`OPTIONS lists no methods here: ${options.response.status}`);
    const { status } = probe.response;
    if (status !== 405 && status !== 501) return inapplicableJudgement(`no method was rejected: ${status}`);
    const { method } = probe.exchange.request;
    const allowed = headerTokens(probe.response, 'allow');
    const isLike = status === 501 || allowed.length === 0 || isSame(listed, allowed);
    const right = isLike ? listed.filter((item) => item !== method) : allowed;
    if (isLike && right.length === listed.length) return PASSED_JUDGEMENT;
    return judgementFrom([
      createFinding(options.exchange, 'header allow', right.join(', ') || 'none', listed.join(', ')),
    ]);
  },
);

function isSame(left: readonly string[], right: readonly string[]): boolean {
  const [a, b] = [comparableMethods(left), comparableMethods(right)];
  return a.size === b.size && [...a].every((method) => b.has(method));
}

/** GET implies HEAD, listed or not. */
function comparableMethods(methods: readonly string[]): ReadonlySet<string> {
  return new Set(
    methods.filter((method) => !EVERYWHERE.includes(method) && !(method === 'HEAD' && methods.includes('GET'))),
  );
}

const trace = caseRule(
  {
    id: 'method.trace',
    title: 'A response to TRACE contains no credentials',
    fails: 'sends the credentials of a TRACE request back: {actual}',
    explain:
      'TRACE returns the request as received. Headers with a secret are left out. Otherwise scripts and logs that see the response also see the token.',
    requirement: 'http.trace',
  },
  STEP_PARAMS,
  /** RFC 9110 §9.3.8: a TRACE response contains the request, and SHOULD omit fields that are likely to be secret. */
  (params, evidence) => {
    const { exchange, response } = requireResponse(evidence, params.step);
    const reflected =
      response.body.includes(SECRET_MASK) || /^\s*(authorization|access-token)\s*:/im.test(response.body);
    return judgementFrom(
      reflected
        ? [createFinding(exchange, 'body', 'no header of the request that identifies the caller', response.body)]
        : [],
    );
  },
);

const traceRefused = caseRule(
  {
    id: 'method.trace-refused',
    title: 'TRACE is rejected',
    fails: 'supports TRACE: {status}',
    explain: 'HTTP lets a service support TRACE. APIs do not need it, and it reveals what gateways add to a request.',
    requirement: 'http.trace-refused',
    convention: true,
  },
  STEP_PARAMS,
  /** Any rejection is accepted: a proxy may reject TRACE in its own way. */
  (params, evidence) => {
    const reply = requireResponse(evidence, params.step);
    const { status } = reply.response;
    return judgementFrom(
      status < 400 || status === 500 ? [statusFinding(reply.exchange, [], { expected: 'a rejection' })] : [],
    );
  },
);

export const methodOtherRules = [unsupported, offered, override, options, allowSame, trace, traceRefused] as const;
