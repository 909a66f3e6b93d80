/** Records that are answered as made or deleted, where nothing shows afterwards that they were: what rests on them may fail for that. */
import { answeredJson, sentJson } from '../exchanges/bodies.ts';
import type { Exchange } from '../../../record/exchange.ts';
import type { Json } from '../../../record/json.ts';
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import { groupBy } from '../../../record/group-by.ts';
import type { Departure, Sight } from '../departures/departure.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { caseOf, groupOf, pathOf, plainPath } from '../exchanges/exchange-place.ts';
import { isOfSetupStep } from '../departures/good-requests.ts';
import { leavesOf, newLeaves } from '../exchanges/parts-of-json.ts';
import { isServed } from '../exchanges/ends.ts';

/** Whether a departure rests on such writes in each of its exchanges: one of its case, or one of its set-up that it names. */
export type RestsOnUnseen = (one: Departure) => boolean;

/** What is tried beside a record that has to be there, whether it names that or not. */
const BESIDE_ANOTHER: readonly RulePattern[] = [
  'lifecycle.referred-to',
  'lifecycle.referred-to-by',
  'input.duplicate',
  'outcome.refused',
];

/** What is found in the answer of the write itself, which would be another one if it were done. */
const OF_THE_WRITE: readonly RulePattern[] = ['input.duplicate-beside'];

export function restingOnUnseen(
  own: readonly Exchange[],
  exchanges: ExchangeIndex,
  isUnseen: (write: Exchange, group: readonly Exchange[]) => boolean,
): RestsOnUnseen {
  const byGroup = groupBy(own, groupOf);
  const unseen = [...byGroup.values()].flatMap((group) => group.filter((write) => isUnseen(write, group)));
  const inCase = groupBy(unseen, caseOf);
  const setUp = groupBy(unseen.filter(isOfSetupStep), groupOf);
  return ({ sights, base }) =>
    sights.length > 0 &&
    sights.every((sight) => {
      const seen = exchanges.get(sight.exchange);
      if (inCase.get(sight.case)?.some((write) => write !== seen || fits(OF_THE_WRITE, base)) === true) return true;
      const before = seen === undefined ? [] : (setUp.get(groupOf(seen)) ?? []);
      return before.some(
        (write) => write !== seen && (fits(BESIDE_ANOTHER, base) || names(sight, seen as Exchange, write)),
      );
    });
}

/** A POST that nothing of its group shows to have made all that it says. */
export function isUnseenCreate(write: Exchange, group: readonly Exchange[]): boolean {
  if (write.request.method !== 'POST' || !isServed(write)) return false;
  const path = pathOf(write).replace(/\/$/, '');
  // What a path offers it may offer though there is nothing.
  const later = group
    .slice(group.indexOf(write) + 1)
    .filter((one) => one.request.method !== 'OPTIONS' && isServed(one));
  const shown = new Set(later.flatMap((one) => (one.request.method === 'GET' ? [...leavesOf(answeredJson(one))] : [])));
  const places = later.map((one) => `${pathOf(one)}/`);
  return !newIn(write).every((leaves) =>
    leaves.some((leaf) => shown.has(leaf) || places.some((place) => place.startsWith(`${path}/${valueIn(leaf)}/`))),
  );
}

/** A DELETE after which what it names was never found to be gone. */
export function isUnseenDelete(write: Exchange, group: readonly Exchange[]): boolean {
  if (write.request.method !== 'DELETE' || !isServed(write)) return false;
  const path = pathOf(write);
  const next = group.slice(group.indexOf(write) + 1).find((one) => `${pathOf(one)}/`.startsWith(`${path}/`));
  return next?.response?.status !== 404;
}

/** What the answer to a create has that was not sent, of each record. */
function newIn(write: Exchange): readonly (readonly string[])[] {
  const given = leavesOf(sentJson(write));
  const answered = answeredJson(write) ?? null;
  const records = Array.isArray(answered) ? (answered as readonly Json[]) : [answered];
  return records.map((record) => newLeaves(record, given));
}

/** Whether a request is of what such a write made, or sends what that is called. */
function names({ finding }: Sight, one: Exchange, write: Exchange): boolean {
  const [path, place] = [plainPath(one), plainPath(write)];
  if (write.request.method === 'DELETE') return `${path}/`.startsWith(`${place}/`);
  // A list, or what there is one of: what lacks it, and does not show it otherwise.
  if (path === place && one.request.method !== 'POST') return finding.kind !== 'value';
  const called = new Set([...pathOf(one).split('/'), ...[...leavesOf(sentJson(one))].map(valueIn)]);
  return newIn(write).some((leaves) => leaves.some((leaf) => called.has(valueIn(leaf))));
}

function valueIn(leaf: string): string {
  return leaf.slice(leaf.indexOf(' ') + 1);
}
