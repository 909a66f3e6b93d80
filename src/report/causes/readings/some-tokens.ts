/** Tokens of which some are taken and others are not. */
import { endOf } from '../departure.ts';
import { versionOf } from '../exchange-place.ts';
import { operationsOf, seenBy, type CauseReading } from './model.ts';

const REFUSALS: readonly (string | undefined)[] = ['401', '403'];

/** `Refuses some of the tokens that were granted with 401, and takes others`. */
export const someTokens: CauseReading = ({ own, exchanges }) => {
  const told = own.filter(({ check }) => check.rule === 'token.usable');
  const [first] = told;
  if (first === undefined || !REFUSALS.includes(first.was)) return undefined;
  const seen = seenBy(told, exchanges);
  const operations = operationsOf(seen, exchanges);
  const versions = new Set(seen.map(versionOf));
  const isTaken = exchanges.all.some(
    (one) =>
      versions.has(versionOf(one)) &&
      operations.includes(exchanges.operationOf(one) ?? '') &&
      endOf(one)?.startsWith('2') === true,
  );
  return isTaken
    ? `Refuses some of the tokens that were granted, with ${first.was ?? ''}, and takes others`
    : undefined;
};
