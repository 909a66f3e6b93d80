import type { FaultEntry } from '../fault.ts';

const service = 'identity-provider';
const operation = 'tokens.create';
const section5 = 'student-reporting section 5';
const assumed = 'assumed';

const accepted = <Check extends string>(check: Check, breaks: string, describes: string) =>
  ({ id: `identity-provider.assertion.${check}.off`, service, operation, breaks, describes }) as const;

/** Each judgement on an assertion can be left out on its own. */
const assertionFaults = [
  accepted('alg', `${section5}: alg is RS256.`, 'Other algorithms, and none at all, are accepted.'),
  accepted(
    'kid',
    `${section5}: the header contains kid.`,
    'An assertion without kid, or with one of no known key, is accepted.',
  ),
  accepted('signature', `${section5}: the assertion is a signed JWT.`, 'The signature is not verified.'),
  accepted(
    'crit',
    `Unknown critical header parameters are refused (RFC 7515, section 4.1.11; ${assumed}).`,
    'crit is ignored.',
  ),
  accepted(
    'duplicate-names',
    `Duplicate header and claim names are refused (${assumed}).`,
    'The last of two members of one name is taken.',
  ),
  accepted('sub', `${section5}: sub is the device identifier.`, 'Any sub, or none, is accepted.'),
  accepted(
    'iss',
    `${section5}: iss is the issuer identifier of the organisation.`,
    'The iss of another organisation is accepted.',
  ),
  accepted(
    'iss-digits',
    `${section5}: iss is a string of digits.`,
    'An iss that is missing or not a string of digits is accepted.',
  ),
  accepted('aud', `${section5}: aud is the address of the identity provider.`, 'Any aud, or none, is accepted.'),
  accepted(
    'token-aud-missing',
    `${section5} and section 9: token.aud is required.`,
    'An assertion without token.aud is accepted.',
  ),
  accepted(
    'token-aud',
    `${section5}: token.aud is the address of the service.`,
    'The address of an unknown service is accepted.',
  ),
  accepted('exp-missing', `${section5}: the payload contains exp.`, 'An assertion without exp is accepted.'),
  accepted('exp-type', `${section5}: exp is a numeric timestamp.`, 'An exp that is a text of digits is accepted.'),
  accepted('exp-past', `${section5}: exp is the expiry time.`, 'An expired assertion is accepted.'),
  accepted('exp-lifetime', `exp is at most 24 hours after iat (${assumed}).`, 'Any lifetime is accepted.'),
  accepted('iat-missing', `${section5}: the payload contains iat.`, 'An assertion without iat is accepted.'),
  accepted('iat-type', `${section5}: iat is a numeric timestamp.`, 'An iat that is a text of digits is accepted.'),
  accepted(
    'iat-future',
    `${section5}: iat is the issued-at time, not in the future (${assumed}).`,
    'An iat in the future is accepted.',
  ),
  accepted('nbf', `nbf is honoured if present (${assumed}).`, 'nbf is ignored.'),
  accepted(
    'link',
    `${section5} rule 4: the organisation must be linked to the service.`,
    'An organisation that is not linked is served.',
  ),
] as const;

const believed = <What extends string>(what: What, breaks: string, describes: string) =>
  ({ id: `identity-provider.assertion.${what}`, service, operation, breaks, describes }) as const;

/** What a careless verifier lets through or refuses, beside the judgements that can be left out. */
const verifierFaults = [
  believed(
    'none-misspelt-accepted',
    `${section5}: alg is RS256.`,
    'An unsigned assertion is accepted when "none" is written with capitals.',
  ),
  believed(
    'shared-secret-accepted',
    `${section5}: alg is RS256.`,
    'HS256 is accepted whatever secret it was made with.',
  ),
  believed(
    'brought-key-trusted',
    `${section5}: kid names the key of the device.`,
    'A key that the header brings or points to is trusted.',
  ),
  believed('unsigned-accepted', `${section5}: the assertion is a signed JWT.`, 'An empty signature is accepted.'),
  believed(
    'malformed-accepted',
    `${section5}: the assertion is a JWT (RFC 7515, section 7.1).`,
    'Spaces, padding and further parts of the assertion are ignored.',
  ),
  believed(
    'extra-claim-refused',
    `Claims that are not understood are ignored (RFC 7519, section 4; ${assumed}).`,
    'An assertion with an unknown claim is refused.',
  ),
  believed(
    'lifetime-short',
    `exp is at most 24 hours after iat (${assumed}).`,
    'An assertion that lives longer than an hour is refused.',
  ),
  believed(
    'audience-array-refused',
    `aud may be an array (RFC 7519, section 4.1.3; ${assumed}).`,
    'An aud in an array is refused.',
  ),
] as const;

