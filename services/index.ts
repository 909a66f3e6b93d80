export { faults, UnknownFaultError } from './faults/registry.ts';
export type { Fault } from './faults/fault.ts';
export type { DirectHandler } from './http/direct.ts';
export { listen, type Listening } from './listen.ts';
export type { ServiceName } from './services.ts';
export { PortInUseError } from './sockets/server.ts';
export type { SpoiledToken } from './identity-provider/spoiled-token.ts';
export { habitNames, variants } from './variants/registry.ts';
export { createWorld, UnknownInstanceError, type Device, type World, type WorldOptions } from './world.ts';
