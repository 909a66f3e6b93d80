/** Runs every fault and every legal variant against the plan. */
import { omitUndefined } from '../model/objects.ts';
import { contractService, faults, variants } from '../../services/index.ts';
import { loadTarget } from '../load/load-target.ts';
import type { Project } from '../load/model.ts';
import type { Plan } from '../plan/model.ts';
import { makePlan, projectOf } from '../project/make-plan.ts';
import type { ProofFile } from '../report/proof.ts';
import { scoreCampaign } from './score.ts';
import { TestBed } from './test-bed.ts';
import {
  type CampaignScope,
  detectableFaults,
  performTask,
  type Task,
  type TaskOutcome,
  campaignTasks,
  type VersionsByService,
} from './tasks.ts';
import { runInThreads } from './threads.ts';
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
export function campaignPlan(
  root: string,
  scope: CampaignScope,
): { readonly plan: Plan; readonly versions: VersionsByService } {
  const project = projectOf(root);
  const target = loadTarget('reference', root, {}, project);
  const selection = omitUndefined({ services: scope.services, specs: scope.specs });
  const { plan } = makePlan(project, target, selection);
  return { plan, versions: serviceVersions(project) };
}

/** The versions of each service. */
export function serviceVersions(project: Project): VersionsByService {
  return Object.fromEntries(project.specs.map((s) => [s.service, s.versions.map((v) => v.id)]));
}

export async function runCampaign({ root, scope, workers, progress, choose }: CampaignOptions): Promise<ProofFile> {
  const { plan, versions } = campaignPlan(root, scope);
  const all = campaignTasks(scope, versions);
  const tasks = choose === undefined ? all : choose(all);
  const say = (done: number): void => progress?.(done, tasks.length);
  const found = workers === 0 ? await here(root, tasks, say) : await runInThreads(tasks, root, workers, say);
  const baselines = found.flatMap((d) => (d.kind === 'baseline' ? [d.outcome] : []));
  const flagged = new Map(baselines.map((b) => [`${b.service} ${b.spec}`, new Set(b.flagged)]));
  const isNew =
    (service: string, spec: string) =>
    (check: string): boolean =>
      flagged.get(`${service} ${spec}`)?.has(check) !== true;
  return scoreCampaign({
    plan,
    faults: detectableFaults(scope).filter(
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
  tasks: ReturnType<typeof campaignTasks>,
  progress: (done: number) => void,
): Promise<readonly TaskOutcome[]> {
  const testBed = await TestBed.open(root);
  const trials = new Trials(testBed);
  const found: TaskOutcome[] = [];
  for (const task of tasks) {
    found.push(await performTask(task, trials));
    progress(found.length);
  }
  await testBed.close();
  return found;
}

/** Services with faults, by the name of their contracts. */
export function servicesWithFaults(): readonly string[] {
  return [...new Set(faults.map((f) => contractService(f.service)))];
}
