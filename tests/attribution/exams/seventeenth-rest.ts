/**
 * The rest of the seventeenth exam: of the sixty mistakes that were written down for it, the forty that were not drawn. None of them is
 * left out. `seventeenth.ts` says how the others were.
 */
import { GatewayError, type GatewayErrorEntry } from '../../../services/http/gateway-error.ts';
import { methodNotAllowed } from '../../../services/gateway.ts';
import { isObject } from '../../../services/model/json-type.ts';
import type { PartnerBody } from '../../../services/partner-onboarding/body.ts';
import type { Exam } from '../exam.ts';
import { identityProvider } from './seventeenth-rest-identity-provider.ts';
import { studentReporting } from './seventeenth-rest-student-reporting.ts';

/** What is given with each of its texts changed; the channels too where that is asked. */
function withTexts(given: PartnerBody, change: (text: string, name: string) => string): PartnerBody {
  const values = new Map(
    [...given.values].map(([name, value]) => [name, value === null ? null : change(value, name)] as const),
  );
  const channels = given.channels?.map((channel) =>
    Object.fromEntries(Object.entries(channel).map(([name, text]) => [name, change(text, `channels.${name}`)])),
  );
  return { ...given, values, channels };
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A number among the members of a partner or of a channel, as text. */
function asTexts(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(asTexts);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asTexts(member)]));
}

/** A pointer to a member of a channel, as a path with dots. */
function dotted(entry: GatewayErrorEntry): GatewayErrorEntry {
  if (!entry.source || !('pointer' in entry.source) || !entry.source.pointer.startsWith('/channels/')) return entry;
  return { ...entry, source: { pointer: entry.source.pointer.slice(1).replaceAll('/', '.') } };
}

