/** What partner-onboarding gets wrong in the eighth exam. */
import type { Channel } from '../../../services/partner-onboarding/partner.ts';
import { GatewayError, notFound } from '../../../services/http/gateway-error.ts';
import { around, behind, type Exam } from '../exam.ts';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const escapedChannel = (channel: Channel): Channel =>
  Object.fromEntries(Object.entries(channel).map(([name, text]) => [name, escaped(text)]));

export const partnerOnboarding: NonNullable<Exam['partner-onboarding']> = [
  {
    name: 'gateway-answers-401',
    does: 'The gateway in front answers a call without a valid token by itself: its 401 has the body {"message":"Unauthorized"}, not the errors that all other refusals have.',
    reads:
      'The 401 has a body of its own, {"message": "Unauthorized"}, instead of the errors that every other refusal has.',
    change: around(() => async (call, deliver) => {
      const reply = await deliver(call);
      return reply.status === 401 ? { ...reply, body: JSON.stringify({ message: 'Unauthorized' }) } : reply;
    }),
  },
  {
    name: 'escaped-on-input',
    does: 'A filter against scripts replaces &, < and > in every text by HTML entities before it is kept.',
    reads: 'Keeps &, < and > in texts as HTML entities (&amp;, &lt;, &gt;).',
    change: ({ partners }) => ({
      partners: {
        merge: (partner, given, purpose) =>
          partners.merge(
            partner,
            {
              ...given,
              values: new Map([...given.values].map(([name, text]) => [name, text === null ? null : escaped(text)])),
              channels: given.channels?.map(escapedChannel),
            },
            purpose,
          ),
      },
    }),
  },
  {
    name: 'channels-appended',
    does: 'The channels of a PATCH are added to those that the partner has, instead of taking their place.',
    reads: 'Updating the channels of a partner adds them to the old ones instead of replacing these.',
    change: ({ partners }) => ({
      partners: {
        merge: (partner, given, purpose) =>
          partners.merge(
            partner,
            given.channels === undefined ? given : { ...given, channels: [...partner.channels, ...given.channels] },
            purpose,
          ),
      },
    }),
  },
  {
    name: 'email-in-lower-case',
    does: 'contact_email is kept in lower case.',
    reads: 'Keeps contact_email in lower case, whatever was sent.',
    change: ({ partners }) => ({
      partners: {
        merge: (partner, given, purpose) => {
          const values = new Map(given.values);
          const email = values.get('contact_email');
          if (typeof email === 'string') values.set('contact_email', email.toLowerCase());
          return partners.merge(partner, { ...given, values }, purpose);
        },
      },
    }),
  },
  {
    name: 'nothing-to-delete',
    does: 'DELETE of the channels of a partner that has none is answered with 404.',
    reads: 'Deleting the channels of a partner that has none (any more) is answered with 404.',
    change: ({ partners }) => ({
      partners: {
        empty: (shelf, partner) => {
          if (partner.channels.length === 0) throw notFound();
          partners.empty(shelf, partner);
        },
      },
    }),
  },
  {
    name: 'charset-refused',
    does: 'A body of the type application/json; charset=utf-8 is refused with 415: the header is compared as a whole.',
    reads: 'Refuses a JSON body with 415 when its Content-Type has a charset parameter.',
    change: ({ gateway }) => ({
      gateway: {
        declared: (call) => {
          gateway.declared(call);
          if (!/;\s*charset=/i.test(call.header('content-type') ?? '')) return;
          const detail = 'The body must be application/json.';
          throw new GatewayError(415, {
            code: 'unsupported_media_type',
            detail,
            source: { header: 'content-type' },
          });
        },
      },
    }),
  },
  {
    name: 'node-down',
    does: 'One node behind the load balancer is dead: every twelfth call is answered with 502 and an HTML page.',
    reads: 'Every so often, whatever is called, a 502 with an HTML page comes instead of the answer.',
    change: behind(() => {
      let calls = 0;
      return (call, deliver) => {
        calls += 1;
        if (calls % 12 !== 0) return deliver(call);
        return Promise.resolve({
          status: 502,
          headers: { 'content-type': 'text/html' },
          body: '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>',
        });
      };
    }),
  },
];
