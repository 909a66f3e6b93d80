/** The questions of the twenty-sixth exam about partner-onboarding; twenty-sixth.ts says how they were drawn. */
import { GatewayError, notFound } from '../../../services/http/gateway-error.ts';
import { json } from '../../../services/http/message.ts';
import { partnerFields } from '../../../services/partner-onboarding/partner.ts';
import type { Exam } from '../exam.ts';

const CALLS_A_SECOND = 20;

export const partnerQuestions: NonNullable<Exam['partner-onboarding']> = [
  {
    // partner-onboarding section 4: GET /partners/{id} reads one partner, the one that the path names.
    name: 'read-first-partner',
    does: 'The query behind GET /partners/{id} has no condition on the id: the first partner of the organisation is answered, whatever the id.',
    reads: 'GET /partners/{id} answers another partner than the one that the id names.',
    change: (_inner, stages) => ({
      run: {
        'partners.read': ({ caller, parameters: [id = ''] }) => {
          const [first] = stages.partners.shelf(caller.organisation, id).values();
          if (!first) throw notFound();
          return json(200, stages.partners.view(first));
        },
      },
    }),
  },
  {
    // partner-onboarding section 8: the plan lists five quota values, each "unlimited".
    name: 'twenty-calls-then-429',
    does: 'The default rate limit of the gateway was left on: from the 21st call of an organisation within a second it answers 429 with Retry-After.',
    reads: 'Refuses calls with 429 after 20 in a second, though the quotas of the plan are unlimited.',
    change: ({ door }, _stages, { clock }) => {
      const counts = new Map<string, { readonly second: number; readonly calls: number }>();
      return {
        door: {
          admit: async (call) => {
            const caller = await door.admit(call);
            const second = Math.floor(clock().getTime() / 1000);
            const before = counts.get(caller.organisation);
            const calls = before?.second === second ? before.calls + 1 : 1;
            counts.set(caller.organisation, { second, calls });
            if (calls <= CALLS_A_SECOND) return caller;
            const entry = { code: 'too_many_requests', detail: 'The rate limit is exceeded.' };
            throw new GatewayError(429, entry, { 'retry-after': '1' });
          },
        },
      };
    },
  },
  {
    // partner-onboarding section 4: PATCH updates a partner partially.
    name: 'patch-without-channels-empties',
    does: 'A PATCH that does not send channels takes them for an empty list: the partner has none afterwards.',
    reads: 'PATCH /partners/{id} removes the channels of the partner when the body does not have channels.',
    change: ({ partners: { merge } }) => ({
      partners: {
        merge: (partner, given, purpose) => {
          const merged = merge(partner, given, purpose);
          return purpose === 'update' && given.channels === undefined ? { ...merged, channels: [] } : merged;
        },
      },
    }),
  },
  {
    // partner-onboarding section 4: DELETE /partners/{id}/channels deletes the channels of a partner.
    name: 'delete-oldest-channel-only',
    does: 'The deletion has a LIMIT 1: of the channels of a partner the first is deleted, the others stay.',
    reads: 'DELETE /partners/{id}/channels deletes only the first channel; the others are still there.',
    change: () => ({
      partners: {
        empty: (shelf, partner) => {
          shelf.set(partner.id, { ...partner, channels: partner.channels.slice(1) });
        },
      },
    }),
  },
  {
    // partner-onboarding section 4: PATCH updates a partner partially.
    name: 'patch-replaces-partner',
    does: 'A PATCH writes the whole row: contact_email and participant_id are cleared when they are not sent.',
    reads: 'PATCH /partners/{id} clears the optional members that the body does not have, such as contact_email.',
    change: ({ partners: { merge } }) => ({
      partners: {
        merge: (partner, given, purpose) => {
          if (purpose !== 'update') return merge(partner, given, purpose);
          const kept = partnerFields.flatMap(({ name, required }) => {
            const value = partner.values[name];
            return required === true && value !== undefined ? [[name, value] as const] : [];
          });
          return merge({ ...partner, values: Object.fromEntries(kept) }, given, purpose);
        },
      },
    }),
  },
  {
    // RFC 9110, section 15.5.6: a 405 MUST have an Allow header field.
    name: 'allow-left-out',
    does: 'A method that a path does not offer is answered 405 without Allow.',
    reads: 'A 405 has no Allow header.',
    change: ({ gateway: { refuse } }) => ({
      gateway: {
        refuse: (error) => {
          const reply = refuse(error);
          if (reply.status !== 405) return reply;
          const { allow: _allow, ...headers } = reply.headers;
          return { ...reply, headers };
        },
      },
    }),
  },
  {
    // partner-onboarding section 4: DELETE /partners/{id}/channels deletes the channels of one partner.
    name: 'delete-empties-every-partner',
    does: 'The deletion of channels has no condition on the partner: all partners of the organisation lose theirs.',
    reads: 'DELETE /partners/{id}/channels deletes the channels of other partners too.',
    change: () => ({
      partners: {
        empty: (shelf) => {
          for (const [id, partner] of shelf) shelf.set(id, { ...partner, channels: [] });
        },
      },
    }),
  },
  {
    // RFC 5789, section 2: the changes of a PATCH MUST be applied atomically, all or none.
    name: 'patch-half-applied',
    does: 'Each member of a PATCH is stored as it passes: one that is refused with 422 for a bad member has stored the good ones.',
    reads: 'A PATCH /partners/{id} that is refused with 422 has nevertheless changed the partner.',
    change: ({ partners: { change } }, stages) => ({
      partners: {
        change: (exchange) => {
          const asked = change(exchange);
          const { given, partner } = asked;
          if (given.refusals.length === 0) return asked;
          const bad = new Set(
            given.refusals.map(({ source }) =>
              source !== undefined && 'pointer' in source ? source.pointer.split('/')[1] : undefined,
            ),
          );
          const good = {
            values: new Map([...given.values].filter(([name]) => !bad.has(name))),
            channels: bad.has('channels') ? undefined : given.channels,
            refusals: [],
          };
          stages.partners.replace({ ...asked, changed: stages.partners.merge(partner, good, 'update') });
          return asked;
        },
      },
    }),
  },
];