const endpointFaults = [
  {
    id: 'identity-provider.token.expires-in-wrong',
    service,
    operation,
    breaks: 'An access token is valid for 3600 seconds (assumed).',
    describes: 'expires_in says 300.',
  },
  {
    id: 'identity-provider.token.expires-in-text',
    service,
    operation,
    breaks: 'expires_in is a number of seconds (assumed; RFC 6749, section 5.1).',
    describes: 'expires_in is the text "3600".',
  },
  {
    id: 'identity-provider.token.type-wrong',
    service,
    operation,
    breaks: 'An access token is of the type bearer (assumed).',
    describes: 'token_type is "mac".',
  },
  {
    id: 'identity-provider.token.error-beside-token',
    service,
    operation,
    breaks: 'An error never stands beside an access token (assumed).',
    describes: 'A success carries error beside access_token.',
  },
  {
    id: 'identity-provider.token.cacheable',
    service,
    operation,
    breaks: 'A token response carries cache-control: no-store (assumed; RFC 6749, section 5.1).',
    describes: 'It carries cache-control: public, max-age=3600.',
  },
  {
    id: 'identity-provider.token.wrong-audience',
    service,
    operation,
    breaks: `${section5}: token.aud names the service the token is for.`,
    describes: 'The token is for another service than asked.',
  },
  {
    id: 'identity-provider.token.expired-at-issue',
    service,
    operation,
    breaks: 'An access token is valid for 3600 seconds (assumed).',
    describes: 'The token has expired when it is issued.',
  },
  {
    id: 'identity-provider.token.unsigned',
    service,
    operation,
    breaks: 'An access token is signed with RS256 (assumed).',
    describes: 'The token has alg "none".',
  },
  {
    id: 'identity-provider.token.refusal-200',
    service,
    operation,
    breaks: 'A refusal is answered 400 (assumed; RFC 6749, section 5.2).',
    describes: 'A refusal is answered 200.',
  },
  {
    id: 'identity-provider.token.refusal-code-wrong',
    service,
    operation,
    breaks: 'A fault of the assertion is refused with invalid_grant (assumed; RFC 7521, section 4.1.1).',
    describes: 'Every refusal has the code server_error.',
  },
  {
    id: 'identity-provider.request.grant-type.off',
    service,
    operation,
    breaks: 'An unknown grant type is refused with unsupported_grant_type (assumed).',
    describes: 'Any grant type, or none, is accepted.',
  },
  {
    id: 'identity-provider.request.media-type.off',
    service,
    operation,
    breaks: 'A body of another media type is refused with invalid_request (assumed).',
    describes: 'Any media type is read as a form.',
  },
  {
    id: 'identity-provider.request.repeated-parameter.off',
    service,
    operation,
    breaks: 'A repeated parameter is refused with invalid_request (assumed; RFC 6749, section 3.2).',
    describes: 'The first of repeated parameters is taken.',
  },
  {
    id: 'identity-provider.keys.foreign',
    service,
    operation: 'keys.read',
    unobservable: 'No source document speaks of published keys, so nothing may be asked of them.',
    breaks: 'The published keys verify the access tokens (assumed).',
    describes: 'Another key is published under the same kid.',
  },
  {
    id: 'identity-provider.keys.private-member',
    service,
    operation: 'keys.read',
    unobservable: 'No source document speaks of published keys, so nothing may be asked of them.',
    breaks: 'Only public members of keys are published (assumed).',
    describes: 'The published key has a member d.',
  },
] as const satisfies readonly FaultEntry[];

export const identityProviderFaults = [...assertionFaults, ...verifierFaults, ...endpointFaults] as const;

export type AssertionCheck =
  (typeof assertionFaults)[number]['id'] extends `identity-provider.assertion.${infer Check}.off` ? Check : never;
