/** The questions about the interface, its plan, the members of a partner and its refusals (partner-onboarding sections 1, 2, 5, 7, 8 and 9). */
import { unsupportedMediaType } from '../../../services/gateway.ts';
import { json } from '../../../services/http/message.ts';
import { withTexts, type PartnerQuestions } from './twenty-first-a-helpers.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const members: PartnerQuestions = [
  // Sections 1 and 9
  {
    name: 'name-of-the-plan',
    does: 'GET / gives the name of the plan as the name of the interface.',
    reads:
      'GET / says its name is that of the plan, "MFT Partner Onboarding-EinvoicingWoG", rather than "ManagedFileTransfers-Einv-Onboarding".',
    change: ({ about: { describe } }) => ({
      about: { describe: () => ({ ...describe(), api_name: 'MFT Partner Onboarding-EinvoicingWoG' }) },
    }),
  },
  {
    name: 'channel-in-the-definition',
    does: 'The published definition has the path /partners/{id}/channel, as a draft had it.',
    reads: 'The definition that it publishes has /partners/{id}/channel, rather than /partners/{id}/channels.',
    change: ({ about: { definition } }) => ({
      about: {
        definition: () => {
          const document = definition() as { readonly paths: Readonly<Record<string, unknown>> };
          const { '/partners/{id}/channels': channels, ...paths } = document.paths;
          return { ...document, paths: { ...paths, '/partners/{id}/channel': channels } };
        },
      },
    }),
  },
  // Section 8
  {
    name: 'ten-calls-a-second',
    does: 'More than ten calls in one second are refused with 429: the limit of another plan.',
    reads: 'Refuses calls with 429 when there are more than ten in a second, though the plan is unlimited.',
    change: ({ delivery: { answer } }, _stages, { clock }) => {
      let second = 0;
      let calls = 0;
      return {
        delivery: {
          answer: async (call) => {
            const now = Math.floor(clock().getTime() / 1000);
            calls = now === second ? calls + 1 : 1;
            second = now;
            if (calls <= 10) return answer(call);
            const entry = { code: 'rate_limit_exceeded', detail: 'There were too many calls.' };
            return json(429, { errors: [entry] }, { 'retry-after': '1', 'cache-control': 'no-store' });
          },
        },
      };
    },
  },
  // Section 2
  {
    name: 'abn-as-number',
    does: 'The abn is a number in every reply.',
    reads: 'Sends abn as a number, rather than as a string.',
    change: ({ partners: { view } }) => ({
      partners: {
        view: (partner) => ({ ...view(partner), abn: Number(partner.values['abn']) }),
      },
    }),
  },
  {
    name: 'name-cut',
    does: 'The column of the name is 64 characters wide, and longer names are cut off when they are stored.',
    reads: 'Cuts the name of a partner off after 64 characters, though 100 are allowed.',
    change: ({ partners: { merge } }) => ({
      partners: {
        merge: (partner, given, purpose) => {
          const merged = merge(partner, given, purpose);
          const { name } = merged.values;
          if (name === undefined) return merged;
          return { ...merged, values: { ...merged.values, name: [...name].slice(0, 64).join('') } };
        },
      },
    }),
  },
  {
    name: 'question-marks',
    does: 'The database keeps texts in Latin-1: every other character becomes a question mark.',
    reads: 'Stores characters outside Latin-1 as question marks in the texts of a partner.',
    change: ({ partners: { merge } }) => ({
      partners: {
        merge: (partner, given, purpose) =>
          withTexts(merge(partner, given, purpose), (text) => text.replaceAll(/[\u{100}-\u{10ffff}]/gu, '?')),
      },
    }),
  },
  {
    name: 'escaped-for-html',
    does: 'The texts of a partner are escaped for HTML when they are sent: & becomes &amp;.',
    reads: 'Sends & in a text of a partner as &amp;, escaped for HTML, rather than as it was given.',
    change: ({ partners: { view } }) => ({
      partners: {
        view: (partner) =>
          view(withTexts(partner, (text) => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign))),
      },
    }),
  },
  // Section 5
  {
    name: 'bearer-in-capital-only',
    does: 'The scheme of the Authorization header is compared with "Bearer" letter by letter.',
    reads:
      'Refuses an access token that is sent as "bearer" in small letters, though a scheme is the same in any case.',
    change: ({ door: { tokenOf } }) => ({
      door: { tokenOf: (call) => (call.header('authorization')?.startsWith('Bearer ') ? tokenOf(call) : undefined) },
    }),
  },
  {
    name: 'delete-without-token',
    does: 'DELETE was forgotten where the operations that need an access token are listed.',
    reads: 'DELETE of the channels of a partner is done without an access token.',
    change: ({ door: { admit }, partners: { shelf } }, { data, door }) => ({
      door: {
        admit: (call) =>
          call.method === 'DELETE' && door.tokenOf(call) === undefined ? { organisation: '', device: '' } : admit(call),
      },
      partners: {
        shelf: (organisation, id) =>
          (organisation === '' ? data.partners.all().find((own) => own.has(id)) : undefined) ?? shelf(organisation, id),
      },
    }),
  },
  // Section 7
  {
    name: 'error-of-the-framework',
    does: 'A body that is no JSON is refused by the framework, with a body of its own form.',
    reads: 'Refuses malformed JSON with an error body of another form, without errors.',
    change: ({ gateway: { refuse } }, _stages, { clock }) => ({
      gateway: {
        refuse: (error) => {
          const reply = refuse(error);
          if (error.entries[0].code !== 'malformed_json') return reply;
          const body = { timestamp: clock().toISOString(), status: 400, error: 'Bad Request', path: '/partners' };
          return { ...reply, body: JSON.stringify(body) };
        },
      },
    }),
  },
  {
    name: 'pointer-without-index',
    does: 'The pointer of a refusal leaves out which channel it is about.',
    reads: 'Points to /channels/endpoint, rather than to /channels/0/endpoint, when it refuses a member of a channel.',
    change: ({ gateway: { refuse } }) => ({
      gateway: {
        refuse: (error) => {
          const reply = refuse(error);
          return { ...reply, body: reply.body?.replaceAll(/\/channels\/\d+\//g, '/channels/') };
        },
      },
    }),
  },
  {
    name: 'nothing-allowed',
    does: 'A method that a path does not offer is refused with 405, without Allow.',
    reads: 'Sends 405 without the header Allow.',
    change: ({ gateway: { refuse } }) => ({
      gateway: {
        refuse: (error) => {
          const { allow: _allow, ...headers } = refuse(error).headers;
          return { ...refuse(error), headers };
        },
      },
    }),
  },
  {
    name: 'charset-unsupported',
    does: 'The Content-Type is compared with application/json as a whole, its parameters too.',
    reads: 'Refuses a body with Content-Type: application/json; charset=utf-8 with 415.',
    change: ({ gateway: { declared } }) => ({
      gateway: {
        declared: (call) => {
          declared(call);
          if (call.header('content-type') !== 'application/json') throw unsupportedMediaType('content-type');
        },
      },
    }),
  },
];
