/** Cases that a contract declares, as what was sent against them: their requests have no name, and the contract says in a sentence what they break. */
import { listed } from '../../phrase.ts';
import { distinct } from '../../words.ts';
import type { Departure, JudgedReport } from '../departures/departure.ts';

const FORM = /\/form$/;

/** `what breaks "An order has one first address"`, where all of them are of such cases. */
export function brokenCases(own: readonly Departure[], report: JudgedReport): string | undefined {
  const ids = new Set(own.map(({ check }) => idOf(check)));
  const declared = new Map(
    report.checks.flatMap((check) =>
      check.declared === true && ids.has(idOf(check)) ? [[idOf(check), check.title] as const] : [],
    ),
  );
  return own.every(({ check }) => declared.has(idOf(check)))
    ? `what breaks ${listed(distinct([...declared.values()].map((title) => `"${title}"`)))}`
    : undefined;
}

/** Of the check of a refusal's form: the check that the request is refused. */
function idOf({ spec, id }: Departure['check']): string {
  return `${spec} ${id.replace(FORM, '')}`;
}
