import type { JSONWebKeySet } from 'jose';
import { AccessTokenVerifier, type Caller } from './access/access-token.ts';
import { admit } from './access/challenge.ts';
import type { Switches } from './faults/switches.ts';
import { json, type Answer, type Call } from './http/message.ts';
import { answerWith, type Operation } from './http/pipeline.ts';
import { Router } from './http/router.ts';
import type { Manners } from './variants/layer.ts';
import { audiences, identityProviderUrl, type ServiceName } from './services.ts';

/** What an instance of a service is made from. */
export interface InstanceOptions {
  readonly spec: string;
  /** The published keys of the identity provider. */
  readonly keys: JSONWebKeySet;
  readonly clock: () => Date;
  readonly switches: Switches;
  readonly manners: Manners;
  /** Who an unauthorised call is served as under the fault that lets it in. */
  readonly anyone: Caller;
}

/** One running service in one specification version, with its own data. */
export interface Instance {
  readonly service: ServiceName;
  readonly spec: string;
  readonly router: Router<Operation>;
  readonly answer: Answer;
  clear(): void;
  setDegraded(on: boolean): void;
}

/** What makes a service the one it is. */
export interface ServiceParts {
  readonly service: ServiceName;
  readonly apiName: () => string;
  /** Takes the access token out of a call; `undefined` when none was sent. */
  readonly tokenOf: (call: Call) => string | undefined;
  readonly operations: readonly Operation[];
  readonly definition: () => unknown;
  readonly clear: () => void;
}

/** The places that every service has, apart from its own operations. */
export const commonPlaces = [
  { name: 'service.read', method: 'GET', path: '/' },
  { name: 'definition.read', method: 'GET', path: '/openapi.json', open: true },
] as const;

export function assemble(parts: ServiceParts, { spec, keys, clock, switches, anyone }: InstanceOptions): Instance {
  const { service, tokenOf, clear } = parts;
  let isDegraded = false;
  const verifier = new AccessTokenVerifier({
    service,
    issuer: identityProviderUrl,
    audience: audiences[service],
    keys,
    clock,
    switches,
  });
  const [root, definition] = commonPlaces;
  const describe = (): unknown => ({
    api_name: parts.apiName(),
    api_version: switches.on(`${service}.version.announced-version-wrong`) ? '9.9.9' : spec,
    api_status: isDegraded ? 'DEGRADED' : 'UP',
  });
  const router = new Router<Operation>([
    { ...root, run: () => json(200, describe()) },
    { ...definition, run: () => json(200, parts.definition()) },
    ...parts.operations,
  ]);
  const answer = answerWith({
    service,
    router,
    switches,
    clock,
    admit: (call) => admit(call, { service, verifier, switches, tokenOf, anyone }),
    isDegraded: () => isDegraded,
  });
  const setDegraded = (on: boolean): void => {
    isDegraded = on;
  };
  return { service, spec, router, answer, clear, setDegraded };
}
