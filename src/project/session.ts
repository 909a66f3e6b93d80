/** Everything that a run starts from, loaded and planned. */
import { nearest } from '../load/suggest.ts';
import { defined, maybe } from '../model/objects.ts';
import { BadInput } from '../errors.ts';
import { loadTarget } from '../load/load-target.ts';
import type { Project, Target } from '../load/model.ts';
import { nearIds, planEndpointAlone, planPart, planScopes, projectOf } from './make-plan.ts';
import { checksIn, type Plan } from '../plan/model.ts';
import { type Outline, type Planned, scopesOf, type Selection, sizesOf, sound } from '../plan/plan.ts';
import { keepOutline, keptOutline } from './kept-outline.ts';
import type { Scope } from '../plan/scope.ts';
import { type Shard, shardOf } from '../model/check-scope.ts';
import { readAgain } from '../load/yaml-parser.ts';
import { EMBEDDED_VARIABLE, type RunSettings } from './settings.ts';

/** What is known before anything is planned. */
export interface LoadedRun {
  readonly settings: RunSettings;
  readonly project: Project;
  readonly target: Target;
  readonly scopes: readonly Scope[];
}

export interface Session extends LoadedRun {
  readonly plan: Plan;
  /** Checks in the whole plan of each version, whatever this run was narrowed to. */
  readonly sizes: ReadonlyMap<string, number>;
}

let project: { readonly root: string; readonly project: Project } | undefined;
let loaded: { readonly key: string; readonly loaded: LoadedRun } | undefined;
let planned: Session | undefined;
/** Which checks there were when all was last planned here; absent where nobody asks twice. */
let whole: Outline | undefined;

/** What is planned whole before anybody asks for a part of it. */
export type Rehearsed = Pick<RunSettings, 'root' | 'target' | 'services' | 'specs'>;

/** Files may have changed since, and may change again: those that did are read again. */
export function startAnew(): void {
  project = undefined;
  loaded = undefined;
  planned = undefined;
  whole ??= new Map();
  readAgain();
}

/**
 * Throws `BadInput` for everything that is wrong with what the user gave, but for what only planning finds. One process
 * asks several times for the same (to start servers, to register tests, to run them, to report); it is loaded once.
 */
export function loadRun(settings: RunSettings, env: NodeJS.ProcessEnv): LoadedRun {
  // What was seen before the run decides nothing of what is planned.
  const { preflight: _seen, others: _beside, ...deciding } = settings;
  const key = JSON.stringify([deciding, env[EMBEDDED_VARIABLE]]);
  if (loaded?.key === key) return { ...loaded.loaded, settings };
  if (project?.root !== settings.root) project = { root: settings.root, project: projectOf(settings.root) };
  const found = loadWith(project.project, settings, env);
  loaded = { key, loaded: found };
  return found;
}

function loadWith(known: Project, settings: RunSettings, env: NodeJS.ProcessEnv): LoadedRun {
  const whole = reachable(
    withLists(loadTarget(settings.target, settings.root, env, known), settings),
    settings,
    env,
    known,
  );
  checkParts(shardOf(settings.shard), whole);
  const target = shared(settings.shard, whole);
  const selection = selectionOf(settings);
  checkSelection(selection, known, target);
  return { settings, project: known, target, scopes: scopesOf(known, target, selection) };
}

/** What the service gave out answers as what is written in the target does, which counts before it. */
function withLists(target: Target, { lists }: RunSettings): Target {
  if (lists === undefined) return target;
  const answersIn = { ...target.answersIn };
  for (const [version, own] of Object.entries(lists)) answersIn[version] = { ...own, ...answersIn[version] };
  return { ...target, answersIn };
}

/** The shards of a run go on side by side against one service, so each has its share of what the target bears. */
export function shared(shard: string | undefined, target: Target): Target {
  return shareOf(target, shardOf(shard));
}

/** More shards than requests that the target bears at once would go beyond it, since each sends at least one. */
export function checkParts({ parts }: Shard, { limits: { concurrency } }: Target): void {
  if (parts > concurrency)
    throw BadInput.of(
      'bad-option',
      `${parts} shards would send at once, and limits.concurrency of the target is ${concurrency}`,
      { hint: `Share the run among ${concurrency} at most.` },
    );
}

/** What one of so many senders may do that go on side by side: together no more, and no less, than the target bears. */
export function shareOf(target: Target, of: Shard): Target {
  return { ...target, limits: { ...target.limits, ...shareOfPace(target.limits, of) } };
}

type Pace = Pick<Target['limits'], 'concurrency' | 'requestsPerSecond'>;

export function shareOfPace({ concurrency, requestsPerSecond }: Pace, { part, parts }: Shard): Pace {
  return {
    concurrency: Math.max(1, Math.floor(concurrency / parts) + (part <= concurrency % parts ? 1 : 0)),
    ...defined({ requestsPerSecond: maybe(requestsPerSecond, (it) => it / parts) }),
  };
}

