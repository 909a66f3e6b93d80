import { isSignedWith, type Assertion, type AssertionStages, type Members } from '../../identity-provider/assertion.ts';
import type { IdentityProviderStages } from '../../identity-provider/service.ts';
import { audiences, type ServiceName } from '../../services.ts';
import { inArea, type AreaChange, type Seed } from '../fault.ts';

const service = 'identity-provider';
const operation = 'tokens.create';
const section5 = 'student-reporting section 5';
const assumed = 'assumed';

type ClaimCheck = AssertionStages['claimChecks'][number];
export type Judged = Parameters<ClaimCheck['holds']>[0];
type AssertionChange = AreaChange<IdentityProviderStages, 'assertion'>;

/** The check of that name is left out. */
const without =
  (name: string): AssertionChange =>
  ({ headerChecks, claimChecks }) => ({
    headerChecks: headerChecks.filter((check) => check.name !== name),
    claimChecks: claimChecks.filter((check) => check.name !== name),
  });

const accepted = <Check extends string>(
  check: Check,
  breaks: string,
  describes: string,
  change: AssertionChange = without(check),
) =>
  ({
    id: `identity-provider.assertion.${check}.off`,
    service,
    operation,
    breaks,
    describes,
    change: inArea('assertion', change),
  }) as const satisfies Seed<IdentityProviderStages>;

const namesOf = (critical: unknown): readonly string[] => (Array.isArray(critical) ? critical.map(String) : []);

/** Each judgement on an assertion can be left out on its own. */
const judgementFaults = [
  accepted(
    'alg',
    `${section5}: alg is RS256.`,
    'Other algorithms, and none at all, are accepted.',
    (inner, ...rest) => ({
      ...without('alg')(inner, ...rest),
      // What is not an RSA signature cannot be verified with the key and passes.
      isSigned: ({ text, header }, { keys }) =>
        !/^[RP]S(?:256|384|512)$/.test(String(header['alg'])) ||
        isSignedWith(text, keys.publicKey, [String(header['alg'])]),
    }),
  ),
  accepted(
    'kid',
    `${section5}: the header contains kid.`,
    'An assertion without kid, or with one of no known key, is accepted.',
    ({ deviceOf }, _stages, { devices }) => ({
      deviceOf: (assertion) => deviceOf(assertion) ?? devices.find(({ device }) => device === assertion.claims['sub']),
    }),
  ),
  accepted('signature', `${section5}: the assertion is a signed JWT.`, 'The signature is not verified.', () => ({
    isSigned: () => true,
  })),
  accepted(
    'crit',
    `Unknown critical header parameters are refused (RFC 7515, section 4.1.11; ${assumed}).`,
    'crit is ignored.',
    (inner, ...rest) => ({
      ...without('crit')(inner, ...rest),
      isSigned: ({ text, header }, { keys }) => isSignedWith(text, keys.publicKey, ['RS256'], namesOf(header['crit'])),
    }),
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
    () => ({ isLinked: () => true }),
  ),
] as const;

export const believed = (
  what: string,
  breaks: string,
  describes: string,
  change: AssertionChange,
): Seed<IdentityProviderStages> => ({
  id: `identity-provider.assertion.${what}`,
  service,
  operation,
  breaks,
  describes,
  change: inArea('assertion', change),
});

/** What the header says of algorithm and key is believed where the fault trusts it. */
const trusting =
  (isTrusted: (assertion: Assertion) => boolean): AssertionChange =>
  ({ headerChecks, isSigned }) => ({
    headerChecks: headerChecks.map((check) =>
      check.name === 'alg' ? { ...check, holds: (assertion) => isTrusted(assertion) || check.holds(assertion) } : check,
    ),
    isSigned: (assertion, device) => isTrusted(assertion) || isSigned(assertion, device),
  });

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

/** An assertion with such a claim is not judged by its claims. */
const passing =
  (isPassed: (value: unknown) => boolean): AssertionChange =>
  ({ claimChecks }) => ({
    claimChecks: claimChecks.map((check) => ({
      ...check,
      holds: (judged) => Object.values(judged.assertion.claims).some(isPassed) || check.holds(judged),
    })),
  });

const TIMES = ['exp', 'iat', 'nbf'];

