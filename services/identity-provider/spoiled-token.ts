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

const hour = 3600;

/** For tests of the services: a token with the right signature, and one claim that has to be looked at. */
export function spoiledToken(
  what: SpoiledToken,
  { device, audience, keys, kid, now }: SpoiledTokenOptions,
): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000);
  const issuedAt = what === 'expired' ? seconds - 2 * hour : what === 'notYetValid' ? seconds + 24 * hour : seconds;
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
