/**
 * The document names four operations (section 4) and a plan without limits (section 8), and leaves fields and answers open
 * (sections 2, 5 and 7): what is departed from is the operation's own purpose, by the fields and answers that are assumed.
 */
import type { Reply } from '../../../services/http/message.ts';
import { isLongerThan } from '../../../services/model/characters.ts';
import type { StagesOf } from '../../../services/index.ts';
import type { Channel } from '../../../services/partner-onboarding/partner.ts';
import type { Question } from '../exam.ts';

const normalised = (channel: Channel): Channel => {
  const { endpoint } = channel;
  return endpoint !== undefined && URL.canParse(endpoint) ? { ...channel, endpoint: new URL(endpoint).href } : channel;
};

/** The text before the first character that takes four bytes in UTF-8. */
const inThreeBytes = (text: string): string => text.replace(/[\u{10000}-\u{10FFFF}].*$/su, '');

const each = <Kept extends Readonly<Record<string, string>>>(texts: Kept, change: (text: string) => string): Kept =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, change(text)])) as Kept;

const MINUTE = 60_000;

export const partnerOnboarding: readonly Question<StagesOf['partner-onboarding']>[] = [
  {
    // Section 4: a partner is created with what is posted, and read. An endpoint is a text of its owner.
    name: 'endpoints-normalised',
    does: 'Since an upgrade endpoints are held as objects of a library for URLs, which writes them in its own way: hosts in lower case, no default port, a slash after a bare host.',
    reads:
      'Shows the endpoint of a channel in another spelling than it was sent: normalised, https://host.example:443 as https://host.example/.',
    change: ({ partners }) => ({
      partners: {
        merge: (partner, given, purpose) => {
          const merged = partners.merge(partner, given, purpose);
          return { ...merged, channels: merged.channels.map(normalised) };
        },
      },
    }),
  },
  {
    // Section 4: likewise; JSON texts may hold every character of Unicode.
    name: 'cut-at-an-emoji',
    does: 'The columns of texts are of a character set with at most three bytes: a text is cut before its first character with four, without a word.',
    reads: 'Cuts a text at its first character beyond the Basic Multilingual Plane, such as an emoji.',
    change: ({ partners }) => ({
      partners: {
        merge: (partner, given, purpose) => {
          const { id, values, channels } = partners.merge(partner, given, purpose);
          return {
            id,
            values: each(values, inThreeBytes),
            channels: channels.map((channel) => each(channel, inThreeBytes)),
          };
        },
      },
    }),
  },
  {
    // Section 4: POST creates a partner; section 2 shows no narrower form of an address than that of e-mail itself.
    name: 'plus-in-email',
    does: 'The pattern that addresses are validated by has no plus sign before the @.',
    reads: 'Refuses a contact_email with a plus sign before the @ with 422, although it is a valid address.',
    change: ({ body }) => ({
      body: {
        judge: (place, given) => {
          const refused = body.judge(place, given);
          const isMeant = place.field.name === 'contact_email' && given?.includes('+') === true;
          return isMeant && refused.length === 0 ? [{ code: 'format', text: 'is not of the format email' }] : refused;
        },
      },
    }),
  },
  {
    // Section 4: likewise; the 200 characters of a description are assumed, for section 2 shows no fields.
    name: 'limit-of-the-name',
    does: 'The validation of the description of a channel was copied from that of the name of a partner, with its 100 characters.',
    reads: 'Refuses a description of a channel that is longer than 100 characters, although 200 are allowed.',
    change: ({ body }) => ({
      body: {
        judge: (place, given) => {
          const refused = body.judge(place, given);
          const isMeant = place.field.name === 'description' && typeof given === 'string' && isLongerThan(given, 100);
          return isMeant && refused.length === 0
            ? [{ code: 'length', text: 'must have 0 to 100 characters' }]
            : refused;
        },
      },
    }),
  },
  {
    // Section 4: a partner can be read by {id}; who is let in (section 5) is a matter of the call, not of the address.
    name: 'refusal-cached',
    does: 'The proxy keeps a 401 for a minute by the address alone, and answers whoever reads there with it.',
    reads:
      'Refuses a read with a good token with 401 after a read of the same address was refused: the refusal is cached.',
    change: ({ delivery: { deliver } }, _stages, { clock }) => {
      const kept = new Map<string, { readonly reply: Reply; readonly until: number }>();
      return {
        delivery: {
          deliver: async (call) => {
            if (call.method !== 'GET') return deliver(call);
            const now = clock().getTime();
            const known = kept.get(call.path);
            if (known !== undefined && now < known.until) return known.reply;
            const reply = await deliver(call);
            if (reply.status === 401) kept.set(call.path, { reply, until: now + MINUTE });
            return reply;
          },
        },
      };
    },
  },
  {
    // Section 2: {id} is what a partner is identified by; section 4: POST creates one.
    name: 'ids-of-two-counters',
    does: 'There are two nodes now, which take turns, and each counts the ids of new partners by itself.',
    reads: 'Gives two new partners the same id: the second takes the place of the first.',
    change: () => {
      let made = 0;
      return {
        partners: {
          newId: () => {
            made += 1;
            return `P-${String(1000 + Math.ceil(made / 2))}`;
          },
        },
      };
    },
  },
  {
    // Section 4: PATCH updates a part of a partner, which is then still one that POST could have made.
    name: 'update-not-validated',
    does: 'The constraints of a partner belong to a group that is validated when one is created, and not when it is updated.',
    reads:
      'Accepts values in an update of a partner that it refuses when one is created: PATCH does not validate them.',
    change: ({ body }) => ({
      body: {
        judge: (place, given) =>
          place.owner === 'partners' && place.purpose === 'update' && typeof given === 'string'
            ? []
            : body.judge(place, given),
      },
    }),
  },
];
