/** The question of the twenty-second exam about the identity provider. */
import type { StagesOf } from '../../../services/index.ts';
import type { Question } from '../exam.ts';

export const identityProvider: readonly Question<StagesOf['identity-provider']>[] = [
  // Section 5
  {
    name: 'expires-in-text',
    does: 'expires_in is a text.',
    reads: 'Sends expires_in as a string, where it must be a number.',
    change: ({ token: { describe } }) => ({
      token: {
        describe: (token) => {
          const body = describe(token);
          return { ...body, expires_in: String(body['expires_in']) };
        },
      },
    }),
  },
];
