/**
 * The eighteenth exam: sixty ordinary mistakes were written down first, walking through the two documents section by section (20 of
 * partner-onboarding, 28 of student-reporting, 12 of the identity provider). Those asked are the first twenty by SHA-256 of "eighteenth"
 * and their number: five of partner-onboarding, eleven of student-reporting, four of the identity provider.
 */
import { asking } from '../../../services/http/message.ts';
import { around, type Exam } from '../exam.ts';
import { identityProvider } from './eighteenth-identity-provider.ts';
import { studentReporting } from './eighteenth-student-reporting.ts';

export const exam: Exam = {
  'partner-onboarding': [
    // Section 4, POST
    {
      name: 'body-as-latin-1',
      does: 'The bodies of requests are read as ISO 8859-1.',
      reads:
        'Garbles letters beyond ASCII, as in the name of a partner: what was sent as UTF-8 comes back as other characters.',
      change: around(() => (call, deliver) => {
        const read = async (limit: number): Promise<Uint8Array | undefined> => {
          const bytes = await call.read(limit);
          return bytes && Buffer.from(Buffer.from(bytes).toString('latin1'), 'utf8');
        };
        return deliver(asking(call, { read }));
      }),
    },
    // Section 4, PATCH
    {
      name: 'description-lost-by-update',
      does: 'What maps the channels of an update leaves out their description.',
      reads:
        'A PATCH with channels does not keep the description of a channel: it is answered 200, and the channel has none.',
      change: ({ partners: { merge } }) => ({
        partners: {
          merge: (partner, given, purpose) => {
            const channels = given.channels?.map((channel) =>
              Object.fromEntries(Object.entries(channel).filter(([name]) => name !== 'description')),
            );
            return merge(partner, purpose === 'update' ? { ...given, channels } : given, purpose);
          },
        },
      }),
    },
    {
      name: 'update-of-no-rows',
      does: 'An update does not look whether there was a row to change.',
      reads: 'PATCH of a partner that does not exist is answered 200, rather than 404.',
      change: ({ partners: { change, replace } }, { body, partners }) => ({
        partners: {
          change: (exchange) => {
            const {
              caller: { organisation },
              parameters: [id = ''],
            } = exchange;
            if (partners.shelf(organisation, id).has(id)) return change(exchange);
            const given = body.read(exchange.body, 'update');
            const partner = { id, values: {}, channels: [] };
            return { organisation, given, partner, changed: partners.merge(partner, given, 'update') };
          },
          replace: (changed) => {
            const { organisation, partner } = changed;
            if (partners.shelf(organisation, partner.id).has(partner.id)) replace(changed);
          },
        },
      }),
    },
    {
      name: 'refused-in-part',
      does: 'An update writes each member that is right as it goes along, before it refuses the others.',
      reads: 'A PATCH that is refused with 422 still changes the partner: the members of it that are valid are kept.',
      change: ({ partners: { change } }, { partners }) => ({
        partners: {
          change: (exchange) => {
            const made = change(exchange);
            const { given, partner } = made;
            const wrong = new Set(
              given.refusals.map(({ source }) => (source && 'pointer' in source ? source.pointer.split('/')[1] : '')),
            );
            if (wrong.size === 0) return made;
            const right = {
              ...given,
              values: new Map([...given.values].filter(([name]) => !wrong.has(name))),
              channels: wrong.has('channels') ? undefined : given.channels,
            };
            partners.replace({ ...made, changed: partners.merge(partner, right, 'update') });
            return made;
          },
        },
      }),
    },
    // Section 4, DELETE
    {
      name: 'all-channels-deleted',
      does: 'The statement that deletes channels asks for those of the organisation, not for those of the partner.',
      reads: 'DELETE of the channels of one partner also deletes the channels of the other partners.',
      change: ({ partners: { empty } }) => ({
        partners: {
          empty: (shelf) => {
            for (const each of shelf.values()) empty(shelf, each);
          },
        },
      }),
    },
  ],
  'student-reporting': studentReporting,
  'identity-provider': identityProvider,
};
