import type { Caller } from '../../../services/access/access-token.ts';
import type { Channel, Partner } from '../../../services/partner-onboarding/partner.ts';
import { around, type Exam } from '../exam.ts';

/** The values of a partner, each as the storage makes it. */
const stored = (partner: Partner, keep: (value: string, name: string) => string): Partner => ({
  ...partner,
  values: Object.fromEntries(Object.entries(partner.values).map(([name, value]) => [name, keep(value, name)])),
});

/** A date as the zone of the server has it, with its offset. */
function inSydney(date: Date): string {
  const words = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Australia/Sydney',
    weekday: 'short',
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  });
  const part = Object.fromEntries(words.formatToParts(date).map(({ type, value }) => [type, value]));
  const offset = (part['timeZoneName'] ?? '').replace('GMT', '').replace(':', '');
  const month = (part['month'] ?? '').slice(0, 3);
  const time = [part['hour'], part['minute'], part['second']].join(':');
  return `${part['weekday'] ?? ''}, ${part['day'] ?? ''} ${month} ${part['year'] ?? ''} ${time} ${offset}`;
}

export const partnerOnboarding: NonNullable<Exam['partner-onboarding']> = [
  // 4, GET: read one partner. A Peppol identifier is split at its colon and put together without its scheme.
  {
    name: 'participant-id-without-scheme',
    does: 'participant_id is shown without the scheme before its colon: 0151:51824753556 as 51824753556.',
    reads: 'Shows participant_id without its prefix 0151:, other than it was sent.',
    change: () => ({
      partners: { show: (field, value) => (field.name === 'participant_id' ? value?.split(':').at(-1) : value) },
    }),
  },
  // 4, POST and GET: the partner that is read is the one that was created. A column is too short.
  {
    name: 'name-cut-at-fifty',
    does: 'A name of more than 50 characters is stored cut after 50; the answer to the write still shows it whole.',
    reads: 'Keeps only the first 50 characters of name.',
    change: ({ partners }) => {
      const cut = (partner: Partner): Partner =>
        stored(partner, (value, name) => (name === 'name' ? Array.from(value).slice(0, 50).join('') : value));
      return {
        partners: {
          add: (organisation, partner) => {
            partners.add(organisation, cut(partner));
          },
          replace: (change) => {
            partners.replace({ ...change, changed: cut(change.changed) });
          },
        },
      };
    },
  },
  // 2, channels of a partner. They are put in a map by their type.
  {
    name: 'channels-keyed-by-type',
    does: 'Of several channels of one channel_type only the last is kept.',
    reads: 'Keeps only the last of several channels that have the same channel_type.',
    change: ({ partners }) => ({
      partners: {
        merge: (partner, given, purpose) => {
          const merged = partners.merge(partner, given, purpose);
          const byType = new Map(merged.channels.map((channel) => [channel['channel_type'], channel]));
          return { ...merged, channels: [...byType.values()] };
        },
      },
    }),
  },
  // 4, GET: read one partner. A line of the mapper was copied and not changed.
  {
    name: 'description-mapped-from-endpoint',
    does: 'A channel that has a description is shown with its endpoint as description.',
    reads: 'Shows the endpoint of a channel in place of its description.',
    change: () => ({
      partners: {
        showChannel: (channel) =>
          channel['description'] === undefined ? channel : { ...channel, description: channel['endpoint'] ?? '' },
      },
    }),
  },
  // RFC 8259, 8.1: JSON text MUST be UTF-8, so a name may have any letter. The columns hold ASCII alone.
  {
    name: 'non-ascii-kept-as-question-marks',
    does: 'Every character beyond ASCII in a text of a partner is stored as a question mark.',
    reads: 'Keeps characters beyond ASCII as question marks.',
    change: ({ partners }) => {
      const plain = (value: string): string => value.replaceAll(/[^\p{ASCII}]/gu, '?');
      const ascii = (partner: Partner): Partner => ({
        ...stored(partner, plain),
        channels: partner.channels.map((channel) =>
          Object.fromEntries(Object.entries(channel).map(([name, value]) => [name, plain(value)])),
        ),
      });
      return {
        partners: {
          add: (organisation, partner) => {
            partners.add(organisation, ascii(partner));
          },
          replace: (change) => {
            partners.replace({ ...change, changed: ascii(change.changed) });
          },
        },
      };
    },
  },
  // 4, PATCH: partially update. Both stand in one statement, which is given null for what is not sent.
  {
    name: 'email-update-clears-participant-id',
    does: 'A PATCH that gives contact_email and no participant_id takes participant_id away.',
    reads: 'An update of contact_email takes away participant_id, which was not sent.',
    change: ({ partners }) => ({
      partners: {
        merge: (partner, given, purpose) => {
          const merged = partners.merge(partner, given, purpose);
          const isSpared = !given.values.has('contact_email') || given.values.has('participant_id');
          if (purpose === 'create' || isSpared) return merged;
          const { participant_id: _lost, ...values } = merged.values;
          return { ...merged, values };
        },
      },
    }),
  },
  // 4, PATCH: partially update. `if (given.channels?.length)` decides whether there are channels to save.
  {
    name: 'empty-channels-ignored-on-update',
    does: 'A PATCH with an empty list of channels, or null, leaves the channels as they are.',
    reads: 'An update with an empty list of channels does not take the channels away.',
    change: ({ partners }) => ({
      partners: {
        merge: (partner, given, purpose) => {
          const isEmpty = given.channels?.length === 0;
          return partners.merge(partner, isEmpty ? { ...given, channels: undefined } : given, purpose);
        },
      },
    }),
  },
  // 4, PATCH: partially update. Whether something changed is decided by the name.
  {
    name: 'update-without-name-not-saved',
    does: 'A PATCH that gives no name answers with the changed partner and stores nothing.',
    reads: 'An update without name is answered as if it were made and is not kept.',
    change: ({ partners }) => ({
      partners: {
        replace: (change) => {
          if (change.given.values.has('name')) partners.replace(change);
        },
      },
    }),
  },
  // 4, DELETE: the channels of one partner. The statement has the organisation in its WHERE and not the partner.
  {
    name: 'channels-of-every-partner-deleted',
    does: 'DELETE of the channels of one partner deletes those of every partner of the organisation.',
    reads: 'Deleting the channels of one partner also deletes the channels of other partners.',
    change: ({ partners }) => ({
      partners: {
        empty: (shelf) => {
          for (const partner of shelf.values()) partners.empty(shelf, partner);
        },
      },
    }),
  },
  // 4, DELETE: the channels are deleted. They are only marked, and an update loads and saves them without looking at the mark.
  {
    name: 'deleted-channels-return-with-next-update',
    does: 'Deleted channels are gone from reads until the next PATCH that gives no channels, which brings them back.',
    reads: 'An update brings back the channels that were deleted.',
    change: ({ partners }) => {
      const marked = new Map<string, readonly Channel[]>();
      return {
        partners: {
          empty: (shelf, partner) => {
            marked.set(partner.id, partner.channels.length > 0 ? partner.channels : (marked.get(partner.id) ?? []));
            partners.empty(shelf, partner);
          },
          merge: (partner, given, purpose) => {
            const merged = partners.merge(partner, given, purpose);
            const channels = given.channels === undefined ? marked.get(partner.id) : undefined;
            return channels === undefined ? merged : { ...merged, channels };
          },
          replace: (change) => {
            marked.delete(change.partner.id);
            partners.replace(change);
          },
        },
      };
    },
  },
  // RFC 9110, 10.2.2: the Location of a 201 refers to the resource created. The id is read before the insert.
  {
    name: 'location-names-partner-before',
    does: 'The Location of a new partner names the partner that was created before it; of the first it is right.',
    reads: 'Location of a new partner leads to the partner created before it.',
    change: () => {
      let before: string | undefined;
      return {
        partners: {
          location: ({ id }) => {
            const named = before ?? id;
            before = id;
            return { location: `/partners/${named}` };
          },
        },
      };
    },
  },
  // RFC 9110, 15.5.6: a 405 MUST have an Allow with the methods that the target resource supports.
  {
    name: 'allow-lists-methods-of-whole-service',
    does: 'Allow lists the methods of the whole service on every path, those too that the path refuses with 405.',
    reads: 'Allow lists methods that the resource does not offer.',
    change: around(() => async (call, deliver) => {
      const reply = await deliver(call);
      if (reply.headers['allow'] === undefined) return reply;
      return { ...reply, headers: { ...reply.headers, allow: 'GET, HEAD, POST, PATCH, DELETE, OPTIONS' } };
    }),
  },
  // RFC 6750, 3: the challenge of a resource that takes bearer tokens MUST use the scheme Bearer.
  {
    name: 'challenge-is-basic',
    does: 'The WWW-Authenticate of a 401 asks for Basic credentials, as the web framework has it by default.',
    reads: 'A 401 challenges with the scheme Basic where it should be Bearer.',
    change: () => ({ door: { challenge: () => ({ 'www-authenticate': 'Basic realm="partner-onboarding"' }) } }),
  },
  // RFC 7515, 5.2, and RFC 7519, 7.2: the signature is validated. What was verified is looked up by header and claims alone.
  {
    name: 'signature-unchecked-of-known-token',
    does: 'Once a token was accepted, its header and claims are accepted with any signature.',
    reads: 'Accepts an access token whose signature was changed.',
    change: ({ token }, _stages, { clock }) => {
      const known = new Map<string, { readonly caller: Caller; readonly until: number }>();
      return {
        token: {
          verify: async (text) => {
            const signed = text.slice(0, text.lastIndexOf('.'));
            const found = known.get(signed);
            if (found !== undefined && found.until > clock().getTime() / 1000) return found.caller;
            const caller = await token.verify(text);
            const claims = caller && (await token.claimsOf(text));
            if (caller && typeof claims?.exp === 'number') known.set(signed, { caller, until: claims.exp });
            return caller;
          },
        },
      };
    },
  },
  // domain 4.1: errors is an array. The converter from XML makes a list of one into what stands in it.
  {
    name: 'one-error-not-in-a-list',
    does: 'Where there is one error, errors is that object itself; of several it is a list.',
    reads: 'errors is an object and no array where there is a single error.',
    change: ({ gateway }) => ({
      gateway: {
        refuse: (error) => {
          const reply = gateway.refuse(error);
          const [only, ...others] = error.entries;
          return others.length > 0 ? reply : { ...reply, body: JSON.stringify({ errors: only }) };
        },
      },
    }),
  },
  // RFC 9110, 5.6.7 and 6.6.1: a sender MUST generate timestamps as IMF-fixdate, in GMT.
  {
    name: 'date-in-sydney-time',
    does: 'Date is in the time of Sydney and ends in its offset, such as +1000, where it should end in GMT.',
    reads: 'Date has a zone offset where it should be in GMT.',
    change: around(() => async (call, deliver) => {
      const reply = await deliver(call);
      const { date } = reply.headers;
      return date === undefined ? reply : { ...reply, headers: { ...reply.headers, date: inSydney(new Date(date)) } };
    }),
  },
];
