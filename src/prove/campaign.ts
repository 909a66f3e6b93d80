/** Runs every fault and every legal variant against the plan. */
import { defined } from '../model/objects.ts';
import { contractService, faults, variants } from '../../services/index.ts';
import { loadTarget } from '../load/load-target.ts';
import type { Project } from '../load/model.ts';
import type { Plan } from '../plan/model.ts';
import { makePlan, projectOf } from '../project/make-plan.ts';
import type { ProofFile } from '../report/proof.ts';
import { score } from './score.ts';
import { Stand } from './test-bed.ts';
import { type CampaignScope, faultsIn, perform, type Task, type TaskOutcome, tasksOf, type Versions } from './tasks.ts';
import { inThreads } from './threads.ts';
import { Trials } from './trial.ts';

export interface CampaignOptions {
  readonly root: string;
  readonly scope: CampaignScope;
  /** Number of threads; 0 runs in this one. */
  readonly workers: number;
  readonly progress?: (done: number, all: number) => void;
  /** Selects tasks; absent: all. */
  readonly choose?: (tasks: readonly Task[]) => readonly Task[];
}

/** The plan of the reference target for the services and versions of a scope. */
export function planOf(root: string, scope: CampaignScope): { readonly plan: Plan; readonly versions: Versions } {
  const project = projectOf(root);
  const target = loadTarget('reference', root, {}, project);
  const selection = defined({ services: scope.services, specs: scope.specs });
  const { plan } = makePlan(project, target, selection);
  return { plan, versions: versionsOf(project) };
}

/** The versions of each service. */
export function versionsOf(project: Project): Versions {
  return Object.fromEntries(project.specs.map((s) => [s.service, s.versions.map((v) => v.id)]));
}

export async function campaign({ root, scope, workers, progress, choose }: CampaignOptions): Promise<ProofFile> {
  const { plan, versions } = planOf(root, scope);
  const all = tasksOf(scope, versions);
  const tasks = choose === undefined ? all : choose(all);
  const say = (done: number): void => progress?.(done, tasks.length);
  const found = workers === 0 ? await here(root, tasks, say) : await inThreads(tasks, root, workers, say);
  const baselines = found.flatMap((d) => (d.kind === 'baseline' ? [d.outcome] : []));
  const flagged = new Map(baselines.map((b) => [`${b.service} ${b.spec}`, new Set(b.flagged)]));
  const isNew =
    (service: string, spec: string) =>
    (check: string): boolean =>
      flagged.get(`${service} ${spec}`)?.has(check) !== true;
  return score({
    plan,
    faults: faultsIn(scope).filter(
      (f) =>
        scope.specs === undefined ||
        tasks.some((t) => t.kind === 'fault' && t.fault === f.id) ||
        f.unobservable !== undefined,
    ),
    outcomes: found.flatMap((d) =>
      d.kind === 'fault'
        ? [
            {
              ...d.outcome,
              red: d.outcome.red.filter(isNew(d.outcome.service, d.outcome.spec)),
              stray: d.outcome.stray.filter(isNew(d.outcome.service, d.outcome.spec)),
            },
          ]
        : [],
    ),
    variants: found.flatMap((d) =>
      d.kind === 'variant'
        ? [{ ...d.outcome, flagged: d.outcome.flagged.filter(isNew(d.outcome.service, d.outcome.spec)) }]
        : [],
    ),
    baselines,
    variantTexts: scope.isMeant === undefined ? Object.fromEntries(variants.map((v) => [v.id, v.describes])) : {},
  });
}

async function here(
  root: string,
  tasks: ReturnType<typeof tasksOf>,
  progress: (done: number) => void,
): Promise<readonly TaskOutcome[]> {
  const testBed = await Stand.open(root);
  const trials = new Trials(testBed);
  const found: TaskOutcome[] = [];
  for (const task of tasks) {
    found.push(await perform(task, trials));
    progress(found.length);
  }
  await testBed.close();
  return found;
}

/** Services with faults, by the name of their contracts. */
export function knownServices(): readonly string[] {
  return [...new Set(faults.map((f) => contractService(f.service)))];
}
