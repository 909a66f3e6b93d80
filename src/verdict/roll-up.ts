/**
 * Merges the results of groups or shards for one check, and rolls verdicts up. A check that could not be judged never
 * passes: the worst verdict wins, and without a verdict the result is `untested`. `mergeResults` is associative and
 * commutative, so shards can be merged in any order.
 */
import { compareText } from '../model/text.ts';
import { omitUndefined } from '../model/objects.ts';
import type { Finding } from '../rules/model.ts';
import { type CheckResult, type Tries, type Verdict, VERDICTS } from './model.ts';

/** Maximum number of findings of a check. Further ones add no information. */
export const MAX_FINDINGS = 20;
/** Maximum number of exchanges shown for a check without findings; a passive check has hundreds. */
export const MAX_EVIDENCE = 5;

/** The worst verdict; `untested` without any. */
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

/** Whether the exchange belongs to a group of the check's operation. */
function sentFor(check: string): (finding: Finding) => boolean {
  const [, endpoint = '', operation = ''] = check.split('/');
  const place = `/${endpoint}/${operation}/`;
  return ({ evidence }) => evidence.startsWith(place, evidence.indexOf('/'));
}

/**
 * Sorts findings by evidence, with those of the check's own operation first, then by place, with the status first, and
 * removes duplicates. Beyond the maximum it takes the first of each kind, then the second, and so on, so that a
 * frequent kind leaves room for others. Bounding parts and then their union gives the same result.
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

/** Equal for the same finding in different records. */
function kindOf({ where, kind, keyword, got }: Finding): string {
  return [where.replace(/\/\d+(?=\/|$)/g, '/*'), kind, keyword, got].join(' ');
}

/**
 * Merges partial results of one check in one spec version.
 * Only the worst verdict keeps its evidence: a passed group does not show a failure, and the cause of an
 * inconclusive group would look like a waiver. This also makes merging associative.
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
  // An unknown blocker makes the whole unknown: it must not be waived with the known ones.
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
    // The first cause in alphabetical order is kept.
    ...(cause === undefined || verdict === 'fail' ? {} : { cause }),
    ...omitUndefined({
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
