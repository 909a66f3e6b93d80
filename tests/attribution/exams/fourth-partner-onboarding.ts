/** The part of the fourth exam about partner-onboarding. */
import type { Reply } from '../../../services/http/message.ts';
import type { StagesOf } from '../../../services/index.ts';
import { around, behind, sent, type Question } from '../exam.ts';

const page = (status: number, title: string): Reply => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n</body>\r\n</html>\r\n`,
});

const attack = /<\/?[a-z][^>]*>|' or |union +select|drop +table|;--/i;
const beyondLatin1 = /[\u{100}-\u{10ffff}]/gu;

/** The check digits of an ABN: with one taken off the first digit, the weighted sum is divisible by 89. */
function hasCheckDigits(abn: string): boolean {
  const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
  const digits = Array.from(abn, Number);
  const sum = weights.reduce((all, weight, index) => all + weight * ((digits[index] ?? 0) - (index === 0 ? 1 : 0)), 0);
  return sum % 89 === 0;
}

export const partnerOnboarding: readonly Question<StagesOf['partner-onboarding']>[] = [
  {
    name: 'firewall-on-texts',
    does: 'A firewall before the service answers 403 with an HTML page where a body has what looks like markup or SQL.',
    reads: 'Refuses texts that look like code (markup, SQL) with 403; they are only texts and are to be stored.',
    change: behind(() => async (asked, deliver) => {
      const { text, call } = await sent(asked);
      return attack.test(text) ? page(403, '403 Forbidden') : deliver(call);
    }),
  },
  {
    name: 'column-of-latin-1',
    does: 'The columns of texts are of Latin-1: whatever is beyond it is stored as a question mark.',
    reads: 'Stores letters beyond Latin-1 as question marks.',
    change: ({ partners }) => ({
      partners: {
        show: (field, value) => partners.show(field, value)?.replace(beyondLatin1, '?'),
        showChannel: (channel) =>
          Object.fromEntries(Object.entries(channel).map(([name, value]) => [name, value.replace(beyondLatin1, '?')])),
      },
    }),
  },
  {
    name: 'two-releases-at-once',
    does: 'One node of four runs another release, which names contact_email contactEmail.',
    reads: 'Now and then names contact_email contactEmail in its answers.',
    change: around(() => {
      let shown = 0;
      return async (call, deliver) => {
        const reply = await deliver(call);
        if (reply.status >= 300 || reply.body?.includes('"contact_email":') !== true) return reply;
        shown += 1;
        return shown % 4 === 0 ? { ...reply, body: reply.body.replace('"contact_email":', '"contactEmail":') } : reply;
      };
    }),
  },
  {
    name: 'tag-of-the-identifier',
    does: 'What is read has an entity tag made of the identifier alone, and what has this tag is answered 304.',
    reads: 'Answers 304 to a partner that was changed since: its entity tag does not change with it.',
    change: around(() => async (call, deliver) => {
      const reply = await deliver(call);
      const id = /^\/partners\/([^/]+)$/.exec(call.path)?.[1];
      if (call.method !== 'GET' || reply.status !== 200 || id === undefined) return reply;
      const headers = { ...reply.headers, etag: `"${id}"` };
      if (call.header('if-none-match') !== headers.etag) return { ...reply, headers };
      const { 'content-type': _type, ...rest } = headers as Record<string, string>;
      return { status: 304, headers: rest };
    }),
  },
  {
    name: 'deleted-channels-return',
    does: 'Channels that are deleted are only marked, and the next update of their partner takes the mark away.',
    reads: 'Shows deleted channels again after the next update of their partner.',
    change: ({ partners }) => {
      const deleted = new Map<string, Parameters<typeof partners.view>[0]['channels']>();
      return {
        partners: {
          empty: (shelf, partner) => {
            if (partner.channels.length > 0) deleted.set(partner.id, partner.channels);
            partners.empty(shelf, partner);
          },
          merge: (partner, given, purpose) => {
            const merged = partners.merge(partner, given, purpose);
            const back = purpose === 'update' ? deleted.get(partner.id) : undefined;
            if (back === undefined) return merged;
            deleted.delete(partner.id);
            return given.channels === undefined ? { ...merged, channels: back } : merged;
          },
        },
      };
    },
  },
  {
    name: 'check-digits-of-abn',
    does: 'An ABN whose check digits are wrong is refused with 422, though it has the form that is asked for.',
    reads: 'Refuses an abn of eleven digits with 422.',
    change: ({ body }) => ({
      body: {
        judge: (place, given) => {
          const refused = body.judge(place, given);
          if (place.field.name !== 'abn' || typeof given !== 'string' || refused.length > 0) return refused;
          return hasCheckDigits(given) ? [] : [{ code: 'check_digits', text: 'is not a valid ABN' }];
        },
      },
    }),
  },
  {
    name: 'null-as-word',
    does: 'A null in an update is made a text by the mapper: the member is stored as "null".',
    reads: 'Stores the text "null" where an update clears a member with null.',
    change: ({ partners }) => ({
      partners: {
        merge: (partner, given, purpose) => {
          const values = new Map([...given.values].map(([name, value]) => [name, value ?? 'null']));
          return partners.merge(partner, purpose === 'update' ? { ...given, values } : given, purpose);
        },
      },
    }),
  },
  {
    name: 'proxy-takes-two-kibibytes',
    does: 'The proxy before the service takes bodies of at most 2 KiB and answers longer ones with 413 and an HTML page.',
    reads: 'Refuses good bodies of more than 2 KiB with 413.',
    change: behind(() => async (asked, deliver) => {
      const { text, call } = await sent(asked);
      return new TextEncoder().encode(text).length > 2048 ? page(413, '413 Request Entity Too Large') : deliver(call);
    }),
  },
  {
    name: 'said-to-be-gzip',
    does: 'Answers of more than 200 bytes are said to be compressed with gzip, and are not.',
    reads: 'Says Content-Encoding: gzip in answers that are not compressed.',
    change: around(() => async (call, deliver) => {
      const reply = await deliver(call);
      return reply.status < 300 && (reply.body?.length ?? 0) > 200
        ? { ...reply, headers: { ...reply.headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' } }
        : reply;
    }),
  },
  {
    name: 'token-used-up',
    does: 'A token is taken for a hundred calls; after that it is refused with 401, long before it expires.',
    reads: 'Refuses a token with 401 that is still valid, after it was taken for a number of calls.',
    change: ({ token }) => {
      const used = new Map<string, number>();
      return {
        token: {
          verify: (text) => {
            const times = (used.get(text) ?? 0) + 1;
            used.set(text, times);
            return times > 100 ? undefined : token.verify(text);
          },
        },
      };
    },
  },
];
