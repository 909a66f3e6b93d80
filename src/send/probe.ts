/** A look at a running service that changes nothing: what it answers to reads, and what that says of open points. */
import { defined } from '../record/defined.ts';
import type { Exchange } from '../record/exchange.ts';
import { runGroup } from '../exchange/runner.ts';
import { undiciTransport } from '../exchange/undici-transport.ts';
import type { Operation, Target } from '../load/model.ts';
import type { Case, Group, Step } from '../plan/model.ts';
import type { Scope } from '../plan/scope.ts';
import { pageStyleOf } from '../plan/catalogue/paging.ts';
import { pathParameters, requestOf, successOf } from '../plan/templates.ts';
import { loadRun } from '../project/session.ts';
import { EMBEDDED_VARIABLE, type RunSettings } from '../project/settings.ts';
import { secretReader } from '../run/destinations.ts';
import { runContext } from '../run/execute.ts';
import { checkSecrets } from '../run/usable-secrets.ts';
import { startServing } from '../serve/serve.ts';
import { LOOKS, proposalsOf, type Proposal } from './proposals.ts';

export interface Probed {
  readonly target: Target;
  readonly versions: readonly { readonly scope: Scope; readonly proposals: readonly Proposal[] }[];
  /** All that was sent, beside sign-in. */
  readonly exchanges: readonly Exchange[];
}

/** Nothing but GET and sign-in is sent, whatever the target allows. */
async function look(settings: RunSettings, env: NodeJS.ProcessEnv): Promise<Probed> {
  const loaded = loadRun(settings, env);
  checkSecrets(loaded.target, secretReader(env));
  const plain = undiciTransport(loaded.target.limits.concurrency);
  // What guards a production target guards this look too: the guard lets nothing through but reads.
  const target: Target = { ...loaded.target, environment: 'production' };
  const { allowWrites: _never, ...guarded } = settings;
  const context = runContext(
    { ...loaded, target, settings: guarded },
    { transport: plain, plain, clock: Date.now, env },
  );
  const exchanges: Exchange[] = [];
  try {
    for (const scope of loaded.scopes)
      for (const group of looksAt(scope)) exchanges.push(...(await runGroup(group, context)));
  } finally {
    await plain.close();
  }
  const versions = loaded.scopes.map((scope) => ({ scope, proposals: proposalsOf(scope, exchanges) }));
  return { target: loaded.target, versions, exchanges };
}

/** Reads whose path needs no record: once as declared, once without a token, once as a page of one record. */
function looksAt(scope: Scope): readonly Group[] {
  return scope.endpoints().flatMap((endpoint) =>
    scope.operations(endpoint).flatMap((operation): readonly Group[] => {
      if (operation.method !== 'GET' || pathParameters(operation.path).length > 0 || endpoint.base !== 'service')
        return [];
      const path = `${endpoint.endpoint}/${operation.name}`;
      const request = requestOf(endpoint, operation, {});
      const success = successOf(scope, operation);
      const page = operation.kind === 'list' ? pageHeaders(scope, operation) : undefined;
      const steps: readonly Step[] = [
        { name: LOOKS.plain, operation: path, request, success },
        ...(operation.access === 'token'
          ? [{ name: LOOKS.bare, operation: path, request: { ...request, auth: { kind: 'none' } as const }, success }]
          : []),
        ...(page === undefined
          ? []
          : [{ name: LOOKS.paged, operation: path, request: { ...request, headers: page }, success }]),
      ];
      const id = `${scope.service}@${scope.version}/${path}/probe`;
      const cases = steps.map((step): Case => ({
        id: `${id}/${step.name}`,
        title: step.name,
        steps: [step],
        checks: [],
      }));
      return [
        {
          id,
          service: scope.service,
          spec: scope.version,
          endpoint: endpoint.endpoint,
          operation: operation.name,
          aspect: 'probe',
          setup: [],
          cases,
          passive: [],
          at: operation.at,
        },
      ];
    }),
  );
}

/** What asks for a page of one record, where header fields do that. */
function pageHeaders(scope: Scope, operation: Operation): Readonly<Record<string, string>> | undefined {
  const { page, size } = pageStyleOf(scope, operation)?.ask ?? {};
  const [asked, sized] = [headerOf(page), headerOf(size)];
  if (asked === undefined || sized === undefined || operation.pagination === 'none') return undefined;
  return { [asked]: '1', [sized]: '1' };
}

function headerOf(slot: object | undefined): string | undefined {
  return slot !== undefined && 'header' in slot ? String(slot.header) : undefined;
}

/** Wherever the target is: one that Plumbline starts itself is started for it. */
export async function probe(settings: RunSettings, env: NodeJS.ProcessEnv): Promise<Probed> {
  const { target } = loadRun(settings, env);
  if (!target.embedded) return look(settings, env);
  const served = await startServing(defined({ fault: target.faults.length === 0 ? undefined : [...target.faults] }));
  try {
    return await look(settings, { ...env, [EMBEDDED_VARIABLE]: served.target });
  } finally {
    await served.stop();
  }
}
