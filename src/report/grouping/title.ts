/** Title of a failure group: the failure phrase of its representative check, and the location. */
import { groupBy } from '../../model/objects.ts';
import { matchesRulePattern, type RulePattern } from '../../model/check-scope.ts';
import { failureText, joinWithAnd, splitPhrase, phraseWithoutFindings, requestText } from '../phrase.ts';
import { fieldNamesIn } from '../finding.ts';
import { withoutDuplicates, type Failure, type JudgedReport, checkOperationKey } from './failure.ts';
import { errorMessage, type TrafficIndex } from './traffic.ts';

/** Kinds of invalid requests, for the title of one status for many kinds. The first match wins. */
const REQUESTS: readonly (readonly [readonly RulePattern[], string])[] = [
  [['access.*'], 'calls without valid credentials'],
  [
    ['token.parameter-missing', 'token.parameter-repeated', 'token.grant-type', 'token.media-type', 'client.*'],
    'invalid token requests',
  ],
  [['token.*'], 'invalid assertions'],
  [['conditional.*'], 'requests whose condition does not hold'],
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
    'bodies that cannot be read',
  ],
  [['input.duplicate', 'lifecycle.taken'], 'values that are taken'],
  [['input.no-trace-read', 'lifecycle.*', 'path.*'], 'requests for what does not exist'],
  [['input.*', 'outcome.*'], 'invalid values'],
  [['page.*', 'query.*'], 'invalid parameters'],
  [['media.not-acceptable', 'media.quality-zero'], 'media types that it does not offer'],
  [['media.*'], 'media types that it does not read'],
  [['method.*'], 'methods that it does not have'],
  [['raw.*'], 'messages that are not HTTP'],
];

export function groupTitle(own: readonly Failure[], report: JudgedReport, traffic: TrafficIndex): string {
  const [first] = own;
  if (first === undefined) return '';
  const place = `${groupLocation(own, report, traffic)}${shareOfTries(own)}`;
  const fails = report.rules[first.check.rule]?.fails;
  const dues = withoutDuplicates(own.flatMap((one) => one.expected ?? [])).map(String);
  const due = dues.length > 3 ? joinWithAnd(dues) : dues.join(' or ');
  const was = joinWithAnd(
    withoutDuplicates(own.map((one) => one.actual ?? '')).map((end) =>
      end.startsWith('denied:') ? `${end.slice(7)} without success` : end,
    ),
  );
  if (first.kind === 'version') return `Is version ${first.actual ?? ''}, not ${first.check.spec}`;
  if (first.kind === 'throttled') return `Answers calls with 429${place}`;
  if (first.kind === 'breakdown') {
    // Valid requests with a special property are named by it.
    const isPlain =
      first.valid === true &&
      own.some(({ rule }) => rule === 'outcome.accepted' || report.rules[rule]?.awaits === undefined);
    const ended = /^\d/.test(was) ? `Answers ${was}` : `Breaks off (${was})`;
    return `${ended}${shareOf(own, traffic)} to ${isPlain ? 'valid requests' : requestsOf(own, report)}${place}${quoteOfAll(own, traffic)}`;
  }
  if (first.all !== undefined) return `${first.all}${place}`;
  if (first.did === 'rejected otherwise') {
    const only =
      withoutDuplicates(own.map(({ rule }) => rule)).length === 1 ? report.rules[first.rule]?.fails : undefined;
    const isRequest = only === undefined || requestText(only, []) !== undefined;
    return isRequest
      ? `Rejects ${requestsOf(own, report)} with ${was} instead of ${due}${place}`
      : `${phraseWithoutFindings(
          only,
          own.map(({ check }) => check),
        )}${place}: ${was} instead of ${due}`;
  }
  if (first.did === 'success form') return `Answers success with ${was} instead of ${due}${place}`;
  if (
    first.did === 'rejected a valid request' &&
    matchesRulePattern(['outcome.accepted', 'coverage.exercised'], first.check.rule)
  )
    return `Rejects a valid request${place}${commonRequestProperty(own, report)}: ${was}${due === '' ? '' : ` instead of ${due}`}${quoteOfAll(own, traffic)}`;
  if (first.layer === 'shape') {
    const findings = own.flatMap(({ occurrences }) => occurrences.map(({ finding }) => finding));
    const missing = withoutDuplicates(
      findings.flatMap(({ member, kind }) => (kind === 'absent' && member !== undefined ? [member] : [])),
    );
    const added = withoutDuplicates(
      findings.flatMap(({ kind, where }) => (kind === 'added' ? fieldNamesIn(where).slice(-1) : [])),
    );
    const parts = [
      ...(missing.length > 0 ? [`without ${joinWithAnd(missing)}`] : []),
      ...(added.length > 0 ? [`with the undeclared ${joinWithAnd(added)}`] : []),
    ];
    if (parts.length > 0) return `Answers ${parts.join(' and ')}${place}`;
  }
  const titles = withoutDuplicates(own.map(({ check }) => check.title));
  const against =
    first.check.declared === true
      ? `, against "${first.check.title}"${titles.length > 1 ? ` and ${titles.length - 1} more` : ''}`
      : '';
  const same = own
    .filter(({ check, rule }) => check.rule === first.check.rule && rule === first.rule)
    .map(({ check }) => check);
  const { main, tail } = splitPhrase(fails === undefined ? `Fails "${first.check.title}"` : failureText(fails, same));
  return `${main}${place}${against}${tail === undefined ? '' : `: ${tail}`}`;
}

