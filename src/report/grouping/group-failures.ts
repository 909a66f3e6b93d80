/**
 * Groups failing checks: one item per cause.
 *
 * 1. `signature.ts`: each failing check becomes one or more failures with a signature.
 * 2. Failures with the same signature are a group. `merges.ts` has the only exceptions.
 * 3. `implications.ts`, `relations.ts`: which failure follows from which.
 * 4. `coverFailures`: the fewest groups that explain all failures.
 * 5. `title.ts`: the title of each group.
 * 6. `unjudged.ts`: checks that could not be judged.
 */
import type { Exchange } from '../../model/exchange.ts';
import { groupBy } from '../../model/objects.ts';
import { checkRef, DISPOSITION_WEIGHT, checkWeight } from '../checks.ts';
import type { ReportCause } from '../model.ts';
import {
  withoutDuplicates,
  type Failure,
  type FailureGroup,
  isPlainRequestFailure,
  type ReportItem,
  type JudgedReport,
  layerRank,
} from './failure.ts';
import { implicationsOf } from './implications.ts';
import { mergeSchemaKeywords, mergeAcceptsAll, mergeOneStatus, splitBrokenOperations } from './merges.ts';
import { failuresOf, invalidRequests } from './signature.ts';
import { groupTitle } from './title.ts';
import { type TrafficIndex, indexTraffic } from './traffic.ts';
import { attachUnjudged } from './unjudged.ts';

export function groupFailures(report: JudgedReport, exchanges: readonly Exchange[]): readonly ReportCause[] {
  if (report.checks.every(({ disposition, verdict }) => disposition === 'conforming' && verdict !== 'fail')) return [];
  const traffic = indexTraffic(exchanges, report);
  const failures = signedFailures(report, traffic);
  const groups = [...groupBy(failures, ({ signature }) => signature)].map(([signature, own]): FailureGroup => ({
    signature,
    failures: own,
  }));
  const items = coverFailures(groups, implicationsOf(failures));
  const unjudged = attachUnjudged(report, items, traffic);
  const order = representativeFirst(report);
  const ordered = items
    .map((item) => ({ item, rank: rankOf(item) }))
    .sort((a, b) => compareRanks(a.rank, b.rank))
    .map(({ item }) => causeOf(item, order, report, traffic));
  return [...ordered, ...unjudged, ...unexpectedPasses(report)].map((cause) => ({ ...cause, id: shortHash(cause.id) }));
}

/** Failing checks with their signatures, after the merges of `merges.ts`. */
export function signedFailures(report: JudgedReport, traffic: TrafficIndex): readonly Failure[] {
  const invalid = invalidRequests(report);
  const failures = report.checks.flatMap((check, index) =>
    check.verdict === 'fail' ? failuresOf(check, index, report, traffic, invalid) : [],
  );
  return mergeAcceptsAll(mergeOneStatus(mergeSchemaKeywords(splitBrokenOperations(failures))), report);
}

/** Report entry of an item; its ID is still the signature. */
function causeOf(item: ReportItem, order: Order, report: JudgedReport, traffic: TrafficIndex): ReportCause {
  const failures = [...item.failures].sort(order);
  // Waived checks are left out of the title unless all are waived.
  const open = failures.filter(({ check }) => check.disposition !== 'expected-failure');
  const checks = withoutDuplicates(
    [...failures, ...[...item.explained].sort(order)].map(({ check }) => checkRef(check)),
  );
  return {
    id: item.group.signature,
    kind: failures[0]?.kind ?? 'finding',
    service: failures[0]?.check.service ?? '',
    title: groupTitle(open.length > 0 ? open : failures, report, traffic),
    checks,
    ...(item.heldUp.length > 0 ? { holdsUp: item.heldUp } : {}),
  };
}

type Order = (a: Failure, b: Failure) => number;

/**
 * Order of the failures in a group, the representative first: blocking, then the plain valid request, then those that block other checks.
 */
