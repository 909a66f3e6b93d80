/** Refusals whose error has another code than is declared for what was wrong. */
import { placed } from '../departures/cause-place.ts';
import { refusedOf } from '../departures/refused-kinds.ts';
import { listed } from '../../phrase.ts';
import { distinct } from '../../words.ts';
import type { CauseReading } from './model.ts';

/** More codes are not listed. */
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
  const what = refusedOf(own, report, exchanges);
  const due = asked.toSorted();
  const said = `Refuses with ${codes} instead of ${due.length > MOST ? listed(due) : due.join(' or ')}`;
  return placed(what === undefined ? said : `${said}: ${what}`, own, report);
};
