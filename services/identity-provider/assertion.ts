import { compactVerify } from 'jose';
import { decodeUtf8, duplicateName, parseJson } from '../http/json-text.ts';
import { isObject } from '../model/objects.ts';
import { audiences, identityProviderUrl, type ServiceName } from '../services.ts';
import type { RegisteredDevice } from './keys.ts';

export type Members = Readonly<Record<string, unknown>>;

/** A JWT taken apart, before anything about it is believed. */
export interface Assertion {
  readonly text: string;
  readonly header: Members;
  readonly claims: Members;
  readonly hasDuplicateNames: boolean;
}

interface Judgement {
  readonly assertion: Assertion;
  readonly device: RegisteredDevice;
  readonly now: number;
}

/** A check of what an assertion says; it holds, or the assertion is refused. */
export interface AssertionCheck<Judged> {
  readonly name: string;
  readonly says: string;
  readonly holds: (judged: Judged) => boolean;
}

/** The stages of the judgement on an assertion, in their order. */
export interface AssertionStages {
  readonly takeApart: (text: string) => Assertion | undefined;
  /** What is judged before the key is looked for. */
  readonly headerChecks: readonly AssertionCheck<Assertion>[];
  readonly deviceOf: (assertion: Assertion) => RegisteredDevice | undefined;
  readonly isSigned: (assertion: Assertion, device: RegisteredDevice) => boolean | Promise<boolean>;
  readonly claimChecks: readonly AssertionCheck<Judgement>[];
  readonly isLinked: (device: RegisteredDevice, service: ServiceName) => boolean;
}

// student-reporting section 5 lists header and claims; the tolerance and the longest lifetime are assumed.
const skew = 60;
const maxLifetime = 24 * 60 * 60;

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** A time, also when it is a text of digits: its type is another check's business. */
function time(value: unknown): number {
  return typeof value === 'string' ? Number(value) : isNumber(value) ? value : Number.NaN;
}

const digits = (value: unknown): value is string => typeof value === 'string' && /^[0-9]+$/.test(value);

const headerChecks: readonly AssertionCheck<Assertion>[] = [
  {
    name: 'duplicate-names',
    says: 'A header or claim name is used twice',
    holds: ({ hasDuplicateNames }) => !hasDuplicateNames,
  },
  // Nothing critical is understood here. Keys that the header brings or points to (jwk, jku, x5u) are never looked at.
  {
    name: 'crit',
    says: 'A critical header parameter is not understood',
    holds: ({ header }) => header['crit'] === undefined,
  },
  { name: 'alg', says: 'alg must be RS256', holds: ({ header }) => header['alg'] === 'RS256' },
];

/** Section 5: every claim of the table, each judged on its own. */
const claimChecks: readonly AssertionCheck<Judgement>[] = [
  {
    name: 'sub',
    says: 'sub must be the device the key belongs to',
    holds: ({ assertion, device }) => assertion.claims['sub'] === device.device,
  },
  {
    name: 'iss-digits',
    says: 'iss must be a string of digits',
    holds: ({ assertion }) => digits(assertion.claims['iss']),
  },
  {
    name: 'iss',
    says: 'iss must be the organisation of the device',
    holds: ({ assertion, device }) =>
      !digits(assertion.claims['iss']) || assertion.claims['iss'] === device.organisation,
  },
  {
    name: 'aud',
    says: 'aud must be the identity provider',
    holds: ({ assertion }) => namesIdentityProvider(assertion.claims['aud']),
  },
  {
    name: 'token-aud-missing',
    says: 'token.aud is required',
    holds: ({ assertion }) => assertion.claims['token.aud'] !== undefined,
  },
  {
    name: 'token-aud',
    says: 'token.aud must be a known service',
    holds: ({ assertion }) =>
      assertion.claims['token.aud'] === undefined || serviceOf(assertion.claims['token.aud']) !== undefined,
  },
  { name: 'iat-missing', says: 'iat is required', holds: ({ assertion }) => assertion.claims['iat'] !== undefined },
  {
    name: 'iat-type',
    says: 'iat must be a number',
    holds: ({ assertion }) => isAbsentOrNumber(assertion.claims['iat']),
  },
  {
    name: 'iat-future',
    says: 'iat must not be in the future',
    holds: ({ assertion, now }) => !(time(assertion.claims['iat']) > now + skew),
  },
  { name: 'exp-missing', says: 'exp is required', holds: ({ assertion }) => assertion.claims['exp'] !== undefined },
  {
    name: 'exp-type',
    says: 'exp must be a number',
    holds: ({ assertion }) => isAbsentOrNumber(assertion.claims['exp']),
  },
  {
    name: 'exp-past',
    says: 'the assertion has expired',
    holds: ({ assertion, now }) => !(time(assertion.claims['exp']) <= now - skew),
  },
  {
    name: 'exp-lifetime',
    says: 'exp must be at most 24 hours after iat',
    holds: ({ assertion }) => !(time(assertion.claims['exp']) - time(assertion.claims['iat']) > maxLifetime),
  },
  {
    name: 'nbf',
    says: 'the assertion is not valid yet',
    holds: ({ assertion: { claims }, now }) =>
      claims['nbf'] === undefined || (isNumber(claims['nbf']) && claims['nbf'] <= now + skew),
  },
];

