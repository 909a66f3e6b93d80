import { GatewayError, type GatewayErrorEntry } from '../../../services/http/gateway-error.ts';
import type { StagesOf } from '../../../services/index.ts';
import { around, type Question } from '../exam.ts';

/** `/channels/0/endpoint` as validators of beans write it. */
const dotted = (pointer: string): string =>
  pointer
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');

const withDots = (entry: GatewayErrorEntry): GatewayErrorEntry =>
  entry.source !== undefined && 'pointer' in entry.source
    ? { ...entry, source: { pointer: dotted(entry.source.pointer) } }
    : entry;

export const partnerOnboarding: readonly Question<StagesOf['partner-onboarding']>[] = [
  {
    name: 'still-provisioned',
    does: 'A new partner is set up in the background: the first change of it, or deletion of its channels, is answered 409.',
    reads: 'Refuses the first change of a new partner with 409: it is still being set up.',
    change: ({ partners }) => {
      const fresh = new Set<string>();
      const waitFor = (id: string): void => {
        const entry = {
          code: 'conflict',
          detail: 'The partner is still being provisioned.',
        };
        if (fresh.delete(id)) throw new GatewayError(409, entry);
      };
      return {
        partners: {
          add: (organisation, partner) => {
            fresh.add(partner.id);
            partners.add(organisation, partner);
          },
          replace: (change) => {
            waitFor(change.partner.id);
            partners.replace(change);
          },
          empty: (shelf, partner) => {
            waitFor(partner.id);
            partners.empty(shelf, partner);
          },
        },
      };
    },
  },
  {
    name: 'channels-in-a-set',
    does: 'Channels are held in a set: of several that are equal one is kept.',
    reads: 'Keeps one of several channels that are equal, and drops the others.',
    change: ({ partners }) => ({
      partners: {
        merge: (partner, given, purpose) => {
          const merged = partners.merge(partner, given, purpose);
          const byContent = new Map(merged.channels.map((channel) => [JSON.stringify(channel), channel]));
          return { ...merged, channels: [...byContent.values()] };
        },
      },
    }),
  },
  {
    name: 'body-of-a-kibibyte',
    does: 'The proxy in front lets bodies of at most 1 KiB through.',
    reads: 'Refuses correct bodies of more than 1 KiB with 413.',
    change: ({ gateway }) => ({
      gateway: {
        bodyLimit: 1024,
        refuse: (error) =>
          gateway.refuse(
            error.status === 413
              ? new GatewayError(413, {
                  code: 'content_too_large',
                  detail: 'The request entity is too large.',
                })
              : error,
          ),
      },
    }),
  },
  {
    name: 'pointers-with-dots',
    does: 'A refusal names the faulty member as channels[0].endpoint.',
    reads:
      'Names the faulty member of a refused body as channels[0].endpoint, not by a JSON pointer (/channels/0/endpoint).',
    change: ({ gateway }) => ({
      gateway: {
        refuse: (error) => {
          const [first, ...rest] = error.entries;
          return gateway.refuse(
            new GatewayError(error.status, [withDots(first), ...rest.map(withDots)], error.headers),
          );
        },
      },
    }),
  },
  {
    name: 'trigger-on-abn',
    does: 'A trigger makes participant_id anew from abn whenever abn is changed.',
    reads: 'Changes participant_id in an update that names abn and not participant_id.',
    change: ({ partners }) => ({
      partners: {
        merge: (partner, given, purpose) => {
          const merged = partners.merge(partner, given, purpose);
          const abn = given.values.get('abn');
          const isMade =
            purpose === 'update' &&
            typeof abn === 'string' &&
            !given.values.has('participant_id') &&
            merged.values['participant_id'] !== undefined;
          return isMade
            ? {
                ...merged,
                values: { ...merged.values, participant_id: `0151:${abn}` },
              }
            : merged;
        },
      },
    }),
  },
  {
    name: 'null-as-a-word',
    does: 'An update turns each value into text before it is stored: null becomes the text "null".',
    reads: 'Stores the text "null" where an update clears a member with null.',
    change: ({ partners }) => ({
      partners: {
        merge: (partner, given, purpose) => {
          const values =
            purpose === 'update'
              ? new Map([...given.values].map(([name, value]) => [name, value ?? 'null'] as const))
              : given.values;
          return partners.merge(partner, { ...given, values }, purpose);
        },
      },
    }),
  },
  {
    name: 'sign-in-page',
    does: 'The gateway takes a reader whose Accept does not name application/json for a browser, and redirects it to the sign-in page.',
    reads: 'Redirects a read with 302 to a sign-in page where Accept allows JSON without naming it, or is absent.',
    change: around(() => async (call, deliver) => {
      const reply = await deliver(call);
      const isBrowser = call.header('accept')?.toLowerCase().includes('application/json') !== true;
      if (call.method !== 'GET' || reply.status !== 200 || !isBrowser) return reply;
      const { date = '' } = reply.headers;
      return {
        status: 302,
        headers: { date, 'cache-control': 'no-store', location: '/login' },
      };
    }),
  },
];
