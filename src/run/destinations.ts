/** Binds the scopes of a plan to a target: addresses, sign-in, secrets to mask, transport and rate. */
import { omitUndefined } from '../model/objects.ts';
import { readFileSync } from 'node:fs';
import { PRIVATE_MASK } from '../model/jwt.ts';
import { BadInput } from '../errors.ts';
import { operationKey, type Permission } from '../http/request-policy.ts';
import type { AuthMethod, AuthSchemes, SecretReader } from '../http/auth-schemes.ts';
import type { DeclaredOperations } from '../http/declared-operations.ts';
import { cheapReads } from '../plan/health-check.ts';
import { sharedTokens, type SharedTokens, TokenProvider } from '../http/token-provider.ts';
import type { KnownSecrets } from '../http/known-secrets.ts';
import { Redactor } from '../http/redactor.ts';
import type { Field, SecretRef, Target } from '../load/model.ts';
import type { Scope } from '../plan/scope.ts';
import { acceptFor } from '../plan/request-headers.ts';
import { carrierOf, isBasic, schemeOf } from '../plan/request-auth.ts';
import { declaredOperationsOf } from './declared-operations.ts';
import { connectionOf } from '../http/connection.ts';
import { undiciTransport } from '../http/undici-transport.ts';
import { limitedTransport, createPacer, Semaphore } from '../http/rate-limit.ts';
import { shardFromText } from '../model/check-scope.ts';
import type { Destination } from '../http/model.ts';
import type { Transport } from '../http/transport.ts';
import type { LoadedRun } from '../project/session.ts';
import { validateSecrets } from './usable-secrets.ts';

/** For a service without token.yaml, which gets no token requests. */
const NO_ASSERTION = { algorithm: 'RS256', header: [], claims: [] };
/** Time zone if neither contracts nor open questions name one. */
const DEFAULT_ZONE = 'UTC';

export interface BindOptions {
  readonly scopes: readonly Scope[];
  readonly target: Target;
  /** Writes to a production target are allowed. */
  readonly allowWrites: boolean;
  /** Sends sign-ins and other plain requests. */
  readonly plain: Transport;
  readonly secrets: SecretReader;
  readonly clock: () => number;
  /** Applies the rate limit to sign-ins and key sets too. */
  readonly pace?: () => Promise<void>;
  /** Tokens of other parts of the run. */
  readonly tokens?: SharedTokens;
}

/** Returns the destination of a service and version, the same object each time. */
export function bindDestinations(options: BindOptions): (service: string, spec: string) => Destination {
  const { tokens: shared, known } = options.tokens ?? sharedTokens();
  for (const secret of options.target.secrets ?? []) known.learn(secret, PRIVATE_MASK);
  const secrets: SecretReader = {
    read: (reference) => {
      const secret = options.secrets.read(reference);
      known.learn(secret.trim());
      return secret;
    },
  };
  const redactors = new Map<string, Redactor>();
  const signIns = new Map<string, TokenProvider>();
  const destinations = new Map<string, Destination>();
  for (const scope of options.scopes) {
    const service = options.target.services.find((s) => s.service === scope.service);
    if (service === undefined) continue;
    const token = scope.contracts.token;
    const ways = waysOf(scope);
    const client = clientOf(scope);
    const redactor = redactors.get(scope.service) ?? redactorOf(scope, ways, known, service.secretHeaders ?? []);
    redactors.set(scope.service, redactor);
    // Versions with the same token request share tokens.
    const alike = JSON.stringify([scope.service, token?.header, token?.claims, scope.contracts.security]);
    const tokens = shared.get(alike) ?? new Map();
    shared.set(alike, tokens);
    const signIn =
      signIns.get(alike) ??
      new TokenProvider({
        service,
        tokens,
        assertion: token ?? NO_ASSERTION,
        grantType: token?.grantType ?? '',
        ...omitUndefined({ security: scope.contracts.security }),
        ...omitUndefined({ accessToken: token?.accessToken }),
        transport: pacedTransport(options),
        redactor,
        secrets,
        clock: options.clock,
        timeoutMs: options.target.limits.timeoutMs,
      });
    signIns.set(alike, signIn);
    const catalogue = declaredOperationsOf(scope);
    destinations.set(`${scope.service}@${scope.version}`, {
      service,
      spec: scope.version,
      baseUrl: service.addresses.find((a) => a.spec === scope.version)?.baseUrl ?? '',
      zone: zoneOf(scope),
      ...ways,
      ...omitUndefined({ client }),
      secrets,
      assertion: token ?? NO_ASSERTION,
      headers: byLowerName({ accept: acceptFor(scope.contracts.mediaType) }, scope.contracts.headers, service.headers),
      permission: permissionOf(scope, catalogue, options),
      operations: catalogue,
      signIn,
      redactor,
      heartbeats: cheapReads(scope),
    });
  }
  return (service, spec) => {
    const found = destinations.get(`${service}@${spec}`);
    if (found === undefined) throw new Error(`no destination for ${service} ${spec}`);
    return found;
  };
}

type Ways = Pick<AuthSchemes, 'carrier' | 'ways'>;

function waysOf({ contracts }: Scope): Ways {
  const wayOf = (name?: string): AuthMethod => ({
    ...carrierOf(contracts, name),
    isBasic: isBasic(schemeOf(contracts, name)),
  });
  const names = Object.keys(contracts.security?.others ?? {});
  return { carrier: wayOf(), ways: Object.fromEntries(names.map((name) => [name, wayOf(name)])) };
}

