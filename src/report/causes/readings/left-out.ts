/** Records that a list leaves out: what they have in common that those do not which it shows. */
import { OF_LISTING } from '../departures/cause-table.ts';
import { operationsOf } from '../exchanges/exchange-index.ts';
import { answeredJson, sentJson } from '../exchanges/bodies.ts';
import { isServed } from '../exchanges/ends.ts';
import type { Exchange } from '../../../record/exchange.ts';
import type { Json } from '../../../record/json.ts';
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import { caseOf, versionOf } from '../exchanges/exchange-place.ts';
import { leavesOf, listShown, memberNames, newLeaves } from '../exchanges/parts-of-json.ts';
import { listed } from '../../phrase.ts';
import { traitOf } from '../exchanges/sent-traits.ts';
import { seenBy, type CauseReading } from './model.ts';

const OF_LISTS: readonly RulePattern[] = [...OF_LISTING, 'page.walk-complete'];

/** `Leaves records out of orders/list that were created where customer is not sent`. */
export const leftOut: CauseReading = ({ own, all, exchanges }) => {
  if (own.length === 0 || !own.every(({ check }) => fits(OF_LISTS, check.rule))) return undefined;
  const missing = all.filter(({ check }) => fits(OF_LISTS, check.rule));
  const lists = seenBy(missing, exchanges).filter(({ request }) => request.method === 'GET');
  const [first] = lists;
  const operations = operationsOf(lists, exchanges);
  if (first === undefined || operations.length === 0) return undefined;
  const ofVersion = exchanges.all.filter((one) => versionOf(one) === versionOf(first));
  const shown = new Set(
    ofVersion.flatMap((one) =>
      operations.includes(exchanges.operationOf(one) ?? '') ? [...leavesOf(answeredJson(one))] : [],
    ),
  );
  const cases = new Set(lists.map(caseOf));
  const makings = new Set(own.map(({ check }) => `${check.endpoint}/create`));
  const items = ofVersion.filter((one) => makings.has(exchanges.operationOf(one) ?? '')).flatMap(itemsOf);
  // Of whatever kind: one may refer to it.
  const made = ofVersion.flatMap(itemsOf);
  const lost = items.filter(({ making, ids }) => cases.has(caseOf(making)) && !ids.some((id) => shown.has(id)));
  const kept = items.filter(({ ids }) => ids.some((id) => shown.has(id)));
  const apart =
    traitOf(
      lost.map(({ alone }) => alone),
      kept.map(({ alone }) => alone),
    ) ??
    lackOf(
      lost,
      kept,
      made,
      listedIn(ofVersion.filter((one) => isServed(one) && operations.includes(exchanges.operationOf(one) ?? ''))),
    );
  return apart === undefined ? undefined : `Leaves records out of ${listed(operations)} that were created ${apart}`;
};

/** Fewer that are listed tell nothing. */
const FEWEST_KEPT = 3;

/** Members that all have that are listed, and none that is not. */
function lackOf(
  lost: readonly Item[],
  kept: readonly Item[],
  all: readonly Item[],
  shown: readonly ReadonlySet<string>[],
): string | undefined {
  const [first, ...others] = kept.map(({ names }) => names);
  // What a list shows a record without does not keep it out; what it shows of none it leaves out of all.
  const isNeeded = (name: string): boolean => {
    const having = shown.filter((names) => names.has(name)).length;
    return having === 0 || having === shown.length;
  };
  const common = [...(first ?? [])].filter(
    (name) => isNeeded(name) && others.every((names) => names.has(name)) && !lost.some(({ names }) => names.has(name)),
  );
  if (common.length === 0 || lost.length === 0 || kept.length < FEWEST_KEPT) return undefined;
  // Of several that cannot be told apart, a record that is looked up and is not there is the likeliest to keep one out.
  const made = new Set(all.flatMap(({ ids }) => ids.map(valueIn)));
  const refers = (name: string): boolean =>
    kept.every(({ alone }) =>
      [...leavesOf(sentJson(alone))].some((leaf) => isOf(leaf, name) && made.has(valueIn(leaf))),
    );
  const [reference, ...more] = common.filter(refers);
  return reference === undefined || more.length > 0 || common.length === 1
    ? `without ${listed(common)}`
    : `without ${reference}, which refers to another record (and without ${common.length - 1} others)`;
}

function isOf(leaf: string, name: string): boolean {
  return leaf.startsWith(`${name} `);
}

function valueIn(leaf: string): string {
  return leaf.slice(leaf.indexOf(' ') + 1);
}

/** Names of the members of each record that lists show. */
function listedIn(lists: readonly Exchange[]): readonly ReadonlySet<string>[] {
  return lists.flatMap((one) => listShown(one).map((record) => memberNames(record)));
}

interface Item {
  readonly making: Exchange;
  /** As if it had been sent by itself. */
  readonly alone: Exchange;
  /** What the answer to it has that was not sent. */
  readonly ids: readonly string[];
  /** Of the members that were sent. */
  readonly names: ReadonlySet<string>;
}

function itemsOf(making: Exchange): readonly Item[] {
  const { request, response } = making;
  if (request.method !== 'POST' || response === undefined || response.status >= 300) return [];
  const [sent, answered] = [listOf(sentJson(making)), listOf(answeredJson(making))];
  return sent.flatMap((item, index): readonly Item[] => {
    const given = leavesOf(item);
    const ids = newLeaves(answered[index], given);
    const names = new Set([...given].map((leaf) => leaf.split(' ')[0] ?? ''));
    const alone = { ...making, request: { ...request, body: JSON.stringify(item) } };
    return ids.length === 0 ? [] : [{ making, ids, names, alone }];
  });
}

function listOf(value: Json | undefined): readonly Json[] {
  return value === undefined ? [] : Array.isArray(value) ? (value as readonly Json[]) : [value];
}
