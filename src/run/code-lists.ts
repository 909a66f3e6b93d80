/** Reads code lists from a service before a run is planned, since test cases use their codes. */
import { generatedHeaders, type Credentials, validCredentials, withQueryParameters } from '../http/auth-schemes.ts';
import { parseJson } from '../model/json.ts';
import { valuesAt } from '../model/pointer.ts';
import type { SharedTokens } from '../http/token-provider.ts';
import type { Destination } from '../http/model.ts';
import {
  explainUnreachable,
  type Transport,
  TransportFailure,
  type UnreachableExplanation,
} from '../http/transport.ts';
import type { ServiceList } from '../load/model.ts';
import { questionUses } from '../load/open-values.ts';
import type { Scope } from '../plan/scope.ts';
import { type LoadedRun, loadRun } from '../project/session.ts';
import type { RunSettings } from '../project/settings.ts';
import { openProbe } from './destinations.ts';
import { explainSignIn } from './preflight-text.ts';
import type { Preflight } from './preflight.ts';

/** Settings are passed in an environment variable, which longer lists would exceed. */
const MAX_CODES = 5000;
const MAX_CHARACTERS = 60_000;

export interface CodeLists {
  readonly settings: RunSettings;
  /** Causes if a list cannot be read. */
  readonly stops: Preflight['stops'];
}

/** Returns the settings with all code lists of the target. Sends nothing if the target names none, or if they are read already. */
export async function readCodeLists(
  settings: RunSettings,
  env: NodeJS.ProcessEnv,
  tokens?: SharedTokens,
  pace?: () => Promise<void>,
): Promise<CodeLists> {
  const loaded = loadRun(settings, env);
  if (settings.lists !== undefined || (loaded.target.lists ?? []).length === 0) return { settings, stops: [] };
  const { plain, destination } = openProbe(loaded, { env, allowWrites: false, tokens, pace });
  const lists: Record<string, Record<string, readonly string[]>> = {};
  const stops: Preflight['stops'][number][] = [];
  try {
    for (const scope of loaded.scopes)
      for (const wanted of listsOf(scope, loaded)) {
        const to = destination(scope.service, scope.version);
        const read = await codesOf(wanted, scope, to, plain, loaded);
        if ('cause' in read) {
          const { cause, ...more } = read;
          stops.push({ service: scope.service, specs: [scope.version], cause: to.redactor.text(cause), ...more });
        } else (lists[scope.version] ??= {})[wanted.point] = read;
      }
  } finally {
    await plain.close();
  }
  const isLong = JSON.stringify(lists).length > MAX_CHARACTERS;
  // Lists are passed on together or not at all.
  for (const { service, version } of isLong ? loaded.scopes : [])
    stops.push({
      service,
      specs: [version],
      cause: 'the code lists of the service are too long to read in each run',
      hint: 'Save the codes in a file and set it in the target: { file: codes.yaml }.',
    });
  return { settings: { ...settings, lists }, stops };
}

/** Code lists of the target that a version needs. */
function listsOf(scope: Scope, { target }: LoadedRun): readonly ServiceList[] {
  const isOwn = ({ point }: ServiceList): boolean => scope.spec.openPoints.some(({ id }) => id === point);
  const named = (target.lists ?? []).filter(isOwn);
  const own = named.filter(({ version }) => version === scope.version);
  const isSaid = (point: string): boolean =>
    target.answersIn?.[scope.version]?.[point] !== undefined || own.some((one) => one.point === point);
  return [...own, ...named.filter(({ version, point }) => version === undefined && !isSaid(point))];
}

/** Sends one GET: with credentials to the service, without any data of the target to other hosts. */
async function codesOf(
  { point, list, codes }: ServiceList,
  scope: Scope,
  to: Destination,
  plain: Transport,
  { project, target }: LoadedRun,
): Promise<readonly string[] | UnreachableExplanation> {
  const isElsewhere = !list.startsWith('/');
  const url = isElsewhere ? list : `${to.baseUrl}${list}`;
  const wrong = (what: string): UnreachableExplanation => ({
    cause: `cannot read the code list of ${point}: GET ${url} ${what}`,
    hint: 'Set another list in the target, or a file with the codes: { file: codes.yaml }.',
  });
  try {
    const shown = isElsewhere ? undefined : await credentialsFor(to);
    const headers = [
      ...generatedHeaders(isElsewhere ? { accept: 'application/json' } : to.headers),
      ...(shown?.headers ?? []),
    ];
    const asked = withQueryParameters(url, shown?.query ?? []);
    const request = { method: 'GET', url: asked, headers };
    const { status, body } = await plain.send(request, target.limits.timeoutMs);
    if (status !== 200) return wrong(`returned ${status}`);
    const parsed = parseJson(body.toString('utf8'));
    if (!parsed.ok) return wrong('returned no JSON');
    const found = valuesAt(parsed.value, codes);
    if (found.length === 0) return wrong(`returned no value at ${codes}`);
    if (!found.every((code) => typeof code === 'string' || typeof code === 'number'))
      return wrong(`returned a value at ${codes} that is not a code`);
    const texts = [...new Set(found.map(String))];
    if (texts.length > MAX_CODES) return wrong(`returned ${texts.length} codes; the limit is ${MAX_CODES}`);
    const wanted = (questionUses(project, scope.service).get(point) ?? []).map(({ wants }) => wants(texts));
    const unfit = wanted.find((what) => what !== undefined);
    return unfit === undefined ? texts : wrong(`returned values that are not ${unfit}`);
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    if (error.kind === 'not-sent') return explainSignIn(error, to.service);
    return { ...wrong(`got no response: ${error.message}`), hint: explainUnreachable(error, url).hint };
  }
}

/** No sign-in if the target names none. */
async function credentialsFor(to: Destination): Promise<Credentials | undefined> {
  const { identityProvider, bearer, client, credentials } = to.service;
  return (identityProvider ?? bearer ?? client ?? credentials) === undefined
    ? undefined
    : validCredentials(undefined, to);
}