/** Loads and plans, once a process. Throws `BadInput`, for an empty plan too. */
export function openSession(settings: RunSettings, env: NodeJS.ProcessEnv): Session {
  const own = loadRun(settings, env);
  if (planned?.scopes === own.scopes) return { ...planned, settings };
  const { plan, outline } = notEmpty(sound(planOf(own, env)), settings.only, () =>
    nearIn(own.scopes, settings.only, own.target),
  );
  planned = { ...own, plan, sizes: sizesOf(outline) };
  return planned;
}

/** Planned whole, it is kept which checks there are; a part is then planned by itself. */
function planOf({ scopes, target, settings: { root, only } }: LoadedRun, env: NodeJS.ProcessEnv): Planned {
  const of = { root, target, scopes };
  if (only !== undefined) {
    const known = keptOutline(of, env);
    if (known !== undefined) return planPart(scopes, only, known);
    // Where one contract is saved again and again, it is planned again, and the others have as many checks as before.
    const own = whole === undefined ? undefined : planEndpointAlone(scopes, only, whole);
    if (own !== undefined) return own;
  }
  const made = planScopes(scopes, only);
  if (whole !== undefined) whole = made.outline;
  // What has a mistake in it is told each time.
  if (only !== undefined && made.problems.length === 0) keepOutline(of, made.outline, env);
  return made;
}

/** Throws `BadInput` for a plan of nothing; `near` tells what was perhaps meant. */
export function notEmpty(
  made: Planned,
  only: string | undefined,
  near: () => string | undefined = () => undefined,
): Planned {
  if (made.plan.groups.length > 0) return made;
  throw emptyPlan(only, near());
}

function emptyPlan(only: string | undefined, near: string | undefined): BadInput {
  const hint =
    only === undefined
      ? 'The target names no service and version that there are contracts for.'
      : `No check id matches "${only}". ${near ?? 'Give a part of one, or a glob; "plumbline plan" tells what there is.'}`;
  return BadInput.of('empty-plan', 'nothing would be checked', { hint });
}

type Named = Pick<Target, 'services'>;

/** Why nothing matches, where what was chosen beside it leaves its service out; else ids like it. */
export function nearIn(scopes: readonly Scope[], only: string | undefined, { services }: Named): string | undefined {
  if (only === undefined) return undefined;
  const [first] = only.split('/');
  const left = services.find(({ service }) => service === first && !scopes.some((scope) => scope.service === service));
  if (left !== undefined) {
    const chosen = [...new Set(scopes.map(({ service, version }) => `${service} ${version}`))].join(', ');
    return `--service and --spec leave ${left.service} out: they choose ${chosen}.`;
  }
  const ids = planScopes(scopes).plan.groups.flatMap((g) => checksIn(g).map((check) => check.id));
  return nearIds(only, ids);
}

/** The same, of an embedded target whose services listen by now: `file` is the target file that `plumbline serve` wrote. */
export function servedAt(session: Session, file: string, env: NodeJS.ProcessEnv): Session {
  const { settings, project: known, target } = session;
  return { ...session, target: reachable(target, settings, { ...env, [EMBEDDED_VARIABLE]: file }, known) };
}

/** An embedded target gets its addresses and keys from the file that `plumbline serve` wrote. */
function reachable(target: Target, settings: RunSettings, env: NodeJS.ProcessEnv, project: Project): Target {
  const file = env[EMBEDDED_VARIABLE];
  if (!target.embedded || file === undefined) return target;
  const served = loadTarget(file, settings.root, env, project);
  const services = target.services.map((service) => {
    const live = served.services.find((s) => s.service === service.service);
    return live === undefined
      ? service
      : { ...live, addresses: service.addresses.map((a) => live.addresses.find((l) => l.spec === a.spec) ?? a) };
  });
  return { ...target, services };
}

export function selectionOf(settings: Pick<RunSettings, 'services' | 'specs' | 'only'>): Selection {
  return defined({ services: settings.services, specs: settings.specs, only: settings.only });
}

/** A service or version that nobody knows is a typo; one that the target does not have is one too. */
export function checkSelection(selection: Selection, project: Project, target: Target): void {
  const known = target.services.map((s) => s.service);
  for (const service of selection.services ?? []) {
    if (!known.includes(service)) {
      const exists = project.specs.some((s) => s.service === service);
      throw BadInput.of(
        'unknown-service',
        exists
          ? `the target "${target.target}" does not name the service "${service}"`
          : `there is no service "${service}"`,
        {
          hint: `The target has: ${known.join(', ')}.`,
        },
      );
    }
  }
  const wanted = target.services.filter((s) => selection.services?.includes(s.service) !== false);
  const specs = wanted.flatMap((s) => s.addresses.map((a) => a.spec));
  const has = wanted.map((s) => `${s.service} has ${s.addresses.map((a) => a.spec).join(', ')}`).join('; ');
  for (const spec of selection.specs ?? []) {
    const near = nearest(spec, specs);
    if (!specs.includes(spec))
      throw BadInput.of(
        'unknown-version',
        `the target "${target.target}" does not have the version "${spec}"${selection.services === undefined ? '' : ' of what --service names'}`,
        {
          hint: `${near === undefined ? '' : `Did you mean ${near}? `}${has}.`,
        },
      );
  }
}
