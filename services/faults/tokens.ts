interface Deviation {
  readonly breaks: string;
  readonly describes: string;
}

const rule = 'student-reporting section 5; that every call verifies its access token is assumed';

/** Faults of the verification of access tokens; each exists for both services. */
export const tokenFaults = {
  'signature.off': {
    breaks: `An access token is signed by the identity provider (${rule}).`,
    describes: 'The signature is not verified.',
  },
  'alg-none.off': {
    breaks: `An access token is signed with RS256 (${rule}).`,
    describes: 'A token with alg "none" is accepted.',
  },
  'expiry.off': {
    breaks: `An expired access token is refused (${rule}).`,
    describes: 'The claim exp is not looked at.',
  },
  'not-before.off': {
    breaks: `An access token that is not yet valid is refused (${rule}).`,
    describes: 'The claims nbf and iat are not looked at.',
  },
  'audience.off': {
    breaks: `An access token for another service is refused (${rule}).`,
    describes: 'The claim aud is not looked at.',
  },
  'issuer.off': {
    breaks: `An access token of another issuer is refused (${rule}).`,
    describes: 'The claim iss is not looked at.',
  },
  'missing.off': {
    breaks: `A call without an access token is refused with 401 (${rule}).`,
    describes: 'A call without a token is served as the first reference organisation.',
  },
  'challenge-missing': {
    breaks: 'A 401 carries a WWW-Authenticate challenge (RFC 9110, section 15.5.2).',
    describes: 'The 401 has no WWW-Authenticate header.',
  },
  'challenge-error-unasked': {
    breaks: 'A challenge to a call without a token has no error code (RFC 6750, section 3.1).',
    describes: 'The challenge says error="invalid_token" although no token was sent.',
  },
  'challenge-error-missing': {
    breaks: 'A challenge to a call with a bad token says error="invalid_token" (RFC 6750, section 3.1).',
    describes: 'The challenge has no error code.',
  },
  'refused-403': {
    breaks: `A call with a bad token is refused with 401 (${rule}).`,
    describes: 'A bad token is refused with 403.',
  },
} as const satisfies Record<string, Deviation>;

export type TokenFault = keyof typeof tokenFaults;
