/** What stands on record of the cases of a group: of each the trial that it is judged by, and those after it. Pure. */
import {
  type CaseEvidence,
  echoOf,
  type Exchange,
  FIRST_TRIAL,
  isUnheard,
  ofSetup,
  trialOf,
} from '../model/exchange.ts';
import { extended, groupBy } from '../model/objects.ts';
import type { Case, Group } from '../plan/model.ts';
import type { CaseTrials } from './confirm-by-retry.ts';

type Tried = Omit<Case, 'title'>;

export interface CaseRecords {
  /** As it was made at last, where the service was away the first time. */
  readonly setup: CaseEvidence;
  /**
   * Of a case, its setup among it, as it was tried first: where the service was away then, as it was tried again and nothing was wrong. What is
   * wrong then may come of what the first trial did in spite of its answer.
   */
  readonly evidenceOf: (planned: Tried) => CaseEvidence;
  /** The trials after that one. */
  readonly trialsOf: (planned: Tried) => CaseTrials;
  /** How often a case was tried, the service having been away at first. */
  readonly timesAway: (planned: Tried) => number;
  /** Whether it is of a trial before the one that its case is judged by, or of a setup that was made anew and was right then. */
  readonly isPassedOver: (exchange: Exchange) => boolean;
}

/** Of all trials, the first included, which of them counts, and what was exchanged in it. */
interface CaseTried {
  readonly sources: readonly string[];
  readonly counts: number;
  readonly evidence: CaseEvidence;
}

/** @param isRight whether nothing is wrong in what was exchanged for a case */
export function recordOf(
  group: Group,
  exchanges: readonly Exchange[],
  isRight: (planned: Tried, evidence: CaseEvidence) => boolean,
): CaseRecords {
  const bySource = groupBy(exchanges, sourceOf);
  const triedFrom = (first: string): readonly string[] => {
    const sources = [first];
    for (let trial = FIRST_TRIAL + 1; bySource.has(trialOf(first, trial)); trial += 1)
      sources.push(trialOf(first, trial));
    return sources;
  };
  // All cases were tried on what was made at last.
  const setups = triedFrom(group.id);
  const lastSetup = setups.at(-1) ?? group.id;
  const setup = byStep(bySource.get(lastSetup) ?? [], ofSetup);
  const ofSource = (source: string): CaseEvidence => byStep(bySource.get(source) ?? [], (step) => step);
  const wasAway = (source: string): boolean => (bySource.get(source) ?? []).some(isUnheard);
  const known = new Map<string, CaseTried>();
  /** Found once: to know which trial counts may take to judge them, and each check of a case asks for what was exchanged for it. */
  const triedAs = (planned: Tried): CaseTried => {
    let found = known.get(planned.id);
    if (found === undefined) known.set(planned.id, (found = trialsIn(planned)));
    return found;
  };
  const trialsIn = (planned: Tried): CaseTried => {
    const sources = triedFrom(planned.id);
    const clears = (source: string): boolean => !wasAway(source) && isRight(planned, extended(setup, ofSource(source)));
    const cleared = sources.length > 1 && wasAway(planned.id) ? sources.findIndex(clears) : 0;
    const counts = Math.max(0, cleared);
    return { sources, counts, evidence: extended(setup, ofSource(sources[counts] ?? planned.id)) };
  };
  let others: ReadonlySet<string> | undefined;
  const passedOver = (): ReadonlySet<string> =>
    (others ??= new Set([
      ...(wasAway(lastSetup) ? [] : setups.slice(0, -1)),
      ...group.cases.flatMap((planned) => {
        const { sources, counts } = triedAs(planned);
        return sources.slice(0, counts).flatMap((source) => [source, echoOf(source)]);
      }),
    ]));
  return {
    setup,
    evidenceOf: (planned) => triedAs(planned).evidence,
    trialsOf: (planned) => {
      const { sources, counts } = triedAs(planned);
      return sources
        .slice(counts + 1)
        .map((source) => ({ evidence: ofSource(source), echoes: ofSource(echoOf(source)) }));
    },
    timesAway: (planned) => (wasAway(planned.id) ? triedAs(planned).sources.length : 0),
    isPassedOver: (exchange) => passedOver().has(sourceOf(exchange)),
  };
}

/** The case or the group, with the trial where it is not the first. */
function sourceOf({ id }: Exchange): string {
  return id.slice(0, id.indexOf('#'));
}

function byStep(exchanges: readonly Exchange[], nameOf: (step: string) => string): CaseEvidence {
  const steps: Record<string, Exchange[]> = {};
  for (const exchange of exchanges) (steps[nameOf(exchange.step)] ??= []).push(exchange);
  return steps;
}
