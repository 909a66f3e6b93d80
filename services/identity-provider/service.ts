import type { JSONWebKeySet, JWK } from 'jose';
import type { Switches } from '../faults/switches.ts';
import { notFound } from '../http/gateway-error.ts';
import { json, type Answer, type Call, type Reply } from '../http/message.ts';
import { Router } from '../http/router.ts';
import type { Keyring, KeyPair } from './keys.ts';
import { spoiledToken, type SpoiledToken } from './spoiled-token.ts';
import { answerTokenRequest } from './token-endpoint.ts';

interface Endpoint {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  run(call: Call): Reply | Promise<Reply>;
}

/** The places of the identity provider; student-reporting section 5 shows no address, so both are assumed. */
export const identityProviderPlaces = [
  { name: 'tokens.create', method: 'POST', path: '/oauth/token' },
  { name: 'keys.read', method: 'GET', path: '/jwks' },
] as const;

export interface IdentityProviderOptions {
  readonly keyring: Keyring;
  readonly switches: Switches;
  readonly clock: () => Date;
}

export interface IdentityProvider {
  readonly router: Router<Endpoint>;
  readonly answer: Answer;
  /** What the services verify access tokens with. */
  readonly keys: JSONWebKeySet;
  /** An access token that is right but for one thing. */
  spoiledToken(audience: string, what: SpoiledToken): Promise<string>;
}

const kid = 'identity-1';

/** The external identity provider of student-reporting section 5. */
export function identityProvider({ keyring, switches, clock }: IdentityProviderOptions): IdentityProvider {
  const [tokens, keys] = identityProviderPlaces;
  const published = { keys: [jwkOf(keyring.identityProvider)] };
  const foreign = { keys: [jwkOf(keyring.foreign)] };
  const endpoint = { devices: keyring.devices, keys: keyring.identityProvider, kid, switches, clock };
  const shown = (): JSONWebKeySet => {
    const set = switches.on('identity-provider.keys.foreign') ? foreign : published;
    if (!switches.on('identity-provider.keys.private-member')) return set;
    return { keys: set.keys.map((key) => ({ ...key, d: 'AQAB' })) };
  };
  const router = new Router<Endpoint>([
    { ...tokens, run: (call) => answerTokenRequest(call, endpoint) },
    { ...keys, run: () => json(200, shown()) },
  ]);
  const spoiled = (audience: string, what: SpoiledToken): Promise<string> => {
    const [device] = keyring.devices;
    if (!device) throw new Error('There is no reference device.');
    return spoiledToken(what, { device, audience, keys: keyring.identityProvider, kid, now: clock() });
  };
  return { router, keys: published, answer: answerWith(router), spoiledToken: spoiled };
}

function jwkOf({ publicKey }: KeyPair): JWK {
  const { n, e } = publicKey.export({ format: 'jwk' });
  return {
    kty: 'RSA',
    kid,
    alg: 'RS256',
    use: 'sig',
    ...(n === undefined ? {} : { n }),
    ...(e === undefined ? {} : { e }),
  };
}

function answerWith(router: Router<Endpoint>): Answer {
  return async (call) => {
    const match = router.find(call.path);
    if (!match) return notFound().reply();
    const { allow, operations } = match.route;
    if (call.method === 'OPTIONS') return { status: 204, headers: { allow } };
    const found = operations.get(call.method === 'HEAD' ? 'GET' : call.method);
    if (found) return runGuarded(found, call);
    const body = { error: 'invalid_request', error_description: 'The endpoint does not offer this method.' };
    return json(405, body, { allow, 'cache-control': 'no-store' });
  };
}

async function runGuarded(endpoint: Endpoint, call: Call): Promise<Reply> {
  try {
    return await endpoint.run(call);
  } catch (error) {
    // The cause is for the operator's log; a response never carries technical detail.
    console.error(error);
    return json(
      500,
      { error: 'server_error', error_description: 'The request could not be handled.' },
      { 'cache-control': 'no-store' },
    );
  }
}
