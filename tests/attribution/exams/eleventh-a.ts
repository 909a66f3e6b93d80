/** The eleventh exam, of partner-onboarding and the identity provider: faults drawn from bug reports of services, two for each of a dozen searches. */
import type { Claims } from '../../../services/access/access-token.ts';
import { GatewayError } from '../../../services/http/gateway-error.ts';
import { isObject } from '../../../services/model/json-type.ts';
import { isSignedWith } from '../../../services/identity-provider/assertion.ts';
import type { Exam } from '../exam.ts';

const failed = (): GatewayError =>
  new GatewayError(500, { code: 'internal_error', detail: 'The service could not handle the request.' });

/** The claims of a token that ends where its signature should begin. */
function unsignedClaims(token: string): Claims | undefined {
  const [, claims = '', signature] = token.split('.');
  if (signature !== '') return undefined;
  try {
    const read: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
    return isObject(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

export const exam: Exam = {
  'partner-onboarding': [
    {
      name: 'unreadable-body-ignored',
      does: 'What the JSON parser throws is caught, and an empty object takes the place of the body.',
      reads: 'Takes a body that is not well-formed JSON for an empty object, rather than refusing it with 400.',
      change: ({ gateway: { parse, repeated } }) => {
        const orElse = <Read>(read: () => Read, otherwise: Read): Read => {
          try {
            return read();
          } catch {
            return otherwise;
          }
        };
        return {
          gateway: {
            parse: (text) => orElse(() => parse(text), {}),
            repeated: (text) => orElse(() => repeated(text), undefined),
          },
        };
      },
    },
    {
      name: 'list-within-update',
      does: 'An update writes the members of the partner itself, and never the list that belongs to it.',
      reads: 'A PATCH that gives channels is answered with 200 and leaves the channels as they were.',
      change: ({ partners: { merge } }) => ({
        partners: {
          merge: (partner, given, purpose) =>
            merge(partner, purpose === 'update' ? { ...given, channels: undefined } : given, purpose),
        },
      }),
    },
    {
      name: 'nothing-found-nothing-said',
      does: 'A read that finds no partner ends well, with nothing to show.',
      reads: 'Answers GET of a partner that does not exist with an empty 200, rather than 404.',
      change: ({ run }) => ({
        run: {
          'partners.read': (exchange) => {
            const inner = run['partners.read'];
            if (inner === undefined) throw new Error('There is no such operation.');
            try {
              return inner(exchange);
            } catch (error) {
              if (error instanceof GatewayError && error.status === 404) return { status: 200, headers: {} };
              throw error;
            }
          },
        },
      }),
    },
    {
      name: 'ids-of-the-second',
      does: 'The id of a new partner is made of the time in seconds.',
      reads:
        'Gives partners that are created within the same second the same id, so that the later one takes the place of the earlier.',
      change: (_inner, _stages, { clock }) => ({
        partners: { newId: () => `p-${String(Math.floor(clock().getTime() / 1000))}` },
      }),
    },
    {
      name: 'everybodys-partners',
      does: 'A partner is looked up by its id alone, whoever asks.',
      reads: 'Lets an organisation read, change and empty the partners of other organisations.',
      change: ({ partners: { shelf } }, { data }) => ({
        partners: {
          shelf: (organisation, id) => data.partners.all().find((one) => one.has(id)) ?? shelf(organisation, id),
        },
      }),
    },
    {
      name: 'unsigned-verified',
      does: 'A token without a signature counts as verified.',
      reads: 'Accepts access tokens that have no signature.',
      change: ({ token: { claimsOf } }) => ({
        token: { claimsOf: async (token) => unsignedClaims(token) ?? (await claimsOf(token)) },
      }),
    },
    {
      name: 'location-of-the-collection',
      does: 'The Location of a new partner is the path that was posted to.',
      reads: 'The Location of a POST is that of the collection (/partners), not of the partner that was created.',
      change: () => ({ partners: { location: () => ({ location: '/partners' }) } }),
    },
    {
      name: 'limit-unhandled',
      does: 'What the reader of bodies throws where its limit is exceeded is handled nowhere.',
      reads: 'Answers 500 to a body that is too large, rather than 413.',
      change: ({ gateway: { read } }) => ({
        gateway: {
          read: async (call) => {
            try {
              return await read(call);
            } catch (error) {
              if (error instanceof GatewayError && error.status === 413) throw failed();
              throw error;
            }
          },
        },
      }),
    },
    {
      name: 'head-offered-everywhere',
      does: 'OPTIONS names HEAD on every path, also on those that have no GET.',
      reads: 'OPTIONS names HEAD in Allow for paths that have no GET, and on which HEAD is answered 405.',
      change: ({ gateway: { offer } }) => ({
        gateway: {
          offer: async (call, route) => {
            const reply = await offer(call, route);
            if (route.operations.has('GET')) return reply;
            return { ...reply, headers: { ...reply.headers, allow: route.allow.replace('OPTIONS', 'HEAD, OPTIONS') } };
          },
        },
      }),
    },
    {
      name: 'pointer-with-slash',
      does: 'The pointer of what is missing is joined with one separator too many.',
      reads: 'The pointer of a missing member ends in a slash (/name/), and so does not name that member.',
      change: ({ partners: { refuseValues } }) => ({
        partners: {
          refuseValues: (given) => {
            const refusals = given.refusals.map((entry) => {
              const { code, source } = entry;
              if (code !== 'required' || source === undefined || !('pointer' in source)) return entry;
              return { ...entry, source: { pointer: `${source.pointer}/` } };
            });
            refuseValues({ ...given, refusals });
          },
        },
      }),
    },
  ],
  'identity-provider': [
    {
      name: 'algorithm-as-it-comes',
      does: 'The signature of an assertion is verified with the algorithm that its header names, not with the one that is agreed.',
      reads: 'Accepts assertions that are signed with another algorithm than RS256.',
      change: ({ assertion: { headerChecks } }) => ({
        assertion: {
          headerChecks: headerChecks.filter(({ name }) => name !== 'alg'),
          isSigned: ({ text }, { keys }) =>
            isSignedWith(text, keys.publicKey, ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512']),
        },
      }),
    },
    {
      name: 'limit-as-a-general-error',
      does: 'A body over the limit ends in the handler of general errors.',
      reads: 'The token endpoint answers 500 to a body that is too large, rather than 413.',
      change: ({ token: { refuse } }) => ({
        token: {
          refuse: (refusal, status) =>
            status === 413
              ? refuse({ error: 'server_error', description: 'The request could not be handled.' }, 500)
              : refuse(refusal, status),
        },
      }),
    },
  ],
};
