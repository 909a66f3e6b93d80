import { setTimeout as wait } from 'node:timers/promises';
import { keysOf } from './access/access-token.ts';
import type { GatewayError } from './http/gateway-error.ts';
import { directHandler, type DirectHandler } from './http/direct.ts';
import type { Answer, Reply } from './http/message.ts';
import { webHandler } from './http/web.ts';
import { toConsole, type Log } from './log.ts';
import { keyringOfProcess, type RegisteredDevice } from './identity-provider/keys.ts';
import { identityProvider as makeIdentityProvider, type IdentityProvider } from './identity-provider/service.ts';
import type { SpoiledToken } from './identity-provider/token-endpoint.ts';
import { partnerOnboarding, type PartnerOnboarding } from './partner-onboarding/service.ts';
import {
  audiences,
  identityProviderUrl,
  implementedVersion,
  serviceNames,
  specVersions,
  type ServiceName,
} from './services.ts';
import { studentReporting, type StudentReporting } from './student-reporting/service.ts';

export interface WorldOptions {
  /** Default: every service in every specification version. */
  readonly instances?: readonly { readonly service: ServiceName; readonly spec: string }[] | undefined;
  /** Default: the real time. An argument, so that tests can stop it. */
  readonly clock?: (() => Date) | undefined;
  /** How long every answer is held back. */
  readonly latencyMs?: number | undefined;
  /** Default: the console. */
  readonly log?: Log | undefined;
}

/** A registered device with everything a client needs to sign with it. */
export interface Device {
  readonly organisation: string;
  readonly device: string;
  readonly kid: string;
  readonly privateKeyPem: string;
  readonly linkedTo: readonly ServiceName[];
}

export type WebHandler = (request: Request) => Promise<Response>;

/** The services of one world, with their data, and what a client may know of them. */
export interface World {
  readonly devices: readonly Device[];
  readonly audiences: { readonly identityProvider: string; readonly services: Readonly<Record<ServiceName, string>> };
  handler(service: ServiceName, spec: string): WebHandler;
  identityProvider(): WebHandler;
  /** The same from wire to wire: faster, and able to carry answers that a web-standard Response cannot. */
  direct(service: ServiceName, spec: string): DirectHandler;
  directIdentityProvider(): DirectHandler;
  /** Forgets the data of the instances meant; of all without arguments. */
  clear(service?: ServiceName, spec?: string): void;
  /** While on, POST, PATCH and DELETE are answered 503. */
  setMaintenance(on: boolean, service?: ServiceName, spec?: string): void;
  /** An access token that is right but for one thing, signed as all others are. */
  spoiledToken(service: ServiceName, what: SpoiledToken): Promise<string>;
}

export type AnyInstance = PartnerOnboarding | StudentReporting;

/** What a world is made of, for whoever changes its stages. */
export interface WorldParts {
  readonly identityProvider: IdentityProvider;
  readonly instances: readonly AnyInstance[];
  readonly devices: readonly RegisteredDevice[];
}

/** The answers behind the handlers, for the sockets. */
export interface Answers {
  readonly identityProvider: Answer;
  readonly instances: readonly {
    readonly service: ServiceName;
    readonly spec: string;
    readonly answer: Answer;
    /** The answer to a request that is no HTTP. */
    readonly malformed: (error: GatewayError) => Reply;
  }[];
}

export class UnknownInstanceError extends Error {
  override readonly name = 'UnknownInstanceError';
}

const makers = { 'partner-onboarding': partnerOnboarding, 'student-reporting': studentReporting } as const;

const everyInstance = serviceNames.flatMap((service) => specVersions[service].map((spec) => ({ service, spec })));

export interface Made {
  readonly world: World;
  readonly parts: WorldParts;
  readonly answers: Answers;
}

export async function makeWorld({
  instances: wanted = everyInstance,
  clock = () => new Date(),
  latencyMs = 0,
  log = toConsole,
}: WorldOptions = {}): Promise<Made> {
  const keyring = await keyringOfProcess();
  const provider = makeIdentityProvider({ keyring, clock, log });
  const keyOf = keysOf(provider.keys);
  const instances = wanted.map(({ service, spec }): AnyInstance => {
    if (implementedVersion(service, spec) === undefined)
      throw new UnknownInstanceError(unknown(service, spec, specVersions[service]));
    return makers[service]({ spec, keyOf, clock, log });
  });
  const finished = ({ composition }: IdentityProvider | AnyInstance): Answer =>
    delayed((call) => composition.stages.delivery.deliver(call), latencyMs);
  const answers: Answers = {
    identityProvider: finished(provider),
    instances: instances.map((one) => ({
      service: one.service,
      spec: one.spec,
      answer: finished(one),
      malformed: (error) => one.composition.stages.gateway.malformed(error),
    })),
  };
  const meant = (service?: ServiceName, spec?: string): AnyInstance[] => {
    const found = instances.filter(
      (one) => (service ?? one.service) === one.service && (spec ?? one.spec) === one.spec,
    );
    if (found.length === 0 && instances.length > 0) {
      throw new UnknownInstanceError(unknown(service, spec, namesOf(instances)));
    }
    return found;
  };
  const answerOf = (service: ServiceName, spec: string): Answer => {
    const found = answers.instances.find((one) => one.service === service && one.spec === spec);
    if (!found) throw new UnknownInstanceError(unknown(service, spec, namesOf(instances)));
    return found.answer;
  };
  const world: World = {
    devices: keyring.devices.map(({ keys, ...device }) => ({
      ...device,
      privateKeyPem: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    })),
    audiences: { identityProvider: identityProviderUrl, services: audiences },
    handler: (service, spec) => webHandler(answerOf(service, spec)),
    identityProvider: () => webHandler(answers.identityProvider),
    direct: (service, spec) => directHandler(answerOf(service, spec)),
    directIdentityProvider: () => directHandler(answers.identityProvider),
    clear: (service, spec) => {
      for (const instance of meant(service, spec)) instance.clear();
    },
    setMaintenance: (on, service, spec) => {
      for (const instance of meant(service, spec)) instance.setDegraded(on);
    },
    spoiledToken: (service, what) => provider.spoiledToken(audiences[service], what),
  };
  return { world, answers, parts: { identityProvider: provider, instances, devices: keyring.devices } };
}

function delayed(answer: Answer, milliseconds: number): Answer {
  if (milliseconds <= 0) return answer;
  return async (call) => {
    await wait(milliseconds);
    return answer(call);
  };
}

function namesOf(instances: readonly AnyInstance[]): string[] {
  return instances.map(({ service, spec }) => `${service} ${spec}`);
}

function unknown(service: string | undefined, spec: string | undefined, known: readonly string[]): string {
  return `There is no instance ${[service, spec].filter(Boolean).join(' ')}. Known: ${known.join(', ')}.`;
}
