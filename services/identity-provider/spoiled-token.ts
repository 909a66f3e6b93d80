import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { identityProviderUrl } from '../services.ts';
import type { KeyPair, RegisteredDevice } from './keys.ts';

/** What can be wrong with an access token that only the identity provider can have made. */
export type SpoiledToken = 'expired' | 'notYetValid' | 'otherIssuer';

export interface SpoiledTokenOptions {
  readonly device: RegisteredDevice;
  readonly audience: string;
  readonly keys: KeyPair;
  readonly kid: string;
  readonly now: Date;
}

const minute = 60;
const hour = 60 * minute;

/**
 * From when such a token is valid, in seconds from now; each lives for an hour. One that is over is so by little more than clocks differ: a service
 * that goes on taking tokens for half an hour would refuse an older one. One that has not begun has a day, since it may lie in a file for a while.
 */
const BEGINS: Readonly<Record<SpoiledToken, number>> = {
  expired: -hour - 10 * minute,
  notYetValid: 24 * hour,
  otherIssuer: 0,
};

/** For tests of the services: a token with the right signature, and one claim that has to be looked at. */
export function spoiledToken(
  what: SpoiledToken,
  { device, audience, keys, kid, now }: SpoiledTokenOptions,
): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000);
  const issuedAt = seconds + BEGINS[what];
  const claims = {
    iss: what === 'otherIssuer' ? 'https://elsewhere.example/' : identityProviderUrl,
    sub: device.device,
    aud: audience,
    iat: issuedAt,
    nbf: issuedAt,
    exp: issuedAt + hour,
    org: device.organisation,
    jti: randomUUID(),
  };
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'at+jwt' }).sign(keys.privateKey);
}
