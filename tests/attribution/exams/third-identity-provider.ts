/** The questions of the third exam about the identity provider: a part of third.ts. */
import { SignJWT } from 'jose';
import { json } from '../../../services/http/message.ts';
import { behind, sent, type Exam } from '../exam.ts';

export const identityProvider: NonNullable<Exam['identity-provider']> = [
  {
    name: 'one-organisation-for-all',
    does: 'The organisation that stands in a token is read once and remembered for all.',
    reads:
      'Takes every caller for the organisation that signed in first: one organisation reads and lists the records of another.',
    first: { says: [['organisation', 'party', 'others', 'tenant']] },
    change: ({ token }) => {
      let organisation: string | undefined;
      return {
        token: {
          claims: (device, audience) => {
            const claims = token.claims(device, audience);
            organisation ??= claims.org;
            return { ...claims, org: organisation };
          },
        },
      };
    },
  },
  {
    name: 'malformed-assertion-500',
    does: 'What takes an assertion apart fails on one that has not three parts in base64url, and nobody catches it.',
    reads: 'Answers 500 to an assertion that is no compact JWT: with two parts, four parts, padding or a space.',
    first: {
      kind: 'breakdown',
      at: 'identity-provider/token',
      says: ['500', ['JWT', 'part', 'malformed', 'padding', 'space', 'assertion']],
    },
    change: ({ assertion }) => ({
      assertion: {
        takeApart: (text) => {
          const taken = assertion.takeApart(text);
          if (taken === undefined) throw new Error('The assertion cannot be taken apart.');
          return taken;
        },
      },
    }),
  },
  {
    name: 'next-key-not-published',
    does: 'One of two nodes, which take turns, signs with the key that is to come and is not published yet.',
    reads:
      'Grants every second token with a signature of a key that is not published: the service refuses it with 401.',
    first: { says: ['token', ['401', 'signature', 'signed', 'not open', 'not accept', 'refuse', 'usable']] },
    change: ({ token }, _stages, { devices: [device] }) => {
      let signed = 0;
      return {
        token: {
          sign: (claims) => {
            signed += 1;
            if (signed % 2 === 1 || device === undefined) return token.sign(claims);
            const header = { alg: 'RS256', kid: 'next', typ: 'at+jwt' };
            return new SignJWT(claims).setProtectedHeader(header).sign(device.keys.privateKey);
          },
        },
      };
    },
  },
  {
    name: 'locked-after-three-failures',
    does: 'Three refusals one after the other lock the endpoint: the next three requests are refused whatever they bring.',
    reads: 'Refuses good assertions with 400 after three faulty ones: a lock against guessing.',
    first: {
      at: 'identity-provider/token',
      says: [
        ['400', 'refuse'],
        ['after', 'one in ', ' 1 in ', 'some ', 'lock', 'again ', 'sometimes', 'not always'],
      ],
    },
    change: behind(() => {
      let failures = 0;
      let locked = 0;
      return async (asked, deliver) => {
        if (asked.method !== 'POST') return deliver(asked);
        const { call } = await sent(asked);
        if (locked > 0) {
          locked -= 1;
          const refused = { error: 'invalid_grant', error_description: 'The device is locked.' };
          return json(400, refused, { 'cache-control': 'no-store' });
        }
        const reply = await deliver(call);
        failures = reply.status === 400 ? failures + 1 : 0;
        if (failures < 3) return reply;
        failures = 0;
        locked = 3;
        return reply;
      };
    }),
  },
];
