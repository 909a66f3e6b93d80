import type { StagesOf } from '../../../services/index.ts';
import type { Question } from '../exam.ts';

export const identityProvider: readonly Question<StagesOf['identity-provider']>[] = [
  {
    name: 'lifetime-in-milliseconds',
    does: 'expires_in is told in milliseconds.',
    reads: 'Tells the lifetime of a token in milliseconds: expires_in is 3600000, not 3600.',
    change: ({ token }) => ({
      token: {
        describe: (granted) => {
          const body = token.describe(granted);
          return { ...body, expires_in: Number(body['expires_in']) * 1000 };
        },
      },
    }),
  },
  {
    name: 'expiries-as-numbers',
    does: 'The serializer writes times as numbers: key_expiry and device_expiry are milliseconds since 1970.',
    reads: 'Sends key_expiry and device_expiry as numbers; the contract says texts.',
    change: ({ token }) => ({
      token: {
        describe: (granted) => {
          const body = token.describe(granted);
          const time = (name: string): number => Date.parse(String(body[name]));
          return {
            ...body,
            key_expiry: time('key_expiry'),
            device_expiry: time('device_expiry'),
          };
        },
      },
    }),
  },
  {
    name: 'unknown-key',
    does: 'An assertion whose kid names no key is answered 500.',
    reads: 'Answers 500 to an assertion whose kid is unknown, instead of refusing it.',
    change: ({ token }) => ({
      token: {
        refuse: (refusal, status) =>
          refusal.description.startsWith('kid ')
            ? token.refuse(
                {
                  error: 'server_error',
                  description: 'The request could not be handled.',
                },
                500,
              )
            : token.refuse(refusal, status),
      },
    }),
  },
  {
    name: 'locked-after-refusal',
    does: 'A refused assertion locks sign-in once: the next assertion that is right is refused too.',
    reads: 'Refuses a correct assertion after one that it had to refuse: sign-in is locked.',
    change: ({ token }) => {
      let isLocked = false;
      return {
        token: {
          refuse: (refusal, status) => {
            isLocked ||= refusal.error === 'invalid_grant';
            return token.refuse(refusal, status);
          },
          grant: (body) => {
            if (!isLocked) return token.grant(body);
            isLocked = false;
            const description = 'The device is locked after a failed attempt.';
            return token.refuse({ error: 'invalid_grant', description });
          },
        },
      };
    },
  },
];
