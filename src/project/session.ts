/** Loads and plans the inputs of a run. */
import { nearestName } from '../load/suggest.ts';
import { omitUndefined, mapOptional } from '../model/objects.ts';
import { BadInput } from '../errors.ts';
import { loadTarget } from '../load/load-target.ts';
import type { Project, Target } from '../load/model.ts';
import { similarIdsHint, planEndpointAlone, planEndpoints, planPart, planScopes, projectOf } from './make-plan.ts';
import { checksOfGroup, type Plan, type WholePlan } from '../plan/model.ts';
import {
  type CheckIdOutline,
  type PlanResult,
  scopesOf,
  type Selection,
  checkCounts,
  requireSoundPlan,
} from '../plan/plan.ts';
import { writeOutline, readOutline } from './outline-cache.ts';
import type { Scope } from '../plan/scope.ts';
import { type Shard, shardFromText } from '../model/check-scope.ts';
import { startRereading } from '../load/yaml-parser.ts';
import { EMBEDDED_VARIABLE, type RunSettings } from './settings.ts';

/** Inputs that are known before planning. */
export interface LoadedRun {
  readonly settings: RunSettings;
  readonly project: Project;
  readonly target: Target;
  readonly scopes: readonly Scope[];
}

export interface Session extends LoadedRun {
  readonly plan: Plan;
  /** Checks in the whole plan of each version, independent of the selection. */
  readonly sizes: ReadonlyMap<string, number>;
}

let project: { readonly root: string; readonly project: Project } | undefined;
let loaded: { readonly key: string; readonly loaded: LoadedRun } | undefined;
let planned: Session | undefined;
/** Outline of the last whole plan in this process; undefined if it runs one command only. */
let whole: CheckIdOutline | undefined;

/** Input of a whole plan before the first selection. */
export type RehearsalInput = Pick<RunSettings, 'root' | 'target' | 'services' | 'specs'>;

/** Clears caches of files that may have changed. */
export function clearSessionCaches(): void {
  project = undefined;
  loaded = undefined;
  planned = undefined;
  whole ??= new Map();
  startRereading();
}

/**
 * Loads the inputs, once per process although it is called for several phases. Throws `BadInput` for all problems except those that
 * planning finds.
 */
export function loadRun(settings: RunSettings, env: NodeJS.ProcessEnv): LoadedRun {
  // Preflight results do not affect planning.
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
  checkShardCount(shardFromText(settings.shard), whole);
  const target = withShardLimits(settings.shard, whole);
  const selection = selectionOf(settings);
  checkSelection(selection, known, target);
  return { settings, project: known, target, scopes: scopesOf(known, target, selection) };
}

/** Code lists of the service count as answers; answers in the target take precedence. */
function withLists(target: Target, { lists }: RunSettings): Target {
  if (lists === undefined) return target;
  const answersIn = { ...target.answersIn };
  for (const [version, own] of Object.entries(lists)) answersIn[version] = { ...own, ...answersIn[version] };
  return { ...target, answersIn };
}

/** Limits of one shard: the shards of a run share those of the target. */
export function withShardLimits(shard: string | undefined, target: Target): Target {
  return withShareOfLimits(target, shardFromText(shard));
}

/** Each shard sends at least one request at a time, so there must not be more shards than slots. */
export function checkShardCount({ parts }: Shard, { limits: { concurrency } }: Target): void {
  if (parts > concurrency)
    throw BadInput.of(
      'bad-option',
      `${parts} shards exceed limits.concurrency of the target, which is ${concurrency}`,
      { hint: `Use at most ${concurrency} shards, or raise limits.concurrency.` },
    );
}

/** Limits of one of several parallel senders. Together they use those of the target. */
export function withShareOfLimits(target: Target, of: Shard): Target {
  return { ...target, limits: { ...target.limits, ...shareOfPace(target.limits, of) } };
}

type Pace = Pick<Target['limits'], 'concurrency' | 'requestsPerSecond'>;

export function shareOfPace({ concurrency, requestsPerSecond }: Pace, { part, parts }: Shard): Pace {
  return {
    concurrency: Math.max(1, Math.floor(concurrency / parts) + (part <= concurrency % parts ? 1 : 0)),
    ...omitUndefined({ requestsPerSecond: mapOptional(requestsPerSecond, (it) => it / parts) }),
  };
}

