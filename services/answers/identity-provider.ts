import { isObject } from '../model/objects.ts';
import type { AssertionStages } from '../identity-provider/assertion.ts';
import type { IdentityProviderStages } from '../identity-provider/service.ts';
import { withHeaders, withJson } from '../variants/variant.ts';
import { type Otherwise, type OtherwiseTable, list, member, text } from './wire.ts';

const provider = 'identity-provider';

const assertion = (made: (inner: AssertionStages) => Partial<AssertionStages>): Otherwise => ({
  changes: { [provider]: ({ assertion: inner }: IdentityProviderStages) => ({ assertion: made(inner) }) },
});

const without = (...names: readonly string[]): Otherwise =>
  assertion(({ headerChecks, claimChecks }) => ({
    headerChecks: headerChecks.filter(({ name }) => !names.includes(name)),
    claimChecks: claimChecks.filter(({ name }) => !names.includes(name)),
  }));

const token = (
  made: (inner: IdentityProviderStages['token']) => Partial<IdentityProviderStages['token']>,
): Otherwise => ({ changes: { [provider]: ({ token: inner }: IdentityProviderStages) => ({ token: made(inner) }) } });

/** Codes of which other points ask. */
const OF_THEIR_OWN: ReadonlySet<unknown> = new Set(['unauthorized_client', 'unsupported_grant_type']);

const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** What has this code is refused with the first of those that are answered. */
const recoded =
  (code: string): OtherwiseTable[string] =>
  (answer) => ({
    layers: {
      [provider]: {
        apply: (reply) =>
          withJson(reply, (document) =>
            isObject(document) && document['error'] === code ? { ...document, error: list(answer)[0] } : document,
          ),
      },
    },
  });

const bare: OtherwiseTable = {
  'token.request-form': (answer) =>
    token(({ refuseGrantType }) => ({
      refuseGrantType: (asked) =>
        refuseGrantType(asked === text(answer) ? grantType : asked === grantType ? 'urn:unknown' : asked),
    })),
  'token.maximum-lifetime': (answer) =>
    assertion(({ claimChecks }) => ({
      claimChecks: claimChecks.map((check) =>
        check.name === 'exp-lifetime'
          ? {
              ...check,
              holds: ({ assertion: { claims } }) => !(Number(claims['exp']) - Number(claims['iat']) > Number(answer)),
            }
          : check,
      ),
    })),
  'token.issued-in-future-refused': () => without('iat-future'),
  'token.duplicates-refused': () => without('duplicate-names'),
  'token.refusal': (answer) => ({
    layers: {
      [provider]: {
        apply: (reply) => {
          if (reply.status !== 400) return reply;
          const named = withJson(reply, (document) => {
            const error = isObject(document) ? document['error'] : undefined;
            if (!isObject(document) || OF_THEIR_OWN.has(error)) return document;
            return { ...document, error: list(member(answer, error === 'invalid_grant' ? 'assertion' : 'request'))[0] };
          });
          return {
            ...withHeaders(named, { 'www-authenticate': 'Basic realm="identity"' }),
            status: Number(list(member(answer, 'statuses'))[0]),
          };
        },
      },
    },
  }),
  'token.grant-type-refusal': recoded('unsupported_grant_type'),
  'token.unlinked-refusal': recoded('unauthorized_client'),
  'token.access-lifetime': (answer) =>
    token(({ describe }) => ({ describe: (made) => ({ ...describe(made), expires_in: Number(answer) }) })),
};

export const identityAnswers: OtherwiseTable = Object.fromEntries(
  Object.entries(bare).map(([point, made]) => [`student-reporting.${point}`, made]),
);
