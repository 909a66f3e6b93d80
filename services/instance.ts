import { accessToken, type AccessToken, type KeyOf, door, type Door } from './access/access-token.ts';
import { delivery, type Delivery, json } from './http/message.ts';
import { answerWith, gateway, type Gateway, type Place, type Run } from './gateway.ts';
import type { Log } from './log.ts';
import { Router } from './http/router.ts';
import { existsIn } from './model/version.ts';
import { audiences, identityProviderUrl, type ServiceName } from './services.ts';
import { Composition } from './stages.ts';

/** What an instance of a service is made from. */
export interface InstanceOptions {
  readonly spec: string;
  /** The published keys of the identity provider. */
  readonly keyOf: KeyOf;
  readonly clock: () => Date;
  readonly log: Log;
}

/** What a service says of itself. */
export interface About {
  readonly describe: () => Readonly<Record<string, unknown>>;
  readonly definition: () => unknown;
}

/** The stages that both services have; each has more of its own. */
export interface ServiceStages {
  readonly delivery: Delivery;
  readonly gateway: Gateway;
  readonly door: Door;
  readonly token: AccessToken;
  readonly about: About;
  readonly run: Run;
}

/** One running service in one specification version, with its own data. */
export interface Instance<Stages extends ServiceStages = ServiceStages> {
  readonly spec: string;
  readonly router: Router<Place>;
  readonly composition: Composition<Stages>;
  clear(): void;
  setDegraded(on: boolean): void;
}

/** What makes a service the one it is. */
export interface ServiceParts<Stages extends ServiceStages> {
  readonly service: ServiceName;
  readonly apiName: string;
  readonly tokenOf: Door['tokenOf'];
  /** Of every version. */
  readonly places: readonly Place[];
  readonly definition: () => unknown;
  /** The stages of its own, and what runs its operations. */
  readonly build: (stages: Stages) => Omit<Stages, keyof ServiceStages> & Pick<Stages, 'run'>;
  readonly clear: () => void;
}

/** The places that every service has, apart from its own operations. */
export const commonPlaces = [
  { name: 'service.read', method: 'GET', path: '/' },
  { name: 'definition.read', method: 'GET', path: '/openapi.json', open: true },
] as const satisfies readonly Place[];

export function assemble<Stages extends ServiceStages>(
  { service, apiName, tokenOf, places, definition, build, clear }: ServiceParts<Stages>,
  { spec, keyOf, clock, log }: InstanceOptions,
): Instance<Stages> {
  let isDegraded = false;
  const all: readonly Place[] = [...commonPlaces, ...places];
  const router = new Router<Place>(all.filter((place) => existsIn(spec, place)));
  const composition = new Composition<Stages>((stages) => {
    const own = build(stages);
    const shared: ServiceStages = {
      delivery: delivery(stages, answerWith(stages, log), clock),
      gateway: gateway(stages, { router, isDegraded: () => isDegraded }),
      door: door(stages, service, tokenOf),
      token: accessToken(stages, { issuer: identityProviderUrl, audience: audiences[service], keyOf, clock }),
      about: {
        describe: () => ({ api_name: apiName, api_version: spec, api_status: isDegraded ? 'DEGRADED' : 'UP' }),
        definition,
      },
      run: {
        'service.read': () => json(200, stages.about.describe()),
        'definition.read': () => json(200, stages.about.definition()),
        ...own.run,
      },
    };
    return { ...own, ...shared } as unknown as Stages;
  });
  const setDegraded = (on: boolean): void => {
    isDegraded = on;
  };
  return { spec, router, composition, clear, setDegraded };
}
