/** Where a cause is, and by which of several cases alone it was seen: what makes of a habit's sentence one about a place. */
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import { baseOf, type Departure, type JudgedReport } from './departure.ts';
import { partsOf } from '../../phrase.ts';
import { ofSameOperation } from './same-operation.ts';

/** Up to so many operations are named; of more, the endpoint, where it is one. */
const MOST_NAMED = 2;

/** `Refuses a correct request on students/update where every optional member is cleared: 422`. */
export function placed(title: string, own: readonly Departure[], report: JudgedReport): string {
  const open = own.filter(({ check }) => check.disposition !== 'expected-failure');
  const told = open.length > 0 ? open : own;
  const { main, tail } = partsOf(title);
  const [seen = '', ...due] = main.split('; ');
  const said = [`${seen}${onWords(title, told, report)}${caseWords(title, told, report)}`, ...due].join('; ');
  return tail === undefined ? said : `${said}: ${tail}`;
}

/** Where it is, if the same was looked for elsewhere too: else the place is where it was tried, and says nothing. */
function onWords(title: string, own: readonly Departure[], { checks }: JudgedReport): string {
  const nameOf = ({ service, endpoint, operation }: Departure['check']): string =>
    `${service} ${endpoint}/${operation}`;
  const rules = new Set(own.map(({ base }) => base));
  const places = new Set(own.map(({ check }) => nameOf(check)));
  const isTriedElsewhere = checks.some((check) => rules.has(baseOf(check)) && !places.has(nameOf(check)));
  // One list alone may be paged, which is not seen in what is said of it.
  const isOfPages = own.every(({ base }) => fits(['page.*'], base));
  if (!isTriedElsewhere && !isOfPages && !isOfOneWrite(own)) return '';
  const operations = distinct(own.flatMap(operationsToMend));
  const endpoints = distinct(own.map(({ check }) => check.endpoint));
  if (operations.some((operation) => title.includes(operation))) return '';
  if (operations.length <= MOST_NAMED) return ` on ${operations.join(' and ')}`;
  if (endpoints.length === 1) return ` on ${endpoints.join('')}`;
  const kinds = distinct(operations.map((operation) => operation.slice(operation.lastIndexOf('/') + 1)));
  return kinds.length === 1 ? ` on ${kinds.join('')} of ${endpoints.length} endpoints` : '';
}

/** What these find is wrong with an answer that another operation gives than the one that they are tried by. */
const OF_WHAT_SHOWS_IT: readonly RulePattern[] = [
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

function operationsToMend({ check, sights }: Departure): readonly string[] {
  const isElsewhere = fits(OF_WHAT_SHOWS_IT, check.rule) || sights.every(({ finding: { kind } }) => kind === 'no-list');
  const seen = isElsewhere ? sights.flatMap(({ operation }) => operation.split(' ')[1] ?? []) : [];
  return seen.length > 0 ? seen : [`${check.endpoint}/${check.operation}`];
}

/** `, on update of 5 endpoints`: where all is of one operation, and another that was tried so too is served. */
export function onOneOperation(own: readonly Departure[], report: JudgedReport): string {
  const [operation, ...others] = distinct(own.map(({ check }) => check.operation));
  if (operation === undefined || others.length > 0) return '';
  const bases = new Set(own.map(({ base }) => base));
  const isServedElsewhere = report.checks.some(
    (other) =>
      other.verdict === 'pass' &&
      other.service === own[0]?.check.service &&
      !own.some(({ check }) => check.endpoint === other.endpoint && check.operation === other.operation) &&
      bases.has(baseOf(other)),
  );
  if (!isServedElsewhere) return '';
  const [endpoint, ...more] = distinct(own.map(({ check }) => check.endpoint));
  return more.length === 0 ? `, on ${endpoint}/${operation}` : `, on ${operation} of ${more.length + 1} endpoints`;
}

/** What is kept of a record is kept by an operation, which is to be mended. */
function isOfOneWrite(own: readonly Departure[]): boolean {
  return own.every(
    ({ layer, kind, did, check }) =>
      kind === 'finding' &&
      (layer === 'value' || (layer === 'status' && did === undefined)) &&
      fits(['lifecycle.*'], check.rule),
  );
}

/** What is special about the request, where other good requests of the operation are served; of a declared case, what it asks. */
function caseWords(said: string, own: readonly Departure[], report: JudgedReport): string {
  const titles = distinct(own.map(({ check }) => check.title));
  const [first] = own;
  const [title] = titles;
  if (first === undefined || title === undefined) return '';
  if (titles.length > 1)
    return own.every(({ check }) => check.declared === true) && !said.includes(title)
      ? `, against "${title}" and ${titles.length - 1} more`
      : '';
  if (said.includes(title) || title === report.rules[first.check.rule]?.title) return '';
  const sentence = first.check.declared === true ? title : ofForm(first, report)?.title;
  if (sentence !== undefined) return `, against "${sentence}"`;
  const isSpecial = first.check.rule === 'outcome.accepted' && own.every((one) => servesOthers(one, report));
  return isSpecial ? ` where ${title}` : '';
}

/** Of the form of a refusal that a case declares: the check on the refusal itself, which has the sentence. */
function ofForm({ check, base }: Departure, report: JudgedReport): Departure['check'] | undefined {
  if (check.formOf === undefined) return undefined;
  return ofSameOperation(check, report).find(
    (other) => other.declared === true && other.rule === base && other.key === check.key,
  );
}

/** Whether another good request of the operation is served. */
export function servesOthers({ check }: Departure, report: JudgedReport): boolean {
  return ofSameOperation(check, report).some(({ rule, verdict }) => rule === 'outcome.accepted' && verdict === 'pass');
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