function representativeFirst(report: JudgedReport): Order {
  const blockers = new Set(
    report.checks.flatMap((check) => (check.blockedBy ?? []).map((id) => `${id}@${check.spec}`)),
  );
  return (a, b) =>
    checkWeight(a.check) - checkWeight(b.check) ||
    Number(isPlainRequestFailure(b)) - Number(isPlainRequestFailure(a)) ||
    Number(blockers.has(checkRef(b.check))) - Number(blockers.has(checkRef(a.check))) ||
    a.index - b.index;
}

/** Sort key of an item: strongest check, outermost layer, size. Items that block other checks are sorted like blocking failures. */
function rankOf({ failures, explained, heldUp }: ReportItem): readonly [number, number, number] {
  const layer = Math.min(...failures.map((one) => layerRank(one.layer)));
  const strongest = Math.min(...[...failures, ...explained].map(({ check }) => checkWeight(check)));
  const size = failures.length + explained.length + heldUp.length;
  return heldUp.length > 0
    ? [DISPOSITION_WEIGHT.nonconforming, Math.min(layer, layerRank('status')), -size]
    : [strongest, layer, -size];
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  return a.map((value, index) => value - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** Waivers that are no longer needed. */
function unexpectedPasses(report: JudgedReport): readonly ReportCause[] {
  return report.checks
    .filter(({ disposition }) => disposition === 'unexpected-pass')
    .map((check) => ({
      id: `unexpected ${checkRef(check)}`,
      kind: 'unexpected-pass',
      service: check.service,
      title: check.title,
      checks: [checkRef(check)],
    }));
}

/** Hash of 11 characters from two FNV-1a hashes, equal on all platforms. */
export function shortHash(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let index = 0; index < text.length; index++) {
    a = Math.imul(a ^ text.charCodeAt(index), 0x01000193) >>> 0;
    b = Math.imul(b ^ (text.charCodeAt(index) + index), 0x85ebca6b) >>> 0;
  }
  return (a.toString(36).padStart(7, '0') + b.toString(36).padStart(7, '0').slice(0, 4)).slice(0, 11);
}

/**
 * Greedy weighted set cover: the group that explains most remaining failures first. Ties: direct consequences, layer, level, size, order of
 * the report.
 */
export function coverFailures(
  groups: readonly FailureGroup[],
  edges: (by: Failure) => readonly Failure[],
): ReportItem[] {
  const reach = new Map(
    groups.map((group) => {
      const found = new Set(group.failures);
      for (const by of found) for (const one of edges(by)) found.add(one);
      return [group, found] as const;
    }),
  );
  const direct = new Map(groups.map((group) => [group, new Set(group.failures.flatMap(edges)).size] as const));
  const remaining = new Set(groups.flatMap(({ failures }) => failures));
  const items: ReportItem[] = [];
  const better = (a: readonly number[], b: readonly number[]): boolean => {
    for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return (a[i] ?? 0) > (b[i] ?? 0);
    return false;
  };
  while (remaining.size > 0) {
    let best: FailureGroup | undefined;
    let score: readonly number[] = [];
    for (const group of groups) {
      const own = group.failures.filter((one) => remaining.has(one));
      if (own.length === 0) continue;
      const gain = [...(reach.get(group) ?? [])].filter((one) => remaining.has(one)).length;
      const layer = Math.min(...own.map((one) => layerRank(one.layer)));
      const level = Math.min(...own.map(({ check }) => checkWeight(check)));
      // Ties between groups that explain each other: prefer the one with most direct consequences.
      const groupScore = [gain, (direct.get(group) ?? 0) - layer / 10, -layer, -level, own.length];
      if (best === undefined || better(groupScore, score)) {
        best = group;
        score = groupScore;
      }
    }
    if (best === undefined) break;
    const own = best.failures.filter((one) => remaining.has(one));
    const explained = [...(reach.get(best) ?? [])].filter((one) => remaining.has(one) && !own.includes(one));
    for (const one of [...own, ...explained]) remaining.delete(one);
    items.push({ group: best, failures: own, explained, heldUp: [] });
  }
  return items;
}