function isAbsentOrNumber(value: unknown): boolean {
  return value === undefined || isNumber(value);
}

/** The exact URL, or an array that holds it alone. */
function namesIdentityProvider(aud: unknown): boolean {
  return aud === identityProviderUrl || (Array.isArray(aud) && aud.length === 1 && aud[0] === identityProviderUrl);
}

function serviceOf(audience: unknown): ServiceName | undefined {
  return (Object.keys(audiences) as ServiceName[]).find((service) => audiences[service] === audience);
}

export type Verdict =
  | { readonly isGranted: true; readonly device: RegisteredDevice; readonly audience: string }
  | {
      readonly isGranted: false;
      readonly error: 'invalid_grant' | 'unauthorized_client';
      readonly description: string;
    };

const refused = (description: string): Verdict => ({
  isGranted: false,
  error: 'invalid_grant',
  description: `${description}.`,
});

export function assertionStages(devices: readonly RegisteredDevice[]): AssertionStages {
  return {
    takeApart,
    headerChecks,
    deviceOf: ({ header }) => devices.find(({ kid }) => kid === header['kid']),
    isSigned: ({ text }, { keys }) => isSignedWith(text, keys.publicKey, ['RS256']),
    claimChecks,
    // Section 5 rule 4: the organisation must be linked to the service as a service provider.
    isLinked: ({ linkedTo }, service) => linkedTo.includes(service),
  };
}

/** Judges an assertion: its form, its signature, each claim, and whether the organisation is linked to the service. */
export async function judge(text: string, stages: AssertionStages, now: number): Promise<Verdict> {
  const assertion = stages.takeApart(text);
  if (!assertion) return refused('The assertion is not a signed JWT');
  for (const { says, holds } of stages.headerChecks) if (!holds(assertion)) return refused(says);
  const device = stages.deviceOf(assertion);
  if (!device) return refused('kid must name a known key');
  if (!(await stages.isSigned(assertion, device))) return refused('The signature does not verify');
  for (const { says, holds } of stages.claimChecks) {
    if (!holds({ assertion, device, now })) return refused(says);
  }
  const asked = assertion.claims['token.aud'];
  const audience = typeof asked === 'string' ? asked : audiences['student-reporting'];
  const service = serviceOf(audience);
  if (service && !stages.isLinked(device, service)) {
    return {
      isGranted: false,
      error: 'unauthorized_client',
      description: 'The organisation is not linked to the service.',
    };
  }
  return { isGranted: true, device, audience };
}

function takeApart(text: string): Assertion | undefined {
  const parts = text.split('.');
  const [header, claims] = parts.slice(0, 2).map(members);
  // RFC 7515 section 2: base64url without padding, the signature's part too.
  if (parts.length !== 3 || !header || !claims || !/^[A-Za-z0-9_-]*$/.test(parts[2] ?? '')) return undefined;
  return {
    text,
    header: header.members,
    claims: claims.members,
    hasDuplicateNames: header.isDuplicated || claims.isDuplicated,
  };
}

function members(part: string): { members: Members; isDuplicated: boolean } | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(part)) return undefined;
  try {
    const text = decodeUtf8(Buffer.from(part, 'base64url'));
    const value = parseJson(text);
    return isObject(value) ? { members: value, isDuplicated: duplicateName(text) !== undefined } : undefined;
  } catch {
    return undefined;
  }
}

/** @param understood critical header parameters that do not speak against the assertion */
export async function isSignedWith(
  text: string,
  key: RegisteredDevice['keys']['publicKey'],
  algorithms: readonly string[],
  understood: readonly string[] = [],
): Promise<boolean> {
  const crit = Object.fromEntries(understood.map((name) => [name, true]));
  try {
    await compactVerify(text, key, { algorithms: [...algorithms], ...(understood.length > 0 ? { crit } : {}) });
    return true;
  } catch {
    return false;
  }
}
