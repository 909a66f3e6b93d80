/** Errors that are empty, of another media type or of another shape than declared: which of them, and for what. */
import { answeredJson } from '../exchanges/bodies.ts';
import { essenceOf } from '../../../record/body.ts';
import type { Exchange } from '../../../record/exchange.ts';
import type { Departure, JudgedReport } from '../departures/departure.ts';
import { besides, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { memberNames } from '../exchanges/parts-of-json.ts';
import { listed, whereWords } from '../../phrase.ts';
import { isServed } from '../exchanges/ends.ts';
import { seenBy } from '../readings/model.ts';
import { distinct, oneLine } from '../../words.ts';
import { errorsThat } from './which-errors.ts';

export function ofEmptyErrors(own: readonly Departure[], report: JudgedReport, exchanges: ExchangeIndex): string {
  const isEmpty = ({ response }: Exchange): boolean => response?.bytes === 0;
  const { which, forWhat } = errorsThat(isEmpty, seenBy(own, exchanges), report, exchanges);
  return `Answers ${which} without a body${forWhat}`;
}

/** Errors of another media type than declared, or of none; nothing where what succeeds there has it too. */
export function ofErrorType(
  own: readonly Departure[],
  report: JudgedReport,
  exchanges: ExchangeIndex,
): string | undefined {
  const seen = seenBy(own, exchanges);
  const types = new Set(seen.flatMap(({ response }) => (response === undefined ? [] : [essenceOf(response)])));
  const isSuch = ({ response }: Exchange): boolean =>
    response !== undefined && response.bytes > 0 && types.has(essenceOf(response));
  if (types.size > 0 && besides(seen, exchanges).some((one) => isServed(one) && isSuch(one))) return undefined;
  const { which, forWhat } = errorsThat(isSuch, seen, report, exchanges);
  const findings = own.flatMap(({ sights }) => sights.map(({ finding }) => finding));
  const named = distinct(types.size === 0 ? findings.map(({ actual }) => actual) : [...types]);
  if (named.length === 0) return `Answers ${which} without a Content-Type${forWhat}`;
  const due = distinct(findings.map(({ expected }) => expected));
  return `Answers ${which} as ${eitherOf(named)} instead of ${eitherOf(due)}${forWhat}`;
}

/** Errors that have other members than those which are as they should be, where these are not all; else it is told as it was found. */
export function ofErrorShape(
  own: readonly Departure[],
  report: JudgedReport,
  exchanges: ExchangeIndex,
): string | undefined {
  const seen = seenBy(own, exchanges);
  const forms = new Set(seen.map(formOf));
  const { which, forWhat } = errorsThat((one) => forms.has(formOf(one)), seen, report, exchanges);
  const findings = own.flatMap(({ sights }) => sights.map((sight) => sight.finding));
  // How one value is written says more than which errors have it.
  if (!findings.every(({ kind }) => kind === 'absent' || kind === 'added')) return undefined;
  const [finding] = findings;
  if (which === 'errors' || finding === undefined) return undefined;
  return `Answers ${which} in another shape than declared${forWhat}: for example ${whereWords(finding.where)} is ${oneLine(finding.actual, 60)} (${finding.expected})`;
}

/** What is wrong with a body as a whole shows in what it has. */
export function ofOpaqueErrors(own: readonly Departure[], exchanges: ExchangeIndex): string {
  const bodies = seenBy(own, exchanges).map(answeredJson);
  const names = distinct(
    bodies.map((body) => (typeof body === 'object' && body !== null ? listed(Object.keys(body)) : undefined)),
  );
  return `Answers errors in another shape than declared${names.length === 1 ? `: with ${names[0] ?? ''}` : ''}`;
}

/** The names of the members of an answer, and which of them is a list. */
function formOf(exchange: Exchange): string {
  const body = answeredJson(exchange);
  return `${Array.isArray(body) ? 'list' : typeof body} ${[...memberNames(body)].toSorted().join(' ')}`;
}

function eitherOf(values: readonly string[]): string {
  return values.toSorted().join(' or ');
}