/** Failures whose responses are read for a common message. */
const MAX_QUOTED = 200;

/** Common message of the service, such as `, "name is required"`. */
function quoteOfAll(own: readonly Failure[], traffic: TrafficIndex): string {
  const messages = withoutDuplicates(
    own
      .slice(0, MAX_QUOTED)
      .flatMap(({ occurrences }) => occurrences.slice(0, 3))
      .map(({ exchange }) => errorMessage(traffic.get(exchange)?.response?.body ?? '')),
  );
  return messages.length === 1 && messages[0] !== '' ? `, "${messages[0]}"` : '';
}

/** Requests of the failures: up to two rules by name, more by family. */
function requestsOf(own: readonly Failure[], report: JudgedReport): string {
  const byFamily = [
    ...groupBy(own, ({ rule }) => REQUESTS.find(([of]) => matchesRulePattern(of, rule))?.[1] ?? 'requests'),
  ].sort(([, a], [, b]) => b.length - a.length);
  // Small families are combined requests whose main problem belongs to another family.
  const main = byFamily.filter(([, some]) => some.length * 5 >= own.length);
  const families = main.map(([family]) => family);
  const rules = withoutDuplicates(main.flatMap(([, some]) => some.map(({ rule }) => rule)));
  const requestTexts = rules.map((rule) => {
    const phrase = report.rules[rule]?.fails;
    return (
      (phrase === undefined
        ? undefined
        : requestText(
            phrase,
            own.filter((one) => one.rule === rule).map(({ check }) => check),
          )) ??
      report.rules[rule]?.title ??
      rule
    );
  });
  return rules.length <= 2
    ? joinWithAnd(requestTexts)
    : families.length <= 3
      ? joinWithAnd(families)
      : 'invalid requests of all kinds';
}

/** ` in 2 of 6 tries`: if cases of the group were repeated and the failure did not occur every time. */
function shareOfTries(own: readonly Failure[]): string {
  const checks = withoutDuplicates(own.map(({ check }) => check));
  const total = (of: 'failed' | 'of'): number => checks.reduce((sum, { tries }) => sum + (tries?.[of] ?? 0), 0);
  return total('failed') < total('of') ? ` in ${total('failed')} of ${total('of')} tries` : '';
}

