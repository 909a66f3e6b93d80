import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
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

const KEYS = 1 + registrations.length;

/** Names a file with what `newKeys` gave. For those who start many processes: making keys is most of what a start costs. */
const FILE_VARIABLE = 'REFERENCE_KEYS';

/** Private keys, PEM, as many as a keyring has. */
export async function newKeys(): Promise<readonly string[]> {
  const pairs = await Promise.all(Array.from({ length: KEYS }, rsa));
  return pairs.map(({ privateKey }) => privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
}

function keptKeys(file: string): readonly KeyPair[] {
  const texts = JSON.parse(readFileSync(file, 'utf8')) as readonly string[];
  return texts.map((pem) => ({ privateKey: createPrivateKey(pem), publicKey: createPublicKey(pem) }));
}

async function makeKeyring(): Promise<Keyring> {
  const file = process.env[FILE_VARIABLE];
  const pairs = file === undefined ? await Promise.all(Array.from({ length: KEYS }, rsa)) : keptKeys(file);
  const [identityProvider, ...deviceKeys] = pairs;
  if (identityProvider === undefined || pairs.length !== KEYS)
    throw new Error(`A keyring takes ${KEYS} keys, and ${file ?? 'there'} has ${pairs.length}.`);
  const devices = registrations.flatMap((registration, index) => {
    const keys = deviceKeys[index];
    // The key identifier is the device identifier (assumed; student-reporting section 5 names both and equates neither).
    return keys ? [{ ...registration, kid: registration.device, keys }] : [];
  });
  return { identityProvider, devices };
}

let keyring: Promise<Keyring> | undefined;

/** Fresh keys, made once per process, unless it was given some: each takes a tenth of a second. */
export function keyringOfProcess(): Promise<Keyring> {
  keyring ??= makeKeyring();
  return keyring;
}
