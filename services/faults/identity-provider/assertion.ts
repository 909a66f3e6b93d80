/** Faults of how the identity provider judges an assertion: a check left out, done too loosely, or too strictly. */
import { isSignedWith, type AssertionStages, type Members } from '../../identity-provider/assertion.ts';
import type { IdentityProviderStages } from '../../identity-provider/service.ts';
import { audiences } from '../../services.ts';
import { inArea, type AreaChange, type FaultTable } from '../fault.ts';

const operation = 'tokens.create';
const section5 = 'student-reporting section 5';

type Judged = Parameters<AssertionStages['claimChecks'][number]['holds']>[0];
type AssertionChange = AreaChange<IdentityProviderStages, 'assertion'>;
type Row = readonly [what: string, breaks: string, describes: string, change?: AssertionChange];

/** The check of that name is left out. */
const without =
  (name: string): AssertionChange =>
  ({ headerChecks, claimChecks }) => ({
    headerChecks: headerChecks.filter((check) => check.name !== name),
    claimChecks: claimChecks.filter((check) => check.name !== name),
  });

const namesOf = (critical: unknown): readonly string[] => (Array.isArray(critical) ? critical.map(String) : []);

/** Each check can be left out on its own: by its name, or by the change that is needed besides. */
const leftOut: readonly Row[] = [
  [
    'alg',
    `${section5}: alg is RS256.`,
    'Other algorithms and alg none are accepted.',
    (inner, ...rest) => ({
      ...without('alg')(inner, ...rest),
      // What is not an RSA signature cannot be verified with the key and passes.
      isSigned: ({ text, header }, { keys }) =>
        !/^[RP]S(?:256|384|512)$/.test(String(header['alg'])) ||
        isSignedWith(text, keys.publicKey, [String(header['alg'])]),
    }),
  ],
  [
    'kid',
    `${section5}: the header contains kid.`,
    'An assertion without kid, or with an unknown kid, is accepted.',
    ({ deviceOf }, _stages, { devices }) => ({
      deviceOf: (assertion) => deviceOf(assertion) ?? devices.find(({ device }) => device === assertion.claims['sub']),
    }),
  ],
  [
    'signature',
    `${section5}: the assertion is a signed JWT.`,
    'The signature is not verified.',
    () => ({
      isSigned: () => true,
    }),
  ],
  [
    'crit',
    `Unknown critical header parameters are refused (RFC 7515, section 4.1.11; assumed).`,
    'crit is ignored.',
    (inner, ...rest) => ({
      ...without('crit')(inner, ...rest),
      isSigned: ({ text, header }, { keys }) => isSignedWith(text, keys.publicKey, ['RS256'], namesOf(header['crit'])),
    }),
  ],
  [
    'duplicate-names',
    `Duplicate header and claim names are refused (assumed).`,
    'If a field occurs twice, the last value is used.',
  ],
  ['sub', `${section5}: sub is the device identifier.`, 'Any sub, or none, is accepted.'],
  [
    'iss',
    `${section5}: iss is the issuer identifier of the organisation.`,
    'The iss of another organisation is accepted.',
  ],
  [
    'iss-digits',
    `${section5}: iss is a string of digits.`,
    'An iss that is missing or not a string of digits is accepted.',
  ],
  ['aud', `${section5}: aud is the address of the identity provider.`, 'Any aud, or none, is accepted.'],
  [
    'token-aud-missing',
    `${section5} and section 9: token.aud is required.`,
    'An assertion without token.aud is accepted.',
  ],
  [
    'token-aud',
    `${section5}: token.aud is the address of the service.`,
    'The address of an unknown service is accepted.',
  ],
  ['exp-missing', `${section5}: the payload contains exp.`, 'An assertion without exp is accepted.'],
  ['exp-type', `${section5}: exp is a numeric timestamp.`, 'An exp that is a text of digits is accepted.'],
  ['exp-past', `${section5}: exp is the expiry time.`, 'An expired assertion is accepted.'],
  ['exp-lifetime', `exp is at most 24 hours after iat (assumed).`, 'Any lifetime is accepted.'],
  ['iat-missing', `${section5}: the payload contains iat.`, 'An assertion without iat is accepted.'],
  ['iat-type', `${section5}: iat is a numeric timestamp.`, 'An iat that is a text of digits is accepted.'],
  [
    'iat-future',
    `${section5}: iat is the issued-at time, not in the future (assumed).`,
    'An iat in the future is accepted.',
  ],
  ['nbf', `nbf is honoured if present (assumed).`, 'nbf is ignored.'],
  [
    'link',
    `${section5} rule 4: the organisation must be linked to the service.`,
    'An organisation that is not linked gets a token.',
    () => ({ isLinked: () => true }),
  ],
];

