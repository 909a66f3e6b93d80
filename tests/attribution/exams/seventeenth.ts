/**
 * The seventeenth exam: sixty ordinary mistakes were written down first, walking through the two documents section by section (20 of
 * partner-onboarding, 28 of student-reporting, 12 of the identity provider). Those asked are the first twenty by SHA-256 of "seventeenth"
 * and their number; as that gave three of partner-onboarding, its next two took the place of the last two of student-reporting.
 */
import { notFound } from '../../../services/http/gateway-error.ts';
import type { Exam } from '../exam.ts';
import { identityProvider } from './seventeenth-identity-provider.ts';
import { studentReporting } from './seventeenth-student-reporting.ts';

export const exam: Exam = {
  'partner-onboarding': [
    // Section 1
    {
      name: 'plan-as-interface',
      does: 'The description of the service has the name of its plan where that of the interface belongs.',
      reads:
        'Says in its description that its name is "MFT Partner Onboarding-EinvoicingWoG", rather than "ManagedFileTransfers-Einv-Onboarding".',
      change: ({ about: { describe } }) => ({
        about: {
          describe: () => ({
            ...describe(),
            api_name: 'MFT Partner Onboarding-EinvoicingWoG',
          }),
        },
      }),
    },
    // Section 2
    {
      name: 'channels-by-type',
      does: 'The query of the channels of a partner sorts them by channel_type.',
      reads:
        'Shows the channels of a partner sorted by channel_type, rather than in the order in which they were sent.',
      change: ({ partners: { view } }) => ({
        partners: {
          view: (partner) => {
            const channels = [...partner.channels].sort((one, other) =>
              (one['channel_type'] ?? '').localeCompare(other['channel_type'] ?? ''),
            );
            return view({ ...partner, channels });
          },
        },
      }),
    },
    // Section 4, PATCH
    {
      name: 'null-passed-over',
      does: 'What maps an update onto the partner leaves out members that are null.',
      reads:
        'A PATCH with null for an optional member, such as contact_email, does not clear it: it is answered 200, and the partner keeps the old value.',
      change: ({ partners: { merge } }) => ({
        partners: {
          merge: (partner, given, purpose) => {
            const values = new Map([...given.values].filter(([, value]) => value !== null));
            return merge(partner, { ...given, values }, purpose);
          },
        },
      }),
    },
    {
      name: 'channels-appended',
      does: 'The channels of an update are added to those there are.',
      reads: 'A PATCH with channels appends them to those of the partner, rather than replacing them.',
      change: ({ partners: { merge } }) => ({
        partners: {
          merge: (partner, given, purpose) => {
            const channels = given.channels && [...partner.channels, ...given.channels];
            return merge(partner, { ...given, channels }, purpose);
          },
        },
      }),
    },
    {
      name: 'update-of-others',
      does: 'An update looks for its partner by id alone; whose it is, is looked at by GET and DELETE.',
      reads: 'PATCH changes a partner of another organisation: it is answered 200, rather than 404.',
      change: ({ partners: { locate, replace } }, { data }) => {
        const shelfOf = (id: string) => data.partners.all().find((shelf) => shelf.has(id));
        return {
          partners: {
            locate: (exchange) => {
              if (exchange.call.method !== 'PATCH') return locate(exchange);
              const [id = ''] = exchange.parameters;
              const partner = shelfOf(id)?.get(id);
              if (!partner) throw notFound();
              return partner;
            },
            replace: (change) => {
              const shelf = shelfOf(change.partner.id);
              if (shelf) shelf.set(change.partner.id, change.changed);
              else replace(change);
            },
          },
        };
      },
    },
  ],
  'student-reporting': studentReporting,
  'identity-provider': identityProvider,
};
