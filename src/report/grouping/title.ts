/**
 * Title of a failure group, written like the first line of a bug report: `POST /orders: accepts a body that is not JSON: 201 instead of 400
 * (9 endpoints)`. It consists of the place of the first failure, the behaviour of the service, and the extent.
 */
import { joinWithOr } from '../../model/text.ts';
import { groupBy } from '../../model/objects.ts';
import { matchesRulePattern, type RulePattern } from '../../model/check-scope.ts';
import { failureText, joinWithAnd, splitPhrase, phraseWithoutFindings, requestText } from '../phrase.ts';
import { fieldNamesIn } from '../finding.ts';
import { withoutDuplicates, type Failure, type JudgedReport, checkOperationKey } from './failure.ts';
import { errorMessage, type TrafficIndex } from './traffic.ts';

export function groupTitle(own: readonly Failure[], report: JudgedReport, traffic: TrafficIndex): string {
  const operations = operationsOf(own);
  const [first = ''] = operations;
  const place = traffic.placeOf(first) ?? withoutVersion(first);
  return `${place}: ${behaviourOf(own, report, traffic)}${extentOf(own, operations, traffic)}`;
}

/** Behaviour of the service and the expected one. */
function behaviourOf(own: readonly Failure[], report: JudgedReport, traffic: TrafficIndex): string {
  const [first] = own;
  if (first === undefined) return '';
  const rules = withoutDuplicates(own.map(({ rule }) => rule));
  const phrase = report.rules[first.rule]?.fails;
  const expected = own.flatMap((one) => one.expected ?? []);
  const ending = joinWithAnd(own.map((one) => endingText(one, expected)));
  const due = statusText(expected, ending);
  const statuses = `${ending}${due === '' || ending.includes(IN_BODY) ? '' : ` instead of ${due}`}`;
  if (first.kind === 'version') return `publishes version ${ending} instead of ${first.check.spec}`;
  if (first.kind === 'throttled') return 'throttles requests with 429';
  if (first.kind === 'breakdown') {
    const did = /^\d/.test(ending) ? `returns ${ending}` : `fails (${ending})`;
    return `${did} for ${isPlain(own, report) ? 'valid requests' : requestsOf(own, report)}${commonMessage(own, traffic)}`;
  }
  if (first.all !== undefined) return first.all;
  if (first.did === 'success form') return `accepts a request with ${statuses}`;
  if (first.did === 'rejected a valid request' && matchesRulePattern(ANY_REQUEST, first.check.rule))
    return `rejects a valid request${commonProperty(own, report)}: ${statuses}${commonMessage(own, traffic)}`;
  if (first.did === 'rejected otherwise')
    return rules.length > 1 || phrase === undefined || requestText(phrase, []) !== undefined
      ? `rejects ${requestsOf(own, report)} with ${statuses}`
      : `${phraseWithoutFindings(
          phrase,
          own.map(({ check }) => check),
        )}: ${statuses}`;
  const fields = first.layer === 'shape' ? fieldsText(own) : '';
  if (fields !== '') return fields;
  const fails = report.rules[first.check.rule]?.fails;
  const same = own.filter(({ check, rule }) => check.rule === first.check.rule && rule === first.rule);
  const text =
    fails === undefined
      ? `fails "${first.check.title}"`
      : failureText(
          fails,
          same.map(({ check }) => check),
        );
  const { main, tail } = splitPhrase(text);
  return `${main}${errorResponses(own, ' in ')}${customCases(own)}${tail === undefined ? '' : `: ${tail}`}`;
}

/** Rules that judge a valid request without a special property. */
const ANY_REQUEST: readonly RulePattern[] = ['outcome.accepted', 'coverage.exercised'];

function isPlain(own: readonly Failure[], report: JudgedReport): boolean {
  return (
    own[0]?.valid === true &&
    own.some(({ rule }) => rule === 'outcome.accepted' || report.rules[rule]?.awaits === undefined)
  );
}

const IN_BODY = ' with an error in the body';

/** Ending of a failure: `404`, `timeout`, or `200 with an error in the body`. */
function endingText({ ending = '' }: Failure, expected: readonly number[]): string {
  const status = ending.replace('denied:', '');
  return status !== ending || expected.map(String).includes(status) ? `${status}${IN_BODY}` : status;
}

/** Expected statuses: `401`, `400 or 422`, or `4xx` if there are more of one class. */
function statusText(all: readonly number[], ending: string): string {
  const statuses = withoutDuplicates(all).map(String);
  const classes = withoutDuplicates(statuses.map((status) => `${status.charAt(0)}xx`));
  if (statuses.length <= 2 || classes.length > 1) return joinWithOr(statuses);
  return `${ending.startsWith(statuses[0]?.charAt(0) ?? '') ? 'another ' : ''}${classes.join('')}`;
}

