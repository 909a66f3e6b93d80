// Where the honest services, their faults and their legal variants are joined, and the one entry for everybody else.
import { setTimeout as wait } from 'node:timers/promises';
import { faultCommands, Switchboard } from './faults/switchboard.ts';
import type { OwnFaults } from './faults/registry.ts';
import { toConsole } from './log.ts';
import { listenTo, type Listening, type ListenOptions } from './listen.ts';
import { makeWorld, type Answers, type World as BareWorld, type WorldOptions as BareOptions } from './world.ts';

export { answerable } from './answers/registry.ts';
export {
  contractEndpoint,
  contractOperation,
  contractService,
  isSignIn,
  NEEDED_BY,
  versionsWith,
  WRITTEN_WITH,
} from './faults/contracts.ts';
export { faults, UnknownFaultError, type OwnFaults } from './faults/registry.ts';
export type { Fault } from './faults/fault.ts';
export type { DirectHandler } from './http/direct.ts';
export type { SpoiledToken } from './identity-provider/token-endpoint.ts';
export type { Listening } from './listen.ts';
export { implementedVersion, type ServiceName } from './services.ts';
export { PortInUseError } from './sockets/server.ts';
export { habitNames, variants } from './variants/registry.ts';
export { UnknownInstanceError, type Device } from './world.ts';

export interface WorldOptions extends BareOptions {
  /** Ids of the faults that are on from the start. */
  readonly faults?: readonly string[];
  /** Misbehaviours that are in no registry, and that can be switched on by their ids as the others can. */
  readonly own?: OwnFaults;
  /** How faults that take time wait. Default: really. */
  readonly sleep?: (milliseconds: number) => Promise<void>;
}

export interface World extends BareWorld {
  /** Replaces the faults that are on. */
  setFaults(ids: readonly string[]): void;
  /** Replaces the legal variants that are on. */
  setVariants(ids: readonly string[]): void;
  /** Makes the services right for these answers to open points, in place of what they were made right for before. */
  setAnswers(answers: Readonly<Record<string, unknown>>): void;
}

const answersByWorld = new WeakMap<World, Answers>();

export async function createWorld({
  faults = [],
  own = {},
  clock = () => new Date(),
  sleep = (milliseconds) => wait(milliseconds),
  log = toConsole,
  ...others
}: WorldOptions = {}): Promise<World> {
  let isSeeded = faults.length > 0;
  const { world, parts, answers } = await makeWorld({
    ...others,
    clock,
    // What is thrown while faults are on is what they are there for, and no news to anybody.
    log: (error) => {
      if (!isSeeded) log(error);
    },
  });
  const switchboard = new Switchboard(parts, { clock, sleep }, own);
  switchboard.setFaults(faults);
  const joined: World = {
    ...world,
    setFaults: (ids) => {
      switchboard.setFaults(ids);
      isSeeded = ids.length > 0;
    },
    setVariants: (ids) => {
      switchboard.setVariants(ids);
    },
    setAnswers: (given) => {
      switchboard.setAnswers(given);
    },
  };
  answersByWorld.set(joined, answers);
  return joined;
}

/** Puts the identity provider, every service and a control server on sockets of their own. */
export function listen(world: World, options?: ListenOptions): Promise<Listening> {
  const answers = answersByWorld.get(world);
  if (!answers) throw new Error('The world was not made by createWorld.');
  return listenTo(answers, { world, commands: faultCommands(world) }, options);
}