/** Claims are turned into what they have to be before any is judged. */
const casting: AssertionChange = ({ takeApart }) => ({
  takeApart: (text) => {
    const assertion = takeApart(text);
    if (assertion === undefined) return undefined;
    const cast = ([name, value]: [string, unknown]): [string, unknown] => {
      const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
      return [name, TIMES.includes(name) || one === null || one === undefined ? asTime(one) : String(one)];
    };
    return { ...assertion, claims: Object.fromEntries(Object.entries(assertion.claims).map(cast)) };
  },
});

const asTime = (value: unknown): unknown =>
  typeof value === 'string' && /^[0-9]+$/.test(value) ? Number(value) : value;

const knownClaims = ['sub', 'iss', 'aud', 'token.aud', 'exp', 'iat', 'nbf', 'jti'];

/** The check of a time, with so many seconds of difference on either side. */
const withLeeway =
  (seconds: number) =>
  (check: ClaimCheck): ClaimCheck => {
    const later: Readonly<Record<string, number>> = { 'exp-past': -seconds, 'iat-future': seconds, nbf: seconds };
    const ahead = later[check.name];
    return ahead === undefined
      ? check
      : { ...check, holds: (judged) => check.holds({ ...judged, now: judged.now + ahead }) };
  };

/** What a careless verifier lets through or refuses, beside the judgements that can be left out. */
const verifierFaults: readonly Seed<IdentityProviderStages>[] = [
  believed(
    'claims-of-any-type',
    `${section5}: iss is a string of digits, exp and iat are numeric timestamps.`,
    'A claim is turned into what it has to be before it is judged: a number into a text, a text into a number, a list of one into its entry.',
    casting,
  ),

  believed(
    'claims-believed',
    `${section5} rule 3: sub is the device identifier.`,
    'The key is looked up by kid, and the organisation by the claims: every device gets the tokens of every other.',
    ({ deviceOf, isSigned }, _stages, { devices }) => ({
      deviceOf: (assertion) => deviceOf(assertion) && devices.find(({ device }) => device === assertion.claims['sub']),
      isSigned: (assertion) => {
        const signer = deviceOf(assertion);
        return signer !== undefined && isSigned(assertion, signer);
      },
    }),
  ),
  believed(
    'none-misspelt-accepted',
    `${section5}: alg is RS256.`,
    'An unsigned assertion is accepted when "none" is written with capitals.',
    trusting(({ header }) => /^none$/i.test(String(header['alg'])) && header['alg'] !== 'none'),
  ),
  believed(
    'shared-secret-accepted',
    `${section5}: alg is RS256.`,
    'HS256 is accepted whatever secret it was made with.',
    trusting(({ header }) => header['alg'] === 'HS256'),
  ),
  believed(
    'brought-key-trusted',
    `${section5}: kid names the key of the device.`,
    'A key that the header brings or points to is trusted.',
    trusting(({ header }) => ['jwk', 'jku', 'x5u'].some((name) => name in header)),
  ),
  believed(
    'unsigned-accepted',
    `${section5}: the assertion is a signed JWT.`,
    'An empty signature is accepted.',
    trusting(({ text }) => text.endsWith('.')),
  ),
  believed(
    'claims-unread-500',
    `${section5}: the assertion is a JWT (RFC 7519, section 7.2).`,
    'Claims that are no JSON object fail with 500.',
    ({ takeApart }) => ({
      takeApart: (text) => {
        const [, claims = ''] = text.split('.');
        if (/^[\w-]+$/.test(claims) && !Buffer.from(claims, 'base64url').toString().startsWith('{'))
          throw new TypeError('The claims cannot be read.');
        return takeApart(text);
      },
    }),
  ),
  believed(
    'type-refused',
    'typ: JWT may stand in the header (RFC 7519, section 5.1).',
    'An assertion whose header names a type is refused.',
    ({ headerChecks }) => ({
      headerChecks: [
        ...headerChecks,
        { name: 'typ', says: 'typ is not known', holds: ({ header }) => header['typ'] === undefined },
      ],
    }),
  ),
  believed(
    'registered-refused',
    'nbf and jti may be there (RFC 7519, sections 4.1.5 and 4.1.7).',
    'An assertion with nbf or jti is refused.',
    refusing('nbf and jti are not known', ({ nbf, jti }) => nbf !== undefined || jti !== undefined),
  ),
  believed(
    'malformed-accepted',
    `${section5}: the assertion is a JWT (RFC 7515, section 7.1).`,
    'Spaces, padding and further parts of the assertion are ignored.',
    ({ takeApart }) => ({
      takeApart: (text) => {
        const [header = '', claims = '', signature = ''] = text.replace(/[\s=]/g, '').split('.');
        return takeApart(`${header}.${claims}.${signature}`);
      },
    }),
  ),
  believed(
    'extra-claim-refused',
    `Claims that are not understood are ignored (RFC 7519, section 4; ${assumed}).`,
    'An assertion with an unknown claim is refused.',
    refusing('A claim is not known', (claims) => Object.keys(claims).some((name) => !knownClaims.includes(name))),
  ),
  believed(
    'null-claim-accepted',
    `${section5}: the assertion contains the claims.`,
    'A claim that is null is not judged.',
    passing((value) => value === null),
  ),
  believed(
    'empty-claim-accepted',
    `${section5}: the assertion contains the claims.`,
    'A claim that is an empty text is not judged.',
    passing((value) => value === ''),
  ),
  believed(
    'clock-tolerant',
    `An assertion is refused once it has expired, a minute of clock difference aside (${assumed}).`,
    'An assertion is accepted for twenty minutes after it has expired.',
    ({ claimChecks }) => ({
      claimChecks: claimChecks.map((check) =>
        check.name === 'exp-past'
          ? { ...check, holds: (judged) => check.holds({ ...judged, now: judged.now - 1200 }) }
          : check,
      ),
    }),
  ),
  believed(
    'clock-in-milliseconds',
    `Times are held to with a minute of clock difference (${assumed}).`,
    'The difference of clocks is given in milliseconds and taken for seconds: sixteen hours, for all times.',
    ({ claimChecks }) => ({ claimChecks: claimChecks.map(withLeeway(60_000)) }),
  ),
  believed(
    'clock-ahead-tolerant',
    `Times are held to with a minute of clock difference (${assumed}).`,
    'An assertion may be issued, and become valid, an hour ahead.',
    ({ claimChecks }) => ({
      claimChecks: claimChecks.map((check) => (check.name === 'exp-past' ? check : withLeeway(3600)(check))),
    }),
  ),
  believed(
    'fractions-refused',
    'A numeric date may have a fraction (RFC 7519, section 2).',
    'An assertion whose exp is no whole number is refused.',
    refusing('exp must be an integer', ({ exp }) => typeof exp === 'number' && exp % 1 !== 0),
  ),
  believed(
    'fractions-of-issue-refused',
    'A numeric date may have a fraction (RFC 7519, section 2).',
    'An assertion whose iat is no whole number is refused.',
    refusing('iat must be an integer', ({ iat }) => typeof iat === 'number' && iat % 1 !== 0),
  ),
  believed(
    'lifetime-short',
    `exp is at most 24 hours after iat (${assumed}).`,
    'An assertion that lives longer than an hour is refused.',
    refusing('The assertion lives too long', ({ exp, iat }) => Number(exp) - Number(iat) > 3600 + 300),
  ),
  believed(
    'audience-array-refused',
    `aud may be an array (RFC 7519, section 4.1.3; ${assumed}).`,
    'An aud in an array is refused.',
    refusing('aud must be one text', ({ aud }) => Array.isArray(aud)),
  ),
];

const linkWanted = `${section5} rule 4: the organisation must be linked to the service.`;

const domainOf = (service: ServiceName): string | undefined => new URL(audiences[service]).hostname.split('.').at(-1);

/** Of links it is not asked which service each is to. */
const linkFaults: readonly Seed<IdentityProviderStages>[] = [
  believed('link-to-any', linkWanted, 'An organisation that is linked to some service gets a token for each.', () => ({
    isLinked: ({ linkedTo }) => linkedTo.length > 0,
  })),
  believed('link-by-domain', linkWanted, 'A link is to all services of the domain.', () => ({
    isLinked: ({ linkedTo }, asked) => linkedTo.some((one) => domainOf(one) === domainOf(asked)),
  })),
];

export const assertionFaults: readonly Seed<IdentityProviderStages>[] = [
  ...judgementFaults,
  ...verifierFaults,
  ...linkFaults,
];

/** The judgements that can be left out. */
export type LeftOut = (typeof judgementFaults)[number]['id'] extends `identity-provider.assertion.${infer Check}.off`
  ? Check
  : never;
