/**
 * The twenty-second exam: sixty ordinary mistakes were written down first, walking through the two documents section by section (20 of
 * partner-onboarding, 28 of student-reporting, 12 of the identity provider and access tokens), and numbered within each of the three by the
 * SHA-256 of their names. Those asked are the first twenty by SHA-256 of "twenty-second" and their number: eight of partner-onboarding,
 * eleven of student-reporting, one of the identity provider.
 */
import { GatewayError } from '../../../services/http/gateway-error.ts';
import { methodNotAllowed } from '../../../services/gateway.ts';
import type { Exam } from '../exam.ts';
import { identityProvider } from './twenty-second-identity-provider.ts';
import { studentReporting } from './twenty-second-student-reporting.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What the column of the name has no place for. */
const BEYOND_LATIN_1 = /[\u{100}-\u{10ffff}]/gu;

export const exam: Exam = {
  'partner-onboarding': [
    // Section 2
    {
      name: 'channels-left-out-when-empty',
      does: 'The serialiser leaves out empty lists, so a partner without channels has no member channels.',
      reads: 'Leaves out channels of a partner that has none; it must be there as an empty list.',
      change: ({ partners: { view } }) => ({
        partners: {
          view: (partner) => {
            const { channels, ...others } = view(partner);
            return partner.channels.length === 0 ? others : { ...others, channels };
          },
        },
      }),
    },
    {
      name: 'channel-description-lost',
      does: 'The mapper of a channel forgets its description, which is neither kept nor shown.',
      reads: 'Loses the description of a channel: it is taken with success and not there when the partner is read.',
      change: ({ partners: { merge } }) => ({
        partners: {
          merge: (partner, given, purpose) => {
            const merged = merge(partner, given, purpose);
            return { ...merged, channels: merged.channels.map(({ description: _lost, ...kept }) => kept) };
          },
        },
      }),
    },
    {
      name: 'name-latin-1',
      does: 'The column of the name is Latin-1: every character beyond it is kept as a question mark.',
      reads: 'Keeps a name with characters beyond Latin-1 with question marks in their place.',
      change: ({ partners: { merge } }) => ({
        partners: {
          merge: (partner, given, purpose) => {
            const merged = merge(partner, given, purpose);
            const { name, ...values } = merged.values;
            const kept = name === undefined ? {} : { name: name.replaceAll(BEYOND_LATIN_1, '?') };
            return { ...merged, values: { ...kept, ...values } };
          },
        },
      }),
    },
    // Section 4, POST
    {
      name: 'location-of-inner-host',
      does: 'The Location of a new partner has the host that the service has behind the gateway: http://localhost:8080/partners/....',
      reads:
        'Sends a Location with POST /partners that names an inner host (localhost:8080), where nobody outside finds the partner.',
      change: () => ({ partners: { location: ({ id }) => ({ location: `http://localhost:8080/partners/${id}` }) } }),
    },
    // Section 4, GET
    {
      name: 'malformed-id-500',
      does: 'The id is parsed as a UUID without a guard: GET of an id that is none fails with 500.',
      reads:
        'GET /partners/{id} answers 500 for an id that is no UUID; it should be 404 as for any partner that is not there.',
      change: ({ partners: { locate } }) => ({
        partners: {
          locate: (exchange) => {
            const [id = ''] = exchange.parameters;
            if (exchange.call.method === 'PATCH' || UUID.test(id)) return locate(exchange);
            throw new GatewayError(500, {
              code: 'internal_error',
              detail: 'The service could not handle the request.',
            });
          },
        },
      }),
    },
    {
      name: 'head-refused',
      does: 'The route of a partner knows GET alone; HEAD is answered with 405.',
      reads: 'Refuses HEAD on /partners/{id} with 405, where it must be answered as GET is, without the body.',
      change: ({ gateway: { route, choose } }) => ({
        gateway: {
          route: (path) => {
            const match = route(path);
            if (match?.route.pattern !== '/partners/{id}') return match;
            return { ...match, route: { ...match.route, allow: match.route.allow.replace('HEAD, ', '') } };
          },
          choose: (call, found) => {
            if (call.method === 'HEAD' && found.pattern === '/partners/{id}') throw methodNotAllowed(found.allow);
            return choose(call, found);
          },
        },
      }),
    },
    // Section 5
    {
      name: 'bearer-case',
      does: 'The scheme in Authorization is compared with Bearer as it is written: bearer is refused with 401.',
      reads:
        "Refuses a valid token when the Authorization scheme is written bearer in lower case; the scheme's case does not matter.",
      change: ({ door: { tokenOf } }) => ({
        door: {
          tokenOf: (call) => (call.header('authorization')?.startsWith('Bearer ') ? tokenOf(call) : undefined),
        },
      }),
    },
    // Section 7
    {
      name: 'errors-by-field',
      does: 'A 422 has errors as an object from member to message.',
      reads:
        'A 422 carries errors as an object by member name, where it must be an array of objects with code and detail.',
      change: ({ gateway: { refuse } }) => ({
        gateway: {
          refuse: (error) => {
            const reply = refuse(error);
            if (error.status !== 422) return reply;
            const messages = error.entries.map(({ detail, source }) => {
              const member = source !== undefined && 'pointer' in source ? source.pointer.slice(1) : '';
              return [member, detail] as const;
            });
            return { ...reply, body: JSON.stringify({ errors: Object.fromEntries(messages) }) };
          },
        },
      }),
    },
  ],
  'student-reporting': studentReporting,
  'identity-provider': identityProvider,
};
