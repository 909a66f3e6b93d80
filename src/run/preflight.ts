/** Harmless requests before a run that show whether it can judge anything. One explanation per service replaces a thousand inconclusive checks. */
import { isUnavailable } from '../model/exchange.ts';
import { generatedHeaders, type Credentials, validCredentials, withQueryParameters } from '../http/auth-schemes.ts';
import { omitUndefined, mapOptional } from '../model/objects.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  explainUnreachable,
  type Transport,
  TransportFailure,
  type UnreachableExplanation,
  type WireResponse,
} from '../http/transport.ts';
import { parseJsonBody } from '../http/response-content.ts';
import type { Destination } from '../http/model.ts';
import { valueAtPointer } from '../model/pointer.ts';
import type { Scope } from '../plan/scope.ts';
import { usesToken, writesToService } from './plan-effects.ts';
import {
  clockDifference,
  deniedText,
  explainFailing,
  explainRefused,
  explainSignIn,
  minutesText,
  missingText,
  openWindow,
} from './preflight-text.ts';
import { cheapReads, healthCheckOf, isServiceDescription } from '../plan/health-check.ts';
import type { OtherVersion, PreflightStop } from '../report/model.ts';
import { otherVersionText } from '../report/finding.ts';
import { type LoadedRun, openSession } from '../project/session.ts';
import type { SharedTokens } from '../http/token-provider.ts';
import { openProbe } from './destinations.ts';
import type { Group } from '../plan/model.ts';

/** Timeout of preflight, independent of the target, since a run must fail in seconds. */
const TIMEOUT_MS = 5000;
const RETRY_AFTER_MS = 400;
/** Greater clock differences make every token look expired or not yet valid. */
const CLOCK_LIMIT_MS = 5 * 60_000;

export interface PreflightOptions {
  readonly plain: Transport;
  readonly clock: () => number;
  readonly destination: (service: string, spec: string) => Destination;
  readonly allowWrites: boolean;
  /** Whether the run selects some of the checks. */
  readonly isNarrowed: boolean;
  /** The planned groups, needed for production targets and selections only. */
  readonly planned: () => readonly Group[];
}

export interface Preflight {
  /** Causes that stop the run, one for each service. */
  readonly stops: readonly PreflightStop[];
  readonly warnings: readonly string[];
  /** Services that report another version than the contract's. */
  readonly others: readonly OtherVersion[];
}

interface ServiceCheck {
  readonly scope: Scope;
  readonly stop?: UnreachableExplanation;
  readonly other?: string;
  /** Stops the run only if all services fail. */
  readonly failing?: UnreachableExplanation;
  /** No declared path was found, or all requests were rejected. */
  readonly missing?: string;
}

/** Rejects only with `BadInput`, for a secret that cannot be read. */
export async function preflight(
  loaded: Pick<LoadedRun, 'target' | 'scopes'>,
  options: PreflightOptions,
): Promise<Preflight> {
  const { scopes, target } = loaded;
  const refused =
    options.allowWrites || target.environment !== 'production' ? [] : options.planned().filter(writesToService);
  const needsToken = tokenNeeds(options);
  const window = openWindow(target.maintenance, options.clock());
  const serviceChecks = await Promise.all(
    scopes.map(async (scope): Promise<ServiceCheck> => {
      if (window !== undefined) return { scope, stop: window };
      if (refused.some((group) => group.service === scope.service && group.spec === scope.version)) {
        const stop = {
          cause: `${target.target} is a production target, and this run changes data`,
          hint: 'Add --allow-writes if the owner of the target agrees. Or use --only to select checks that only read.',
        };
        return { scope, stop };
      }
      const to = options.destination(scope.service, scope.version);
      return maskTexts(await checkService(scope, to, needsToken(scope), options), to);
    }),
  );
  const others = serviceChecks.flatMap(({ scope: { service, version: spec }, other }) =>
    other === undefined ? [] : [{ service, spec, version: other }],
  );
  return {
    stops: byService(failingServices(serviceChecks)),
    warnings: [...others.map(otherVersionText), ...serviceChecks.flatMap(({ missing }) => missing ?? [])],
    others,
  };
}

/** Masks the quoted responses, which may repeat secrets. */
function maskTexts({ scope, stop, failing, other, missing }: ServiceCheck, { redactor }: Destination): ServiceCheck {
  const withoutSecrets = (explained: UnreachableExplanation): UnreachableExplanation => ({
    ...explained,
    cause: redactor.text(explained.cause),
  });
  return {
    scope,
    ...omitUndefined({
      stop: mapOptional(stop, withoutSecrets),
      failing: mapOptional(failing, withoutSecrets),
      other: mapOptional(other, (it) => redactor.text(it)),
      missing: mapOptional(missing, (it) => redactor.text(it)),
    }),
  };
}

