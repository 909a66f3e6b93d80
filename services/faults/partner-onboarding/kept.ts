/** Faults of what is kept of a partner: what was accepted is not there, is there in another form, or comes back. */
import { isObject } from '../../model/json-type.ts';
import type { PartnerOnboardingStages } from '../../partner-onboarding/service.ts';
import { inArea, type Seed } from '../fault.ts';

const service = 'partner-onboarding';

const stored = 'A partner that was created, or changed, is there afterwards (assumed; RFC 9110, section 15.3.2).';
const partial = 'PATCH leaves what it does not name as it was (assumed; partner-onboarding section 4).';

/** Each identifier is given to so many partners, one after the other: the latest takes the place of those before. */
const idsGiven = (times: number, what: string): Seed<PartnerOnboardingStages> => ({
  id: `partner-onboarding.partners.ids-${what}`,
  service,
  operation: 'partners.create',
  breaks: stored,
  describes: `Each identifier is given ${what} in turn, as from a counter that several nodes read before one writes it.`,
  touches: { rules: ['lifecycle.*', 'input.*-stored', 'input.*-kept'] },
  change: inArea('partners', ({ newId }) => {
    let [given, id] = [0, ''];
    return {
      newId: () => {
        if (given % times === 0) id = newId();
        given += 1;
        return id;
      },
    };
  }),
});

