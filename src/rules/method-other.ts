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
    title: 'A method that the path does not have is refused',
    fails: '{accepts} a method that the path does not have ({key}): {status}',
    awaits: 'refusal',
    explain:
      'The path exists and the method is not one of its own. Tried only where the contract says that it is the whole of the interface, on records that nothing else uses; a method that is accepted is the last one tried there.',
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
      return inapplicableJudgement(`who calls is judged before the method: ${response.status}`);
    if (isUnavailable(response))
      return inconclusiveJudgement(
        `a gateway answered ${response.status}, so that it was not seen what the service does`,
      );
    if (response.status === 404 || response.status >= 500)
      return judgementFrom([statusFinding(exchange, params.statuses)]);
    return inapplicableJudgement(`something else is judged before the method: ${response.status}`);
  },
);

/** An accepted method may have changed the resource; the owner of the service needs to know. */
function possibleEffect({ request }: Exchange): string {
  return request.method === 'GET'
    ? ''
    : `: ${request.method} may have changed what is at ${request.url}, so nothing more was tried there`;
}

const offered = caseRule(
  {
    id: 'method.offered',
    title: 'A method is answered',
    fails: 'does not answer the method: {status}',
    explain:
      'HTTP leaves it to a service which methods it offers, and this one says that it has the method: it is answered with a success.',
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
    fails: 'obeys a method in a header field instead of the request line: {actual}',
    explain:
      'A GET says DELETE in X-HTTP-Method-Override and its relatives, and is read again afterwards. Frameworks that honour these fields let a request past every rule written for its real method.',
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
          statusFinding(exchange, [], { expected: 'the answer of a GET', actual: responseExcerpt(response) }),
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
    fails: 'does not list the methods of the path: {actual} instead of {expected}',
    explain:
      'Where OPTIONS is answered with a success, its Allow field lists what the contract declares for the path. It may list more.',
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
      return inapplicableJudgement(`OPTIONS is not offered here: ${response.status}`);
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
    title: 'OPTIONS lists what the path has',
    fails: 'lists other methods for OPTIONS than the path has: {actual} instead of {expected}',
    explain:
      'OPTIONS is sent, and then a method that the path does not have, which is refused. The Allow field of OPTIONS does not list it, and lists what that of the refusal does, but for HEAD beside GET. A list that is the same for every path sends clients astray.',
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
    if (status !== 405 && status !== 501) return inapplicableJudgement(`no method was refused: ${status}`);
    const { method } = probe.exchange.request;
    const told = headerTokens(probe.response, 'allow');
    const isLike = status === 501 || told.length === 0 || isSame(listed, told);
    const right = isLike ? listed.filter((item) => item !== method) : told;
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
    title: 'TRACE brings no credentials back',
    fails: 'sends the credentials of a TRACE back: {actual}',
    explain:
      'TRACE sends the request back as it arrived. Fields that hold a secret are left out: scripts and logs that see the answer would else see the token.',
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
        ? [createFinding(exchange, 'body', 'no field of the request that identifies the caller', response.body)]
        : [],
    );
  },
);

const traceRefused = caseRule(
  {
    id: 'method.trace-refused',
    title: 'TRACE is refused',
    fails: 'answers TRACE: {status}',
    explain: 'HTTP lets a service answer TRACE. None has a use for it, and it shows what gateways add to a request.',
    requirement: 'http.trace-refused',
    convention: true,
  },
  STEP_PARAMS,
  /** Any rejection is accepted: a proxy may reject TRACE in its own way. */
  (params, evidence) => {
    const reply = requireResponse(evidence, params.step);
    const { status } = reply.response;
    return judgementFrom(
      status < 400 || status === 500 ? [statusFinding(reply.exchange, [], { expected: 'a refusal' })] : [],
    );
  },
);

export const methodOtherRules = [unsupported, offered, override, options, allowSame, trace, traceRefused] as const;
