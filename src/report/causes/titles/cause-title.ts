/** A cause in a sentence that begins with what the service does. */
import { maybe } from '../../../record/defined.ts';
import { MASK } from '../../../record/mask.ts';
import { fits } from '../../../record/rule-pattern.ts';
import { ofBreakdown, shareOf } from './breakdown-title.ts';
import { brokenCases } from './broken-cases.ts';
import { placed } from '../departures/cause-place.ts';
import { MANY } from '../departures/cause-table.ts';
import { topicOf } from '../departures/cause-topics.ts';
import { shapeWord, type Departure, type JudgedReport, type Sight } from '../departures/departure.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { isRefused } from '../exchanges/ends.ts';
import { ofEmptyErrors, ofErrorShape, ofErrorType, ofOpaqueErrors } from './error-titles.ts';
import { membersIn } from '../departures/finding-place.ts';
import { isGone } from '../departures/finding-value.ts';
import { groupBy } from '../../../record/group-by.ts';
import type { Finding } from '../../model.ts';
import { ofVersion } from './version-title.ts';
import { quotaWords } from '../turns/quota.ts';
import { movesIn, movesWords } from '../departures/moved.ts';
import { failureText, listed, plainText, requestText, whereWords } from '../../phrase.ts';
import { titleOf } from '../../titles.ts';
import { saidIn } from '../exchanges/said.ts';
import { plainest } from '../departures/plainest.ts';
import { partOf } from '../departures/refused-kinds.ts';
import { NOT_THERE, sortsOf } from '../departures/refused-sorts.ts';
import { requestOf } from '../departures/request-kinds.ts';
import { distinct, oneLine } from '../../words.ts';

/** @param explained what those that stand for the cause explain */
export function titleOfHabit(
  all: readonly Departure[],
  report: JudgedReport,
  exchanges: ExchangeIndex,
  explained: readonly Departure[] = [],
): string {
  const own = plainest(all);
  const [first] = own;
  if (first === undefined) return '';
  switch (first.kind) {
    case 'version':
      return ofVersion(own, exchanges);
    case 'breakdown':
      return ofBreakdown(own, report, exchanges);
    case 'throttled':
      return (
        quotaWords(own, exchanges) ??
        (own.every(({ layer }) => layer === 'apart')
          ? `${byRule(own, report)}${ofBurst(own, exchanges)}`
          : `Answers ${shareOf(own, '429', exchanges) ?? `most calls of ${listed(throttledOf(own))}`} with 429`)
      );
    default:
      return `${placed(ofFinding(own, explained, report, exchanges), own, report)}${reasonOf(own, exchanges)}`;
  }
}

/** The operations that were answered so; a check may look at several. */
function throttledOf(own: readonly Departure[]): readonly string[] {
  return distinct(own.flatMap(({ sights }) => sights.map(({ operation }) => operation.split(' ')[1]))).toSorted();
}

/** `: one in 7 of them`: how many of the calls that were sent at once. */
function ofBurst(own: readonly Departure[], exchanges: ExchangeIndex): string {
  const bursts = own.filter(({ check }) => check.rule.startsWith('burst.'));
  const cases = new Set(bursts.flatMap(({ sights }) => sights.map((sight) => sight.case)));
  const calls = [...cases].flatMap((name) => exchanges.ofCase(name));
  const throttled = calls.filter(({ response }) => response?.status === 429);
  const oneIn = Math.round(calls.length / throttled.length);
  return throttled.length === 0 || oneIn < 2 ? '' : `: one in ${oneIn} of them`;
}

function ofFinding(
  own: readonly Departure[],
  explained: readonly Departure[],
  report: JudgedReport,
  exchanges: ExchangeIndex,
): string {
  return (
    ofStatus(own, report, exchanges) ??
    ofForm(own) ??
    ofShape(own, explained, report, exchanges) ??
    ofMoves(own) ??
    ofAbsence(own, exchanges) ??
    ofSeveral(own, report) ??
    byRule(own, report)
  );
}

/** What one rule finds to be gone of a record, where that is more than one member: the first alone says the least of it. */
function ofSeveral(own: readonly Departure[], report: JudgedReport): string | undefined {
  const [first] = own;
  if (first === undefined || !own.every(({ check }) => check.rule === first.check.rule)) return undefined;
  const names = goneIn(own);
  return names === undefined || names.length < 2
    ? undefined
    : `${withoutTail(own, report)}: ${allOf(names)} are absent`;
}

