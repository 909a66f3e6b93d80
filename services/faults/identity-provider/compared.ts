/** Faults of how claims are compared: too loosely, so that one which is not the right one is taken for it. */
import type { IdentityProviderStages } from '../../identity-provider/service.ts';
import { audiences, identityProviderUrl } from '../../services.ts';
import type { Seed } from '../fault.ts';
import { believed, type Judged } from './assertion.ts';

const LOOSE = {
  begins: {
    describes: 'that only begins with the right one',
    isTaken: (text: string, right: string) => text.startsWith(right),
  },
  ends: {
    describes: 'that only ends with the right one',
    isTaken: (text: string, right: string) => text.endsWith(right),
  },
  trimmed: { describes: 'with blanks around it', isTaken: (text: string, right: string) => text.trim() === right },
  'in-any-letters': {
    describes: 'in other letters',
    isTaken: (text: string, right: string) => text.toLowerCase() === right.toLowerCase(),
  },
  'without-slash': {
    describes: 'that differs in the slash at its end',
    isTaken: (text: string, right: string) => text.replace(/\/$/, '') === right.replace(/\/$/, ''),
  },
} as const;
type Looseness = keyof typeof LOOSE;

/** Each claim that has to be one text: the checks that compare it, which texts are right, and how it may be compared too loosely. */
const COMPARED: Readonly<
  Record<
    string,
    readonly [checks: readonly string[], rightFor: (judged: Judged) => readonly string[], ways: readonly Looseness[]]
  >
> = {
  sub: [['sub'], ({ device }) => [device.device], ['begins', 'ends', 'trimmed', 'in-any-letters']],
  iss: [['iss', 'iss-digits'], ({ device }) => [device.organisation], ['begins', 'ends', 'trimmed']],
  aud: [['aud'], () => [identityProviderUrl], ['begins', 'ends', 'trimmed', 'in-any-letters', 'without-slash']],
  'token.aud': [['token-aud'], () => Object.values(audiences), ['begins', 'ends', 'trimmed']],
};

/** A claim is right where it has the right text at its beginning, or at its end, or is nearly that text. */
const looseFaults: readonly Seed<IdentityProviderStages>[] = Object.entries(COMPARED).flatMap(
  ([claim, [checks, rightFor, ways]]) =>
    ways.map((what) => {
      const { describes, isTaken } = LOOSE[what];
      return believed(
        `${claim.replace('.', '-')}-${what}`,
        'Issuer and audience are compared character by character (RFC 7523, section 3).',
        `A ${claim} ${describes} is accepted.`,
        ({ claimChecks }) => ({
          claimChecks: claimChecks.map((check) =>
            checks.includes(check.name)
              ? {
                  ...check,
                  holds: (judged) =>
                    rightFor(judged).some((right) => isTaken(String(judged.assertion.claims[claim]), right)) ||
                    check.holds(judged),
                }
              : check,
          ),
        }),
      );
    }),
);

export const comparedFaults: readonly Seed<IdentityProviderStages>[] = [
  ...looseFaults,
  believed(
    'kid-in-any-letters',
    'kid is a case-sensitive string (RFC 7515, section 4.1.4).',
    'The key of a device is looked up in small letters.',
    ({ deviceOf }) => ({
      deviceOf: (assertion) => {
        const { kid } = assertion.header;
        return deviceOf(
          typeof kid === 'string'
            ? { ...assertion, header: { ...assertion.header, kid: kid.toLowerCase() } }
            : assertion,
        );
      },
    }),
  ),
];
