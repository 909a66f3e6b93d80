import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { audiences, type ServiceName } from '../services.ts';

export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** A registered device: its key is known to the identity provider, its organisation linked to some services. */
export interface RegisteredDevice {
  readonly organisation: string;
  readonly device: string;
  readonly kid: string;
  readonly keys: KeyPair;
  readonly linkedTo: readonly ServiceName[];
}

export interface Keyring {
  readonly identityProvider: KeyPair;
  readonly devices: readonly RegisteredDevice[];
}

const makePair = promisify(generateKeyPair);

function rsa(): Promise<KeyPair> {
  return makePair('rsa', { modulusLength: 2048 });
}

const registrations: readonly Omit<RegisteredDevice, 'keys' | 'kid'>[] = [
  { organisation: '1234567890', device: 'device-1', linkedTo: Object.keys(audiences) as ServiceName[] },
  { organisation: '9876543210', device: 'device-2', linkedTo: [] },
  { organisation: '5555500000', device: 'device-3', linkedTo: ['student-reporting'] },
  { organisation: '7777700000', device: 'device-4', linkedTo: ['partner-onboarding'] },
];

async function makeKeyring(): Promise<Keyring> {
  const [identityProvider, ...deviceKeys] = await Promise.all([rsa(), ...registrations.map(() => rsa())]);
  const devices = registrations.flatMap((registration, index) => {
    const keys = deviceKeys[index];
    // The key identifier is the device identifier (assumed; student-reporting section 5 names both and equates neither).
    return keys ? [{ ...registration, kid: registration.device, keys }] : [];
  });
  return { identityProvider, devices };
}

let keyring: Promise<Keyring> | undefined;

/** Fresh keys, made once per process: each takes a tenth of a second. */
export function keyringOfProcess(): Promise<Keyring> {
  keyring ??= makeKeyring();
  return keyring;
}
