import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { Claims } from '../../access/access-token.ts';
import { GatewayError } from '../../http/gateway-error.ts';
import type { ServiceStages } from '../../instance.ts';
import { inArea, type FaultChange, type FaultTable } from '../fault.ts';

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

/** Of services whose tokens are those of RFC 6750. */
export const challengeFaults: FaultTable<ServiceStages> = {
  'challenge-other-scheme': {
    breaks: 'The challenge of a resource with bearer tokens has the scheme Bearer (RFC 6750, section 3).',
    describes: 'The challenge is Token realm="api", as from a framework with its own token scheme.',
    change: inArea('door', () => ({ challenge: () => ({ 'www-authenticate': 'Token realm="api"' }) })),
  },
};

/** Faults of the verification of access tokens; each exists for both services. */
export const tokenFaults: FaultTable<ServiceStages> = {
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
    describes: 'The claim exp is not checked.',
    change: inArea('token', () => ({ isUnexpired: () => true })),
  },
  'head-unasked': {
    breaks: `HEAD is read as GET is (RFC 9110, section 9.3.2), so that a call without a token is refused (${rule}).`,
    describes: 'Tokens are checked only for GET, POST, PATCH and DELETE.',
    change: inArea('door', ({ admit }, { door }, { devices: [anyone] }) => ({
      admit: (call) => (anyone && call.method === 'HEAD' && door.tokenOf(call) === undefined ? anyone : admit(call)),
    })),
  },
  'audience.off': {
    breaks: `An access token for another service is refused (${rule}).`,
    describes: 'The claim aud is not checked.',
    change: inArea('token', () => ({ isForService: () => true })),
  },
  'issuer.off': {
    breaks: `An access token of another issuer is refused (${rule}).`,
    describes: 'The claim iss is not checked.',
    change: inArea('token', () => ({ isOfIssuer: () => true })),
  },
  'missing.off': {
    breaks: `A call without an access token is refused with 401 (${rule}).`,
    describes: 'A request without a token is accepted as one of the first reference organisation.',
    change: inArea('door', ({ admit }, { door }, { devices: [anyone] }) => ({
      admit: (call) => (anyone && door.tokenOf(call) === undefined ? anyone : admit(call)),
    })),
  },
  'used-up': {
    breaks: 'A token lives as long as expires_in says (RFC 6749, section 5.1).',
    describes: 'A token is accepted for twelve requests and then rejected.',
    change: refusedAt((call) => call > 12),
  },
  'refused-now-and-then': {
    breaks: 'A token lives as long as expires_in says (RFC 6749, section 5.1).',
    describes: 'Every ninth request with a token is rejected: one of several nodes cannot read it.',
    change: refusedAt((call) => call % 9 === 0),
  },
  'refused-by-operation': {
    breaks: 'A token lives as long as expires_in says (RFC 6749, section 5.1).',
    describes:
      'Every second request is rejected although its token was accepted before: one of two nodes does not have the key.',
    change: refusedInOperation((call) => call % 2 === 1),
  },
  'refused-at-times': {
    breaks: 'A token lives as long as expires_in says (RFC 6749, section 5.1).',
    describes: 'Every twelfth request of an operation is rejected although its token was accepted before.',
    change: refusedInOperation((call) => call % 12 === 0),
  },
  'refused-500': {
    breaks: `A call with a bad token is refused with 401 (${rule}).`,
    describes: 'A request without a valid token returns 500.',
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
};