/** Loads and plans, once per process. Throws `BadInput`, also for an empty plan. */
export function openSession(settings: RunSettings, env: NodeJS.ProcessEnv): Session {
  const own = loadRun(settings, env);
  if (planned?.scopes === own.scopes) return { ...planned, settings };
  const { plan, outline } = requireChecks(requireSoundPlan(planOf(own, env)), settings.only, () =>
    similarChecksHint(own.scopes, settings.only, own.target),
  );
  planned = { ...own, plan, sizes: checkCounts(outline) };
  return planned;
}

/** The same with a plan of some endpoints, if the whole plan is known. */
export function openPartialSession(
  settings: RunSettings,
  env: NodeJS.ProcessEnv,
  wholePlan: WholePlan,
  sizes: Session['sizes'],
  isWanted: (service: string, endpoint: string) => boolean,
): Session {
  const own = loadRun(settings, env);
  return { ...own, plan: { ...planEndpoints(own.scopes, isWanted), whole: wholePlan }, sizes };
}

/** A whole plan stores the outline; with it a part is planned alone. */
function planOf({ scopes, target, settings: { root, only } }: LoadedRun, env: NodeJS.ProcessEnv): PlanResult {
  const of = { root, target, scopes };
  if (only !== undefined) {
    const known = readOutline(of, env);
    if (known !== undefined) return planPart(scopes, only, known);
    // With a known outline only the saved endpoint is planned again.
    const own = whole === undefined ? undefined : planEndpointAlone(scopes, only, whole);
    if (own !== undefined) return own;
  }
  const made = planScopes(scopes, only);
  if (whole !== undefined) whole = made.outline;
  // Plans with problems are not cached, so that each run reports them.
  if (only !== undefined && made.problems.length === 0) writeOutline(of, made.outline, env);
  return made;
}

/** Throws `BadInput` for an empty plan; `near` suggests similar IDs. */
export function requireChecks(
  made: PlanResult,
  only: string | undefined,
  near: () => string | undefined = () => undefined,
): PlanResult {
  if (made.plan.groups.length > 0) return made;
  throw emptyPlan(only, near());
}

function emptyPlan(only: string | undefined, near: string | undefined): BadInput {
  const hint =
    only === undefined
      ? 'The target has no service and version with contracts.'
      : `No check id matches "${only}". ${near ?? 'Give a part of an id, or a glob. "npx @plumbline/harness plan --json" lists the checks.'}`;
  return BadInput.of('empty-plan', 'no check is selected', { hint });
}

type Named = Pick<Target, 'services'>;

/** Why no check matches: the selection excludes its service, or similar IDs. */
export function similarChecksHint(
  scopes: readonly Scope[],
  only: string | undefined,
  { services }: Named,
): string | undefined {
  if (only === undefined) return undefined;
  const [first] = only.split('/');
  const left = services.find(({ service }) => service === first && !scopes.some((scope) => scope.service === service));
  if (left !== undefined) {
    const chosen = [...new Set(scopes.map(({ service, version }) => `${service} ${version}`))].join(', ');
    return `--service and --spec select ${chosen}, not ${left.service}.`;
  }
  const ids = planScopes(scopes).plan.groups.flatMap((g) => checksOfGroup(g).map((check) => check.id));
  return similarIdsHint(only, ids);
}

/** The session with the addresses of embedded services. `file`: target file of `plumbline serve` */
export function withServedTarget(session: Session, file: string, env: NodeJS.ProcessEnv): Session {
  const { settings, project: known, target } = session;
  return { ...session, target: reachable(target, settings, { ...env, [EMBEDDED_VARIABLE]: file }, known) };
}

/** Takes addresses and keys of an embedded target from the file of `plumbline serve`. */
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
  return omitUndefined({ services: settings.services, specs: settings.specs, only: settings.only });
}

/** Throws `BadInput` for services and versions that do not exist, or that the target does not have. */
export function checkSelection(selection: Selection, project: Project, target: Target): void {
  const known = target.services.map((s) => s.service);
  for (const service of selection.services ?? []) {
    if (!known.includes(service)) {
      const exists = project.specs.some((s) => s.service === service);
      throw BadInput.of(
        'unknown-service',
        exists
          ? `the target "${target.target}" does not have the service "${service}"`
          : `unknown service "${service}"`,
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
    const near = nearestName(spec, specs);
    if (!specs.includes(spec))
      throw BadInput.of(
        'unknown-version',
        `the target "${target.target}" does not have the version "${spec}"${selection.services === undefined ? '' : ' for the services in --service'}`,
        {
          hint: `${near === undefined ? '' : `Did you mean ${near}? `}${has}.`,
        },
      );
  }
}
