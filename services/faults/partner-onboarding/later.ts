/** Faults that show only at a second call: what was made, changed or kept by the first is in its way. */
import { GatewayError } from '../../http/gateway-error.ts';
import type { Partner } from '../../partner-onboarding/partner.ts';
import type { PartnerOnboardingStages } from '../../partner-onboarding/service.ts';
import { brokenDown, everyOf } from '../chosen.ts';
import { inArea, type Seed } from '../fault.ts';

const service = 'partner-onboarding';

export const laterFaults: readonly Seed<PartnerOnboardingStages>[] = [
  {
    id: 'partner-onboarding.partners.same-values-same-partner',
    service,
    operation: 'partners.create',
    breaks: 'partner-onboarding section 4: POST /partners creates a partner.',
    describes: 'A POST with the name and abn of a partner that is there is stored as that partner.',
    touches: { rules: ['lifecycle.*'] },
    change: inArea('partners', ({ merge }, { data }) => ({
      merge: (partner, given, purpose) => {
        const made = merge(partner, given, purpose);
        if (purpose !== 'create') return made;
        const isSame = ({ values }: Partner): boolean =>
          values['name'] === made.values['name'] && values['abn'] === made.values['abn'];
        const known = data.partners.all().flatMap((shelf) => [...shelf.values()].filter(isSame))[0];
        return known === undefined ? made : { ...made, id: known.id };
      },
    })),
  },
  {
    id: 'partner-onboarding.partners.updates-from-creation',
    service,
    operation: 'partners.update',
    breaks: 'PATCH leaves what it does not name as it was (assumed).',
    describes: 'A PATCH changes the partner as it was created.',
    touches: { rules: ['lifecycle.update-*'] },
    change: inArea('partners', ({ add, change }, { partners, body }) => {
      const created = new Map<string, Partner>();
      return {
        add: (organisation, partner) => {
          created.set(partner.id, partner);
          add(organisation, partner);
        },
        change: (exchange) => {
          const made = change(exchange);
          const given = body.read(exchange.body, 'update');
          return { ...made, changed: partners.merge(created.get(made.partner.id) ?? made.partner, given, 'update') };
        },
      };
    }),
  },
  {
    id: 'partner-onboarding.partners.lock-kept',
    service,
    operation: 'partners.update',
    breaks: 'partner-onboarding section 4: PATCH updates a partner.',
    describes: 'A PATCH leaves its lock behind: every further PATCH of the partner is answered 423.',
    touches: { rules: ['lifecycle.update-*'] },
    change: inArea('partners', ({ replace }) => {
      const locked = new Set<string>();
      return {
        replace: (change) => {
          if (locked.has(change.partner.id))
            throw new GatewayError(423, { code: 'locked', detail: 'The partner is locked.' });
          locked.add(change.partner.id);
          replace(change);
        },
      };
    }),
  },
  {
    id: 'partner-onboarding.partners.unchanged-refused',
    service,
    operation: 'partners.update',
    breaks: 'A PATCH that names what is there already succeeds (assumed).',
    describes: 'A PATCH that leaves the partner as it is is answered 422.',
    touches: { rules: ['lifecycle.update-*'] },
    change: inArea('partners', ({ replace }) => ({
      replace: (change) => {
        if (JSON.stringify(change.changed) === JSON.stringify(change.partner))
          throw new GatewayError(422, { code: 'unchanged', detail: 'Nothing would change.' });
        replace(change);
      },
    })),
  },
  {
    id: 'partner-onboarding.partners.nothing-removed-500',
    service,
    operation: 'partners.delete-channels',
    breaks: 'DELETE of the channels of a partner that has none succeeds (assumed).',
    describes: 'A DELETE of the channels of a partner that has none is answered 500.',
    change: inArea('partners', ({ empty }) => ({
      empty: (shelf, partner) => {
        if (partner.channels.length === 0)
          throw new GatewayError(500, { code: 'internal_error', detail: 'No row was deleted.' });
        empty(shelf, partner);
      },
    })),
  },
  {
    id: 'partner-onboarding.partners.nothing-removed-409',
    service,
    operation: 'partners.delete-channels',
    breaks: 'DELETE of the channels of a partner that has none succeeds (assumed).',
    describes: 'A DELETE of the channels of a partner that has none is answered 409.',
    change: inArea('partners', ({ empty }) => ({
      empty: (shelf, partner) => {
        if (partner.channels.length === 0)
          throw new GatewayError(409, { code: 'no_channels', detail: 'The partner has no channels.' });
        empty(shelf, partner);
      },
    })),
  },
  {
    id: 'partner-onboarding.partners.changed-ahead',
    service,
    operation: 'partners.read',
    breaks: 'RFC 9110, section 8.8.2.1: Last-Modified is not later than the time at which the response was made.',
    describes: 'A partner that a PATCH has changed is read with a Last-Modified that is an hour ahead.',
    touches: { rules: ['lifecycle.update-*'] },
    change: inArea('run', ({ 'partners.read': read, 'partners.update': update }, { partners }, { clock }) => {
      const changed = new Set<string>();
      return {
        'partners.read': (exchange) => {
          if (!read) throw new Error('There is no read.');
          const reply = read(exchange);
          if (!changed.has(partners.locate(exchange).id)) return reply;
          const ahead = new Date(clock().getTime() + 3_600_000).toUTCString();
          return { ...reply, headers: { ...reply.headers, 'last-modified': ahead } };
        },
        'partners.update': (exchange) => {
          if (!update) throw new Error('There is no update.');
          changed.add(partners.locate(exchange).id);
          return update(exchange);
        },
      };
    }),
  },
  {
    id: 'partner-onboarding.partners.some-unreadable',
    service,
    operation: 'partners.read',
    breaks: 'A created partner can be read at once (assumed).',
    describes: 'Every third of the partners that are read, by their first read, cannot be read: 500.',
    // Counted, not drawn from the id: ids are random, and a fault must show itself in every run.
    change: inArea('run', ({ 'partners.read': read }, { partners }) => {
      const isChosen = everyOf(3);
      return {
        'partners.read': (exchange) => {
          if (read === undefined || isChosen(partners.locate(exchange).id)) throw brokenDown();
          return read(exchange);
        },
      };
    }),
  },
];
