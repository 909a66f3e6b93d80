import { defined } from '../model/objects.ts';
import type { JSONWebKeySet, JWK } from 'jose';
import { delivery, type Delivery, json, type Answer, type Call, type Reply } from '../http/message.ts';
import { notFound } from '../http/gateway-error.ts';
import { Router } from '../http/router.ts';
import type { Log } from '../log.ts';
import { Composition } from '../stages.ts';
import { assertionStages, type AssertionStages } from './assertion.ts';
import type { Keyring, KeyPair } from './keys.ts';
import { spoiledToken, type SpoiledToken, tokenStages, type TokenStages } from './token-endpoint.ts';

/** The places of the identity provider; student-reporting section 5 shows no address, so both are assumed. */
export const identityProviderPlaces = [
  { name: 'tokens.create', method: 'POST', path: '/oauth/token' },
  { name: 'keys.read', method: 'GET', path: '/jwks' },
] as const;

type Place = (typeof identityProviderPlaces)[number];

export interface IdentityProviderStages {
  readonly delivery: Delivery;
  readonly assertion: AssertionStages;
  readonly token: TokenStages;
  readonly keys: { readonly published: () => JSONWebKeySet };
}

export interface IdentityProviderOptions {
  readonly keyring: Keyring;
  readonly clock: () => Date;
  readonly log: Log;
}

export interface IdentityProvider {
  readonly service: 'identity-provider';
  readonly router: Router<Place>;
  readonly composition: Composition<IdentityProviderStages>;
  /** What the services verify access tokens with. */
  readonly keys: JSONWebKeySet;
  /** An access token that is right but for one thing. */
  spoiledToken(audience: string, what: SpoiledToken): Promise<string>;
}

const kid = 'identity-1';

/** The external identity provider of student-reporting section 5. */
export function identityProvider({ keyring, clock, log }: IdentityProviderOptions): IdentityProvider {
  const published = { keys: [jwkOf(keyring.identityProvider)] };
  const router = new Router<Place>(identityProviderPlaces);
  const composition = new Composition<IdentityProviderStages>((stages) => ({
    delivery: delivery(stages, answerWith(router, stages, log), clock),
    assertion: assertionStages(keyring.devices),
    token: tokenStages(stages, { keys: keyring.identityProvider, kid, clock }),
    keys: { published: () => published },
  }));
  const spoiled = (audience: string, what: SpoiledToken): Promise<string> => {
    const [device] = keyring.devices;
    if (!device) throw new Error('There is no reference device.');
    return spoiledToken(what, { device, audience, keys: keyring.identityProvider, kid, now: clock() });
  };
  return { service: 'identity-provider', router, composition, keys: published, spoiledToken: spoiled };
}

/** A key as it is published, under the name that the identity provider signs with. */
export function jwkOf({ publicKey }: Pick<KeyPair, 'publicKey'>): JWK {
  const { n, e } = publicKey.export({ format: 'jwk' });
  return {
    kty: 'RSA',
    kid,
    alg: 'RS256',
    use: 'sig',
    ...defined({ n, e }),
  };
}

function answerWith(router: Router<Place>, stages: IdentityProviderStages, log: Log): Answer {
  return async (call) => {
    const match = router.find(call.path);
    if (!match) return notFound().reply();
    const { allow, operations } = match.route;
    if (call.method === 'OPTIONS') return { status: 204, headers: { allow } };
    const found = operations.get(call.method === 'HEAD' ? 'GET' : call.method);
    if (found) return runGuarded(found, stages, call, log);
    const body = { error: 'invalid_request', error_description: 'The endpoint does not offer this method.' };
    return json(405, body, { allow, 'cache-control': 'no-store' });
  };
}

async function runGuarded(
  { name }: Place,
  { token, keys }: IdentityProviderStages,
  call: Call,
  log: Log,
): Promise<Reply> {
  try {
    return name === 'tokens.create' ? await token.answer(call) : json(200, keys.published());
  } catch (error) {
    // The cause is for the operator's log; a response never carries technical detail.
    log(error);
    return json(
      500,
      { error: 'server_error', error_description: 'The request could not be handled.' },
      { 'cache-control': 'no-store' },
    );
  }
}