/** An assertion that is right is refused, before what stands behind its names in the header is judged. */
const refusing =
  (says: string, isRefused: (claims: Members) => boolean): AssertionChange =>
  ({ headerChecks: [first, ...others] }) => ({
    headerChecks: [
      ...(first ? [first] : []),
      { name: 'needless', says, holds: ({ claims }) => !isRefused(claims) },
      ...others,
    ],
  });

/** A claim is taken for the right one where only the blanks around it differ. */
const trimmed = (claim: string, checks: readonly string[], rightFor: (judged: Judged) => readonly string[]): Row => [
  `${claim.replace('.', '-')}-trimmed`,
  'Issuer and audience are compared character by character (RFC 7523, section 3).',
  `A ${claim} with blanks around it is accepted.`,
  ({ claimChecks }) => ({
    claimChecks: claimChecks.map((check) =>
      checks.includes(check.name)
        ? {
            ...check,
            holds: (judged) =>
              rightFor(judged).includes(String(judged.assertion.claims[claim]).trim()) || check.holds(judged),
          }
        : check,
    ),
  }),
];

/** What a careless verifier lets through or refuses, beside the checks that can be left out. */
const careless: readonly Row[] = [
  [
    'claims-believed',
    `${section5} rule 3: sub is the device identifier.`,
    'The key is selected by kid and the organisation by the claims, so every device can get the tokens of all others.',
    ({ deviceOf, isSigned }, _stages, { devices }) => ({
      deviceOf: (assertion) => deviceOf(assertion) && devices.find(({ device }) => device === assertion.claims['sub']),
      isSigned: (assertion) => {
        const signer = deviceOf(assertion);
        return signer !== undefined && isSigned(assertion, signer);
      },
    }),
  ],
  [
    'claims-unread-500',
    `${section5}: the assertion is a JWT (RFC 7519, section 7.2).`,
    'Claims that are not a JSON object cause a 500.',
    ({ takeApart }) => ({
      takeApart: (text) => {
        const [, claims = ''] = text.split('.');
        if (/^[\w-]+$/.test(claims) && !Buffer.from(claims, 'base64url').toString().startsWith('{'))
          throw new TypeError('The claims cannot be read.');
        return takeApart(text);
      },
    }),
  ],
  [
    'type-refused',
    'typ: JWT may stand in the header (RFC 7519, section 5.1).',
    'An assertion whose header has typ is rejected.',
    ({ headerChecks }) => ({
      headerChecks: [
        ...headerChecks,
        { name: 'typ', says: 'typ is not known', holds: ({ header }) => header['typ'] === undefined },
      ],
    }),
  ],
  [
    'registered-refused',
    'nbf and jti may be there (RFC 7519, sections 4.1.5 and 4.1.7).',
    'An assertion with nbf or jti is rejected.',
    refusing('nbf and jti are not known', ({ nbf, jti }) => nbf !== undefined || jti !== undefined),
  ],
  [
    'clock-tolerant',
    `An assertion is refused once it has expired, a minute of clock difference aside (assumed).`,
    'An assertion is accepted for twenty minutes after it has expired.',
    ({ claimChecks }) => ({
      claimChecks: claimChecks.map((check) =>
        check.name === 'exp-past'
          ? { ...check, holds: (judged) => check.holds({ ...judged, now: judged.now - 1200 }) }
          : check,
      ),
    }),
  ],
  [
    'fractions-refused',
    'A numeric date may have a fraction (RFC 7519, section 2).',
    'An assertion whose exp is not an integer is rejected.',
    refusing('exp must be an integer', ({ exp }) => typeof exp === 'number' && exp % 1 !== 0),
  ],
  [
    'audience-array-refused',
    `aud may be an array (RFC 7519, section 4.1.3; assumed).`,
    'An assertion whose aud is an array is rejected.',
    refusing('aud must be one text', ({ aud }) => Array.isArray(aud)),
  ],
  trimmed('sub', ['sub'], ({ device }) => [device.device]),
  trimmed('iss', ['iss', 'iss-digits'], ({ device }) => [device.organisation]),
  trimmed('token.aud', ['token-aud'], () => Object.values(audiences)),
];

const rows: readonly Row[] = [
  ...leftOut.map(([check, breaks, describes, change = without(check)]): Row => [
    `${check}.off`,
    breaks,
    describes,
    change,
  ]),
  ...careless,
];

export const assertionFaults: FaultTable<IdentityProviderStages> = Object.fromEntries(
  rows.map(([what, breaks, describes, change = () => ({})]) => [
    `assertion.${what}`,
    { operation, breaks, describes, change: inArea('assertion', change) },
  ]),
);
