/**
 * Rolling verdicts up, and joining what several groups (or shards) say of one check.
 *
 * Both are the heart of "could not judge is not a pass": the worst verdict wins, and nothing at all is `untested`.
 * `mergeResults` is associative and commutative, so that shards may arrive in any order and any grouping.
 */
import { compareText } from '../model/text.ts';
import { defined } from '../model/objects.ts';
import type { Finding } from '../rules/model.ts';
import { type CheckResult, type Tries, type Verdict, VERDICTS } from './model.ts';

/** How many findings a check keeps. A check that fails everywhere says nothing new with its 21st departure. */
export const MAX_FINDINGS = 20;
/** How many exchanges a check without findings rests on visibly; a passive check sees hundreds. */
export const MAX_EVIDENCE = 5;

/** The worst of the verdicts; `untested` where there are none. */
export function rollUp(verdicts: Iterable<Verdict>): Verdict {
  let worst: number | undefined;
  for (const verdict of verdicts) {
    const rank = VERDICTS.indexOf(verdict);
    if (worst === undefined || rank < worst) worst = rank;
  }
  return VERDICTS[worst ?? VERDICTS.indexOf('untested')] ?? 'untested';
}

function compareFindings(a: Finding, b: Finding): number {
  return (
    compareText(a.evidence, b.evidence) ||
    Number(b.where === 'status') - Number(a.where === 'status') ||
    compareText(a.where, b.where) ||
    compareText(a.expected, b.expected) ||
    compareText(a.actual, b.actual)
  );
}

function distinct<T>(sorted: readonly T[], compare: (a: T, b: T) => number): T[] {
  return sorted.filter((item, index) => {
    const before = sorted[index - 1];
    return index === 0 || before === undefined || compare(before, item) !== 0;
  });
}

/** Whether an exchange was sent for a group of the operation that a check is of, and not met on the way by another. */
function sentFor(check: string): (finding: Finding) => boolean {
  const [, endpoint = '', operation = ''] = check.split('/');
  const place = `/${endpoint}/${operation}/`;
  return ({ evidence }) => evidence.startsWith(place, evidence.indexOf('/'));
}

/**
 * Sorted by evidence, that of the check's own operation first, then by where, the status before all; doubles removed; of more than twenty the
 * first of each kind, then the second of each, and so on, since one that is in every answer would leave no room for another. What is bounded in
 * parts, and then together, is the same.
 */
export function boundFindings(findings: readonly Finding[], check: string): readonly Finding[] {
  const isOwn = sentFor(check);
  const compare = (a: Finding, b: Finding): number => Number(isOwn(b)) - Number(isOwn(a)) || compareFindings(a, b);
  const sorted = distinct([...findings].sort(compare), compare);
  if (sorted.length <= MAX_FINDINGS) return sorted;
  const counts = new Map<string, number>();
  const turns = sorted.map((finding, place) => {
    const kind = kindOf(finding);
    const turn = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, turn);
    return { finding, place, turn };
  });
  return turns
    .sort((a, b) => a.turn - b.turn || a.place - b.place)
    .slice(0, MAX_FINDINGS)
    .sort((a, b) => a.place - b.place)
    .map(({ finding }) => finding);
}

/** The same departure at the same place, of whatever record. */
function kindOf({ where, kind, keyword, got }: Finding): string {
  return [where.replace(/\/\d+(?=\/|$)/g, '/*'), kind, keyword, got].join(' ');
}

/**
 * Joins partial results of one check in one spec version into one.
 *
 * Only what belongs to the worst verdict is kept: the evidence of groups that passed says nothing about a failure, and
 * a cause of a group that could not be judged would read as an excuse beside a fail. This also makes the join
 * associative: what is dropped early would have been dropped late.
 */
export function mergeResults(results: readonly CheckResult[]): CheckResult {
  const first = results[0];
  if (first === undefined) throw new Error('mergeResults needs at least one result');
  const stranger = results.find((result) => result.check !== first.check || result.spec !== first.spec);
  if (stranger !== undefined) {
    throw new Error(
      `mergeResults was given results of two checks: ${first.check}@${first.spec} and ${stranger.check}@${stranger.spec}`,
    );
  }
  const verdict = rollUp(results.map((result) => result.verdict));
  const deciding = results.filter((result) => result.verdict === verdict);
  const findings =
    verdict === 'fail'
      ? boundFindings(
          deciding.flatMap((result) => result.findings),
          first.check,
        )
      : [];
  const evidence =
    findings.length > 0 ? findings.map((finding) => finding.evidence) : deciding.flatMap((result) => result.evidence);
  const ids = distinct([...evidence].sort(compareText), compareText);
  const cause = deciding.flatMap((result) => (result.cause === undefined ? [] : [result.cause])).sort(compareText)[0];
  // One blocker that is not known makes the whole unknown: it must not be excused by what is known of the others.
  const blockedBy =
    verdict === 'inconclusive' && deciding.every((result) => result.blockedBy !== undefined)
      ? distinct(deciding.flatMap((result) => result.blockedBy ?? []).sort(compareText), compareText)
      : undefined;
  return {
    check: first.check,
    spec: first.spec,
    verdict,
    findings,
    evidence: findings.length > 0 ? ids : ids.slice(0, MAX_EVIDENCE),
    // Two groups may give two causes; the first in order stands for both, whatever order they came in.
    ...(cause === undefined || verdict === 'fail' ? {} : { cause }),
    ...defined({
      blockedBy,
      unsettled: deciding.find((result) => result.unsettled)?.unsettled,
      tries: sumOfTries(deciding),
    }),
  };
}

/** Undefined if a result that decides was not repeated. */
function sumOfTries(results: readonly CheckResult[]): Tries | undefined {
  const all = results.flatMap(({ tries }) => (tries === undefined ? [] : [tries]));
  if (all.length < results.length) return undefined;
  return { failed: sum(all.map(({ failed }) => failed)), of: sum(all.map(({ of }) => of)) };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
