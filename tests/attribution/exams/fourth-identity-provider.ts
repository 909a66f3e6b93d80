/** The part of the fourth exam about the identity provider. */
import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import type { StagesOf } from '../../../services/index.ts';
import type { Question } from '../exam.ts';

export const identityProvider: readonly Question<StagesOf['identity-provider']>[] = [
  {
    name: 'clock-behind',
    does: 'Its clock is two minutes slow: an assertion that was just made comes from its future and is refused.',
    reads: 'Refuses an assertion that was just made as coming from the future: its clock is slow.',
    change: ({ assertion }) => ({
      assertion: {
        claimChecks: assertion.claimChecks.map((check) => ({
          ...check,
          holds: (judged) => check.holds({ ...judged, now: judged.now - 120 }),
        })),
      },
    }),
  },
  {
    name: 'device-locked',
    does: 'After five assertions of a device that were refused the device is locked, and its good assertions are refused too.',
    reads: 'Refuses good assertions of a device after some bad ones: it locks the device.',
    change: ({ assertion }) => {
      const failures = new Map<string, number>();
      return {
        assertion: {
          claimChecks: [
            {
              name: 'locked',
              says: 'The device is locked',
              holds: ({ device }) => (failures.get(device.device) ?? 0) < 5,
            },
            ...assertion.claimChecks.map((check) => ({
              ...check,
              holds: (judged: Parameters<typeof check.holds>[0]) => {
                const isRight = check.holds(judged);
                const { device } = judged.device;
                if (!isRight) failures.set(device, (failures.get(device) ?? 0) + 1);
                return isRight;
              },
            })),
          ],
        },
      };
    },
  },
  {
    name: 'lifetime-in-milliseconds',
    does: 'expires_in is told in milliseconds: 3600000 for a token of an hour.',
    reads: 'Says in expires_in 3600000, in milliseconds; the token lives for 3600 seconds.',
    change: ({ token }) => ({
      token: { describe: (text) => ({ ...token.describe(text), expires_in: 3_600_000 }) },
    }),
  },
  {
    name: 'key-not-published',
    does: 'One node of three signs with a new key that no service knows yet.',
    reads: 'Now and then grants a token that the service refuses: it is signed with another key.',
    change: ({ token }) => {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      let signed = 0;
      return {
        token: {
          sign: (claims) => {
            signed += 1;
            return signed % 3 === 0
              ? new SignJWT({ ...claims })
                  .setProtectedHeader({ alg: 'RS256', kid: 'identity-1', typ: 'at+jwt' })
                  .sign(privateKey)
              : token.sign(claims);
          },
        },
      };
    },
  },
  {
    name: 'form-with-charset',
    does: 'A form whose media type has a charset is refused with invalid_request.',
    reads: 'Refuses a token request whose Content-Type has a charset.',
    change: ({ token }) => ({
      token: {
        isForm: (contentType) => token.isForm(contentType) && contentType?.includes(';') !== true,
      },
    }),
  },
  {
    name: 'linked-twice',
    does: 'An organisation that is linked to more than one service is taken as linked to none, for the query expects one row.',
    reads: 'Refuses a linked organisation with unauthorized_client.',
    change: ({ assertion }) => ({
      assertion: {
        isLinked: (device, service) => device.linkedTo.length === 1 && assertion.isLinked(device, service),
      },
    }),
  },
];
