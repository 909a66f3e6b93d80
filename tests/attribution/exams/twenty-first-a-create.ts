/** The questions about POST /partners and GET /partners/{id} (partner-onboarding section 4). */
import { GatewayError, notFound } from '../../../services/http/gateway-error.ts';
import { json } from '../../../services/http/message.ts';
import { maxChannels } from '../../../services/partner-onboarding/partner.ts';
import { replying, runWith, withBody, type PartnerQuestions } from './twenty-first-a-helpers.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const creating: PartnerQuestions = [
  {
    name: 'location-behind-the-proxy',
    does: 'The Location of a new partner has the address that the service has behind its proxy.',
    reads: 'Sends a Location that leads to http://localhost:8080, rather than to the new partner.',
    change: () => ({
      partners: { location: ({ id }) => ({ location: `http://localhost:8080/partners/${id}` }) },
    }),
  },
  {
    name: 'first-channel-only',
    does: 'Only the first channel of a new partner is stored.',
    reads: 'POST keeps only the first channel of a partner that is created with several.',
    change: ({ partners: { merge } }) => ({
      partners: {
        merge: (partner, given, purpose) => {
          const merged = merge(partner, given, purpose);
          return purpose === 'create' ? { ...merged, channels: merged.channels.slice(0, 1) } : merged;
        },
      },
    }),
  },
  {
    name: 'nine-digits-will-do',
    does: 'The abn is checked against nine to eleven digits, so that an ACN passes too.',
    reads: 'Accepts an abn of fewer than eleven digits.',
    change: ({ body: { judge } }) => ({
      body: {
        judge: (place, given) =>
          place.field.name === 'abn' && /^[0-9]{9,11}$/.test(given ?? '') ? [] : judge(place, given),
      },
    }),
  },
  {
    name: 'https-forgotten',
    does: 'HTTPS is missing in the list of channel types.',
    reads: 'Refuses a channel whose channel_type is HTTPS.',
    change: ({ body: { judge } }) => ({
      body: {
        judge: (place, given) =>
          place.field.name === 'channel_type' && given === 'HTTPS'
            ? [{ code: 'code-list', text: 'is not a valid code' }]
            : judge(place, given),
      },
    }),
  },
  {
    name: 'nineteen-channels',
    does: 'The number of channels must be less than twenty, rather than at most twenty.',
    reads: 'Refuses a partner with twenty channels, which is as many as it may have.',
    change: ({ body: { channels } }) => ({
      body: {
        channels: (sent) => {
          const read = channels(sent);
          if (!Array.isArray(sent) || sent.length !== maxChannels) return read;
          const entry = { code: 'size', detail: 'There are too many channels.', source: { pointer: '/channels' } };
          return { ...read, refusals: [...read.refusals, entry] };
        },
      },
    }),
  },
  {
    name: 'id-not-yet-known',
    does: 'The reply to POST is made before the database has given the partner its identifier: id is null there.',
    reads: 'POST replies with null as the id of the new partner.',
    change: replying('partners.create', (reply) => withBody(reply, (body) => ({ ...body, id: null }))),
  },
  {
    name: 'ids-at-the-same-time',
    does: 'The identifier of a new partner is one more than the highest that is stored, which others read too until it is.',
    reads: 'Gives two partners that are created at the same time the same id.',
    change: ({ delivery: { deliver } }, _stages, { sleep }) => {
      let next = 1000;
      return {
        partners: { newId: () => String(next) },
        delivery: {
          deliver: async (call) => {
            const reply = await deliver(call);
            if (call.method !== 'POST' || reply.status !== 201) return reply;
            await sleep(5);
            next += 1;
            return reply;
          },
        },
      };
    },
  },
];

export const reading: PartnerQuestions = [
  {
    name: 'partner-of-another',
    does: 'GET looks for a partner by its identifier alone, whosever it is.',
    reads: 'GET shows a partner to an organisation that it does not belong to.',
    change: (_inner, { data, partners }) => ({
      run: {
        'partners.read': ({ parameters: [id = ''] }) => {
          const partner = data.partners
            .all()
            .map((own) => own.get(id))
            .find((found) => found !== undefined);
          if (!partner) throw notFound();
          return json(200, partners.view(partner));
        },
      },
    }),
  },
  {
    name: 'no-uuid',
    does: 'An identifier that is no UUID makes GET fail with 500, because it is parsed without a guard.',
    reads: 'GET of a partner with an id that is no UUID is answered 500, rather than 404.',
    change: ({ run: { 'partners.read': read } }) => ({
      run: {
        'partners.read': (exchange) => {
          if (uuid.test(exchange.parameters[0] ?? '')) return runWith(read, exchange);
          const detail = 'The service could not handle the request.';
          throw new GatewayError(500, { code: 'internal_error', detail });
        },
      },
    }),
  },
  {
    name: 'list-of-one',
    does: 'GET replies with the rows of its query: a list that has the one partner.',
    reads: 'GET of one partner replies with an array that holds it, rather than with the partner.',
    change: replying('partners.read', (reply) => withBody(reply, (body) => [body])),
  },
  {
    name: 'camel-case-on-read',
    does: 'GET names the member contactEmail; the mapping of the other operations was made right.',
    reads: 'GET sends contactEmail, rather than contact_email.',
    change: replying('partners.read', (reply) =>
      withBody(reply, ({ contact_email: contactEmail, ...others }) => ({ ...others, contactEmail })),
    ),
  },
  {
    name: 'copy-behind',
    does: 'GET reads from a copy of the database that is behind: the first GET of a new partner does not find it.',
    reads: 'A new partner is not found by the first GET after its creation: 404, rather than 200.',
    change: ({ partners: { add }, run: { 'partners.read': read } }) => {
      const fresh = new Set<string>();
      return {
        partners: {
          add: (organisation, partner) => {
            fresh.add(partner.id);
            add(organisation, partner);
          },
        },
        run: {
          'partners.read': (exchange) => {
            if (fresh.delete(exchange.parameters[0] ?? '')) throw notFound();
            return runWith(read, exchange);
          },
        },
      };
    },
  },
];
