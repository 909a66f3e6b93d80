import { setTimeout as wait } from 'node:timers/promises';
import { shapeFault, type Subject } from './faults/ids.ts';
import { withOperators, type Answering } from './faults/layer.ts';
import { Manners, withVariants } from './variants/layer.ts';
import { resolveFaults } from './faults/registry.ts';
import { withReception } from './faults/reception.ts';
import { Switches } from './faults/switches.ts';
import { dated } from './http/dated.ts';
import { directHandler, type DirectHandler } from './http/direct.ts';
import type { Answer, Reply } from './http/message.ts';
import { webHandler } from './http/web.ts';
import { keyringOfProcess } from './identity-provider/keys.ts';
import { identityProvider as makeIdentityProvider } from './identity-provider/service.ts';
import type { SpoiledToken } from './identity-provider/spoiled-token.ts';
import type { Instance, InstanceOptions } from './instance.ts';
import { partnerOnboarding } from './partner-onboarding/service.ts';
import { audiences, identityProviderUrl, serviceNames, specVersions, type ServiceName } from './services.ts';
import { studentReporting } from './student-reporting/service.ts';

export interface WorldOptions {
  /** Default: every service in every specification version. */
  readonly instances?: readonly { readonly service: ServiceName; readonly spec: string }[];
  /** Ids of the faults that are on from the start. */
  readonly faults?: readonly string[];
  /** Default: the real time. An argument, so that tests can stop it. */
  readonly clock?: () => Date;
  /** How faults that take time wait. Default: really. */
  readonly sleep?: (milliseconds: number) => Promise<void>;
  /** How long every answer is held back. */
  readonly latencyMs?: number;
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
  /** Replaces the faults that are on. */
  setFaults(ids: readonly string[]): void;
  /** An access token that is right but for one thing, signed as all others are. */
  spoiledToken(service: ServiceName, what: SpoiledToken): Promise<string>;
  /** Replaces the legal variants that are on. */
  setVariants(ids: readonly string[]): void;
}

/** The answers behind the handlers, for the sockets. */
export interface Answers {
  readonly identityProvider: Answer;
  readonly instances: readonly {
    readonly service: ServiceName;
    readonly spec: string;
    readonly answer: Answer;
    /** What becomes of the answer to a request that is no HTTP. */
    readonly front: (reply: Reply) => Reply;
  }[];
}

export class UnknownInstanceError extends Error {
  override readonly name = 'UnknownInstanceError';
}

const makers: Readonly<Record<ServiceName, (options: InstanceOptions) => Instance>> = {
  'partner-onboarding': partnerOnboarding,
  'student-reporting': studentReporting,
};

const everyInstance = serviceNames.flatMap((service) => specVersions[service].map((spec) => ({ service, spec })));

const answersByWorld = new WeakMap<World, Answers>();

export async function createWorld({
  instances: wanted = everyInstance,
  faults = [],
  clock = () => new Date(),
  sleep = (milliseconds) => wait(milliseconds),
  latencyMs = 0,
}: WorldOptions = {}): Promise<World> {
  const switches = new Switches();
  const manners = new Manners();
  const keyring = await keyringOfProcess();
  const provider = makeIdentityProvider({ keyring, switches, clock });
  const [anyone] = keyring.devices;
  if (!anyone) throw new Error('There is no reference device.');
  const instances = wanted.map(({ service, spec }) => {
    if (!specVersions[service].includes(spec))
      throw new UnknownInstanceError(unknown(service, spec, specVersions[service]));
    return makers[service]({ spec, keys: provider.keys, clock, switches, manners, anyone });
  });
  const finished = (subject: Subject, { answer, router }: Answering): Answer =>
    delayed(
      withVariants(
        withOperators(dated(withReception(answer, subject, switches, clock), clock), {
          subject,
          router,
          switches,
          clock,
          sleep,
        }),
        manners,
        { service: subject, sleep },
      ),
      latencyMs,
    );
  const frontOf =
    (service: ServiceName) =>
    (reply: Reply): Reply =>
      switches.on(shapeFault(service, 'malformed-request-500')) ? { ...reply, status: 500 } : reply;
  const answers: Answers = {
    identityProvider: finished('identity-provider', provider),
    instances: instances.map((one) => ({
      service: one.service,
      spec: one.spec,
      answer: finished(one.service, one),
      front: frontOf(one.service),
    })),
  };
  // Last, because everything derived from the active faults has to hear of them.
  switches.replace(resolveFaults(faults));
  const meant = (service?: ServiceName, spec?: string): Instance[] => {
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
    setFaults: (ids) => {
      switches.replace(resolveFaults(ids));
    },
    spoiledToken: (service, what) => provider.spoiledToken(audiences[service], what),
    setVariants: (ids) => {
      manners.replace(ids);
    },
  };
  answersByWorld.set(world, answers);
  return world;
}

/** The answers of a world, for what serves it on sockets. */
export function answersOf(world: World): Answers {
  const answers = answersByWorld.get(world);
  if (!answers) throw new Error('The world was not made by createWorld.');
  return answers;
}

function delayed(answer: Answer, milliseconds: number): Answer {
  if (milliseconds <= 0) return answer;
  return async (call) => {
    await wait(milliseconds);
    return answer(call);
  };
}

function namesOf(instances: readonly Instance[]): string[] {
  return instances.map(({ service, spec }) => `${service} ${spec}`);
}

function unknown(service: string | undefined, spec: string | undefined, known: readonly string[]): string {
  return `There is no instance ${[service, spec].filter(Boolean).join(' ')}. Known: ${known.join(', ')}.`;
}