export const keptFaults: readonly Seed<PartnerOnboardingStages>[] = [
  idsGiven(2, 'twice'),
  idsGiven(3, 'three-times'),
  {
    id: 'partner-onboarding.partners.with-contact-not-stored',
    service,
    operation: 'partners.create',
    breaks: stored,
    describes: 'A partner with a contact_email is answered 201, and rolled back when the mail to it fails.',
    touches: { rules: ['lifecycle.*', 'input.*-stored'] },
    change: inArea('partners', ({ add }) => ({
      add: (organisation, partner) => {
        if (partner.values['contact_email'] === undefined) add(organisation, partner);
      },
    })),
  },
  {
    id: 'partner-onboarding.partners.lost-by-its-channels',
    service,
    operation: 'partners.update',
    breaks: stored,
    describes: 'A PATCH with channels deletes the partner to write it anew, and does not write it.',
    touches: { rules: ['lifecycle.*'] },
    change: inArea('partners', ({ replace, shelf }) => ({
      replace: (change) => {
        replace(change);
        if ((change.given.channels ?? []).length > 0)
          shelf(change.organisation, change.partner.id).delete(change.partner.id);
      },
    })),
  },
  {
    id: 'partner-onboarding.partners.kept-by-token',
    service,
    operation: 'partners.read',
    breaks: 'The partners of an organisation are there for its tokens (assumed).',
    describes: 'Partners belong to the token that they were made with: the next one of the organisation has none.',
    touches: { rules: ['lifecycle.renewed-token'] },
    change: inArea('door', ({ admit, tokenOf }) => ({
      admit: async (call) => ({ ...(await admit(call)), organisation: tokenOf(call) ?? '' }),
    })),
  },
  {
    id: 'partner-onboarding.partners.updates-escaped',
    service,
    operation: 'partners.update',
    breaks: 'A partner is read as it was given (assumed).',
    describes: 'The name that a PATCH brings is escaped for a page before it is stored.',
    touches: { rules: ['input.signs-stored', 'input.escapes-stored'] },
    change: inArea('partners', ({ merge }) => ({
      merge: (partner, given, purpose) => {
        const merged = merge(partner, given, purpose);
        const { name } = merged.values;
        if (purpose !== 'update' || name === undefined || !given.values.has('name')) return merged;
        return { ...merged, values: { ...merged.values, name: name.replaceAll('<', '&lt;') } };
      },
    })),
  },
  {
    id: 'partner-onboarding.channels.contact-goes-too',
    service,
    operation: 'channels.delete',
    breaks: 'partner-onboarding section 4: the operation deletes the channels of a partner.',
    describes: 'Deleting the channels of a partner empties its contact_email as well.',
    touches: { rules: ['lifecycle.*'] },
    change: inArea('partners', ({ empty }) => ({
      empty: (shelf, partner) => {
        const { contact_email: _gone, ...values } = partner.values;
        empty(shelf, { ...partner, values });
      },
    })),
  },
  {
    id: 'partner-onboarding.channels.null-refused',
    service,
    operation: 'partners.update',
    breaks: 'PATCH with null for an optional member takes that member away (assumed).',
    describes: 'null in place of the channels is refused as no list.',
    touches: { rules: ['lifecycle.*'] },
    change: inArea('body', ({ channels }) => ({
      channels: (sent) => {
        const read = channels(sent);
        const detail = 'channels must be of the type array.';
        const entry = { code: 'wrong_type', detail, source: { pointer: '/channels' } };
        return sent === null ? { ...read, misshapen: [...read.misshapen, entry] } : read;
      },
    })),
  },
  {
    id: 'partner-onboarding.channels.null-kept',
    service,
    operation: 'partners.update',
    breaks: 'PATCH with null for an optional member takes that member away (assumed).',
    describes: 'null in place of the channels is taken for channels that are not given.',
    touches: { rules: ['lifecycle.*'] },
    change: inArea('body', ({ members }) => ({
      members: (sent, purpose) => {
        const read = members(sent, purpose);
        const isNull = isObject(sent) && sent['channels'] === null;
        return isNull ? { ...read, part: { ...read.part, channels: undefined } } : read;
      },
    })),
  },
  {
    id: 'partner-onboarding.channels.updates-cut-at-ten',
    service,
    operation: 'partners.update',
    breaks: 'A partner may have 20 channels (assumed).',
    describes: 'A PATCH keeps the first ten of its channels.',
    touches: { rules: ['body.count'] },
    change: inArea('partners', ({ merge }) => ({
      merge: (partner, given, purpose) => {
        const merged = merge(partner, given, purpose);
        return purpose === 'update' ? { ...merged, channels: merged.channels.slice(0, 10) } : merged;
      },
    })),
  },
  {
    id: 'partner-onboarding.channels.return-with-the-next-update',
    service,
    operation: 'channels.delete',
    breaks: 'partner-onboarding section 4: the operation deletes the channels of a partner.',
    describes: 'Deleted channels are only marked as deleted, and the next PATCH of the partner takes the mark away.',
    touches: { rules: ['lifecycle.*'] },
    change: inArea('partners', ({ empty, merge }) => {
      const deleted = new Map<string, Parameters<typeof empty>[1]['channels']>();
      return {
        empty: (shelf, partner) => {
          if (partner.channels.length > 0) deleted.set(partner.id, partner.channels);
          empty(shelf, partner);
        },
        merge: (partner, given, purpose) => {
          const merged = merge(partner, given, purpose);
          const channels = deleted.get(partner.id);
          if (purpose !== 'update' || channels === undefined) return merged;
          deleted.delete(partner.id);
          return given.channels === undefined ? { ...merged, channels } : merged;
        },
      };
    }),
  },
  {
    id: 'partner-onboarding.channels.answered-though-deleted',
    service,
    operation: 'partners.update',
    breaks: 'The answer to an update shows the partner as it is then (assumed; RFC 5789, section 2.1).',
    describes: 'What a PATCH answers is made from rows of channels that were only marked as deleted.',
    touches: { rules: ['lifecycle.*'] },
    change: inArea('partners', ({ empty, change, replace }) => {
      const deleted = new Map<string, Parameters<typeof empty>[1]['channels']>();
      return {
        empty: (shelf, partner) => {
          if (partner.channels.length > 0) deleted.set(partner.id, partner.channels);
          empty(shelf, partner);
        },
        change: (exchange) => {
          const made = change(exchange);
          const channels = deleted.get(made.partner.id);
          if (made.given.channels !== undefined || channels === undefined) return made;
          return { ...made, changed: { ...made.changed, channels } };
        },
        replace: (made) => {
          const { changed, given, partner } = made;
          const { channels } = given.channels === undefined ? partner : changed;
          replace({ ...made, changed: { ...changed, channels } });
        },
      };
    }),
  },
  {
    id: 'partner-onboarding.partners.cleared-returns',
    service,
    operation: 'partners.update',
    breaks: partial,
    describes: 'A member that was cleared with null is there again after the next PATCH that does not name it.',
    touches: { rules: ['lifecycle.update-*', 'lifecycle.cleared-stays'] },
    change: inArea('partners', ({ merge }) => {
      const cleared = new Map<string, Record<string, string>>();
      return {
        merge: (partner, given, purpose) => {
          const merged = merge(partner, given, purpose);
          if (purpose !== 'update') return merged;
          const before = cleared.get(partner.id) ?? {};
          const back = Object.fromEntries(Object.entries(before).filter(([name]) => !given.values.has(name)));
          const gone = [...given.values].flatMap(([name, value]) =>
            value === null && partner.values[name] !== undefined ? [[name, partner.values[name]] as const] : [],
          );
          cleared.set(partner.id, Object.fromEntries(gone));
          return { ...merged, values: { ...back, ...merged.values } };
        },
      };
    }),
  },
  {
    id: 'partner-onboarding.partners.participant-made-of-abn',
    service,
    operation: 'partners.update',
    breaks: partial,
    describes: 'A PATCH of abn that does not name participant_id makes participant_id anew from it.',
    touches: { rules: ['lifecycle.update-*'] },
    change: inArea('partners', ({ merge }) => ({
      merge: (partner, given, purpose) => {
        const merged = merge(partner, given, purpose);
        const abn = given.values.get('abn');
        const isMade = typeof abn === 'string' && merged.values['participant_id'] !== undefined;
        return purpose === 'update' && isMade && !given.values.has('participant_id')
          ? {
              ...merged,
              values: { ...merged.values, participant_id: `0151:${abn}` },
            }
          : merged;
      },
    })),
  },
  {
    id: 'partner-onboarding.partners.contact-clears-participant',
    service,
    operation: 'partners.update',
    breaks: partial,
    describes: 'A PATCH of contact_email alone clears participant_id, as if it were another partner.',
    touches: { rules: ['lifecycle.update-*'] },
    change: inArea('partners', ({ merge }) => ({
      merge: (partner, given, purpose) => {
        const merged = merge(partner, given, purpose);
        const isAlone = given.values.size === 1 && typeof given.values.get('contact_email') === 'string';
        const { participant_id: _cleared, ...values } = merged.values;
        return purpose === 'update' && isAlone ? { ...merged, values } : merged;
      },
    })),
  },
  {
    id: 'partner-onboarding.channels.delete-keeps-others',
    service,
    operation: 'channels.delete',
    breaks: 'partner-onboarding section 4: DELETE removes the channels of a partner.',
    describes: 'DELETE of the channels removes the first of them.',
    touches: { rules: ['lifecycle.*'] },
    change: inArea('partners', () => ({
      empty: (shelf, partner) => {
        shelf.set(partner.id, { ...partner, channels: partner.channels.slice(1) });
      },
    })),
  },
  {
    id: 'partner-onboarding.channels.sorted',
    service,
    operation: 'partners.create',
    breaks: 'The channels are those that were given, in their order (assumed).',
    describes: 'Channels are stored sorted by channel_type and endpoint.',
    touches: { rules: ['lifecycle.*', 'body.*'] },
    change: inArea('partners', ({ merge }) => ({
      merge: (partner, given, purpose) => {
        const merged = merge(partner, given, purpose);
        const keyOf = (channel: (typeof merged.channels)[number]): string => JSON.stringify(channel);
        return {
          ...merged,
          channels: merged.channels.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
        };
      },
    })),
  },
  {
    id: 'partner-onboarding.channels.no-objects-taken',
    service,
    operation: 'partners.create',
    breaks: 'channels is a list of objects (assumed).',
    describes: 'What is no channel is left out of the list, and a channel without a list is a list of it.',
    touches: { aspects: ['channels', 'input'] },
    change: inArea('body', ({ channels }) => ({
      channels: (sent) => channels(Array.isArray(sent) ? sent.filter(isObject) : isObject(sent) ? [sent] : sent),
    })),
  },
];