/** Members that are gone, where nothing else was found. */
function goneIn(all: readonly Departure[]): readonly string[] | undefined {
  const findings = all.flatMap(({ check }) => check.findings);
  return findings.every(isGone) ? distinct(findings.map(({ where }) => membersIn(where).at(-1))) : undefined;
}

/** Members that are gone too, and that nobody promises: what is within one that is missing goes with it. */
function goneBeside(missing: readonly string[], explained: readonly Departure[]): readonly string[] {
  const paths = explained.flatMap(({ check }) => check.findings.filter(isGone).map(({ where }) => membersIn(where)));
  return distinct(paths.filter((path) => !path.some((name) => missing.includes(name))).map((path) => path.at(-1)));
}

/** In a title there is room for so many. */
const MOST_NAMES = 8;

function allOf(names: readonly string[]): string {
  return names.length < 2 || names.length > MOST_NAMES
    ? listed(names)
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

function byRule(own: readonly Departure[], report: JudgedReport): string {
  const [first] = own;
  if (first === undefined) return '';
  const fails = report.rules[first.check.rule]?.fails;
  return fails === undefined ? titleOf(first.check, report.rules).main : failureText(fails, ofRule(first, own));
}

function withoutTail(own: readonly Departure[], report: JudgedReport): string {
  const [first] = own;
  if (first === undefined) return '';
  const fails = report.rules[first.check.rule]?.fails;
  return fails === undefined ? titleOf(first.check, report.rules).main : plainText(fails, ofRule(first, own));
}

function ofRule({ check: { rule } }: Departure, own: readonly Departure[]): readonly Departure['check'][] {
  return own.filter(({ check }) => check.rule === rule).map(({ check }) => check);
}

/** What is told of a status that several rules see. */
function ofStatus(own: readonly Departure[], report: JudgedReport, exchanges: ExchangeIndex): string | undefined {
  const [first] = own;
  if (first?.layer !== 'status') return undefined;
  const due = listedOr(dueTo(own));
  const bases = distinct(own.map(({ base }) => base));
  const statuses = listedOr(distinct(own.map(({ was }) => was)));
  if (first.habit?.of === 'all') {
    const where = distinct(own.map(({ check }) => `${check.endpoint}/${check.operation}`));
    const topics = distinct(own.map(({ base }) => topicOf(base)?.title));
    if (topics.length === 1 && own.every(({ base }) => topicOf(base) !== undefined))
      return `${topics[0] ?? ''}: ${statuses} instead of ${due}`;
    const what = `whatever it must refuse${where.length < MANY ? ` on ${listed(where)}` : ''}`;
    return due.split(' or ').includes(statuses)
      ? `Reports success for ${what}: ${statuses}`
      : `Accepts ${what}: ${statuses} instead of ${due}`;
  }
  switch (first.did) {
    case 'accepted': {
      if (own.length > 1 && own.every(({ check }) => check.declared === true && check.aspect === 'nested'))
        return 'Accepts faulty records within the one that is sent';
      if (bases.length < 2) return undefined;
      const topic = first.habit?.of === 'topic' ? first.habit.topic : undefined;
      const sort = topic?.sorts?.find(({ rules }) => bases.every((base) => fits(rules, base)));
      return sort?.title ?? topic?.title ?? `Accepts ${listed(bases.map((base) => requestsOf(own, base, report)))}`;
    }
    case 'refused-otherwise': {
      if (due === '') return undefined;
      if (bases.length > 1) {
        const sorts = sortsOf(bases) ?? (first.habit?.of === 'one status' ? 'whatever is wrong' : undefined);
        const sort = partOf(own, report) ?? sorts;
        const what =
          sort === NOT_THERE && own.every((one) => isRead(one, exchanges)) ? 'reads of what is not there' : sort;
        return `Refuses ${what === undefined ? '' : `${what} `}with ${statuses} instead of ${due}`;
      }
      const broken = brokenCases(own, report);
      if (broken !== undefined) return `Answers with ${statuses} instead of ${due} ${broken}`;
      const what = requestOf(own, report);
      if (what !== undefined) return `Answers ${what} with ${statuses}; the contract says ${due}`;
      const fails = report.rules[first.base]?.fails;
      return fails === undefined || requestText(fails, []) !== undefined
        ? `Refuses with ${statuses} instead of ${due}`
        : `${plainText(fails, [first.check])}: ${statuses} instead of ${due}`;
    }
    case 'form':
      return `Answers what succeeds with ${statuses} instead of ${due}`;
    case 'refused-good': {
      if (own.every(({ check }) => check.rule === 'coverage.exercised'))
        return `Never serves a correct request: ${statuses}`;
      const good = own.filter(({ check }) => check.rule === 'outcome.accepted');
      if (good.length === 0 || due === '') return undefined;
      const isRefusal = /^[24]/.test(statuses);
      const said = saidIn(own.slice(0, 1), exchanges);
      if (statuses === '401' && own.every((one) => isUnsigned(one, exchanges)))
        return `Asks for a token where the contract asks for none: 401 instead of ${due}${said === '' ? '' : `, "${said}"`}`;
      const was = statuses.startsWith('2') ? `${statuses}, and no success` : `${statuses} instead of ${due}`;
      return `${isRefusal ? 'Refuses' : `Answers ${statuses} to`} a correct request: ${was}${said === '' ? '' : `, "${said}"`}`;
    }
    default:
      return undefined;
  }
}

/** The service's own words for refusing what is special about a good request: they say what of it. */
function reasonOf(own: readonly Departure[], exchanges: ExchangeIndex): string {
  const isOfRefusal = own.every(
    ({ did, base, sights }) =>
      did === 'refused-good' &&
      base !== 'outcome.accepted' &&
      sights.every(({ exchange }) => maybe(exchanges.get(exchange), isRefused) === true),
  );
  const said = isOfRefusal ? saidIn(own, exchanges) : '';
  return said === '' ? '' : `, "${said}"`;
}

/** What would be right for all of them, where there is such a status; else for each. */
function dueTo(own: readonly Departure[]): readonly string[] {
  const dues = own.map(({ due = [] }) => due.map(String));
  const all = distinct(dues.flat());
  const common = all.filter((status) => dues.every((one) => one.includes(status)));
  return common.length > 0 ? common : all;
}

function isRead({ sights }: Departure, exchanges: ExchangeIndex): boolean {
  return sights.every(({ exchange }) => ['GET', 'HEAD'].includes(exchanges.get(exchange)?.request.method ?? ''));
}

/** Whether nothing that says who calls was sent: what a token or a key stands in is masked. */
function isUnsigned({ sights }: Departure, exchanges: ExchangeIndex): boolean {
  const seen = sights.map(({ exchange }) => exchanges.get(exchange)?.request);
  return (
    seen.length > 0 &&
    seen.every((request) => request !== undefined && !JSON.stringify([request.url, request.headers]).includes(MASK))
  );
}

/** What of its declared form a refusal lacks, beside its status. */
function ofForm([first]: readonly Departure[]): string | undefined {
  const finding = first?.sights[0]?.finding;
  if (first?.check.rule !== 'outcome.form' || finding === undefined) return undefined;
  switch (finding.kind) {
    case 'no-entry':
      return 'Refuses without an error in the body';
    case 'unnamed':
      return 'Refuses without naming in its errors what is wrong';
    default:
      return undefined;
  }
}

/** Likewise of those of one rule, and where its phrase names no request, what it says of them. */
function requestsOf(own: readonly Departure[], base: string, report: JudgedReport): string {
  const same = own.filter((one) => one.base === base);
  return requestOf(same, report) ?? withoutTail(same, report);
}

function ofShape(
  own: readonly Departure[],
  explained: readonly Departure[],
  report: JudgedReport,
  exchanges: ExchangeIndex,
): string | undefined {
  const [first] = own;
  if (first === undefined || (first.layer !== 'shape' && first.layer !== 'media')) return undefined;
  const findings = own.flatMap(({ sights }) => sights.map(({ finding }) => finding));
  const isOfErrors = own.every(({ sights }) => sights.every(({ status }) => (status ?? 0) >= 400));
  if (first.layer === 'media') return isOfErrors ? ofErrorType(own, report, exchanges) : undefined;
  if (findings.length > 0 && own.every(({ sights }) => sights.every(isOfEmptyBody)))
    return isOfErrors ? ofEmptyErrors(own, report, exchanges) : 'Answers with an empty body';
  if (findings.length > 0 && findings.every(({ kind }) => kind === 'content')) {
    const statuses = listed(distinct(own.flatMap(({ sights }) => sights.map(({ status }) => status?.toString()))));
    return `Sends content with ${statuses}, where there must be none: ${oneLine(findings[0]?.actual ?? '', 60)}`;
  }
  if (isOfErrors) {
    const such = ofErrorShape(own, report, exchanges);
    return such ?? (findings.some(isOpaque) ? ofOpaqueErrors(own, exchanges) : undefined);
  }
  const words = distinct(findings.map(shapeWord));
  const places = distinct(findings.map(({ where }) => membersIn(where).at(-1)));
  const missing = distinct(findings.map(({ member }) => member));
  const added = distinct(findings.filter(({ kind }) => kind === 'added').map(({ where }) => membersIn(where).at(-1)));
  if (words.includes('members')) {
    if (added.length === 0 && missing.length > 0)
      return `Leaves a declared member out of its answers: ${allOf([...missing, ...goneBeside(missing, explained)])}`;
    if (missing.length === 0) return `Answers with a member that the contract does not declare: ${listed(added)}`;
    return `Answers with other members than declared: ${listed(added)} instead of ${listed(missing)}`;
  }
  if (words.length === 1 && words[0] === 'null') return `Sends null, which is not declared: ${listed(places)}`;
  if (words.length === 1 && words[0] === 'numbers as texts') return `Sends numbers as texts: ${listed(places)}`;
  const [format, ...others] = distinct(findings.map(formatAsked));
  if (words.length === 1 && format !== undefined && others.length === 0)
    return `Writes ${/^[aeiou]/.test(format) ? 'an' : 'a'} ${format} in another form: ${listed(places)} is ${findings[0]?.actual ?? ''}`;
  const plain = findings.filter((finding) => !isOpaque(finding));
  const [most] = [...groupBy(plain, shapeWord).values()].sort((a, b) => b.length - a.length);
  const [example] = most ?? [];
  return example === undefined || findings.length < 2
    ? undefined
    : `Answers in another shape than declared: ${whereWords(example.where)} is ${oneLine(example.actual, 60)} (${example.expected})`;
}

/** What a validator says of `not`, `oneOf` and their kin names nothing that could be changed. */
function isOpaque({ keyword = '' }: Finding): boolean {
  return ['not', 'oneOf', 'anyOf', 'if'].includes(keyword);
}

function formatAsked({ keyword, asked }: Finding): string | undefined {
  return keyword === 'format' ? asked : undefined;
}

function ofMoves(own: readonly Departure[]): string | undefined {
  const moves = own.map(({ check }) => movesIn(check.findings));
  return moves.length === 0 || moves.some((found) => found.length === 0)
    ? undefined
    : `Shows ${movesWords(moves.flat())}`;
}

/** Who looks for records in it finds none. */
function isOfEmptyBody({ finding: { kind }, said }: Sight): boolean {
  return kind === 'no-content' || (kind === 'no-list' && said === '');
}

/** Several rules that miss the same thing. What was sent and is missing was not kept. */
function ofAbsence(own: readonly Departure[], exchanges: ExchangeIndex): string | undefined {
  const habit = own[0]?.habit;
  if (habit?.of === 'empty') return `Leaves ${habit.member} out of the answer where it is empty`;
  const findings = own.flatMap(({ sights }) => sights.map(({ finding }) => finding));
  if (habit?.of === 'zero')
    return `Leaves members out of its answers where their value is 0 or false: ${listed(distinct(findings.map(({ where, member }) => member ?? membersIn(where).at(-1))))}`;
  const isMissing = findings.every((finding) => isGone(finding) && membersIn(finding.where).length > 0);
  if (new Set(own.map(({ check }) => check.rule)).size < 2 || !isMissing) return undefined;
  const kept = own.flatMap(({ sights }) =>
    sights.flatMap(({ exchange, finding }) => {
      const sent = exchanges.get(exchange)?.request.body ?? '';
      return membersIn(finding.where).filter((name) => sent.includes(`"${name}"`));
    }),
  );
  if (kept.length > 0) return `Does not keep what it was sent: ${listed(distinct(kept))}`;
  const names = findings.map(({ where }) => membersIn(where).at(-1));
  return `Leaves ${listed(distinct(names))} out of the answer`;
}

function listedOr(values: readonly string[]): string {
  return [...values].sort().join(' or ');
}
