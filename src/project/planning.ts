/** Planning without running: what `plan`, `lint`, `explain` and the like start from. Needs no server and no secret. */
import { defined } from '../model/objects.ts';
import type { Json } from '../model/json.ts';
import { loadTarget } from '../load/load-target.ts';
import type { Project, Target } from '../load/model.ts';
import { type Planned, scopesOf, type Selection } from '../plan/plan.ts';
import { makePlan, projectOf } from './make-plan.ts';
import { checkSelection, nearIn, notEmpty, selectionOf } from './session.ts';
import type { RunSettings } from './settings.ts';

export type PlanSettings = Pick<RunSettings, 'root' | 'target' | 'services' | 'specs' | 'only'>;

export interface Planning extends Planned {
  readonly project: Project;
  /** Its variables are left as they are written: nothing is sent, so no address is needed. */
  readonly target: Target;
}

/** A target as it is written: its variables are left alone, since nothing is sent. */
export function targetFor(root: string, named: string): Target {
  return loadTarget(named, root, {}, projectOf(root), { resolveEnv: false });
}

/** What a run with these settings would do. Throws `BadInput`, for an empty plan too. */
export function planFor(settings: PlanSettings): Planning {
  const project = projectOf(settings.root);
  const target = targetFor(settings.root, settings.target);
  const selection = selectionOf(settings);
  checkSelection(selection, project, target);
  const planned = notEmpty(makePlan(project, target, selection), settings.only, () =>
    nearIn(scopesOf(project, target, selection), settings.only, target),
  );
  return { ...planned, project, target };
}

/** A target that names every version of every service, with every open point at its default or as answered. */
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
    ...defined({ answersIn }),
    limits: { concurrency: 8, timeoutMs: 10_000 },
    maintenance: [],
    waivers: [],
    file: '',
  };
}

/** Plans everything there is, with every open point at its default. Throws `BadInput` for broken contracts. */
export function planWhole(root: string, selection: Selection = {}): Planning {
  const project = projectOf(root);
  const target = wholeTarget(project);
  return { ...makePlan(project, target, selection), project, target };
}
