/** The ninth exam, of partner-onboarding, its gateway and its database; the rest is in ninth-a-identity-provider.ts. */
import { GatewayError } from '../../../services/http/gateway-error.ts';
import { json, type Reply } from '../../../services/http/message.ts';
import type { Channel } from '../../../services/partner-onboarding/partner.ts';
import { around, sent, type Exam } from '../exam.ts';
import { identityProviderQuestions, tokenQuestions } from './ninth-a-identity-provider.ts';

const failed = (): GatewayError =>
  new GatewayError(500, { code: 'internal_error', detail: 'The service could not handle the request.' });

const isPartner = (path: string): boolean => /^\/partners\/[^/]+$/.test(path);
const isWrite = (method: string): boolean => method === 'POST' || method === 'PATCH';

export const exam: Exam = {
  'partner-onboarding': [
    {
      name: 'location-bare-identifier',
      does: 'The Location of a new partner is its bare identifier, as a framework puts what it is given; resolved against /partners it leads to /{id}.',
      reads: 'The Location of a new partner is its identifier alone, which does not lead to the partner.',
      change: () => ({ partners: { location: ({ id }) => ({ location: id }) } }),
    },
    {
      name: 'head-length-zero',
      does: 'HEAD is answered with Content-Length: 0, because the framework drops the body before it is measured.',
      reads: 'Answers HEAD with Content-Length: 0 where GET has a body.',
      change: around(() => async (call, deliver) => {
        const reply = await deliver(call);
        if (call.method !== 'HEAD' || reply.status !== 200) return reply;
        return { ...reply, headers: { ...reply.headers, 'content-length': '0' }, body: undefined };
      }),
    },
    {
      name: 'cache-for-everyone',
      does: 'The gateway caches reads of a partner by their path alone, until the partner is written: whoever asks is given what another caller read, without a look at the token.',
      reads: 'Shows a partner that was read before to callers with no token, a bad one, or of another organisation.',
      change: around(() => {
        const kept = new Map<string, Reply>();
        const forget = (path: string): void => {
          for (const key of kept.keys()) if (path.startsWith(key.split(' ')[0] ?? '')) kept.delete(key);
        };
        return async (call, deliver) => {
          if (call.method !== 'GET' || !isPartner(call.path)) {
            if (call.method !== 'HEAD' && call.method !== 'OPTIONS') forget(call.path);
            return deliver(call);
          }
          const key = `${call.path} ${call.header('accept') ?? ''}`;
          const reply = kept.get(key) ?? (await deliver(call));
          if (reply.status === 200) kept.set(key, reply);
          return reply;
        };
      }),
    },
    {
      name: 'quota-of-a-default-plan',
      does: 'The gateway has the quota of its default plan: after 400 calls everything is answered 429.',
      reads: 'Answers 429 after some hundreds of calls, though the quotas of the plan are unlimited.',
      change: around(() => {
        let calls = 0;
        return async (call, deliver) => {
          calls += 1;
          if (calls <= 400) return deliver(call);
          const reply = await deliver(call);
          const entry = { code: 'quota_exceeded', detail: 'Out of call volume quota.' };
          return json(429, { errors: [entry] }, { date: reply.headers['date'] ?? '', 'cache-control': 'no-store' });
        };
      }),
    },
    {
      name: 'date-with-offset',
      does: 'The Date of each answer is written in the zone of the server, with +1000 for GMT.',
      reads: 'Sends a Date with a zone offset (+1000) where HTTP has GMT.',
      change: around(() => async (call, deliver) => {
        const reply = await deliver(call);
        const local = new Date(Date.parse(reply.headers['date'] ?? '') + 36_000_000);
        return { ...reply, headers: { ...reply.headers, date: local.toUTCString().replace('GMT', '+1000') } };
      }),
    },
    {
      name: 'three-byte-utf8',
      does: "The database's character set is utf8mb3: to write a text with an emoji or another character of four bytes fails with 500.",
      reads: 'Answers 500 to a text with a character beyond the basic plane, such as an emoji.',
      change: ({ partners }) => {
        const fits = (record: unknown): void => {
          if (/[\u{10000}-\u{10ffff}]/u.test(JSON.stringify(record))) throw failed();
        };
        return {
          partners: {
            add: (organisation, partner) => {
              fits(partner);
              partners.add(organisation, partner);
            },
            replace: (change) => {
              fits(change.changed);
              partners.replace(change);
            },
          },
        };
      },
    },
    {
      name: 'nothing-to-delete',
      does: 'DELETE of the channels of a partner that has none fails with 500, as where the ORM expects a row to go.',
      reads: 'Answers 500 when the channels are deleted of a partner that has none (any more).',
      change: ({ partners }) => ({
        partners: {
          empty: (shelf, partner) => {
            if (partner.channels.length === 0) throw failed();
            partners.empty(shelf, partner);
          },
        },
      }),
    },
    {
      name: 'channels-come-back',
      does: 'The deletion goes past the cache of the ORM: the next PATCH that names no channels writes the deleted ones again.',
      reads: 'An update brings back the channels that were deleted.',
      change: ({ partners }) => {
        const gone = new Map<string, readonly Channel[]>();
        return {
          partners: {
            empty: (shelf, partner) => {
              if (partner.channels.length > 0) gone.set(partner.id, partner.channels);
              partners.empty(shelf, partner);
            },
            change: (exchange) => {
              const change = partners.change(exchange);
              const { id } = change.partner;
              const back = gone.get(id);
              gone.delete(id);
              if (back === undefined || change.given.channels !== undefined) return change;
              return { ...change, changed: { ...change.changed, channels: back } };
            },
          },
        };
      },
    },
    {
      name: 'one-old-pod',
      does: 'One pod of three still runs the release before participant_id: it refuses the member as unknown and does not show it.',
      reads: 'Refuses participant_id as an unknown member, or does not show it, in some calls and not in others.',
      change: ({ run }) => {
        let calls = 0;
        const balanced =
          (name: string): (typeof run)[string] =>
          (exchange) => {
            const inner = run[name];
            if (inner === undefined) throw new Error(name);
            calls += 1;
            if (calls % 3 !== 0) return inner(exchange);
            const { body } = exchange;
            if (typeof body === 'object' && body !== null && 'participant_id' in body) {
              const detail = 'The resource has no such member.';
              throw new GatewayError(400, { code: 'unknown_member', detail, source: { pointer: '/participant_id' } });
            }
            const reply = inner(exchange);
            const shown = JSON.parse(reply.body ?? '{}') as Record<string, unknown>;
            Reflect.deleteProperty(shown, 'participant_id');
            return { ...reply, body: JSON.stringify(shown) };
          };
        const names = ['partners.create', 'partners.read', 'partners.update'];
        return { run: Object.fromEntries(names.map((name) => [name, balanced(name)])) };
      },
    },
    {
      name: 'firewall-body-size',
      does: 'The web application firewall has its default rule for the size of bodies: more than 8,192 bytes are refused with 403 and a page of HTML.',
      reads: 'Refuses a valid body of more than 8 KiB with 403 and an HTML page.',
      change: around(() => async (asked, deliver) => {
        if (!isWrite(asked.method)) return deliver(asked);
        const { text, call } = await sent(asked);
        const reply = await deliver(call);
        if (Buffer.byteLength(text) <= 8192) return reply;
        return {
          status: 403,
          headers: { date: reply.headers['date'] ?? '', 'content-type': 'text/html' },
          body: '<html><head><title>403 Forbidden</title></head><body><h1>403 Forbidden</h1></body></html>',
        };
      }),
    },
    {
      name: 'tag-of-the-identifier',
      does: 'A partner is read with an ETag made of its identifier, which stays when it is updated; a conditional read with it is answered 304.',
      reads: 'The ETag of a partner stays the same when the partner has changed.',
      change: around(() => async (call, deliver) => {
        const reply = await deliver(call);
        if ((call.method !== 'GET' && call.method !== 'HEAD') || !isPartner(call.path) || reply.status !== 200)
          return reply;
        const etag = `"${call.path.slice('/partners/'.length)}"`;
        const { 'content-type': type = '', ...rest } = reply.headers;
        if (call.header('if-none-match') === etag) return { status: 304, headers: { ...rest, etag } };
        return { ...reply, headers: { ...rest, 'content-type': type, etag } };
      }),
    },
    {
      name: 'challenge-basic',
      does: 'A 401 has the challenge that the security framework brings: Basic realm="Realm".',
      reads: 'The challenge of a 401 says Basic, where Bearer tokens are wanted.',
      change: () => ({ door: { challenge: () => ({ 'www-authenticate': 'Basic realm="Realm"' }) } }),
    },
    {
      name: 'identifier-of-the-millisecond',
      does: 'Identifiers are made of the time in milliseconds: of two partners made in the same one the later takes the place of the earlier.',
      reads: 'Gives several partners the same identifier.',
      // The real time: a clock that stands still would give every partner the same one.
      change: () => ({ partners: { newId: () => `p-${Date.now().toString(36)}` } }),
    },
    {
      name: 'migrated-not-null',
      does: "A migration made the column of participant_id NOT NULL DEFAULT '': where it is not set it is shown as an empty string.",
      reads: 'Shows participant_id as an empty string where it is not set.',
      change: ({ partners }) => ({
        partners: {
          show: (field, value) =>
            field.name === 'participant_id' && value === undefined ? '' : partners.show(field, value),
        },
      }),
    },
    {
      name: 'channels-as-a-set',
      does: 'Channels are kept as a set: of channels that are equal one is kept.',
      reads: 'Keeps one of several equal channels, and loses the others.',
      change: ({ partners }) => ({
        partners: {
          merge: (partner, given, purpose) => {
            const merged = partners.merge(partner, given, purpose);
            const distinct = new Map(merged.channels.map((channel) => [JSON.stringify(channel), channel]));
            return { ...merged, channels: [...distinct.values()] };
          },
        },
      }),
    },
    {
      name: 'gzip-left-standing',
      does: 'The gateway unpacks larger bodies to look at them and leaves Content-Encoding: gzip standing: from 1 KiB on the header says what is not so.',
      reads: 'Says Content-Encoding: gzip of larger bodies that are not compressed.',
      change: around(() => async (call, deliver) => {
        const reply = await deliver(call);
        if (Buffer.byteLength(reply.body ?? '') < 1024) return reply;
        return { ...reply, headers: { ...reply.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' } };
      }),
    },
  ],
  'identity-provider': identityProviderQuestions,
  'student-reporting': tokenQuestions,
};
