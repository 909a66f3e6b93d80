/** Refusals whose error has another code than is declared for what was wrong. */
import { placed } from '../departures/cause-place.ts';
import { baseOf, type Departure, type JudgedReport } from '../departures/departure.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { listed, memberTried } from '../../phrase.ts';
import { sortsOf } from '../departures/refused-sorts.ts';
import { kindsOfRequest } from '../departures/request-kinds.ts';
import { ofSameOperation } from '../departures/same-operation.ts';
import { distinct } from '../../words.ts';
import type { CauseReading } from './model.ts';

/** More codes, or kinds of request, are not listed. */
const MOST = 3;

/** `Refuses with the code invalid_client instead of invalid_grant on sign-in/token: an assertion without sub`. */
export const otherCode: CauseReading = ({ own, report, exchanges }) => {
  const findings = own.flatMap(({ sights }) => sights.map(({ finding }) => finding));
  if (!own.every(({ check }) => check.rule === 'outcome.form') || !findings.every(({ kind }) => kind === 'code'))
    return undefined;
  const came = distinct(findings.map((finding) => finding.came));
  const asked = distinct(findings.map((finding) => finding.asked));
  if (came.length === 0 || asked.length === 0) return undefined;
  const codes = came.length > MOST ? `codes such as ${came[0] ?? ''}` : `the code ${came.join(' or ')}`;
  const what = wholeSorts(own, report) ?? fewKinds(own, report, exchanges);
  const due = asked.toSorted();
  const said = `Refuses with ${codes} instead of ${due.length > MOST ? listed(due) : due.join(' or ')}`;
  return placed(what === undefined ? said : `${said}: ${what}`, own, report);
};

/** The sorts of request, where no refusal of such a one has its code. */
function wholeSorts(own: readonly Departure[], report: JudgedReport): string | undefined {
  const bases = distinct(own.map(({ base }) => base));
  const sortOf = (base: string): string | undefined => sortsOf([base]);
  const sorts = new Set(bases.map(sortOf));
  const isRight = own.some(({ check }) =>
    ofSameOperation(check, report).some(
      (other) => other.rule === 'outcome.form' && other.verdict === 'pass' && sorts.has(sortOf(baseOf(other))),
    ),
  );
  return isRight || bases.length < 2 ? undefined : (sortsOf(bases) ?? 'whatever is wrong');
}

/** The kinds of request, where those are few, or all about one thing. */
function fewKinds(own: readonly Departure[], report: JudgedReport, exchanges: ExchangeIndex): string | undefined {
  const bases = distinct(own.map(({ base }) => base));
  const members = distinct(own.map(({ check }) => memberTried(check)));
  if (bases.length <= MOST || members.length === 1) return kindsOfRequest(own, report, exchanges);
  const sorts = sortsOf(bases);
  return sorts === undefined ? undefined : `some ${sorts}`;
}
