/** Everything that a run starts from, loaded and planned. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { BadInput } from '../errors.ts';
import { loadProject } from '../load/load-project.ts';
import { loadTarget } from '../load/load-target.ts';
import type { Project, Target } from '../load/model.ts';
import type { Plan } from '../plan/model.ts';
import { makePlan, type Selection } from '../plan/plan.ts';
import type { Scope } from '../plan/scope.ts';
import { EMBEDDED_VARIABLE, type RunSettings } from './settings.ts';

export interface Session {
  readonly settings: RunSettings;
  readonly project: Project;
  readonly target: Target;
  readonly plan: Plan;
  readonly scopes: readonly Scope[];
}

/** The folder with `contracts/`: the working folder if it has one, else the one that Plumbline is installed in. */
export function projectRoot(cwd = process.cwd()): string {
  if (existsSync(path.join(cwd, 'contracts'))) return cwd;
  let here = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(here, 'contracts')) && path.dirname(here) !== here) here = path.dirname(here);
  return here;
}

let latest: { readonly key: string; readonly session: Session } | undefined;

/**
 * Throws `BadInput` for everything that is wrong with what the user gave. Playwright's main process asks several times
 * for the same session (to register tests, to run them, to report); it is loaded and planned once.
 */
export function openSession(settings: RunSettings, env: NodeJS.ProcessEnv): Session {
  const key = JSON.stringify([settings, env[EMBEDDED_VARIABLE]]);
  if (latest?.key !== key) latest = { key, session: load(settings, env) };
  return latest.session;
}

function load(settings: RunSettings, env: NodeJS.ProcessEnv): Session {
  const project = loadProject(settings.root);
  const target = reachable(loadTarget(settings.target, settings.root, env, project), settings, env, project);
  const selection = selectionOf(settings);
  checkSelection(selection, project, target);
  const { plan, scopes } = makePlan(project, target, selection);
  if (plan.groups.length === 0) {
    throw BadInput.of('empty-plan', 'nothing would be checked', {
      hint:
        settings.only === undefined
          ? 'The target names no service and version that there are contracts for.'
          : `No check id matches "${settings.only}". Run "plumbline plan" to see what there is.`,
    });
  }
  return { settings, project, target, plan, scopes };
}

/** An embedded target gets its addresses and keys from the file that `plumbline serve` wrote. */
function reachable(target: Target, settings: RunSettings, env: NodeJS.ProcessEnv, project: Project): Target {
  const file = env[EMBEDDED_VARIABLE];
  if (!target.embedded || file === undefined) return target;
  const served = loadTarget(file, settings.root, env, project);
  const services = target.services.map((service) => {
    const live = served.services.find((s) => s.service === service.service);
    return live === undefined ? service : { ...live, addresses: service.addresses.map((a) => live.addresses.find((l) => l.spec === a.spec) ?? a) };
  });
  return { ...target, services };
}

export function selectionOf(settings: Pick<RunSettings, 'services' | 'specs' | 'only'>): Selection {
  return {
    ...(settings.services === undefined ? {} : { services: settings.services }),
    ...(settings.specs === undefined ? {} : { specs: settings.specs }),
    ...(settings.only === undefined ? {} : { only: settings.only }),
  };
}

/** A service or version that nobody knows is a typo; one that the target does not have is one too. */
export function checkSelection(selection: Selection, project: Project, target: Target): void {
  const known = target.services.map((s) => s.service);
  for (const service of selection.services ?? []) {
    if (!known.includes(service)) {
      const exists = project.specs.some((s) => s.service === service);
      throw BadInput.of('unknown-service', exists ? `the target "${target.target}" does not name the service "${service}"` : `there is no service "${service}"`, {
        hint: `The target has: ${known.join(', ')}.`,
      });
    }
  }
  const specs = target.services.flatMap((s) => s.addresses.map((a) => a.spec));
  for (const spec of selection.specs ?? []) {
    if (!specs.includes(spec))
      throw BadInput.of('unknown-version', `the target "${target.target}" does not have the version "${spec}"`, { hint: `It has: ${[...new Set(specs)].join(', ')}.` });
  }
}
