/** The seventh exam, of the identity provider: what token endpoints get wrong most often. */
import type { Exam } from '../exam.ts';

const camelCase = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const fiveMinutes = 300;
const hour = 3600;

export const identityProvider: Exam['identity-provider'] = [
  // What touches everything.
  {
    name: 'members-in-camel-case',
    does: 'The members of a token response are written in camel case: accessToken, tokenType, expiresIn.',
    reads:
      'Names the members of the token response otherwise than agreed: accessToken instead of access_token, and so on.',
    change: ({ token: { describe } }) => ({
      token: {
        describe: (token) =>
          Object.fromEntries(Object.entries(describe(token)).map(([name, value]) => [camelCase(name), value])),
      },
    }),
  },
  {
    name: 'bad-assertion-401',
    does: 'An assertion that is not accepted is refused with 401 instead of 400; the body is right.',
    reads: 'Refuses a bad assertion (invalid_grant) with 401 instead of 400.',
    change: ({ token: { refuse } }) => ({
      token: {
        refuse: (refusal, status) => refuse(refusal, refusal.error === 'invalid_grant' ? 401 : status),
      },
    }),
  },
  {
    name: 'clock-five-minutes-fast',
    does: 'The clock of what signs tokens is five minutes fast: iat and exp of each access token are five minutes late.',
    reads: 'Issues access tokens whose iat is in the future, so that the services do not accept them yet.',
    change: ({ token: { claims } }) => ({
      token: {
        claims: (device, audience) => {
          const right = claims(device, audience);
          return { ...right, iat: right.iat + fiveMinutes, exp: right.exp + fiveMinutes };
        },
      },
    }),
  },
  // What touches one check.
  {
    name: 'signature-not-verified',
    does: 'The assertion is decoded, and its signature is not verified.',
    reads: 'Accepts assertions whose signature is wrong.',
    change: () => ({ assertion: { isSigned: () => true } }),
  },
  {
    name: 'expired-accepted',
    does: 'exp of an assertion is not compared with the time: an expired one gets a token.',
    reads: 'Accepts an assertion that has expired.',
    change: ({ assertion: { claimChecks } }) => ({
      assertion: { claimChecks: claimChecks.filter(({ name }) => name !== 'exp-past') },
    }),
  },
  {
    name: 'audience-not-checked',
    does: 'aud of an assertion is not looked at: one that is meant for somebody else gets a token.',
    reads: 'Accepts an assertion whose aud does not name the identity provider.',
    change: ({ assertion: { claimChecks } }) => ({
      assertion: { claimChecks: claimChecks.filter(({ name }) => name !== 'aud') },
    }),
  },
  // What needs a condition.
  {
    name: 'audience-from-cache',
    does: 'The service that a device asks for is cached by the device alone: its tokens for any other service are for the first.',
    reads: 'Issues a token for another service than token.aud asks for, when the device asked for another one before.',
    change: ({ token: { claims } }) => {
      const audiences = new Map<string, string>();
      return {
        token: {
          claims: (device, audience) => {
            const first = audiences.get(device.device) ?? audience;
            audiences.set(device.device, first);
            return claims(device, first);
          },
        },
      };
    },
  },
  {
    name: 'longer-than-an-hour-refused',
    does: 'An assertion that is valid for longer than an hour after its iat is refused.',
    reads: 'Refuses a valid assertion that is valid for more than an hour.',
    change: ({ assertion: { claimChecks } }) => ({
      assertion: {
        claimChecks: [
          ...claimChecks,
          {
            name: 'exp-hour',
            says: 'exp must be at most an hour after iat',
            holds: ({ assertion: { claims } }) => !(Number(claims['exp']) - Number(claims['iat']) > hour),
          },
        ],
      },
    }),
  },
];