export const exam: Exam = {
  'partner-onboarding': [
    // Section 2
    {
      name: 'abn-as-number',
      does: 'The ABN passes through a number before it is stored.',
      reads: 'Loses the zeros that an ABN begins with: "01234567890" is read as "1234567890".',
      change: ({ partners: { merge } }) => ({
        partners: {
          merge: (partner, given, purpose) =>
            merge(
              partner,
              withTexts(given, (text, name) => (name === 'abn' && /^[0-9]+$/.test(text) ? String(Number(text)) : text)),
              purpose,
            ),
        },
      }),
    },
    {
      name: 'html-escaped',
      does: 'Texts are escaped for HTML when they are stored.',
      reads: 'Stores texts escaped for HTML: "A & B" is read as "A &amp; B".',
      change: ({ partners: { merge } }) => ({
        partners: {
          merge: (partner, given, purpose) =>
            merge(
              partner,
              withTexts(given, (text) => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign)),
              purpose,
            ),
        },
      }),
    },
    {
      name: 'participant-open-ended',
      does: 'The pattern of participant_id is not anchored at its end.',
      reads:
        'Accepts a participant_id that is longer than its 16 characters: what follows the eleven digits is not looked at.',
      change: ({ body: { judge } }) => ({
        body: {
          judge: (place, given) =>
            place.field.name === 'participant_id' && typeof given === 'string' && /^0151:[0-9]{11}/.test(given)
              ? []
              : judge(place, given),
        },
      }),
    },
    {
      name: 'one-channel-per-endpoint',
      does: 'Channels are kept by their endpoint: of two with one endpoint the second is dropped.',
      reads:
        'Drops the second of two channels that have one endpoint: the request is answered with success, and the partner has the first alone.',
      change: ({ partners: { merge } }) => ({
        partners: {
          merge: (partner, given, purpose) => {
            const channels = given.channels?.filter(
              ({ endpoint }, index, all) => all.findIndex((other) => other['endpoint'] === endpoint) === index,
            );
            return merge(partner, { ...given, channels }, purpose);
          },
        },
      }),
    },
    {
      name: 'no-channels-null',
      does: 'The channels of a partner that has none are null.',
      reads: 'Shows the channels of a partner that has none as null, rather than as an empty array.',
      change: ({ partners: { view } }) => ({
        partners: {
          view: (partner) => ({ ...view(partner), ...(partner.channels.length === 0 ? { channels: null } : {}) }),
        },
      }),
    },
    {
      name: 'email-in-lower-case',
      does: 'contact_email is put in lower case as a whole when it is stored.',
      reads: 'Puts contact_email in lower case, also before the @: "Ann.B@example.org" is read as "ann.b@example.org".',
      change: ({ partners: { merge } }) => ({
        partners: {
          merge: (partner, given, purpose) =>
            merge(
              partner,
              withTexts(given, (text, name) => (name === 'contact_email' ? text.toLowerCase() : text)),
              purpose,
            ),
        },
      }),
    },
    // Section 4, POST
    {
      name: 'location-of-id-alone',
      does: 'Location of a create has the id alone.',
      reads: 'The Location of a created partner is its id alone, without /partners/, and so does not lead to it.',
      change: () => ({ partners: { location: ({ id }) => ({ location: id }) } }),
    },
    {
      name: 'created-as-sent',
      does: 'The answer to a create is the body as it was sent.',
      reads: 'Answers a create with the body as it was sent: without the id of the new partner.',
      change: ({ run }) => ({
        run: {
          'partners.create': (exchange) => {
            const create = run['partners.create'];
            if (!create) throw new Error('Nothing creates partners.');
            return { ...create(exchange), body: JSON.stringify(exchange.body) };
          },
        },
      }),
    },
    // Section 4, GET
    {
      name: 'no-head-of-partners',
      does: 'Only GET is registered for the reading of a partner, and the framework adds no HEAD.',
      reads: 'HEAD of a partner is answered 405, where GET is answered 200.',
      change: ({ gateway: { choose, offer } }) => {
        const isPartner = (pattern: string): boolean => pattern === '/partners/{id}';
        const without = (allow: string): string => allow.replace('HEAD, ', '');
        return {
          gateway: {
            choose: (call, route) => {
              const own = isPartner(route.pattern) ? { ...route, allow: without(route.allow) } : route;
              if (call.method === 'HEAD' && isPartner(route.pattern)) throw methodNotAllowed(own.allow);
              return choose(call, own);
            },
            offer: (call, route) =>
              offer(call, isPartner(route.pattern) ? { ...route, allow: without(route.allow) } : route),
          },
        };
      },
    },
    // Section 4, PATCH
    {
      name: 'updated-as-sent',
      does: 'The answer to a PATCH has only the members that were sent.',
      reads: 'Answers an update with the members that were sent alone, rather than with the whole partner.',
      change: ({ run }) => ({
        run: {
          'partners.update': (exchange) => {
            const update = run['partners.update'];
            if (!update) throw new Error('Nothing updates partners.');
            const reply = update(exchange);
            const whole: unknown = JSON.parse(reply.body ?? '{}');
            const sent = isObject(exchange.body) ? exchange.body : {};
            const members = isObject(whole) ? Object.entries(whole).filter(([name]) => Object.hasOwn(sent, name)) : [];
            return { ...reply, body: JSON.stringify(Object.fromEntries(members)) };
          },
        },
      }),
    },
    // Section 4, DELETE
    {
      name: 'first-channel-removed',
      does: 'DELETE of the channels removes the first one alone.',
      reads: 'DELETE of the channels of a partner removes only the first of them.',
      change: () => ({
        partners: {
          empty: (shelf, partner) => {
            shelf.set(partner.id, { ...partner, channels: partner.channels.slice(1) });
          },
        },
      }),
    },
    {
      name: 'length-of-nothing',
      does: "DELETE's 204 has a Content-Length of 0.",
      reads: 'Sends Content-Length: 0 with the 204 of a DELETE, where RFC 9110 forbids it.',
      change: ({ run }) => ({
        run: {
          'channels.delete': (exchange) => {
            const remove = run['channels.delete'];
            if (!remove) throw new Error('Nothing deletes channels.');
            const reply = remove(exchange);
            return { ...reply, headers: { ...reply.headers, 'content-length': '0' } };
          },
        },
      }),
    },
    // Section 5
    {
      name: 'forbidden-without-token',
      does: 'A call without a token is answered 403.',
      reads: 'Answers a call without an access token with 403, rather than 401.',
      change: ({ door: { admit, tokenOf } }) => ({
        door: {
          admit: (call) => {
            if (tokenOf(call) !== undefined) return admit(call);
            throw new GatewayError(403, { code: 'forbidden', detail: 'An access token is required.' });
          },
        },
      }),
    },
    // Section 7
    {
      name: 'pointer-with-dots',
      does: 'The place of an error below channels is told as a path with dots.',
      reads:
        'Writes the pointer of an error within a channel with dots (channels.0.endpoint), rather than as a JSON Pointer (/channels/0/endpoint).',
      change: ({ gateway: { refuse } }) => ({
        gateway: {
          refuse: (error) => {
            const [first, ...others] = error.entries;
            const entries = [dotted(first), ...others.map(dotted)] as const;
            return refuse(new GatewayError(error.status, entries, error.headers));
          },
        },
      }),
    },
    {
      name: 'numbers-into-texts',
      does: 'A member of the wrong JSON type that is a number is turned into text.',
      reads: 'Accepts a number where a text is due, and stores it as text (name 5 as "5"), rather than refusing it.',
      change: ({ body: { members } }) => ({
        body: { members: (sent, purpose) => members(asTexts(sent), purpose) },
      }),
    },
  ],
  'student-reporting': studentReporting,
  'identity-provider': identityProvider,
};
