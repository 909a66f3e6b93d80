/** Tasks of a campaign, as data for threads. */
import { contractService, faults, variants, versionsWith, type Fault } from '../../services/index.ts';
import type { BaselineOutcome, FaultOutcome, VariantOutcome } from './model.ts';
import type { Trials } from './trial.ts';

export type Task =
  | { readonly kind: 'fault'; readonly fault: string; readonly spec: string }
  | { readonly kind: 'variant'; readonly variant: string; readonly service: string; readonly spec: string }
  | { readonly kind: 'baseline'; readonly service: string; readonly spec: string };

export type TaskOutcome =
  | { readonly kind: 'fault'; readonly outcome: FaultOutcome }
  | { readonly kind: 'variant'; readonly outcome: VariantOutcome }
  | { readonly kind: 'baseline'; readonly outcome: BaselineOutcome };

/** The selection of a campaign; absent properties select everything. */
export interface CampaignScope {
  readonly services?: readonly string[];
  readonly specs?: readonly string[];
  /** Selects faults; if set, variants are left out. */
  readonly isMeant?: (fault: string) => boolean;
}

/** Versions of each service, oldest first. */
export type VersionsByService = Readonly<Record<string, readonly string[]>>;

export async function performTask(task: Task, trials: Trials): Promise<TaskOutcome> {
  switch (task.kind) {
    case 'fault':
      return { kind: 'fault', outcome: await trials.fault(task.fault, task.spec) };
    case 'variant':
      return { kind: 'variant', outcome: await trials.variant(task.variant, task.service, task.spec) };
    case 'baseline':
      return { kind: 'baseline', outcome: await trials.baseline(task.service, task.spec) };
  }
}

/** The faults of a scope that can be detected at all. */
export function detectableFaults(scope: CampaignScope): readonly Fault[] {
  const services = scope.services;
  return faults.filter(
    (f) => (services === undefined || services.includes(contractService(f.service))) && scope.isMeant?.(f.id) !== false,
  );
}

/** Every task of a campaign, the longest first, so that threads end together. */
export function campaignTasks(scope: CampaignScope, versions: VersionsByService): readonly Task[] {
  const isIn = (service: string, spec: string): boolean =>
    (scope.services?.includes(service) ?? true) && (scope.specs?.includes(spec) ?? true);
  const places = Object.entries(versions).flatMap(([service, specs]) =>
    specs.filter((spec) => isIn(service, spec)).map((spec) => ({ service, spec })),
  );
  const baselines = places.map((place): Task => ({ kind: 'baseline', ...place }));
  const tried = scope.isMeant === undefined ? variantTasks(versions, isIn) : [];
  const noticeable = detectableFaults(scope).filter((f) => f.unobservable === undefined);
  const trials = noticeable.flatMap((fault) =>
    versionsWith(fault, versions[contractService(fault.service)] ?? [])
      .filter((spec) => isIn(contractService(fault.service), spec))
      .map((spec): Task => ({ kind: 'fault', fault: fault.id, spec })),
  );
  const long = new Set(noticeable.filter((f) => f.operation === undefined || f.kind === 'pagination').map((f) => f.id));
  const isLong = (task: Task): boolean => task.kind !== 'fault' || long.has(task.fault);
  return [...baselines, ...tried, ...trials.filter(isLong), ...trials.filter((task) => !isLong(task))];
}

/** Each variant in one version of each service, in rotation, and all of them at once in every version. */
function variantTasks(versions: VersionsByService, isIn: (service: string, spec: string) => boolean): readonly Task[] {
  return variants.flatMap((variant, index) =>
    Object.entries(versions).flatMap(([service, specs]) => {
      const own = variant.parts.length > 1 ? specs : specs.filter((_spec, place) => place === index % specs.length);
      return own
        .filter((spec) => isIn(service, spec))
        .map((spec): Task => ({ kind: 'variant', variant: variant.id, service, spec }));
    }),
  );
}