/** Whether any request needs a token: public operations need none. */
function tokenNeeds({ isNarrowed, planned }: PreflightOptions): (scope: Scope) => boolean {
  const declares = (scope: Scope): boolean =>
    scope
      .endpoints()
      .some((e) => scope.operations(e).some((o) => e.base === 'identity-provider' || o.access === 'token'));
  if (!isNarrowed) return declares;
  let callers: ReadonlySet<string> | undefined;
  return (scope) => {
    if (!declares(scope)) return false;
    callers ??= new Set(
      planned()
        .filter(usesToken)
        .map((g) => `${g.service}@${g.spec}`),
    );
    return callers.has(`${scope.service}@${scope.version}`);
  };
}

/** Failing services, if all services fail at their first read. If one responds, there is something to judge. */
function failingServices(serviceChecks: readonly ServiceCheck[]): readonly ServiceCheck[] {
  return serviceChecks.every(({ failing }) => failing !== undefined)
    ? serviceChecks.map(({ scope, failing }) => ({ scope, ...omitUndefined({ stop: failing }) }))
    : serviceChecks;
}

/** Checks address, clock, sign-in and version. The first problem explains the rest. */
async function checkService(
  scope: Scope,
  to: Destination,
  needsToken: boolean,
  options: PreflightOptions,
): Promise<ServiceCheck> {
  const description = scope.endpoints().find(isServiceDescription);
  const { path, access, scheme } = healthCheckOf(scope);
  // Sign-in and first read go to different hosts and run in parallel; problems are reported in this order.
  const signingIn: Promise<SignedIn> = needsToken ? signIn(to, scheme) : Promise.resolve({});
  signingIn.catch(() => undefined);
  const first = await sendRead(to, path, undefined, options);
  if (first instanceof TransportFailure) return { scope, stop: explainUnreachable(first, to.baseUrl) };
  if (isUnavailable(first))
    return {
      scope,
      stop: {
        cause: `${to.baseUrl} returned ${first.status}: the service is not available`,
        hint: 'Try again later or ask the operator. Add planned downtime to `maintenance` in the target.',
      },
    };
  const ahead = clockDifference(first, options.clock());
  if (ahead !== undefined && Math.abs(ahead) > CLOCK_LIMIT_MS) {
    return {
      scope,
      stop: {
        cause: `the clock of the service is ${minutesText(ahead)} ${ahead > 0 ? 'ahead of' : 'behind'} the clock of this machine`,
        hint: 'Set the clock of this machine, or ask the operator to set theirs. Otherwise the service rejects tokens as expired or not yet valid.',
      },
    };
  }
  const signedIn = await signingIn;
  if (signedIn.stop !== undefined) return { scope, stop: signedIn.stop };
  const second =
    access === 'token' && signedIn.shown !== undefined ? await sendRead(to, path, signedIn.shown, options) : first;
  const both = (isSo: (status: number) => boolean): Promise<readonly string[]> =>
    pathsWithStatus(isSo, scope, to, second, signedIn.shown, options);
  const [broken] = await both((status) => status >= 500);
  if (broken !== undefined && !(second instanceof TransportFailure))
    return { scope, failing: explainFailing(second.status, to.baseUrl, broken) };
  const known = access === 'token' ? { path, answer: second } : undefined;
  const failing = await refusesToken(scope, to, known, signedIn.shown, options);
  if (failing !== undefined) return { scope, failing };
  // A wrong path on the right host: no declared resource is found.
  const denied = signedIn.shown === undefined ? [] : await both((status) => status === 401 || status === 403);
  if (denied.length > 1 && !(second instanceof TransportFailure))
    return { scope, missing: deniedText(to.baseUrl, second.status, denied) };
  const missing = await both((status) => status === 404);
  if (missing.length > 0) return { scope, missing: missingText(to.baseUrl, missing) };
  const answered =
    description?.describes === undefined || second instanceof TransportFailure
      ? undefined
      : versionIn(second, description.describes.version);
  if (answered === undefined || answered === scope.version) return { scope };
  return { scope, other: answered };
}

/** Paths of the two simplest declared reads, if both get such a status. One alone would be a failure of that read. */
async function pathsWithStatus(
  isSo: (status: number) => boolean,
  scope: Scope,
  to: Destination,
  first: WireResponse | TransportFailure,
  shown: Credentials | undefined,
  options: PreflightOptions,
): Promise<readonly string[]> {
  const fits = (answer: WireResponse | TransportFailure): boolean =>
    !(answer instanceof TransportFailure) && isSo(answer.status);
  const [declared, other] = cheapReads(scope);
  if (declared === undefined || !fits(first)) return [];
  if (other === undefined) return [declared.path];
  const answer = await sendRead(to, other.path, other.access === 'token' ? shown : undefined, options);
  return fits(answer) ? [declared.path, other.path] : [];
}

