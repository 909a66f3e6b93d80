import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { Caller, Claims } from '../../access/access-token.ts';
import { GatewayError } from '../../http/gateway-error.ts';
import type { ServiceStages } from '../../instance.ts';
import { inArea, type FaultChange, type SharedFaults } from '../fault.ts';

const rule = 'student-reporting section 5; that every call verifies its access token is assumed';

function unverified(token: string): Claims | undefined {
  try {
    decodeProtectedHeader(token);
    return decodeJwt(token);
  } catch {
    return undefined;
  }
}

function isUnsigned(token: string): boolean {
  try {
    return decodeProtectedHeader(token).alg === 'none';
  } catch {
    return false;
  }
}

/** Whom a token is of that is right but for its time. */
async function callerOf(
  sent: string | undefined,
  token: ServiceStages['token'],
  now: number,
): Promise<Caller | undefined> {
  const claims = await token.claimsOf(sent ?? '');
  if (!claims || !token.isOfIssuer(claims) || !token.isForService(claims) || !token.hasBegun(claims, now))
    return undefined;
  const { org, sub } = claims;
  return typeof org === 'string' && typeof sub === 'string' ? { organisation: org, device: sub } : undefined;
}

/** A token that was taken is refused at such calls with it, counted from one. */
const refusedAt = (isRefused: (call: number) => boolean): FaultChange<ServiceStages> =>
  inArea('token', ({ verify }) => {
    const calls = new Map<string, number>();
    return {
      verify: (token) => {
        const call = (calls.get(token) ?? 0) + 1;
        calls.set(token, call);
        return isRefused(call) ? undefined : verify(token);
      },
    };
  });

/** A token that was taken is refused at such calls of an operation, counted from one; paths that differ in digits are of one. */
const refusedInOperation = (isRefused: (call: number) => boolean): FaultChange<ServiceStages> =>
  inArea('door', ({ admit }, { door }) => {
    const taken = new Set<string>();
    const calls = new Map<string, number>();
    return {
      admit: async (call) => {
        const caller = await admit(call);
        const token = door.tokenOf(call) ?? '';
        if (taken.has(token)) {
          const operation = `${call.method} ${call.path.replace(/[^/]*\d[^/]*/g, '')}`;
          const count = (calls.get(operation) ?? 0) + 1;
          calls.set(operation, count);
          const entry = { code: 'unauthorised', detail: 'The access token is not valid.' };
          if (isRefused(count)) throw new GatewayError(401, entry, door.challenge(true));
        }
        taken.add(token);
        return caller;
      },
    };
  });

/** Faults of the verification of access tokens; each exists for both services. */
/** Of services whose tokens are those of RFC 6750. */
export const challengeFaults: SharedFaults<ServiceStages> = {
  'challenge-other-scheme': {
    breaks: 'The challenge of a resource with bearer tokens has the scheme Bearer (RFC 6750, section 3).',
    describes: 'The challenge is Token realm="api", as of a framework with tokens of its own.',
    change: inArea('door', () => ({ challenge: () => ({ 'www-authenticate': 'Token realm="api"' }) })),
  },
  'challenge-of-the-host': {
    breaks: 'The challenge of a resource with bearer tokens has the scheme Bearer (RFC 6750, section 3).',
    describes: 'The challenges are those of the web server, Negotiate and NTLM.',
    change: inArea('door', () => ({ challenge: () => ({ 'www-authenticate': 'Negotiate, NTLM' }) })),
  },
};

