/** Trials of the cases of a group: the one that counts for each case, and those after it. */
import {
  caseIdOf,
  type CaseEvidence,
  repeatedReadsId,
  type Exchange,
  FIRST_ATTEMPT,
  isUnansweredByService,
  setupStep,
  attemptId,
} from '../model/exchange.ts';
import { mergeObjects, groupBy } from '../model/objects.ts';
import type { Case, Group } from '../plan/model.ts';
import type { CaseTrials } from './confirm-by-retry.ts';

type Tried = Omit<Case, 'title'>;

export interface CaseTrialRecords {
  /** The last setup, if the service was unavailable during the first one. */
  readonly setup: CaseEvidence;
  /**
   * Exchanges of a case and its setup: from the first trial, or from the first successful retry if the service was
   * unavailable. A failure in a retry may result from the first trial, which can have effects without a response.
   */
  readonly evidenceOf: (planned: Tried) => CaseEvidence;
  readonly trialsOf: (planned: Tried) => CaseTrials;
  /** Number of trials, if the service was unavailable in the first one. */
  readonly timesAway: (planned: Tried) => number;
  /** Whether an exchange is from a trial or setup that does not count. */
  readonly isPassedOver: (exchange: Exchange) => boolean;
}

/** All trials of a case, which one counts, and its exchanges. */
interface CaseTried {
  readonly sources: readonly string[];
  readonly counts: number;
  readonly evidence: CaseEvidence;
}

/**
 * @param isRight whether no check of a case fails or is inconclusive with these exchanges
 */
export function caseTrialRecords(
  group: Group,
  exchanges: readonly Exchange[],
  isRight: (planned: Tried, evidence: CaseEvidence) => boolean,
): CaseTrialRecords {
  const bySource = groupBy(exchanges, sourceOf);
  const triedFrom = (first: string): readonly string[] => {
    const sources = [first];
    for (let trial = FIRST_ATTEMPT + 1; bySource.has(attemptId(first, trial)); trial += 1)
      sources.push(attemptId(first, trial));
    return sources;
  };
  // All cases used the last setup.
  const setups = triedFrom(group.id);
  const lastSetup = setups.at(-1) ?? group.id;
  const setup = byStep(bySource.get(lastSetup) ?? [], setupStep);
  const ofSource = (source: string): CaseEvidence => byStep(bySource.get(source) ?? [], (step) => step);
  const wasAway = (source: string): boolean => (bySource.get(source) ?? []).some(isUnansweredByService);
  const known = new Map<string, CaseTried>();
  /** Cached: finding the trial may need judging, and every check of a case uses it. */
  const triedAs = (planned: Tried): CaseTried => {
    let found = known.get(planned.id);
    if (found === undefined) known.set(planned.id, (found = trialsIn(planned)));
    return found;
  };
  const trialsIn = (planned: Tried): CaseTried => {
    const sources = triedFrom(planned.id);
    const clears = (source: string): boolean =>
      !wasAway(source) && isRight(planned, mergeObjects(setup, ofSource(source)));
    const cleared = sources.length > 1 && wasAway(planned.id) ? sources.findIndex(clears) : 0;
    const counts = Math.max(0, cleared);
    return { sources, counts, evidence: mergeObjects(setup, ofSource(sources[counts] ?? planned.id)) };
  };
  let others: ReadonlySet<string> | undefined;
  const passedOver = (): ReadonlySet<string> =>
    (others ??= new Set([
      ...(wasAway(lastSetup) ? [] : setups.slice(0, -1)),
      ...group.cases.flatMap((planned) => {
        const { sources, counts } = triedAs(planned);
        return sources.slice(0, counts).flatMap((source) => [source, repeatedReadsId(source)]);
      }),
    ]));
  return {
    setup,
    evidenceOf: (planned) => triedAs(planned).evidence,
    trialsOf: (planned) => {
      const { sources, counts } = triedAs(planned);
      return sources
        .slice(counts + 1)
        .map((source) => ({ evidence: ofSource(source), echoes: ofSource(repeatedReadsId(source)) }));
    },
    timesAway: (planned) => (wasAway(planned.id) ? triedAs(planned).sources.length : 0),
    isPassedOver: (exchange) => passedOver().has(sourceOf(exchange)),
  };
}

/** The case or group id, with the number of a later trial. */
function sourceOf({ id }: Exchange): string {
  return caseIdOf(id);
}

function byStep(exchanges: readonly Exchange[], nameOf: (step: string) => string): CaseEvidence {
  const steps: Record<string, Exchange[]> = {};
  for (const exchange of exchanges) (steps[nameOf(exchange.step)] ??= []).push(exchange);
  return steps;
}
