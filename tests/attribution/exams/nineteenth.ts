/**
 * The nineteenth exam: sixty ordinary mistakes were written down first, walking through the two documents section by section (20 of
 * partner-onboarding, 28 of student-reporting, 12 of the identity provider). Those asked are the first twenty by SHA-256 of "nineteenth"
 * and their number: six of partner-onboarding, nine of student-reporting, five of the identity provider.
 */
import type { Exam } from '../exam.ts';
import { identityProvider } from './nineteenth-identity-provider.ts';
import { studentReporting } from './nineteenth-student-reporting.ts';

/** What the column of the name has place for. */
const NAME_PLACES = 50;

export const exam: Exam = {
  'partner-onboarding': [
    // Section 2
    {
      name: 'name-cut-off',
      does: 'The column of the name of a partner has 50 characters, and what is longer is cut off.',
      reads:
        'Cuts the name of a partner off after 50 characters: it is answered with success, and the rest of the name is lost.',
      change: ({ partners: { merge } }) => ({
        partners: {
          merge: (partner, given, purpose) => {
            const merged = merge(partner, given, purpose);
            const { name, ...values } = merged.values;
            const kept = name === undefined ? {} : { name: [...name].slice(0, NAME_PLACES).join('') };
            return { ...merged, values: { ...values, ...kept } };
          },
        },
      }),
    },
    // Section 4, POST
    {
      name: 'no-plus-in-mail',
      does: 'The pattern for addresses of mail has no plus in it.',
      reads:
        'Refuses a contact_email with a plus sign before the @, such as ann+test@example.org, with 422, though it is valid.',
      change: ({ body: { judge } }) => ({
        body: {
          judge: (place, given) => {
            const refused = judge(place, given);
            const isWithPlus = place.field.name === 'contact_email' && typeof given === 'string' && given.includes('+');
            if (refused.length > 0 || !isWithPlus) return refused;
            return [{ code: 'format', text: 'is not of the format email' }];
          },
        },
      }),
    },
    // Section 4, PATCH
    {
      name: 'answered-before-updated',
      does: 'The answer to an update is made before the update is applied.',
      reads: 'Answers a PATCH with the partner as it was before the update.',
      change: ({ run }, { partners: { locate, view } }) => ({
        run: {
          'partners.update': (exchange) => {
            const update = run['partners.update'];
            if (!update) throw new Error('Nothing updates partners.');
            let before: string | undefined;
            try {
              before = JSON.stringify(view(locate(exchange)));
            } catch {
              // What is not there, the update itself says.
            }
            const reply = update(exchange);
            return before === undefined ? reply : { ...reply, body: before };
          },
        },
      }),
    },
    // Section 4, DELETE
    {
      name: 'deletion-in-queue',
      does: 'The deletion of channels is put in a queue, which is worked off after the next read.',
      reads: 'A GET directly after the DELETE of the channels of a partner still shows them.',
      change: ({ partners: { empty, change }, run }) => {
        const queue = new Map<string, () => void>();
        const workOff = (id: string): void => {
          queue.get(id)?.();
          queue.delete(id);
        };
        return {
          partners: {
            empty: (shelf, { id }) => {
              queue.set(id, () => {
                const partner = shelf.get(id);
                if (partner) empty(shelf, partner);
              });
            },
            change: (exchange) => {
              workOff(exchange.parameters[0] ?? '');
              return change(exchange);
            },
          },
          run: {
            'partners.read': (exchange) => {
              const read = run['partners.read'];
              if (!read) throw new Error('Nothing reads partners.');
              const reply = read(exchange);
              workOff(exchange.parameters[0] ?? '');
              return reply;
            },
          },
        };
      },
    },
    // Section 5
    {
      name: 'scheme-by-the-letter',
      does: 'The scheme of Authorization is compared with "Bearer", letter by letter.',
      reads: 'Refuses a valid token whose scheme is written in lower case (bearer) with 401.',
      change: ({ door: { tokenOf } }) => ({
        door: {
          tokenOf: (call) => ((call.header('authorization') ?? '').startsWith('Bearer ') ? tokenOf(call) : undefined),
        },
      }),
    },
    {
      name: 'tokens-of-others',
      does: 'The audience of an access token is not looked at.',
      reads: 'Accepts access tokens that were issued for another service.',
      change: () => ({ token: { isForService: () => true } }),
    },
  ],
  'student-reporting': studentReporting,
  'identity-provider': identityProvider,
};
