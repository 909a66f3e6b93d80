import { compactVerify } from 'jose';
import type { AssertionCheck } from '../faults/specific/identity-provider.ts';
import type { Switches } from '../faults/switches.ts';
import { decodeUtf8, duplicateName, parseJson } from '../http/json-text.ts';
import { isObject } from '../model/json-type.ts';
import { audiences, identityProviderUrl, type ServiceName } from '../services.ts';
import type { RegisteredDevice } from './keys.ts';

type Members = Readonly<Record<string, unknown>>;

/** A JWT taken apart, before anything about it is believed. */
interface Assertion {
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
interface ClaimCheck {
  readonly name: AssertionCheck;
  readonly says: string;
  readonly holds: (judgement: Judgement) => boolean;
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

/** Section 5: every claim of the table, each judged on its own. */
const claimChecks: readonly ClaimCheck[] = [
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

export interface Judge {
  readonly devices: readonly RegisteredDevice[];
  readonly switches: Switches;
  readonly clock: () => Date;
}

/** Judges an assertion: its form, its signature, each claim, and whether the organisation is linked to the service. */
export async function judge(text: string, { devices, switches, clock }: Judge): Promise<Verdict> {
  const off = (check: AssertionCheck): boolean => switches.on(`identity-provider.assertion.${check}.off`);
  const assertion = takeApart(repaired(text, switches));
  if (!assertion) return refused('The assertion is not a signed JWT');
  if (assertion.hasDuplicateNames && !off('duplicate-names')) return refused('A header or claim name is used twice');
  const { header, claims } = assertion;
  const refusal = needless(claims, switches);
  if (refusal !== undefined) return refused(refusal);
  // Nothing critical is understood here. Keys that the header brings or points to (jwk, jku, x5u) are never looked at.
  if (header['crit'] !== undefined && !off('crit')) return refused('A critical header parameter is not understood');
  if (header['alg'] !== 'RS256' && !off('alg') && !isTrusted(assertion, switches)) return refused('alg must be RS256');
  const device =
    devices.find(({ kid }) => kid === header['kid']) ?? (off('kid') ? deviceOfSubject(devices, claims) : undefined);
  if (!device) return refused('kid must name a known key');
  const isBelieved = off('signature') || isTrusted(assertion, switches);
  if (!isBelieved && !(await isSigned(assertion, device, off))) return refused('The signature does not verify');
  const now = clock().getTime() / 1000;
  for (const { name, says, holds } of claimChecks) {
    if (!holds({ assertion, device, now }) && !off(name)) return refused(says);
  }
  const asked = claims['token.aud'];
  const audience = typeof asked === 'string' ? asked : audiences['student-reporting'];
  const service = serviceOf(audience);
  // Section 5 rule 4: the organisation must be linked to the service as a service provider.
  if (service && !device.linkedTo.includes(service) && !off('link')) {
    return {
      isGranted: false,
      error: 'unauthorized_client',
      description: 'The organisation is not linked to the service.',
    };
  }
  return { isGranted: true, device, audience };
}

/** Under a fault, what is round the token is cut off, or what follows it ignored. */
function repaired(text: string, switches: Switches): string {
  if (!switches.on('identity-provider.assertion.malformed-accepted')) return text;
  const [header = '', claims = '', signature = ''] = text.replace(/[\s=]/g, '').split('.');
  return `${header}.${claims}.${signature}`;
}

/** Under a fault, an assertion that is right is refused. */
function needless(claims: Members, switches: Switches): string | undefined {
  if (Array.isArray(claims['aud']) && switches.on('identity-provider.assertion.audience-array-refused'))
    return 'aud must be one text';
  const lives = Number(claims['exp']) - Number(claims['iat']);
  if (lives > 3600 + 300 && switches.on('identity-provider.assertion.lifetime-short'))
    return 'The assertion lives too long';
  const known = ['sub', 'iss', 'aud', 'token.aud', 'exp', 'iat', 'nbf', 'jti'];
  const isStrict = switches.on('identity-provider.assertion.extra-claim-refused');
  return isStrict && Object.keys(claims).some((name) => !known.includes(name)) ? 'A claim is not known' : undefined;
}

/** Under a fault, what the header says of algorithm and key is believed. */
function isTrusted({ header, text }: Assertion, switches: Switches): boolean {
  const alg = String(header['alg']);
  if (/^none$/i.test(alg) && alg !== 'none' && switches.on('identity-provider.assertion.none-misspelt-accepted'))
    return true;
  if (alg === 'HS256' && switches.on('identity-provider.assertion.shared-secret-accepted')) return true;
  const bringsKey = ['jwk', 'jku', 'x5u'].some((name) => name in header);
  if (bringsKey && switches.on('identity-provider.assertion.brought-key-trusted')) return true;
  return text.endsWith('.') && switches.on('identity-provider.assertion.unsigned-accepted');
}

function deviceOfSubject(devices: readonly RegisteredDevice[], claims: Members): RegisteredDevice | undefined {
  return devices.find(({ device }) => device === claims['sub']);
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

async function isSigned(
  { text, header }: Assertion,
  { keys }: RegisteredDevice,
  off: (check: AssertionCheck) => boolean,
): Promise<boolean> {
  const { alg } = header;
  // Under the fault, what is not an RSA signature cannot be verified with the key and passes.
  if (off('alg') && !/^[RP]S(?:256|384|512)$/.test(String(alg))) return true;
  const critical = Array.isArray(header['crit']) ? header['crit'].map(String) : [];
  try {
    await compactVerify(text, keys.publicKey, {
      algorithms: off('alg') ? [String(alg)] : ['RS256'],
      ...(off('crit') ? { crit: Object.fromEntries(critical.map((name) => [name, true])) } : {}),
    });
    return true;
  } catch {
    return false;
  }
}
