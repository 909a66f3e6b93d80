/** Checks that could not be judged: attached to the failure that blocked them, else grouped by their cause. */
import { checkRef } from '../checks.ts';
import type { ReportCause, ReportCheck } from '../model.ts';
import { type ReportItem, type JudgedReport, endingKey, checkOperationKey, layerRank } from './failure.ts';
import type { TrafficIndex } from './traffic.ts';

/** Attaches unjudged checks to the item that blocks them. Returns the others, grouped by cause. */
export function attachUnjudged(
  report: JudgedReport,
  items: readonly ReportItem[],
  traffic: TrafficIndex,
): readonly ReportCause[] {
  const byRef = new Map(report.checks.map((check) => [checkRef(check), check]));
  const itemOf = new Map<string, ReportItem>();
  for (const item of items)
    for (const { check } of [...item.failures, ...item.explained])
      if (!itemOf.has(checkRef(check))) itemOf.set(checkRef(check), item);
  const root = (ref: string, visited: Set<string>): ReportItem | undefined => {
    if (visited.has(ref)) return undefined;
    visited.add(ref);
    const check = byRef.get(ref);
    return (
      itemOf.get(ref) ??
      (check?.blockedBy ?? [])
        .map((id) => root(`${id}@${check?.spec ?? ''}`, visited))
        .find((item) => item !== undefined)
    );
  };
  // Items by ending on an operation, and items whose status the service returns everywhere.
  const ended = new Map<string, ReportItem>();
  const broken = new Map<string, ReportItem>();
  // Items of operations whose responses never arrive completely.
  const cut = new Map<string, ReportItem>();
  for (const item of items)
    for (const { kind, did, occurrences, check, ending } of item.failures) {
      const isUnexpected =
        did === 'rejected a valid request' ||
        (did === undefined &&
          occurrences.some(({ finding, status }) => finding.where === 'status' && (status ?? 0) >= 400));
      if (kind === 'finding' && !isUnexpected) continue;
      for (const one of occurrences) ended.set(endingKey(one), item);
      if (item.failures[0]?.layer === 'connection') for (const one of occurrences) cut.set(one.operation, item);
      if (kind !== 'finding') broken.set(`${check.service}@${check.spec} ${ending ?? ''}`, item);
    }
  const byEnding = (check: ReportCheck): ReportItem | undefined => {
    const found = check.evidence
      .map((id) => traffic.get(`${check.service}@${check.spec} ${id}`))
      .map((one) =>
        one === undefined
          ? undefined
          : ended.get(`${one.service}@${one.spec} ${traffic.operationOf(one) ?? ''} ${traffic.endingOf(one) ?? ''}`),
      );
    const named = /(?:answered |returned |\()([45]\d\d)\b/.exec(check.cause ?? '')?.[1];
    return (
      found.find((item) => item !== undefined) ??
      cut.get(checkOperationKey(check)) ??
      broken.get(`${check.service}@${check.spec} ${named ?? ''}`)
    );
  };
  // If the blocking check passes, attach to another failure on the same operation.
  const onOperation = new Map<string, ReportItem>();
  for (const item of items)
    for (const { check, layer } of item.failures)
      if (layerRank(layer) <= layerRank('shape')) onOperation.set(checkOperationKey(check), item);
  const byBlocker = (check: ReportCheck): ReportItem | undefined =>
    (check.blockedBy ?? [])
      .map((id) => byRef.get(`${id}@${check.spec}`))
      .map((blocker) => (blocker === undefined ? undefined : onOperation.get(checkOperationKey(blocker))))
      .find((item) => item !== undefined);
  const unattached = new Map<string, ReportCheck[]>();
  for (const check of report.checks) {
    if (check.verdict !== 'inconclusive' && check.verdict !== 'untested') continue;
    const item = root(checkRef(check), new Set()) ?? byEnding(check) ?? byBlocker(check);
    if (item !== undefined) item.heldUp.push(checkRef(check));
    else {
      const key = `${check.service} ${comparableCause(check.cause ?? NOT_JUDGED)}`;
      unattached.set(key, [...(unattached.get(key) ?? []), check]);
    }
  }
  return [...unattached].map(([key, own]) => ({
    id: `undetermined ${key}`,
    kind: 'undetermined',
    service: own[0]?.service ?? '',
    title: own[0]?.cause ?? NOT_JUDGED,
    checks: own.map(checkRef),
  }));
}

const NOT_JUDGED = 'Planned, but never judged.';

/** Cause without names of steps, records and locations, so that equal causes have equal texts. */
function comparableCause(text: string): string {
  return text.replace(/step "[^"]*"|the valid request|the required record of \S+/g, 'a step').replace(/ \/\S+/g, ' …');
}