/** Frequency ` (120 of 840 calls)`, if the same operations also succeed. */
function shareOf(own: readonly Failure[], traffic: TrafficIndex): string {
  const ends = new Set(own.map(({ actual }) => actual));
  const operations = withoutDuplicates(own.flatMap(({ occurrences }) => occurrences.map(({ operation }) => operation)));
  let bad = 0;
  let all = 0;
  for (const name of operations)
    for (const [end, count] of traffic.endings.get(name) ?? []) {
      all += count;
      if (ends.has(end)) bad += count;
    }
  return own[0]?.valid === true && bad > 0 && bad < all / 2 ? ` now and then (${bad} of ${all} calls)` : '';
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

/** Location such as ` on orders/update` or ` on list of 9 endpoints`. */
export function groupLocation(own: readonly Failure[], report: JudgedReport, traffic: TrafficIndex): string {
  const [first] = own;
  const rules = new Set(own.map(({ rule }) => rule));
  const failing = new Set(own.map(({ check }) => checkOperationKey(check)));
  const others = report.checks.filter(
    (check) =>
      check.verdict === 'pass' &&
      check.service === own[0]?.check.service &&
      rules.has(check.formOf ?? check.rule) &&
      !failing.has(checkOperationKey(check)),
  );
  const statuses =
    first === undefined || !['text', 'media', 'shape'].includes(first.layer)
      ? []
      : withoutDuplicates(own.flatMap(({ occurrences }) => occurrences.map(({ status }) => status ?? 0)));
  const errors =
    statuses.length > 0 && statuses.every((status) => status >= 400)
      ? ` in responses with ${joinWithAnd(statuses.map(String).sort())}`
      : '';
  const operations = withoutDuplicates(
    own.flatMap(({ check, occurrences, rule }) =>
      matchesRulePattern(FOUND_ELSEWHERE, rule)
        ? occurrences.map(({ operation }) => operation)
        : [checkOperationKey(check)],
    ),
  );
  const short = operations.map((full) => full.slice(full.indexOf(' ') + 1));
  if (short.length <= 2) return `${errors} on ${short.join(' and ')}`;
  const endpoints = withoutDuplicates(short.map((one) => one.slice(0, one.lastIndexOf('/'))));
  if (endpoints.length === 1) return `${errors} on ${endpoints.join('')}`;
  const kinds = withoutDuplicates(short.map((one) => one.slice(one.lastIndexOf('/') + 1)));
  if (endpoints.length <= 2) return `${errors} on ${joinWithAnd(endpoints)}`;
  if (kinds.length === 1) return `${errors} on ${kinds.join('')} of ${endpoints.length} endpoints`;
  const methods = withoutDuplicates(operations.map((one) => traffic.methodOf(one) ?? ''));
  const passingMethods = withoutDuplicates(others.map((check) => traffic.methodOf(checkOperationKey(check)) ?? ''));
  return methods.length === 1 && methods[0] !== '' && !passingMethods.includes(methods[0] ?? '')
    ? `${errors} on all ${methods.join('')} operations`
    : `${errors} on ${short.length} operations`;
}

/**
 * Common property of all rejected requests, such as ` where every optional member is left out`, if other valid requests of the operation
 * succeed.
 */
export function commonRequestProperty(own: readonly Failure[], report: JudgedReport): string {
  const titles = withoutDuplicates(own.map(({ check }) => check.title));
  if (titles.length !== 1) return '';
  if (own[0]?.check.declared === true) return `, against "${titles[0] ?? ''}"`;
  const othersSucceed = own.every(({ check }) =>
    report.checks.some(
      (other) =>
        other.rule === 'outcome.accepted' &&
        other.verdict === 'pass' &&
        other.service === check.service &&
        other.spec === check.spec &&
        other.endpoint === check.endpoint &&
        other.operation === check.operation,
    ),
  );
  return othersSucceed ? ` where ${titles[0] ?? ''}` : '';
}
