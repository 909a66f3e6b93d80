/** Tokens of which some are taken and others are not. */
import { besides } from '../exchanges/exchange-index.ts';
import { endOf, isServedEnd } from '../exchanges/ends.ts';
import { versionOf } from '../exchanges/exchange-place.ts';
import { seenBy, type CauseReading } from './model.ts';

const REFUSALS: readonly (string | undefined)[] = ['401', '403'];

/** `Refuses 1 of 3 tokens that were granted, with 401, and takes others`. */
export const someTokens: CauseReading = ({ own, report, exchanges }) => {
  const told = own.filter(({ check }) => check.rule === 'token.usable');
  const [first] = told;
  if (first === undefined || !REFUSALS.includes(first.was)) return undefined;
  const seen = seenBy(told, exchanges);
  if (!besides(seen, exchanges).some((one) => isServedEnd(endOf(one)))) return undefined;
  const versions = new Set(seen.map(versionOf));
  const used = report.checks.filter(
    ({ rule, service, spec, verdict }) =>
      rule === 'token.usable' && versions.has(`${service}@${spec}`) && (verdict === 'pass' || verdict === 'fail'),
  );
  const refused = new Set(told.map(({ index }) => index)).size;
  const which = refused < used.length ? `${refused} of ${used.length} tokens` : 'some of the tokens';
  return `Refuses ${which} that were granted, with ${first.was ?? ''}, and takes others`;
};