function clientOf({ contracts: { security } }: Scope): AuthSchemes['client'] {
  return security?.client === 'private-key-jwt' ? undefined : security?.client;
}

function permissionOf(scope: Scope, catalogue: DeclaredOperations, { target, allowWrites }: BindOptions): Permission {
  const { records = {} } = target.services.find(({ service }) => service === scope.service) ?? {};
  return {
    environment: target.environment,
    allowWrites,
    disposable: target.disposable,
    methods: scope.contracts.methods,
    declared: new Set(catalogue.keys()),
    steps: stepsOf(scope),
    writable: Object.entries(records).flatMap(([endpoint, { writable }]) => (writable === true ? [endpoint] : [])),
  };
}

/** Later headers replace earlier ones of the same name, in any case. */
function byLowerName(...all: readonly Readonly<Record<string, string>>[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    all.flatMap((headers) => Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)),
  );
}

/** Operations that only cases of the contract declare. */
function stepsOf(scope: Scope): ReadonlySet<string> {
  const steps = scope.endpoints().flatMap(({ cases }) => cases.flatMap((one) => Object.values(one.steps ?? {})));
  return new Set(
    steps.flatMap(({ on, method = 'GET', path }) =>
      on !== undefined || path === undefined ? [] : [operationKey('service', method, path)],
    ),
  );
}

function pacedTransport({ plain, pace }: BindOptions): Transport {
  if (pace === undefined) return plain;
  return {
    ...plain,
    send: async (request, timeoutMs) => {
      await pace();
      return plain.send(request, timeoutMs);
    },
  };
}

/** Time zone of the dates of a service. */
function zoneOf(scope: Scope): string {
  const { zone } = scope.contracts;
  return zone === undefined ? DEFAULT_ZONE : zone;
}

function sensitiveFields(scope: Scope): readonly Field[] {
  const below = (fields: readonly Field[]): readonly Field[] =>
    fields.flatMap((f) => [...(f.sensitive === true ? [f] : []), ...below(f.fields ?? [])]);
  // Cases may send fields that only other versions have.
  return scope.declared.endpoints.flatMap((e) => below(e.fields));
}

/** Masks sensitive fields by name, and the values that we send in them anywhere. */
function redactorOf(scope: Scope, { carrier, ways }: Ways, known: KnownSecrets, hidden: readonly string[]): Redactor {
  const all = [carrier, ...Object.values(ways)];
  // A key in the wrong place is sent under the name of the right one.
  const names = all.map(({ name }) => name);
  const fields = sensitiveFields(scope);
  for (const { example } of fields) if (typeof example === 'string') known.learn(example, PRIVATE_MASK);
  const inQuery = all.flatMap(({ name, scheme }) => (scheme === '' ? [name] : []));
  return new Redactor([...names, 'access-token'], [...new Set(fields.map((f) => f.name))], known, hidden, inQuery);
}

/** Reads secrets from the environment and from files, each once. Unreadable secrets are bad input. */
export function secretReader(env: Readonly<Record<string, string | undefined>>): SecretReader {
  const kept = new Map<string, string>();
  const read = (reference: SecretRef): string => {
    if (reference.env !== undefined) {
      const value = env[reference.env];
      if (value === undefined || value === '') {
        throw BadInput.of('missing-environment', `the environment variable ${reference.env} is not set`, {
          hint: `The target reads a secret from it. Set it before the run.`,
        });
      }
      return value;
    }
    const file = reference.file ?? '';
    try {
      return readFileSync(file, 'utf8');
    } catch {
      throw BadInput.of('unreadable-secret', `the key file ${file} cannot be read`, {
        hint: 'Check the path and the permissions.',
      });
    }
  };
  return {
    read: (reference) => {
      const key = JSON.stringify(reference);
      const known = kept.get(key);
      if (known !== undefined) return known;
      const value = read(reference);
      kept.set(key, value);
      return value;
    },
  };
}

/** Opens the undici transport. Throws `BadInput` if the certificate of the target cannot be read. */
export function transportTo(target: Target, secrets: SecretReader): Transport {
  const { concurrency, maxResponseBytes } = target.limits;
  return undiciTransport(concurrency, maxResponseBytes, connectionOf(target, secrets));
}

/** Rate limit of this part; undefined if the target has none. */
export function rateLimitOf(
  { requestsPerSecond }: Target['limits'],
  shard: string | undefined,
  clock: () => number,
): (() => Promise<void>) | undefined {
  return requestsPerSecond === undefined
    ? undefined
    : createPacer(requestsPerSecond, clock, undefined, shardFromText(shard));
}

export interface ServiceProbeOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly allowWrites: boolean;
  /** Tokens for the run. */
  readonly tokens?: SharedTokens | undefined;
  readonly pace?: (() => Promise<void>) | undefined;
}

export interface ServiceProbe {
  /** Closed by the caller. */
  readonly plain: Transport;
  readonly destination: (service: string, spec: string) => Destination;
}

/** Throws `BadInput` for unusable secrets. */
export function openProbe(
  { target, scopes }: Pick<LoadedRun, 'target' | 'scopes'>,
  { env, allowWrites, tokens = sharedTokens(), pace }: ServiceProbeOptions,
): ServiceProbe {
  const secrets = secretReader(env);
  validateSecrets(target, secrets);
  const slots = new Semaphore(target.limits.concurrency);
  const plain = limitedTransport(transportTo(target, secrets), slots, pace);
  return {
    plain,
    destination: bindDestinations({ scopes, target, tokens, allowWrites, plain, secrets, clock: Date.now }),
  };
}
