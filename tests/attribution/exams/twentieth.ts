/**
 * The twentieth exam: sixty ordinary mistakes were written down first, walking through the two documents section by section (20 of
 * partner-onboarding, 28 of student-reporting, 12 of the identity provider). Those asked are the first twenty by SHA-256 of "twentieth"
 * and their number: seven of partner-onboarding, nine of student-reporting, four of the identity provider.
 */
import { isDeepStrictEqual } from 'node:util';
import { GatewayError, notFound } from '../../../services/http/gateway-error.ts';
import { json } from '../../../services/http/message.ts';
import type { Exam } from '../exam.ts';
import { identityProvider } from './twentieth-identity-provider.ts';
import { studentReporting } from './twentieth-student-reporting.ts';

export const exam: Exam = {
  'partner-onboarding': [
    // Sections 1 and 9
    {
      name: 'version-of-the-draft',
      does: 'The published definition still has the version of the draft.',
      reads: 'The definition that it publishes says the version is 0.9.0, rather than 1.0.0.',
      change: ({ about: { definition } }) => ({
        about: {
          definition: () => {
            const document = definition() as { readonly info: object };
            return { ...document, info: { ...document.info, version: '0.9.0' } };
          },
        },
      }),
    },
    // Section 2
    {
      name: 'id-of-the-second',
      does: 'The identifier of a new partner is the second in which it was created.',
      reads:
        'Gives two partners that are created one after the other the same id: the second takes the place of the first.',
      change: (_inner, _stages, { clock }) => ({
        partners: { newId: () => String(Math.floor(clock().getTime() / 1000)) },
      }),
    },
    // Section 4, POST
    {
      name: 'email-in-small-letters',
      does: 'The e-mail address of a partner is put into small letters when it is kept.',
      reads: 'The contact_email of a partner comes back in small letters, not as it was given.',
      change: ({ partners: { merge } }) => ({
        partners: {
          merge: (partner, given, purpose) => {
            const merged = merge(partner, given, purpose);
            const email = merged.values['contact_email'];
            return email === undefined
              ? merged
              : { ...merged, values: { ...merged.values, contact_email: email.toLowerCase() } };
          },
        },
      }),
    },
    {
      name: 'channels-newest-first',
      does: 'The channels of a partner are read newest first.',
      reads: 'The channels of a partner come back in reverse order.',
      change: ({ partners: { view } }) => ({
        partners: { view: (partner) => view({ ...partner, channels: partner.channels.toReversed() }) },
      }),
    },
    // Section 4, GET
    {
      name: 'nothing-found-is-empty',
      does: 'A look-up that finds nothing gives an empty object.',
      reads: 'GET of a partner that does not exist is answered 200 with an empty object, rather than 404.',
      change: ({ run }) => ({
        run: {
          'partners.read': (exchange) => {
            try {
              return run['partners.read']?.(exchange) ?? json(200, {});
            } catch (error) {
              if (error instanceof GatewayError && error.status === 404) return json(200, {});
              throw error;
            }
          },
        },
      }),
    },
    // Section 4, PATCH
    {
      name: 'nothing-changed-not-found',
      does: 'An update that changes nothing counts no changed row, and that is taken for no row found.',
      reads: 'PATCH is answered 404 when it gives a partner the values that it has already.',
      change: ({ partners: { replace } }) => ({
        partners: {
          replace: (change) => {
            if (isDeepStrictEqual(change.partner, change.changed)) throw notFound();
            replace(change);
          },
        },
      }),
    },
    // Section 4, DELETE
    {
      name: 'every-second-channel-stays',
      does: 'The channels are removed from the list while it is walked through.',
      reads: 'DELETE of the channels leaves every second channel.',
      change: () => ({
        partners: {
          empty: (shelf, partner) => {
            shelf.set(partner.id, { ...partner, channels: partner.channels.filter((_, index) => index % 2 === 1) });
          },
        },
      }),
    },
  ],
  'student-reporting': studentReporting,
  'identity-provider': identityProvider,
};
