/** Deletions that break down or are refused where nothing is left to remove, and are served where something is. */
import { endOf, endWords, isBadEnd, isServedEnd } from '../exchanges/ends.ts';
import { saidIn } from '../exchanges/said.ts';
import { stateBefore } from '../exchanges/state-before.ts';
import type { CauseReading } from './model.ts';

export const nothingToRemove: CauseReading = ({ own, all, exchanges }) => {
  const [first] = own;
  const end = first?.was;
  if (end === undefined || !isBadEnd(end)) return undefined;
  if (first?.kind !== 'breakdown' && first?.did !== 'refused-good') return undefined;
  const places = new Set(own.flatMap(({ sights }) => sights.map(({ operation }) => operation)));
  const [place] = places;
  if (places.size !== 1 || place === undefined) return undefined;
  const seen = new Set(all.flatMap(({ sights }) => sights.map(({ exchange }) => exchanges.get(exchange))));
  const tried = exchanges.all.filter(
    (one) => `${one.service}@${one.spec} ${exchanges.operationOf(one) ?? ''}` === place,
  );
  const state = stateBefore(
    // Of what is refused some had to be: only what was seen counts.
    tried.filter((one) => endOf(one) === end && (end.startsWith('5') || seen.has(one))),
    tried.filter((one) => isServedEnd(endOf(one))),
    exchanges.all,
  );
  if (state === undefined) return undefined;
  const [said, operation] = [saidIn(own, exchanges), place.split(' ')[1] ?? ''];
  return end.startsWith('5')
    ? `Answers ${end} to ${operation} ${state}${said === '' ? '' : `: ${said}`}`
    : `Refuses ${operation} ${state}, with ${endWords(end)}${said === '' ? '' : `, "${said}"`}`;
};