/** Whether the service rejects a fixed token, which may be old or of another service. `known`: responses to it so far */
async function refusesToken(
  scope: Scope,
  to: Destination,
  known: { readonly path: string; readonly answer: WireResponse | TransportFailure } | undefined,
  shown: Credentials | undefined,
  options: PreflightOptions,
): Promise<UnreachableExplanation | undefined> {
  const { bearer, credentials, identityProvider, client } = to.service;
  const isWritten = (bearer ?? credentials) !== undefined && (identityProvider ?? client) === undefined;
  const reads = cheapReads(scope).filter(({ access, scheme }) => access === 'token' && scheme === undefined);
  const [first] = reads;
  if (!isWritten || shown === undefined || first === undefined) return undefined;
  for (const { path } of reads.slice(0, 2)) {
    const answer = path === known?.path ? known.answer : await sendRead(to, path, shown, options);
    if (answer instanceof TransportFailure || answer.status !== 401) return undefined;
  }
  return explainRefused(to.service, to.baseUrl, first.path);
}

async function sendRead(
  to: Destination,
  path: string,
  shown: Credentials | undefined,
  options: PreflightOptions,
): Promise<WireResponse | TransportFailure> {
  const headers = [...generatedHeaders({ accept: 'application/json', ...to.headers }), ...(shown?.headers ?? [])];
  const url = withQueryParameters(`${to.baseUrl}${path}`, shown?.query ?? []);
  const once = (): Promise<WireResponse | TransportFailure> =>
    options.plain.send({ method: 'GET', url, headers }, TIMEOUT_MS).catch((error: unknown) => {
      if (error instanceof TransportFailure) return error;
      throw error;
    });
  const answer = await once();
  // Unknown names are final; a broken connection may come from a restart.
  if (!(answer instanceof TransportFailure) || answer.kind === 'unresolved' || answer.kind === 'timeout') return answer;
  await sleep(RETRY_AFTER_MS);
  return once();
}

interface SignedIn {
  readonly shown?: Credentials;
  readonly stop?: UnreachableExplanation;
}

async function signIn(to: Destination, way: string | undefined): Promise<SignedIn> {
  const { service } = to;
  const { identityProvider, bearer, client, credentials, others } = service;
  if ((identityProvider ?? bearer ?? client ?? credentials ?? others) === undefined) return {};
  try {
    return { shown: await validCredentials(way, to) };
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    return { stop: explainSignIn(error, service) };
  }
}

/** The version in the description of the service. */
function versionIn(response: WireResponse, pointer: string): string | undefined {
  const version = valueAtPointer(parseJsonBody(response.body), pointer);
  return typeof version === 'string' ? version : undefined;
}

/** Merges versions of a service with the same cause. */
function byService(serviceChecks: readonly ServiceCheck[]): Preflight['stops'] {
  const stops = new Map<string, UnreachableExplanation & { readonly service: string; readonly specs: string[] }>();
  for (const { scope, stop } of serviceChecks) {
    if (stop === undefined) continue;
    const key = `${scope.service} ${stop.cause}`;
    const known = stops.get(key);
    if (known === undefined) stops.set(key, { ...stop, service: scope.service, specs: [scope.version] });
    else known.specs.push(scope.version);
  }
  return [...stops.values()];
}

/** @param loaded may contain the planned groups */
export async function runPreflight(
  loaded: LoadedRun & { readonly groups?: readonly Group[] },
  env: NodeJS.ProcessEnv,
  allowWrites: boolean,
  tokens?: SharedTokens,
  pace?: () => Promise<void>,
): Promise<Preflight> {
  // Preflight uses its own timeouts, since a run must fail in seconds.
  const target = {
    ...loaded.target,
    limits: { ...loaded.target.limits, timeoutMs: Math.min(loaded.target.limits.timeoutMs, 5000) },
  };
  const { scopes } = loaded;
  const { plain, destination } = openProbe({ scopes, target }, { env, allowWrites, tokens, pace });
  try {
    return await preflight(
      { scopes, target },
      {
        plain,
        clock: Date.now,
        destination,
        allowWrites,
        isNarrowed: loaded.groups !== undefined || loaded.settings.only !== undefined,
        planned: () => loaded.groups ?? openSession(loaded.settings, env).plan.groups,
      },
    );
  } finally {
    await plain.close();
  }
}

/** Terminal text: service, cause, fix. */
export function preflightText({ stops }: Preflight): string {
  const lines = stops.flatMap(({ service, specs, cause, hint }) => [
    `${service} ${specs.join(', ')} cannot be judged: ${cause}`,
    `  ${hint}`,
  ]);
  return `${lines.join('\n')}\n`;
}