export const tokenFaults: SharedFaults<ServiceStages> = {
  'signature.off': {
    breaks: `An access token is signed by the identity provider (${rule}).`,
    describes: 'The signature is not verified.',
    change: inArea('token', () => ({ claimsOf: (token) => Promise.resolve(unverified(token)) })),
  },
  'alg-none.off': {
    breaks: `An access token is signed with RS256 (${rule}).`,
    describes: 'A token with alg "none" is accepted.',
    change: inArea('token', ({ claimsOf }) => ({
      claimsOf: (token) => (isUnsigned(token) ? Promise.resolve(unverified(token)) : claimsOf(token)),
    })),
  },
  'expiry.off': {
    breaks: `An expired access token is refused (${rule}).`,
    describes: 'The claim exp is not looked at.',
    change: inArea('token', () => ({ isUnexpired: () => true })),
  },
  'expiry-tolerant': {
    breaks: `An expired access token is refused (${rule}).`,
    describes: 'An access token is taken for half an hour after it has expired.',
    change: inArea('token', ({ isUnexpired }) => ({ isUnexpired: (claims, now) => isUnexpired(claims, now - 1800) })),
  },
  'expiry-of-deletes.off': {
    breaks: `An expired access token is refused, whatever the method (${rule}).`,
    describes: 'DELETE does not look at the claim exp.',
    change: inArea('door', ({ admit }, { door, token }, { clock }) => ({
      admit: async (call) => {
        try {
          return await admit(call);
        } catch (error) {
          const caller =
            call.method === 'DELETE' ? await callerOf(door.tokenOf(call), token, clock().getTime() / 1000) : undefined;
          if (caller === undefined) throw error;
          return caller;
        }
      },
    })),
  },
  'head-unasked': {
    breaks: `HEAD is read as GET is (RFC 9110, section 9.3.2), so that a call without a token is refused (${rule}).`,
    describes: 'Tokens are looked at for GET, POST, PATCH and DELETE alone.',
    change: inArea('door', ({ admit }, { door }, { devices: [anyone] }) => ({
      admit: (call) => (anyone && call.method === 'HEAD' && door.tokenOf(call) === undefined ? anyone : admit(call)),
    })),
  },
  'not-before.off': {
    breaks: `An access token that is not yet valid is refused (${rule}).`,
    describes: 'The claims nbf and iat are not looked at.',
    change: inArea('token', () => ({ hasBegun: () => true })),
  },
  'audience.off': {
    breaks: `An access token for another service is refused (${rule}).`,
    describes: 'The claim aud is not looked at.',
    change: inArea('token', () => ({ isForService: () => true })),
  },
  'issuer.off': {
    breaks: `An access token of another issuer is refused (${rule}).`,
    describes: 'The claim iss is not looked at.',
    change: inArea('token', () => ({ isOfIssuer: () => true })),
  },
  'missing.off': {
    breaks: `A call without an access token is refused with 401 (${rule}).`,
    describes: 'A call without a token is served as the first reference organisation.',
    change: inArea('door', ({ admit }, { door }, { devices: [anyone] }) => ({
      admit: (call) => (anyone && door.tokenOf(call) === undefined ? anyone : admit(call)),
    })),
  },
  'challenge-missing': {
    breaks: 'A 401 carries a WWW-Authenticate challenge (RFC 9110, section 15.5.2).',
    describes: 'The 401 has no WWW-Authenticate header.',
    change: inArea('door', () => ({ challenge: () => ({}) })),
  },
  'challenge-error-unasked': {
    breaks: 'A challenge to a call without a token has no error code (RFC 6750, section 3.1).',
    describes: 'The challenge says error="invalid_token" although no token was sent.',
    change: inArea('door', ({ challenge }) => ({ challenge: () => challenge(true) })),
  },
  'challenge-error-missing': {
    breaks: 'A challenge to a call with a bad token says error="invalid_token" (RFC 6750, section 3.1).',
    describes: 'The challenge has no error code.',
    change: inArea('door', ({ challenge }) => ({ challenge: () => challenge(false) })),
  },
  'used-up': {
    breaks: 'A token lives as long as expires_in says (RFC 6749, section 5.1).',
    describes: 'A token is taken for twelve calls, and refused from then on.',
    change: refusedAt((call) => call > 12),
  },
  'refused-now-and-then': {
    breaks: 'A token lives as long as expires_in says (RFC 6749, section 5.1).',
    describes: 'Every ninth call with a token is refused: one of several nodes cannot read it.',
    change: refusedAt((call) => call % 9 === 0),
  },
  'refused-by-operation': {
    breaks: 'A token lives as long as expires_in says (RFC 6749, section 5.1).',
    describes:
      'Every second call of an operation is refused though its token was taken before: one of two nodes has no key of it.',
    change: refusedInOperation((call) => call % 2 === 1),
  },
  'refused-at-times': {
    breaks: 'A token lives as long as expires_in says (RFC 6749, section 5.1).',
    describes: 'Every twelfth call of an operation is refused though its token was taken before.',
    change: refusedInOperation((call) => call % 12 === 0),
  },
  'refused-500': {
    breaks: `A call with a bad token is refused with 401 (${rule}).`,
    describes: 'A call without a good token is answered with 500.',
    change: inArea('door', ({ admit }) => ({
      admit: async (call) => {
        try {
          return await admit(call);
        } catch (error) {
          throw error instanceof GatewayError ? new GatewayError(500, error.entries, error.headers) : error;
        }
      },
    })),
  },
  'refused-403': {
    breaks: `A call with a bad token is refused with 401 (${rule}).`,
    describes: 'A bad token is refused with 403.',
    change: inArea('door', ({ admit }, { door }) => ({
      admit: async (call) => {
        try {
          return await admit(call);
        } catch (error) {
          const isOfToken = error instanceof GatewayError && door.tokenOf(call) !== undefined;
          throw isOfToken ? new GatewayError(403, error.entries, error.headers) : error;
        }
      },
    })),
  },
};
