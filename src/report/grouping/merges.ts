/**
 * The only changes of signatures: everything is accepted, one status for every rejection, one wrong value that breaks several schema
 * keywords, invalid requests that fail like valid ones.
 */
import { groupBy } from '../../model/objects.ts';
import { matchesRulePattern, type RulePattern } from '../../model/check-scope.ts';
import { type Failure, type JudgedReport, endingKey, failureOperation, checkOperationKey } from './failure.ts';

/** Rule families that are merged if an operation accepts most invalid requests of the family: then it does not check anything. */
export const ACCEPTS_ALL: readonly { readonly rules: readonly RulePattern[]; readonly title: string }[] = [
  { rules: ['access.*'], title: 'accepts every caller, even without valid credentials' },
  { rules: ['token.*', 'client.*'], title: 'issues a token for every request, even an invalid one' },
];
export const ACCEPTED_SHARE = 0.8;
export const ACCEPTED_RULES = 5;

/** Gives failures of an operation that accepts nearly everything of a family one signature. */
export function mergeAcceptsAll(failures: readonly Failure[], report: JudgedReport): readonly Failure[] {
  const open = new Map<string, string>();
  for (const { rules, title } of ACCEPTS_ALL) {
    const accepted = groupBy(
      failures.filter(({ did, rule }) => did === 'accepted' && matchesRulePattern(rules, rule)),
      failureOperation,
    );
    for (const [operation, own] of accepted) {
      const judged = report.checks.filter(
        (check) =>
          matchesRulePattern(rules, check.rule) &&
          operation === checkOperationKey(check) &&
          (check.verdict === 'pass' || check.verdict === 'fail') &&
          report.rules[check.rule]?.awaits === 'refusal',
      );
      if (own.length >= ACCEPTED_SHARE * judged.length && new Set(own.map(({ rule }) => rule)).size >= ACCEPTED_RULES)
        open.set(`${operation} ${title}`, title);
    }
  }
  return failures.map((one) => {
    const family =
      one.did === 'accepted' ? ACCEPTS_ALL.find(({ rules }) => matchesRulePattern(rules, one.rule)) : undefined;
    return family !== undefined && open.has(`${failureOperation(one)} ${family.title}`)
      ? { ...one, signature: `${one.check.service} finding ${family.title}`, all: family.title }
      : one;
  });
}

/** Separates server errors for invalid requests of operations that also fail for valid requests: they follow from the latter. */
export function splitBrokenOperations(failures: readonly Failure[]): readonly Failure[] {
  const broken = new Set(
    failures
      .filter(({ valid, layer }) => valid === true && layer !== 'derived')
      .flatMap((one) => one.occurrences.map(endingKey)),
  );
  return failures.map((one) =>
    one.valid === false && one.occurrences.every((occurrence) => broken.has(endingKey(occurrence)))
      ? { ...one, signature: `${one.signature} like valid requests` }
      : one,
  );
}

/** Several schema keywords at one location are one wrong value: their signatures are merged. */
export function mergeSchemaKeywords(failures: readonly Failure[]): readonly Failure[] {
  const parent = new Map<string, string>();
  const find = (key: string): string => {
    const up = parent.get(key);
    return up === undefined || up === key ? key : find(up);
  };
  const known = new Map<string, string>();
  for (const { layer, signature, occurrences } of failures) {
    if (layer !== 'shape') continue;
    for (const { exchange, finding } of occurrences) {
      const place = `${exchange} ${finding.where}`;
      const previous = known.get(place);
      if (previous === undefined) known.set(place, signature);
      else if (find(previous) !== find(signature)) parent.set(find(signature), find(previous));
    }
  }
  return failures.map((one) => (one.layer === 'shape' ? { ...one, signature: find(one.signature) } : one));
}

/** Minimum number of different expected statuses for which one received status is one failure. */
export const MERGED_STATUSES = 3;

/** Merges rejections that differ only in the expected status, if there are many. */
export function mergeOneStatus(failures: readonly Failure[]): readonly Failure[] {
  const rejected = groupBy(
    failures.filter(({ did }) => did === 'rejected otherwise'),
    ({ check, ending }) => `${check.service} ${ending ?? ''}`,
  );
  const one = new Set(
    [...rejected]
      .filter(([, own]) => new Set(own.map(({ expected }) => expected?.[0])).size >= MERGED_STATUSES)
      .map(([key]) => key),
  );
  return failures.map((failure) => {
    const key = `${failure.check.service} ${failure.ending ?? ''}`;
    return failure.did === 'rejected otherwise' && one.has(key)
      ? { ...failure, signature: `${failure.check.service} finding rejects everything with ${failure.ending ?? ''}` }
      : failure;
  });
}
