/** `plumbline probe`: reads a running service without changing it, and proposes answers to open questions. */
import { omitUndefined } from '../model/objects.ts';
import type { Exchange } from '../model/exchange.ts';
import type { RunContext } from '../run/run-context.ts';
import { runGroup } from '../run/run-group.ts';
import { readJwt } from '../http/tokens.ts';
import { TransportFailure } from '../http/transport.ts';
import type { Target } from '../load/model.ts';
import { checksOf } from '../plan/plan.ts';
import type { Scope } from '../plan/scope.ts';
import { planWhole } from '../project/planning.ts';
import { loadRun } from '../project/session.ts';
import { EMBEDDED_VARIABLE, type RunSettings } from '../project/settings.ts';
import { secretReader, transportTo } from '../run/destinations.ts';
import { runContext } from '../run/execute.ts';
import { validateSecrets } from '../run/usable-secrets.ts';
import { startServing } from '../serve/serve.ts';
import { probeSteps } from './probe-steps.ts';
import { type Proposal, proposalsOf, type ObservedToken } from './proposals.ts';

export interface ProbeResult {
  readonly target: Target;
  readonly versions: readonly {
    readonly scope: Scope;
    readonly proposals: readonly Proposal[];
    readonly exchanges: readonly Exchange[];
    /** Why sign-in failed. */
    readonly signIn?: string;
  }[];
}

/** Sends only GET, HEAD, OPTIONS and sign-ins, even if the target allows writes. */
async function probeTarget(settings: RunSettings, env: NodeJS.ProcessEnv): Promise<ProbeResult> {
  const loaded = loadRun(settings, env);
  const secrets = secretReader(env);
  validateSecrets(loaded.target, secrets);
  const plain = transportTo(loaded.target, secrets);
  // The policy of production targets allows reads only.
  const target: Target = { ...loaded.target, environment: 'production' };
  const { allowWrites: _never, ...guarded } = settings;
  const context = runContext(
    { ...loaded, target, settings: guarded },
    { transport: plain, plain, clock: Date.now, env },
  );
  const versions: ProbeResult['versions'][number][] = [];
  try {
    for (const scope of loaded.scopes) versions.push(await probeVersion(scope, settings.root, target, context));
  } finally {
    await plain.close();
  }
  return { target: loaded.target, versions };
}

async function probeVersion(
  scope: Scope,
  root: string,
  target: Target,
  context: RunContext,
): Promise<ProbeResult['versions'][number]> {
  const exchanges: Exchange[] = [];
  for (const group of probeSteps(scope)) exchanges.push(...(await runGroup(group, context)));
  const signedIn = await tokenOf(scope, target, context);
  const { token, failed } = signedIn;
  const deciding = decidingPoints(scope, root);
  const proposals = proposalsOf(scope, { exchanges, deciding, ...omitUndefined({ token }) });
  return { scope, proposals, exchanges, ...omitUndefined({ signIn: failed }) };
}

async function tokenOf(
  { service, version }: Scope,
  { services }: Target,
  context: RunContext,
): Promise<{ readonly token?: ObservedToken; readonly failed?: string }> {
  const settings = services.find((one) => one.service === service);
  if (settings?.identityProvider === undefined && settings?.bearer === undefined) return {};
  const { tokenUrl, audience } = settings.identityProvider ?? {};
  try {
    const read = readJwt(await context.destination(service, version).signIn.token('own'));
    const issuer = read?.claims['iss'];
    return {
      token: {
        from: settings.bearer === undefined ? 'sign-in' : 'target',
        ...(read === undefined
          ? {}
          : {
              jwt: {
                header: read.header,
                ...omitUndefined({ issuer: typeof issuer === 'string' ? issuer : undefined }),
              },
            }),
        provider: [tokenUrl, audience].filter((one) => one !== undefined),
      },
    };
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    return { failed: error.message };
  }
}

/** Open question that switches each rule of reads on or off. */
function decidingPoints(scope: Scope, root: string): ReadonlyMap<string, string> {
  const { plan, scopes } = planWhole(root, { services: [scope.service], specs: [scope.version] });
  const [whole] = scopes;
  const deciding = new Map<string, string>();
  for (const { rule, requirement, endpoint } of checksOf(plan)) {
    const [condition, ...others] = whole?.requirement(requirement)?.holds ?? [];
    const isService = whole?.endpoint(endpoint).base === 'service';
    if (
      condition !== undefined &&
      others.length === 0 &&
      condition.at === undefined &&
      isService &&
      !deciding.has(rule)
    )
      deciding.set(rule, condition.openPoint);
  }
  return deciding;
}

/** Probes a target; an embedded one is started. */
export async function probe(settings: RunSettings, env: NodeJS.ProcessEnv): Promise<ProbeResult> {
  const { target } = loadRun(settings, env);
  if (!target.embedded) return probeTarget(settings, env);
  const served = await startServing(
    omitUndefined({ fault: target.faults.length === 0 ? undefined : [...target.faults] }),
  );
  try {
    return await probeTarget(settings, { ...env, [EMBEDDED_VARIABLE]: served.target });
  } finally {
    await served.stop();
  }
}
