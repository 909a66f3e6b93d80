/** The questions of the twenty-fifth exam about partner-onboarding. */
import { unsupportedMediaType } from '../../../services/gateway.ts';
import { around, type Exam } from '../exam.ts';

export const partnerOnboarding: NonNullable<Exam['partner-onboarding']> = [
  // RFC 9110, section 15.5.6: a 405 must have an Allow.
  {
    name: 'method-not-allowed-without-allow',
    does: 'A method that a path does not offer is refused with 405 as it should be, but the refusal has no Allow header.',
    reads: 'The 405 has no Allow header that says which methods the path offers.',
    change: ({ gateway }) => ({
      gateway: {
        refuse: (error) => {
          const reply = gateway.refuse(error);
          if (reply.status !== 405) return reply;
          const headers = Object.fromEntries(Object.entries(reply.headers).filter(([name]) => name !== 'allow'));
          return { ...reply, headers };
        },
      },
    }),
  },
  // partner-onboarding section 4: DELETE /partners/{id}/channels deletes the channels of one partner.
  {
    name: 'delete-channels-of-all-partners',
    does: 'The DELETE of the channels of one partner asks the database by organisation alone, and so deletes the channels of every partner of the caller.',
    reads: 'Deleting the channels of one partner deletes the channels of the other partners too.',
    change: () => ({
      partners: {
        empty: (shelf) => {
          for (const [id, partner] of shelf) shelf.set(id, { ...partner, channels: [] });
        },
      },
    }),
  },
  // partner-onboarding sections 2 and 4: a partner is created with POST /partners, and read at /partners/{id}.
  {
    name: 'partner-with-channels-rolled-back',
    does: 'Where a new partner comes with channels, storing the channels rolls the transaction back; the answer is 201 with the whole partner, yet nothing is stored.',
    reads:
      'A partner that is created with channels is answered with 201 but is not stored: it cannot be found afterwards.',
    change: ({ partners }) => ({
      partners: {
        add: (organisation, partner) => {
          if (partner.channels.length === 0) partners.add(organisation, partner);
        },
      },
    }),
  },
  // RFC 9110, section 8.3.1: parameters belong to a media type; domain.md 4.1: 415 is for a media type that is not supported.
  {
    name: 'content-type-with-charset-refused',
    does: 'The Content-Type is compared with "application/json" as a whole, so that "application/json; charset=utf-8" is refused with 415.',
    reads: 'Refuses a JSON body with 415 when its Content-Type has a parameter such as charset=utf-8.',
    change: ({ gateway }) => ({
      gateway: {
        declared: (call) => {
          gateway.declared(call);
          if (call.header('content-type')?.includes(';')) throw unsupportedMediaType('content-type');
        },
      },
    }),
  },
  // RFC 9110, section 15.3.5, and RFC 9112, section 6.3: a 204 has no content.
  {
    name: 'delete-channels-204-with-body',
    does: 'The 204 that answers the DELETE of the channels carries a JSON object as its content.',
    reads: 'The 204 after the channels are deleted has a body, which a 204 cannot have.',
    change: around(() => async (call, deliver) => {
      const reply = await deliver(call);
      if (call.method !== 'DELETE' || reply.status !== 204) return reply;
      const headers = { ...reply.headers, 'content-type': 'application/json' };
      return { status: 204, headers, body: '{"status":"deleted"}', wire: 'content-unasked' };
    }),
  },
];
