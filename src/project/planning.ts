/** Planning without running, for `plan`, `lint`, `explain` and others. Needs no server and no secret. */
import { omitUndefined } from '../model/objects.ts';
import type { Json } from '../model/json.ts';
import { loadTarget } from '../load/load-target.ts';
import type { Project, Target } from '../load/model.ts';
import { type PlanResult, scopesOf, type Selection } from '../plan/plan.ts';
import { makePlan, projectOf } from './make-plan.ts';
import { checkSelection, similarChecksHint, requireChecks, selectionOf } from './session.ts';
import type { RunSettings } from './settings.ts';

export type PlanSettings = Pick<RunSettings, 'root' | 'target' | 'services' | 'specs' | 'only'>;

export interface Planning extends PlanResult {
  readonly project: Project;
  /** Variables of the target stay as they are written, since no address is needed. */
  readonly target: Target;
}

/** Loads a target without replacing its variables, since planning sends no request. */
export function targetFor(root: string, named: string): Target {
  return loadTarget(named, root, {}, projectOf(root), { resolveEnv: false });
}

/** Plan of a run with these settings. Throws `BadInput`, also for an empty plan. */
export function planFor(settings: PlanSettings): Planning {
  const project = projectOf(settings.root);
  const target = targetFor(settings.root, settings.target);
  const selection = selectionOf(settings);
  checkSelection(selection, project, target);
  const planned = requireChecks(makePlan(project, target, selection), settings.only, () =>
    similarChecksHint(scopesOf(project, target, selection), settings.only, target),
  );
  return { ...planned, project, target };
}

/** A target with all versions of all services. Open questions have the given answers or their assumptions. */
export function wholeTarget(
  project: Project,
  answers: Readonly<Record<string, Json>> = {},
  answersIn?: Target['answersIn'],
): Target {
  return {
    target: 'defaults',
    environment: 'test',
    embedded: true,
    disposable: true,
    faults: [],
    services: project.specs.map((spec) => ({
      service: spec.service,
      addresses: spec.versions.map(({ id }) => ({ spec: id, baseUrl: '' })),
      headers: {},
    })),
    answers,
    ...omitUndefined({ answersIn }),
    limits: { concurrency: 8, timeoutMs: 10_000 },
    maintenance: [],
    waivers: [],
    file: '',
  };
}

/** Plans everything, with assumptions for open questions. Throws `BadInput` for invalid contracts. */
export function planWhole(root: string, selection: Selection = {}): Planning {
  const project = projectOf(root);
  const target = wholeTarget(project);
  return { ...makePlan(project, target, selection), project, target };
}
