/** The questions about PATCH /partners/{id} and DELETE /partners/{id}/channels (partner-onboarding section 4). */
import { json, type Reply } from '../../../services/http/message.ts';
import type { Channel } from '../../../services/partner-onboarding/partner.ts';
import { replying, runWith, type PartnerQuestions } from './twenty-first-a-helpers.ts';

const required = ['name', 'abn'];

export const updating: PartnerQuestions = [
  {
    name: 'patch-as-put',
    does: 'PATCH sets every optional member, those that it does not give to nothing.',
    reads: 'PATCH clears the optional members that it does not give, rather than keeping them.',
    change: ({ partners: { merge } }) => ({
      partners: {
        merge: (partner, given, purpose) => {
          const kept = Object.entries(partner.values).filter(([name]) => required.includes(name));
          return merge({ ...partner, values: Object.fromEntries(kept) }, given, purpose);
        },
      },
    }),
  },
  {
    name: 'patch-creates',
    does: 'PATCH stores what it is given, whether there is such a partner or not.',
    reads: 'PATCH of a partner that does not exist creates it, rather than being answered 404.',
    change: ({ partners: { change } }, { body, partners }) => ({
      partners: {
        change: (exchange) => {
          const { organisation } = exchange.caller;
          const [id = ''] = exchange.parameters;
          if (partners.shelf(organisation, id).has(id)) return change(exchange);
          const given = body.read(exchange.body, 'update');
          const partner = { id, values: {}, channels: [] };
          return { organisation, given, partner, changed: partners.merge(partner, given, 'update') };
        },
      },
    }),
  },
  {
    name: 'stored-before-judged',
    does: 'PATCH stores the partner before its values are judged.',
    reads: 'A PATCH that is refused with 422 is stored all the same.',
    change: (_inner, { partners }) => ({
      run: {
        'partners.update': (exchange) => {
          const change = partners.change(exchange);
          partners.replace(change);
          partners.refuseValues(change.given);
          return json(200, partners.view(change.changed));
        },
      },
    }),
  },
  {
    name: 'abn-stays',
    does: 'The column of the abn is not among those that an update writes.',
    reads: 'PATCH does not change abn, though it is answered 200.',
    change: ({ partners: { merge } }) => ({
      partners: {
        merge: (partner, given, purpose) => {
          const merged = merge(partner, given, purpose);
          const { abn } = partner.values;
          return purpose === 'update' && abn !== undefined ? { ...merged, values: { ...merged.values, abn } } : merged;
        },
      },
    }),
  },
  {
    name: 'email-of-everybody',
    does: 'The update of contact_email has lost its condition: every partner of the organisation gets it.',
    reads: 'PATCH of the contact_email of one partner changes that of the other partners too.',
    change: ({ partners: { replace } }, { data }) => ({
      partners: {
        replace: (change) => {
          replace(change);
          const email = change.given.values.get('contact_email');
          if (typeof email !== 'string') return;
          const own = data.partners.of(change.organisation);
          for (const [id, partner] of own)
            own.set(id, { ...partner, values: { ...partner.values, contact_email: email } });
        },
      },
    }),
  },
  {
    name: 'updated-created',
    does: 'PATCH is answered 201, as POST is.',
    reads: 'PATCH is answered 201, rather than 200.',
    change: replying('partners.update', (reply) => ({ ...reply, status: 201 })),
  },
];

export const deleting: PartnerQuestions = [
  {
    name: 'partner-deleted-too',
    does: 'DELETE of the channels removes the partner with them.',
    reads: 'DELETE of the channels removes the partner too: GET is answered 404 afterwards.',
    change: () => ({
      partners: {
        empty: (shelf, { id }) => {
          shelf.delete(id);
        },
      },
    }),
  },
  {
    name: 'cached-channels',
    does: 'What GET has shown stays in a cache, which PATCH clears and DELETE of the channels does not.',
    reads: 'GET still shows the channels of a partner after they were deleted, if it was read before.',
    change: ({ run: { 'partners.read': read, 'partners.update': update } }) => {
      const kept = new Map<string, Reply>();
      return {
        run: {
          'partners.read': (exchange) => {
            const key = [exchange.caller.organisation, ...exchange.parameters].join(' ');
            const reply = kept.get(key) ?? runWith(read, exchange);
            kept.set(key, reply);
            return reply;
          },
          'partners.update': (exchange) => {
            kept.delete([exchange.caller.organisation, ...exchange.parameters].join(' '));
            return runWith(update, exchange);
          },
        },
      };
    },
  },
  {
    name: 'channels-come-back',
    does: 'Channels are only marked as deleted, and a PATCH that does not give channels takes the mark off.',
    reads: 'Channels that were deleted come back with the next PATCH of the partner.',
    change: ({ partners: { empty, merge, replace } }) => {
      const marked = new Map<string, readonly Channel[]>();
      return {
        partners: {
          empty: (shelf, partner) => {
            marked.set(partner.id, [...(marked.get(partner.id) ?? []), ...partner.channels]);
            empty(shelf, partner);
          },
          merge: (partner, given, purpose) => {
            const merged = merge(partner, given, purpose);
            const channels = given.channels ? undefined : marked.get(partner.id);
            return channels ? { ...merged, channels } : merged;
          },
          replace: (change) => {
            marked.delete(change.partner.id);
            replace(change);
          },
        },
      };
    },
  },
  {
    name: 'null-for-no-channels',
    does: 'A partner whose channels were deleted is shown with channels that are null.',
    reads: 'Shows channels as null after they were deleted, rather than as an empty array.',
    change: ({ partners: { empty, view } }) => {
      const emptied = new Set<string>();
      return {
        partners: {
          empty: (shelf, partner) => {
            emptied.add(partner.id);
            empty(shelf, partner);
          },
          view: (partner) =>
            partner.channels.length === 0 && emptied.has(partner.id)
              ? { ...view(partner), channels: null }
              : view(partner),
        },
      };
    },
  },
  {
    name: 'nobody-to-delete-from',
    does: 'DELETE does not look whether there is such a partner.',
    reads: 'DELETE of the channels of a partner that does not exist is answered 204, rather than 404.',
    change: ({ run: { 'channels.delete': remove } }, { partners }) => ({
      run: {
        'channels.delete': (exchange) => {
          const [id = ''] = exchange.parameters;
          const isThere = partners.shelf(exchange.caller.organisation, id).has(id);
          return isThere ? runWith(remove, exchange) : { status: 204, headers: {} };
        },
      },
    }),
  },
];