/** Missing and undeclared fields: `returns data instead of abn and 5 more`. */
function fieldsText(own: readonly Failure[]): string {
  const findings = own.flatMap(({ occurrences }) => occurrences.map(({ finding }) => finding));
  const missing = findings.flatMap(({ member, kind }) => (kind === 'absent' && member !== undefined ? [member] : []));
  const added = findings.flatMap(({ kind, where }) => (kind === 'added' ? fieldNamesIn(where).slice(-1) : []));
  const response = errorResponses(own, '') || 'a response';
  if (missing.length > 0 && added.length > 0) return `returns ${firstOf(added)} instead of ${firstOf(missing)}`;
  if (missing.length > 0) return `returns ${response} without ${joinWithAnd(missing)}`;
  return added.length > 0 ? `returns ${response} with the undeclared ${joinWithAnd(added)}` : '';
}

function firstOf(values: readonly string[]): string {
  const [first = '', ...others] = withoutDuplicates(values);
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

/** Kind of responses such as `4xx responses`, if a failure about content occurs only in errors. */
function errorResponses(own: readonly Failure[], before: string): string {
  const statuses = own.flatMap(({ occurrences }) => occurrences.map(({ status }) => status ?? 0));
  if (!['text', 'media', 'shape'].includes(own[0]?.layer ?? '') || statuses.some((status) => status < 400)) return '';
  const kinds = new Set(statuses).size === 1 ? statuses : statuses.map((status) => `${Math.floor(status / 100)}xx`);
  return `${before}${joinWithAnd(kinds.map(String).sort())} responses`;
}

/** Titles of the custom cases of a contract: ` in "Several offers can be posted" and 4 more`. */
function customCases(own: readonly Failure[]): string {
  if (own[0]?.check.declared !== true) return '';
  const titles = withoutDuplicates(own.map(({ check }) => check.title));
  return ` in "${titles[0] ?? ''}"${titles.length > 1 ? ` and ${titles.length - 1} more` : ''}`;
}

/** Failures whose responses are read for a common message. */
const MAX_QUOTED = 200;

/** Common message of the service, such as `, "name is required"`. */
function commonMessage(own: readonly Failure[], traffic: TrafficIndex): string {
  const messages = withoutDuplicates(
    own
      .slice(0, MAX_QUOTED)
      .flatMap(({ occurrences }) => occurrences.slice(0, 3))
      .map(({ exchange }) => errorMessage(traffic.get(exchange)?.response?.body ?? '')),
  );
  return messages.length === 1 && messages[0] !== '' ? `, "${messages[0]}"` : '';
}

/**
 * Common property of all rejected requests, such as ` (every optional field is omitted)`, if other valid requests of the operation succeed.
 */
function commonProperty(own: readonly Failure[], report: JudgedReport): string {
  const titles = withoutDuplicates(own.map(({ check }) => check.title));
  if (titles.length !== 1) return '';
  if (own[0]?.check.declared === true) return customCases(own);
  const othersSucceed = own.every(({ check }) =>
    report.checks.some(
      (other) =>
        other.rule === 'outcome.accepted' &&
        other.verdict === 'pass' &&
        checkOperationKey(other) === checkOperationKey(check),
    ),
  );
  return othersSucceed ? ` (${titles[0] ?? ''})` : '';
}

/** Kinds of invalid requests, for the title of one status for many kinds. The first match wins. */
const REQUESTS: readonly (readonly [readonly RulePattern[], string])[] = [
  [['access.*'], 'unauthenticated requests'],
  [
    ['token.parameter-missing', 'token.parameter-repeated', 'token.grant-type', 'token.media-type', 'client.*'],
    'invalid token requests',
  ],
  [['token.*'], 'invalid assertions'],
  [['conditional.*'], 'requests with an outdated condition'],
  [
    [
      'input.malformed-json',
      'input.truncated-json',
      'input.empty-body',
      'input.duplicate-member',
      'input.deep-nesting',
      'input.huge-body',
      'input.wrong-top-level',
    ],
    'malformed bodies',
  ],
  [['input.duplicate', 'lifecycle.taken'], 'duplicate values'],
  [['input.no-trace-read', 'lifecycle.*', 'path.*'], 'requests for missing records'],
  [['input.*', 'outcome.*'], 'invalid values'],
  [['page.*', 'query.*'], 'invalid query parameters'],
  [['media.not-acceptable', 'media.quality-zero'], 'unavailable media types'],
  [['media.*'], 'unsupported media types'],
  [['method.*'], 'undeclared methods'],
  [['raw.*'], 'malformed HTTP requests'],
];

/** Longest list of requests in a title; a longer one is replaced by the kinds of requests. */
const MAX_REQUESTS = 70;

/** Requests of the failures: up to two rules by their phrase, more by kind. */
function requestsOf(own: readonly Failure[], report: JudgedReport): string {
  const byKind = [
    ...groupBy(own, ({ rule }) => REQUESTS.find(([of]) => matchesRulePattern(of, rule))?.[1] ?? 'requests'),
  ].sort(([, a], [, b]) => b.length - a.length);
  // Small kinds are combined requests whose main problem belongs to another kind.
  const main = byKind.filter(([, some]) => some.length * 5 >= own.length);
  const rules = withoutDuplicates(main.flatMap(([, some]) => some.map(({ rule }) => rule)));
  const named = rules.flatMap((rule) => {
    const checks = own.filter((one) => one.rule === rule).map(({ check }) => check);
    return requestText(report.rules[rule]?.fails ?? '', checks) ?? [];
  });
  const texts = named.length > 0 ? named : rules.map((rule) => report.rules[rule]?.title ?? rule);
  const requests = joinWithAnd(texts);
  if (texts.length <= 2 && requests.length <= MAX_REQUESTS) return requests;
  return main.length <= 2 ? joinWithAnd(main.map(([kind]) => kind)) : 'all kinds of invalid requests';
}

/** Rules whose failures belong to the called operation, not to the operation of the check. */
const FOUND_ELSEWHERE: readonly RulePattern[] = [
  'access.canary',
  'access.list-apart',
  'lifecycle.listed-as-read',
  'lifecycle.listed-as-made',
  'lifecycle.listed-ended',
  'lifecycle.listed-whole',
  'lifecycle.order-kept',
  'method.head',
  'method.head-content',
  'method.head-length',
  'method.head-offered',
  'method.head-unknown',
  'method.safe-unread',
];

/** Failing operations, `<service>@<spec> <endpoint>/<operation>`. */
function operationsOf(own: readonly Failure[]): readonly string[] {
  return withoutDuplicates(
    own.flatMap(({ check, occurrences, rule }) =>
      matchesRulePattern(FOUND_ELSEWHERE, rule)
        ? occurrences.map(({ operation }) => operation)
        : [checkOperationKey(check)],
    ),
  );
}

const withoutVersion = (operation: string): string => operation.slice(operation.indexOf(' ') + 1);

/** Extent: ` (in 2 of 6 tries, 9 endpoints)`, or ` (also PUT /orders/{id})` for a second operation. */
function extentOf(own: readonly Failure[], operations: readonly string[], traffic: TrafficIndex): string {
  const names = withoutDuplicates(operations.map(withoutVersion));
  const endpoints = withoutDuplicates(names.map((name) => name.slice(0, name.lastIndexOf('/'))));
  const places = names.length === endpoints.length ? 'endpoints' : 'operations';
  const [first, second] = withoutDuplicates(operations.map((name) => traffic.placeOf(name) ?? withoutVersion(name)));
  const others =
    names.length === 2 && second !== undefined && second !== first ? `also ${second}` : `${names.length} ${places}`;
  const parts = [...shareOfRequests(own, traffic), ...shareOfTries(own), ...(names.length > 1 ? [others] : [])];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** `in 2 of 6 tries`: if cases of the group were repeated and the failure did not occur every time. */
function shareOfTries(own: readonly Failure[]): readonly string[] {
  const checks = withoutDuplicates(own.map(({ check }) => check));
  const total = (of: 'failed' | 'of'): number => checks.reduce((sum, { tries }) => sum + (tries?.[of] ?? 0), 0);
  return total('failed') < total('of') ? [`in ${total('failed')} of ${total('of')} tries`] : [];
}

/** `120 of 840 requests`, if most valid requests of the same operations succeed. */
function shareOfRequests(own: readonly Failure[], traffic: TrafficIndex): readonly string[] {
  if (own[0]?.kind !== 'breakdown' || own[0].valid !== true) return [];
  const endings = new Set(own.map(({ ending }) => ending));
  const operations = withoutDuplicates(own.flatMap(({ occurrences }) => occurrences.map(({ operation }) => operation)));
  const counts = operations.flatMap((name) => [...(traffic.endings.get(name) ?? [])]);
  const sum = (some: readonly (readonly [string, number])[]): number => some.reduce((all, [, count]) => all + count, 0);
  const [failed, all] = [sum(counts.filter(([ending]) => endings.has(ending))), sum(counts)];
  return failed > 0 && failed < all / 2 ? [`${failed} of ${all} requests`] : [];
}
