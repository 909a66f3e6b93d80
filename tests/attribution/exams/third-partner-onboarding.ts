/** The questions of the third exam about partner-onboarding: a part of third.ts. */
import type { GatewayErrorEntry } from '../../../services/http/gateway-error.ts';
import type { Reply } from '../../../services/http/message.ts';
import { methodNotAllowed } from '../../../services/gateway.ts';
import type { PartnerBody } from '../../../services/partner-onboarding/body.ts';
import type { Partner } from '../../../services/partner-onboarding/partner.ts';
import { around, behind, sent, type Exam } from '../exam.ts';
import { failed } from './second-failed.ts';

export const partnerOnboarding: NonNullable<Exam['partner-onboarding']> = [
  {
    name: 'null-as-word',
    does: 'A null is turned into text before it is stored, as string concatenation does it.',
    reads: 'A PATCH with null does not remove a member: it is shown with the text "null".',
    first: {
      at: 'partners/update',
      says: [
        ['contact_email', 'participant_id', 'member'],
        ['clear', 'remove', 'empt', 'null'],
      ],
    },
    change: ({ partners }) => ({
      partners: {
        merge: (partner, given, purpose) => {
          const values = new Map([...given.values].map(([name, value]) => [name, value ?? 'null']));
          return partners.merge(partner, { ...given, values }, purpose);
        },
      },
    }),
  },
  {
    name: 'patch-makes-what-is-not-there',
    does: 'PATCH saves what it made of the partner, and the store makes a new row where there is none with that id.',
    reads: 'Answers the PATCH of an id that it does not know with 200 and makes a partner of it, instead of 404.',
    first: {
      at: 'partners/update',
      says: ['200', ['unknown', 'not know', 'not there', 'never', 'nobody', 'no such', 'not exist', 'id']],
    },
    change: ({ partners }, stages) => ({
      partners: {
        change: (exchange) => {
          const { caller, parameters, body } = exchange;
          const [id = ''] = parameters;
          if (stages.partners.shelf(caller.organisation, id).has(id)) return partners.change(exchange);
          const given = stages.body.read(body, 'update');
          const fresh: Partner = { id, values: {}, channels: [] };
          const changed = stages.partners.merge(fresh, given, 'update');
          return { organisation: caller.organisation, given, partner: fresh, changed };
        },
      },
    }),
  },
  {
    name: 'empty-patch-500',
    does: 'A PATCH that names no member makes an UPDATE statement without SET, which the database refuses.',
    reads: 'Answers 500 to a PATCH that names no member.',
    first: {
      kind: 'breakdown',
      at: 'partners/update',
      says: ['500', ['no member', 'nothing', 'empty', 'names no', 'without']],
    },
    change: ({ partners }) => ({
      partners: {
        change: (exchange) => {
          const change = partners.change(exchange);
          const { values, channels, refusals } = change.given;
          if (values.size === 0 && channels === undefined && refusals.length === 0) throw failed();
          return change;
        },
      },
    }),
  },
  {
    name: 'firewall-against-markup',
    does: 'A firewall before the service takes quotes and markup in a body for an attack, and answers 403 with a page of its own.',
    reads: 'Refuses texts that hold quotes or markup with 403.',
    first: { says: ['403', ['markup', 'quote', 'script', 'code', '<']] },
    change: behind(() => async (asked, deliver) => {
      const { text, call } = await sent(asked);
      return /<[a-z]+>|'\)/i.test(text) ? page(403, 'Forbidden') : deliver(call);
    }),
  },
  {
    name: 'proxy-takes-two-kibibytes',
    does: 'The proxy before the service takes bodies of up to 2 KiB, and answers 413 with a page of its own to longer ones.',
    reads: 'Refuses a body of more than 2 KiB with 413.',
    first: { says: ['413', ['long', 'length', 'size', 'large', 'body', 'characters', 'KiB', 'bytes']] },
    change: behind(() => async (asked, deliver) => {
      const { text, call } = await sent(asked);
      return new TextEncoder().encode(text).length > 2048 ? page(413, 'Request Entity Too Large') : deliver(call);
    }),
  },
  {
    name: 'new-token-refused-once',
    does: 'What verifies a token that was never seen is started by its first call, which is refused before it has an answer.',
    reads: 'Refuses the first call with a new token with 401; the same token is accepted afterwards.',
    first: { says: ['401', ['first', 'new', 'once', 'one in ', ' 1 in ', 'again ', 'later', 'some ', 'fresh']] },
    change: ({ token }) => {
      const known = new Set<string>();
      return {
        token: {
          verify: async (text) => {
            const caller = await token.verify(text);
            if (caller === undefined || known.has(text)) return caller;
            known.add(text);
            return undefined;
          },
        },
      };
    },
  },
  {
    name: 'old-build-without-delete',
    does: 'One of two instances, which take turns, is of a build that has no deletion of channels yet.',
    reads: 'Answers every second deletion of channels with 405.',
    first: {
      at: 'partners/delete-channels',
      says: [
        '405',
        ['one in ', ' 1 in ', 'second', 'some ', 'half', 'sometimes', 'every other', 'not every', 'not always'],
      ],
    },
    change: ({ gateway }) => {
      let asked = 0;
      return {
        gateway: {
          choose: (call, route) => {
            const place = gateway.choose(call, route);
            if (place.name !== 'channels.delete') return place;
            asked += 1;
            if (asked % 2 === 0) throw methodNotAllowed('OPTIONS');
            return place;
          },
        },
      };
    },
  },
  {
    name: 'shared-cache-without-token',
    does: 'A cache before the service keeps a partner that was read until it is written, by its address, and asks nobody for a token.',
    reads:
      'Shows a partner that was read before to anybody: without a token, with a bad one, and to other organisations.',
    first: { at: 'partners/read', says: [['token', 'organisation', 'party', 'anybody', 'everybody']] },
    change: around(() => {
      const kept = new Map<string, Reply>();
      return async (call, deliver) => {
        const { method, path, query, hasBody } = call;
        if (method !== 'GET' || hasBody || query !== '' || !path.startsWith('/partners/')) {
          if (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS') kept.delete(partnerOf(path));
          return deliver(call);
        }
        const before = kept.get(path);
        if (before && call.header('accept') === 'application/json') return before;
        const reply = await deliver(call);
        if (reply.status === 200) kept.set(path, reply);
        return reply;
      };
    }),
  },
  {
    name: 'utf-8-taken-for-latin-1',
    does: 'The connection to the database says Latin-1, and UTF-8 is sent over it: each letter beyond ASCII becomes two.',
    reads: 'Stores letters beyond ASCII as several wrong ones, as UTF-8 taken for Latin-1: ë as Ã«.',
    first: { says: [['UTF-8', 'Latin', 'ASCII', 'Ã', 'accent', 'encod', 'emoji', 'character']], without: ['shape'] },
    change: ({ partners }) => ({
      partners: {
        merge: (partner, given, purpose) => partners.merge(partner, spoilt(given), purpose),
      },
    }),
  },
  {
    name: 'errors-name-paths-of-fields',
    does: 'The pointer of an error of values is the path that the validator has, channels[0].endpoint, and no JSON pointer.',
    reads: 'Names the faulty member of a 422 as channels[0].endpoint or abn, where a JSON pointer is due.',
    first: { says: [['pointer', 'source']] },
    change: ({ partners }) => ({
      partners: {
        refuseValues: (given) => {
          partners.refuseValues({ ...given, refusals: given.refusals.map(withFieldPath) });
        },
      },
    }),
  },
];

/** What a proxy answers by itself. */
function page(status: number, words: string): Reply {
  return {
    status,
    headers: { 'content-type': 'text/html', 'cache-control': 'no-store' },
    body: `<html><head><title>${String(status)} ${words}</title></head><body><h1>${words}</h1></body></html>`,
  };
}

function partnerOf(path: string): string {
  return path.split('/').slice(0, 3).join('/');
}

const misread = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

function spoilt(given: PartnerBody): PartnerBody {
  return {
    ...given,
    values: new Map([...given.values].map(([name, value]) => [name, value === null ? null : misread(value)])),
    channels: given.channels?.map((channel) =>
      Object.fromEntries(Object.entries(channel).map(([name, value]) => [name, misread(value)])),
    ),
  };
}

function withFieldPath(entry: GatewayErrorEntry): GatewayErrorEntry {
  if (entry.source === undefined || !('pointer' in entry.source)) return entry;
  const path = entry.source.pointer
    .slice(1)
    .replaceAll(/\/([0-9]+)/g, '[$1]')
    .replaceAll('/', '.');
  return { ...entry, source: { pointer: path } };
}
